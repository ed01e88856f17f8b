package indp

/*
#include <stdlib.h>
#include "cgo.h"
*/
import "C"
import "unsafe"

// AuditBound is the proven bound on the privacy loss of one release.
func (m *Snapping) AuditBound() (loss float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		loss, err = lowAuditBound(c)
		return err
	})
	return loss, err
}

// AuditPair finds the exact privacy loss between two assumed, public values. If 2 bound / grid is
// at most mostOutputs, all outputs are examined, and otherwise about sixty. mostOutputs = 0 stands
// for 2^20.
func (m *Snapping) AuditPair(f, g float64, mostOutputs uint64) (out Audit, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowAuditPair(c, f, g, mostOutputs)
		return err
	})
	return out, err
}

// AuditPairIntegers is AuditPair for releases by ReleaseInteger.
func (m *Snapping) AuditPairIntegers(f, g int64, mostOutputs uint64) (out Audit, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowAuditPairInt64(c, f, g, mostOutputs)
		return err
	})
	return out, err
}

// AuditRange finds the largest exact privacy loss between critical values of a public range and
// their neighbours.
func (m *Snapping) AuditRange(low, high float64, mostOutputs uint64) (out Audit, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		out, err = lowAuditRange(c, low, high, mostOutputs)
		return err
	})
	return out, err
}

// AuditJSON writes the findings of an audit of this mechanism as JSON.
func (m *Snapping) AuditJSON(audit Audit) (text string, err error) {
	plain := audit.toC()
	err = m.with(func(c *C.indp_snapping) error {
		var length C.size_t
		if err := check(C.indp_audit_json(c, &plain, nil, 0, &length)); err != nil {
			return err
		}
		buffer := (*C.char)(C.malloc(length + 1))
		if buffer == nil {
			return ErrNoMemory
		}
		defer C.free(unsafe.Pointer(buffer))
		if err := check(C.indp_audit_json(c, &plain, buffer, length+1, nil)); err != nil {
			return err
		}
		text = C.GoStringN(buffer, C.int(length))
		return nil
	})
	return text, err
}

// Probability is the probability of one output for an assumed, public value, and the natural
// logarithm of this probability.
func (m *Snapping) Probability(value, output float64) (probability, logarithm float64, err error) {
	err = m.with(func(c *C.indp_snapping) (err error) {
		probability, logarithm, err = lowAuditProbability(c, value, output)
		return err
	})
	return probability, logarithm, err
}
