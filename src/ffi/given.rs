//! Macros that convert the pointer arguments of the C functions to references. Only they rely on
//! the preconditions in the header. Each macro gives a `Result`, except `options!`, since absent
//! options are not an error.

/// An object of ours, or a parameter: `&T`.
macro_rules! object {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a valid object, which nobody
        // changes during the call.
        unsafe { $crate::ffi::pointer::borrow(pointer) }
    }};
}

/// An object to be written or changed: `&mut T`.
macro_rules! output {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to an object that nobody else uses during
        // the call.
        unsafe { $crate::ffi::pointer::borrow_mut(pointer) }
    }};
}

/// A structure that begins with its size: `&T`.
macro_rules! structure {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a structure whose first field is its
        // size in readable bytes.
        unsafe { $crate::ffi::pointer::sized(pointer) }
    }};
}

/// A structure that begins with its size, to be written: `&mut T`.
macro_rules! structure_mut {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a structure whose first field is its
        // size in readable and writable bytes, and which nobody else uses during the call.
        unsafe { $crate::ffi::pointer::sized_mut(pointer) }
    }};
}

/// Options: `&indp_options`, the defaults for NULL.
macro_rules! options {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or our options, which nobody changes during the call.
        unsafe { $crate::ffi::options::indp_options::or_default(pointer) }
    }};
}

/// The bytes of a state: `&[u8]`. If a kind is given, only a state of that kind is accepted.
macro_rules! state {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a state, which nobody changes during the
        // call.
        unsafe { $crate::ffi::pointer::state(pointer) }
    }};
    ($pointer:expr, $kind:expr) => {{
        let (pointer, kind) = ($pointer, $kind);
        // SAFETY: as above.
        unsafe { $crate::ffi::pointer::state_of(pointer, kind) }
    }};
}

/// The bytes of a state, to be changed: `&mut [u8]`. If a kind is given, only a state of that kind
/// is accepted.
macro_rules! state_mut {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a state, which nobody else uses during
        // the call.
        unsafe { $crate::ffi::pointer::state_mut(pointer) }
    }};
    ($pointer:expr, $kind:expr) => {{
        let (pointer, kind) = ($pointer, $kind);
        // SAFETY: as above.
        unsafe { $crate::ffi::pointer::state_of_mut(pointer, kind) }
    }};
}

/// An array: `&[T]`.
macro_rules! array {
    ($pointer:expr, $n:expr) => {{
        let (pointer, n) = ($pointer, $n);
        // SAFETY: the header requires n elements, which nobody changes during the call; NULL
        // is checked.
        unsafe { $crate::ffi::pointer::slice(pointer, n) }
    }};
}

/// Bytes to be written: `&mut [u8]`.
macro_rules! bytes_mut {
    ($pointer:expr, $n:expr) => {{
        let (pointer, n) = ($pointer, $n);
        // SAFETY: the header requires n bytes, which nobody else uses during the call; NULL is
        // checked.
        unsafe { $crate::ffi::pointer::bytes_mut(pointer, n) }
    }};
}

/// Runs a constructor and writes the object, or NULL, to `$out`.
macro_rules! made {
    ($out:expr, $make:expr) => {{
        let (out, make) = ($out, $make);
        // SAFETY: the header requires NULL or a pointer to a pointer.
        unsafe { $crate::ffi::guard::guard_new(out, make) }
    }};
}

/// Frees an object; NULL is accepted.
macro_rules! freed {
    ($pointer:expr) => {{
        let pointer = $pointer;
        $crate::ffi::guard::guard_integers(|| {
            // SAFETY: the header requires NULL or a pointer that a constructor returned and that is
            // not used again.
            unsafe { $crate::ffi::pointer::unbox(pointer) };
            Ok(())
        });
    }};
}

pub(super) use {array, bytes_mut, object, options, output, state, state_mut, structure, structure_mut};
pub(super) use {freed, made};
