//! Turns the arguments of the header's functions into references: the one place that relies on the
//! header's promises. Each macro gives a `Result`, except that for options, whose absence is not an
//! error.

/// An object of ours, or a parameter: `&T`.
macro_rules! object {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to a valid object, which nobody
        // changes during the call.
        unsafe { $crate::ffi::pointer::borrow(pointer) }
    }};
}

/// An object to be written or changed: `&mut T`.
macro_rules! output {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to an object that nobody else uses during
        // the call.
        unsafe { $crate::ffi::pointer::borrow_mut(pointer) }
    }};
}

/// A structure that begins with its size: `&T`.
macro_rules! structure {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to as many bytes as the first field says.
        unsafe { $crate::ffi::pointer::sized(pointer) }
    }};
}

/// The same, to be written: `&mut T`.
macro_rules! structure_mut {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to as many bytes as the first field says,
        // which nobody else uses.
        unsafe { $crate::ffi::pointer::sized_mut(pointer) }
    }};
}

/// Options: `&indp_options`, the defaults for NULL.
macro_rules! options {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or our options, which nobody changes during the call.
        unsafe { $crate::ffi::options::indp_options::or_default(pointer) }
    }};
}

/// The bytes of a state: `&[u8]`; with a kind, of a state of that kind only.
macro_rules! state {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to a state, which nobody changes during the
        // call.
        unsafe { $crate::ffi::pointer::state(pointer) }
    }};
    ($pointer:expr, $kind:expr) => {{
        let (pointer, kind) = ($pointer, $kind);
        // SAFETY: as above.
        unsafe { $crate::ffi::pointer::state_of(pointer, kind) }
    }};
}

/// The same, to be changed: `&mut [u8]`.
macro_rules! state_mut {
    ($pointer:expr) => {{
        let pointer = $pointer;
        // SAFETY: the header asks for NULL or a pointer to a state, which nobody else uses during
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
        // SAFETY: the header asks for n elements, which nobody changes during the call; NULL
        // is checked.
        unsafe { $crate::ffi::pointer::slice(pointer, n) }
    }};
}

/// Bytes to be written: `&mut [u8]`.
macro_rules! bytes_mut {
    ($pointer:expr, $n:expr) => {{
        let (pointer, n) = ($pointer, $n);
        // SAFETY: the header asks for n bytes, which nobody else uses during the call; NULL is
        // checked.
        unsafe { $crate::ffi::pointer::bytes_mut(pointer, n) }
    }};
}

/// Runs a constructor and writes the object, or NULL, to `$out`.
macro_rules! made {
    ($out:expr, $make:expr) => {{
        let (out, make) = ($out, $make);
        // SAFETY: the header asks for NULL or a pointer to a pointer.
        unsafe { $crate::ffi::guard::guard_new(out, make) }
    }};
}

/// Frees an object; NULL is accepted.
macro_rules! freed {
    ($pointer:expr) => {{
        let pointer = $pointer;
        $crate::ffi::guard::guard_integers(|| {
            // SAFETY: the header asks for NULL or what a constructor made, which is not used again.
            unsafe { $crate::ffi::pointer::unbox(pointer) };
            Ok(())
        });
    }};
}

pub(super) use {array, bytes_mut, object, options, output, state, state_mut, structure, structure_mut};
pub(super) use {freed, made};
