//! Reads arbitrary bytes as a serialised state, through the C ABI. The library must refuse the
//! bytes, or make a state of them. Such a state must serialise back to the same bytes, accept rows,
//! merge, and be released at most once. The first byte of the input is not part of the state. It
//! determines how many rows are added.

use indp::ffi::*;

/// The size in bytes of the largest state that is checked. Larger states, with millions of
/// candidates, are valid but would make the check slow.
const MOST: usize = 1 << 18;

fn serialised(state: &[u8]) -> Vec<u8> {
    unsafe {
        let mut size = 0;
        assert_eq!(indp_state_size(state.as_ptr().cast(), &mut size), INDP_OK);
        let mut out = vec![0u8; size];
        assert_eq!(
            indp_state_serialise(state.as_ptr().cast(), out.as_mut_ptr().cast(), size),
            INDP_OK
        );
        out
    }
}

fn grow(state: &mut Vec<u8>, more: u64) -> bool {
    unsafe {
        let mut room = 0;
        assert_eq!(indp_state_room(state.as_ptr().cast(), more, &mut room), INDP_OK);
        if room > MOST {
            return false;
        }
        state.resize(room.max(state.len()), 0xaa);
        assert_eq!(indp_state_resized(state.as_mut_ptr().cast(), state.len()), INDP_OK);
        true
    }
}

/// Checks one input. Panics if the library behaves otherwise than described at the top of this
/// file.
pub fn check(data: &[u8]) {
    let Some((rows, bytes)) = data.split_first() else { return };
    unsafe {
        let mut size = 0;
        let told = indp_state_deserialised_size(bytes.as_ptr().cast(), bytes.len(), &mut size);
        assert!(told == INDP_OK || told == INDP_E_STATE);
        if told != INDP_OK || size > MOST {
            return;
        }
        let mut state = vec![0x55u8; size];
        let pointer = state.as_mut_ptr().cast();
        assert_eq!(
            indp_state_deserialise(pointer, size, bytes.as_ptr().cast(), bytes.len()),
            INDP_OK
        );
        assert_eq!(serialised(&state), bytes, "canonical");

        let (mut kind, mut before) = (0, 0);
        assert_eq!(indp_state_kind(state.as_ptr().cast(), &mut kind), INDP_OK);
        assert_eq!(indp_state_rows(state.as_ptr().cast(), &mut before), INDP_OK);
        let twice = state.clone();
        if before < 1 << 40 && grow(&mut state, before) {
            assert_eq!(indp_state_merge(state.as_mut_ptr().cast(), twice.as_ptr().cast()), INDP_OK);
            let merged = serialised(&state);
            assert_eq!(serialised(&twice), bytes);
            for row in 0..u64::from(*rows % 8) {
                if !grow(&mut state, 1) {
                    return;
                }
                let pointer = state.as_mut_ptr().cast();
                let status = match kind {
                    INDP_KIND_COUNT => indp_count_add(pointer),
                    INDP_KIND_MODE => indp_mode_add_int64(pointer, row as i64),
                    _ => indp_state_add(pointer, row as f64 * 0.75),
                };
                assert_eq!(status, INDP_OK);
            }
            // The result must be a valid state, whatever was added.
            let after = serialised(&state);
            assert!(after.len() >= merged.len());
        }

        let pointer = state.as_mut_ptr().cast();
        let live = state.clone();
        let can = indp_state_can_release(pointer, 0.5, std::ptr::null());
        let release = |pointer| {
            indp_state_release_value(pointer, 0.5, std::ptr::null(), &mut indp_value::default())
        };
        assert_eq!(release(pointer), can);
        match can {
            INDP_OK => assert_eq!(release(pointer), INDP_E_RELEASED),
            INDP_E_STATE if kind == INDP_KIND_HISTOGRAM => assert_eq!(state, live),
            INDP_E_LAMBDA | INDP_E_SELECTION_EPSILON | INDP_E_ROWS_PER_PERSON => {
                assert_eq!(state, live)
            }
            other => panic!("status {other}"),
        }
    }
}
