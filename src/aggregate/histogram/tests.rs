use super::*;
use crate::aggregate::{counts, state};

fn made(edges: &[f64], m: u64) -> Vec<u8> {
    let mut bytes = vec![0xaa; length(edges.len()).unwrap()];
    init(&mut bytes, edges, m).unwrap();
    bytes
}

fn cells(bytes: &[u8]) -> Vec<u64> {
    let own = Histogram::read(bytes).unwrap();
    (0..own.layout.cells()).map(|i| own.layout.count(bytes, i).unwrap()).collect()
}

#[test]
fn cells_are_half_open() {
    let mut state = made(&[-1.0, 0.0, 2.5], 1);
    for x in [
        f64::NEG_INFINITY,
        (-1.0f64).next_down(),
        -1.0,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        2.5f64.next_down(),
    ] {
        Histogram::add(&mut state, x).unwrap();
    }
    Histogram::add_many(&mut state, &[2.5, f64::INFINITY, f64::NAN, -f64::NAN, f64::NAN]).unwrap();
    assert_eq!(cells(&state), [2, 2, 4, 2, 3]);
    for x in [i64::MIN, -2, -1, 0, 1, 2, 3, i64::MAX] {
        Histogram::add_int64(&mut state, x).unwrap();
    }
    assert_eq!(cells(&state), [4, 3, 7, 4, 3]);
}

/// The steps of the search depend on the number of edges, so the test covers every number of edges
/// below 70. Values next to every edge are looked up, and the result is compared with a linear
/// search.
#[test]
fn the_search_finds_the_cell() {
    for n in 1..70 {
        let edges: Vec<f64> = (0..n).map(|i| f64::from(i * i) - 40.5).collect();
        let mut state = made(&edges, 1);
        let mut expected = vec![0; edges.len() + 2];
        for edge in &edges {
            for x in [edge.next_down(), *edge, edge.next_up(), edge + 0.5] {
                Histogram::add(&mut state, x).unwrap();
                expected[edges.iter().filter(|e| **e <= x).count()] += 1;
            }
        }
        assert_eq!(cells(&state), expected, "{n} edges");
    }
}

#[test]
fn edges_are_checked() {
    let mut bytes = vec![0; 200];
    for edges in [
        &[][..],
        &[f64::NAN],
        &[f64::INFINITY],
        &[f64::NEG_INFINITY, 0.0],
        &[1.0, 1.0],
        &[2.0, 1.0],
        &[-0.0, 0.0],
        &[0.0, 1.0, f64::NAN, 3.0],
    ] {
        assert_eq!(init(&mut bytes, edges, 1), Err(Error::Edges), "{edges:?}");
    }
    assert!(bytes.iter().all(|b| *b == 0), "untouched");
    assert_eq!(init(&mut bytes, &[0.0], 0), Err(Error::RowsPerPerson));
    assert_eq!(init(&mut bytes[..63], &[0.0], 1), Err(Error::Buffer));
    assert_eq!(init(&mut bytes[..64], &[0.0], 1), Ok(()));
    assert_eq!(length(MOST_EDGES + 1), Err(Error::Edges));
    assert!(made(&[-0.0, 1.0], 1) == made(&[0.0, 1.0], 1), "zero has no sign");
}

/// Bytes that break a rule of include/STATES.md are refused. Each case changes one field.
#[test]
fn unsound_bytes_are_refused() {
    let mut state = made(&[0.0, 1.0], 1);
    Histogram::add_many(&mut state, &[0.5, 7.0, 7.0]).unwrap();
    assert_eq!(state::deserialised_length(&state), Ok(state.len()));
    let forged = |at: usize, value: u64| {
        let mut bytes = state.clone();
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        state::deserialised_length(&bytes)
    };
    for (at, value) in [
        (24, 0),                       // no edges
        (24, 3),                       // more edges than the bytes hold
        (24, 1),                       // fewer edges than the bytes hold
        (24, 2 | 1 << 32),             // bytes 28..32 not 0
        (16, 4),                       // too many rows in the header
        (32, (-0.0f64).to_bits()),     // a negative zero
        (32, 1.0f64.to_bits()),        // equal edges
        (40, f64::INFINITY.to_bits()), // an infinite edge
        (40, f64::NAN.to_bits()),      // NaN
        (48, u64::MAX),                // counts that overflow
        (72, 1),                       // one row too many in a cell
    ] {
        assert_eq!(forged(at, value), Err(Error::State), "{at} {value:x}");
    }
    assert_eq!(state::deserialised_length(&state[..state.len() - 1]), Err(Error::State));
    assert_eq!(state::deserialised_length(&[&state[..], &[0]].concat()), Err(Error::State));
}

#[test]
fn only_states_with_equal_edges_merge() {
    let mut state = made(&[0.0, 1.0], 2);
    Histogram::add_many(&mut state, &[0.5, 7.0, -1.0]).unwrap();
    let more = state.clone();
    state::merge(&mut state, &more).unwrap();
    assert_eq!(cells(&state), [2, 2, 2, 0]);
    for other in
        [made(&[0.0, 1.5], 2), made(&[0.0], 2), made(&[0.0, 1.0], 1), made(&[0.0, 1.0, 2.0], 2)]
    {
        assert_eq!(state::merge(&mut state, &other), Err(Error::StateMismatch));
    }
    state[16..24].copy_from_slice(&(u64::MAX - 2).to_le_bytes());
    state[48..56].copy_from_slice(&(u64::MAX - 6).to_le_bytes());
    assert_eq!(state::check(&state).map(|header| header.rows), Ok(u64::MAX - 2));
    let before = state.clone();
    assert_eq!(state::merge(&mut state, &more), Err(Error::TooManyRows));
    assert_eq!(Histogram::add_many(&mut state, &[1.0; 3]), Err(Error::TooManyRows));
    assert_eq!(state, before);
    Histogram::add_many(&mut state, &[1.0; 2]).unwrap();
    assert_eq!(Histogram::add(&mut state, 1.0), Err(Error::TooManyRows));
}

/// Claim A11: an added row changes exactly one count, by 1.
#[test]
fn a_row_is_in_one_cell() {
    let values = [f64::NEG_INFINITY, -1.0, 0.0, 0.5, 1.0, 2.0, f64::INFINITY, f64::NAN];
    let mut state = made(&[0.0, 1.0], 1);
    for x in values {
        let before = cells(&state);
        Histogram::add(&mut state, x).unwrap();
        let distance: u64 = before.iter().zip(cells(&state)).map(|(a, b)| b.abs_diff(*a)).sum();
        assert_eq!(distance, 1, "{x}");
    }
    assert_eq!(counts::cells(&state), Ok(4));
}
