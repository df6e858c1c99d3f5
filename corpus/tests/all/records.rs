//! The records of random programs are small, and those of families grow no faster than the clauses of
//! all steps do.

use hornbook_corpus::pool;
use hornbook_corpus::records::{FAMILIES, RecordInput, random_inputs};

/// Random programs whose records are measured.
const PROGRAMS: u64 = 80;

#[test]
fn records_of_random_programs_are_small() {
    let mut sizes =
        pool::map(&random_inputs(7, PROGRAMS), |subject| subject.bytes().expect("a record"));
    sizes.sort_unstable();
    let at = |percent: usize| sizes[sizes.len() * percent / 100];
    assert!(at(95) < 1_000_000, "{}", at(95));
    assert!(sizes.iter().all(|size| *size < 10_000_000), "{:?}", sizes.last());
}

#[test]
fn records_of_families_grow_as_their_clauses_do() {
    for family in &FAMILIES {
        let sizes = &family.sizes[..3];
        let bytes = pool::map(sizes, |size| {
            let subject =
                RecordInput::new(family.name.to_owned(), (family.text)(*size), family.way);
            subject.bytes().expect("a record")
        });
        let power = (bytes[2] as f64 / bytes[1] as f64).log2();
        let most = f64::from(family.power) + 0.2;
        assert!(power < most, "{} with {}: {bytes:?}, power {power}", family.name, family.way);
    }
}
