//! The method `auto` is not worse than the abstractions that it tries. `cargo xtask auto` looks at all programs.

use hornbook_corpus::auto::{Measured, measure};
use hornbook_corpus::pool;

use crate::support::programs::all;

/// Programs that are answered soon: by the weakest abstraction, only by stronger ones, by one that counts, by a run.
const PROGRAMS: [&str; 22] = [
    "01_init_zero",
    "06_copy",
    "16_constant_forgotten",
    "34_max_initial_zero_buggy",
    "classroom/counting_zeros_and_others",
    "classroom/fibonacci_table_buggy",
    "classroom/late_round_buggy",
    "classroom/maximum_from_zero_buggy",
    "classroom/palindrome",
    "classroom/partition_skips_buggy",
    "classroom/shift_right",
    "counting/toggle",
    "functions/set_contract_buggy",
    "instrument/copy_max_buggy",
    "morphing/binary_search_check_skips_low_buggy",
    "morphing/bubble_sort_bounded_two_fewer_buggy",
    "morphing/partial_copy_one_more_buggy",
    "multisets/reverse",
    "thesis/binary_search_found_wrong_index_buggy",
    "thesis/merge_sorted_forall_wrong_order_buggy",
    "tiling/battery_five_by_step_last_test_buggy",
    "tiling/difference_of_neighbours",
];

/// Steps for each abstraction by itself.
const STEPS: u64 = 150_000;

/// What `auto` may spend besides: work is dealt in turns of 5,000 steps, of which each abstraction and each of the other
/// methods may have begun one, and ghost variables come first and look at the program as it is for 20,000 steps.
const READING: u64 = 25_000;

#[test]
fn auto_takes_not_much_longer_than_its_best_abstraction() {
    let examples = all();
    let chosen: Vec<_> = PROGRAMS
        .iter()
        .map(|name| examples.iter().find(|example| example.name == *name).expect(name))
        .collect();
    let rows = pool::map(&chosen, |example| {
        let row = measure(&example.name, &example.text, STEPS).expect(&example.name);
        row.unwrap_or_else(|| panic!("{} is decided as it is", example.name))
    });
    for row in &rows {
        let bound = row.bound(READING).unwrap_or_else(|| panic!("no answer: {row:?}"));
        assert!(!row.is_lost(), "{row:?}");
        assert!(row.auto.steps <= bound, "{} > {bound}: {row:?}", row.auto.steps);
        let best = row.best().map(|best| best.verdict);
        assert_eq!(best, Some(row.auto.verdict), "{row:?}");
    }
    let mut ratios: Vec<f64> = rows.iter().filter_map(Measured::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[ratios.len() / 2] <= 2.0, "{ratios:?}");
}
