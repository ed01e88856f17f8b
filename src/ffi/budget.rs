//! C functions for budgets, which limit the privacy loss that may be spent.

use std::ffi::{c_char, c_void};

use super::given::{array, bytes_mut, output};
use super::guard::guard;
use super::status::indp_status;
use super::text::write_text;
use crate::budget;
use crate::Error;

/// Size of a budget in bytes, in memory and in transit.
pub const INDP_BUDGET_STATE_SIZE: usize = 280;

const _: () = assert!(INDP_BUDGET_STATE_SIZE == budget::LENGTH);

/// Size of a buffer in bytes that is long enough for every text of indp_budget_spent.
pub const INDP_BUDGET_TEXT_SIZE: usize = 640;

const _: () = assert!(INDP_BUDGET_TEXT_SIZE > budget::text::MOST);

/// Makes a budget of epsilon, the total privacy loss that may be spent.
///
/// Amounts are counted in exact decimals, as people state them. An epsilon counts as its decimal:
/// the shortest decimal that converts back to the same double. So ten times 0.1 fit into 1, and
/// 0.1 + 0.2 fit into 0.3. Amounts from 5e-324 to 1.7e308 add up without rounding.
///
/// A budget is not the state of an aggregate: indp_state_ functions refuse it with INDP_E_STATE.
/// Budgets cannot be merged, since a merged copy would be spent twice.
///
/// Anyone who can write the bytes, or restore an older copy, can refund what was spent: keep them
/// where only the host can write, and store them before an answer leaves.
///
/// Parameters:
/// - state: a buffer of `size` bytes that you own; any alignment. Layout: include/STATES.md.
/// - size: at least INDP_BUDGET_STATE_SIZE.
/// - epsilon: the total (base e), positive and finite.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EPSILON, INDP_E_BUFFER.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per budget.
/// - Source: src/budget/proof.md.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_init(
    state: *mut c_void,
    size: usize,
    epsilon: f64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        budget::init(bytes_mut!(state, size)?, epsilon)
    })
}

/// Spends the decimal of epsilon, and returns the epsilon to release with.
///
/// Spend before you release, and make the spent budget durable before the answer leaves. What is
/// spent is never given back, even if the release fails.
///
/// Parameters:
/// - state: a budget.
/// - epsilon: the privacy loss of the release (base e), positive and finite.
/// - usable: receives the largest double that does not exceed the decimal of epsilon: epsilon
///   itself or the double below. If each release uses the number that it received in this way, the
///   losses of all releases add up to at most the total.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
/// less than epsilon is left. On failure nothing is spent and `usable` is untouched.
///
/// - Privacy: costs nothing by itself.
/// - Thread safety: one thread per budget. Two threads or processes that spend from copies spend
///   twice: lock the budget.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_spend(
    state: *mut c_void,
    epsilon: f64,
    usable: *mut f64,
) -> indp_status {
    guard(|| {
        let usable = output!(usable)?;
        if state.is_null() {
            return Err(Error::Null);
        }
        *usable = budget::spend(bytes_mut!(state, INDP_BUDGET_STATE_SIZE)?, epsilon)?;
        Ok(())
    })
}

/// Changes the total of the budget to epsilon; what was spent stays spent.
///
/// The privacy loss of all releases together is then at most the largest total that was ever in
/// force.
///
/// Parameters:
/// - state: a budget.
/// - epsilon: the new total (base e), positive and finite.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
/// more than epsilon is already spent. On failure the budget is unchanged.
///
/// - Privacy: costs nothing by itself.
/// - Thread safety: one thread per budget.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_change(state: *mut c_void, epsilon: f64) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        budget::change(bytes_mut!(state, INDP_BUDGET_STATE_SIZE)?, epsilon)
    })
}

/// The largest epsilon that indp_budget_spend would accept.
///
/// Parameters:
/// - state: a budget.
/// - left: receives that epsilon; 0 if everything is spent.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing; what is left is public.
/// - Thread safety: no other thread may change the budget meanwhile.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_left(state: *const c_void, left: *mut f64) -> indp_status {
    guard(|| {
        let left = output!(left)?;
        *left = budget::left(array!(state.cast::<u8>(), INDP_BUDGET_STATE_SIZE)?)?;
        Ok(())
    })
}

/// Raises the amount spent to the decimal of epsilon, unless at least as much is spent already.
///
/// For a host that learns from its own records that a stored budget is out of date.
///
/// Parameters:
/// - state: a budget.
/// - epsilon: the least amount spent (base e), positive and finite.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_STATE, INDP_E_NO_MEMORY, INDP_E_BUDGET if
/// epsilon exceeds the total. On failure the budget is unchanged.
///
/// - Privacy: costs nothing by itself.
/// - Thread safety: one thread per budget.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_raise(state: *mut c_void, epsilon: f64) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        budget::raise(bytes_mut!(state, INDP_BUDGET_STATE_SIZE)?, epsilon)
    })
}

/// Writes the amount spent: the exact sum of the decimals of all epsilons, as a decimal.
///
/// The text has digits and at most one point, such as 0.3 after 0.1 and 0.2, and 0 if nothing is
/// spent. It is ASCII and NUL-terminated, and fits into INDP_BUDGET_TEXT_SIZE bytes.
///
/// Parameters:
/// - state: a budget.
/// - buffer: an array of `size` bytes that receives the text. If `buffer` is NULL and `size` is 0,
///   the call writes only the length.
/// - size: the size of `buffer` in bytes.
/// - length: receives the length in bytes without the NUL; may be NULL.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_NO_MEMORY; INDP_E_BUFFER if
/// `size` is not above the length; nothing is then written.
///
/// - Privacy: costs nothing; what is spent is public.
/// - Thread safety: no other thread may change the budget meanwhile.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_spent(
    state: *const c_void,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> indp_status {
    guard(|| {
        let text = budget::spent(array!(state.cast::<u8>(), INDP_BUDGET_STATE_SIZE)?)?;
        write_text(text.bytes(), !buffer.is_null(), bytes_mut!(buffer.cast::<c_void>(), size)?)?;
        if let Ok(slot) = output!(length) {
            *slot = text.bytes().len();
        }
        Ok(())
    })
}

/// Serialises a budget: equal budgets give equal bytes on every machine.
///
/// Parameters:
/// - state: a budget.
/// - bytes: an array of `size` bytes that you own; receives the serialised budget.
/// - size: exactly INDP_BUDGET_STATE_SIZE.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_BUFFER if `size` is not that number,
/// INDP_E_LENGTH, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: no other thread may change the budget meanwhile.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_serialise(
    state: *const c_void,
    bytes: *mut u8,
    size: usize,
) -> indp_status {
    guard(|| {
        let own = array!(state.cast::<u8>(), INDP_BUDGET_STATE_SIZE)?;
        copy(own, bytes_mut!(bytes.cast::<c_void>(), size)?)
    })
}

/// Reads a budget from the bytes that indp_budget_serialise wrote, and checks all of them.
///
/// Parameters:
/// - bytes: an array of `length` bytes, of any content.
/// - length: the number of bytes.
/// - state: a buffer of `size` bytes that you own; must not overlap `bytes`.
/// - size: exactly INDP_BUDGET_STATE_SIZE.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE, INDP_E_BUFFER, INDP_E_NO_MEMORY; on
/// failure `state` is untouched.
///
/// - Privacy: costs nothing. Each budget that is read from the same bytes can be spent.
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_budget_deserialise(
    bytes: *const u8,
    length: usize,
    state: *mut c_void,
    size: usize,
) -> indp_status {
    guard(|| copy(array!(bytes, length)?, bytes_mut!(state, size)?))
}

/// Copies a budget after validating it.
fn copy(from: &[u8], to: &mut [u8]) -> Result<(), Error> {
    if from.len() != INDP_BUDGET_STATE_SIZE {
        return Err(Error::State);
    }
    if to.len() != from.len() {
        return Err(Error::Buffer);
    }
    budget::check(from)?;
    to.copy_from_slice(from);
    Ok(())
}
