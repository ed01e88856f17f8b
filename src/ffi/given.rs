//! Macros that convert the pointer arguments of the C functions to references. They rely on the
//! preconditions that the header states. Each of these macros gives a `Result`, except `options!`,
//! since absent options are not an error. Two more macros run constructors and free objects.

/// Converts a pointer to an object of this library, or to a parameter, into `&T`.
macro_rules! object {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a valid object, which nobody
        // changes during the call.
        unsafe { $crate::ffi::pointer::borrow(pointer) }
    }};
}

/// Converts a pointer to an object that the call writes or changes into `&mut T`.
macro_rules! output {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to an object that nobody else uses during
        // the call.
        unsafe { $crate::ffi::pointer::borrow_mut(pointer) }
    }};
}

/// Converts a pointer to a structure that begins with its own size into `&T`.
macro_rules! structure {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a structure whose first field is its
        // size in readable bytes.
        unsafe { $crate::ffi::pointer::sized(pointer) }
    }};
}

/// Converts a pointer to a structure that begins with its own size into `&mut T`. The call writes
/// to the structure.
macro_rules! structure_mut {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or a pointer to a structure whose first field is its
        // size in readable and writable bytes, and which nobody else uses during the call.
        unsafe { $crate::ffi::pointer::sized_mut(pointer) }
    }};
}

/// Converts a pointer to options into `&indp_options`. NULL gives the defaults.
macro_rules! options {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header requires NULL or our options, which nobody changes during the call.
        unsafe { $crate::ffi::options::indp_options::or_default(pointer) }
    }};
}

/// Converts a pointer to a state into the bytes of the state, `&[u8]`. If a kind is given, only a
/// state of that kind is accepted.
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

/// Converts a pointer to a state into the bytes of the state, `&mut [u8]`, for calls that change
/// the state. If a kind is given, only a state of that kind is accepted.
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

/// Converts a pointer to an array into `&[T]`.
macro_rules! array {
    ($pointer:expr, $n:expr) => {{
        let (pointer, n) = ($pointer, $n);
        // SAFETY: the header requires n elements, which nobody changes during the call; NULL
        // is checked.
        unsafe { $crate::ffi::pointer::slice(pointer, n) }
    }};
}

/// Converts a pointer to bytes that the call writes into `&mut [u8]`.
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

pub(super) use {
    array, bytes_mut, object, options, output, state, state_mut, structure, structure_mut,
};
pub(super) use {freed, made};
