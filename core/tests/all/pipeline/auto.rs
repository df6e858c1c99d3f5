//! The method `auto` is not worse than the abstractions and methods that it tries. `cargo xtask auto` looks at all programs.

use hornbook_corpus::auto::{AutoMeasurement, measure};
use hornbook_corpus::nightly;
use hornbook_corpus::pool;

use crate::support::programs::all;
use crate::support::verdicts::outcome;
use hornbook_pipeline::Choices;
use hornbook_tasks::choices::MethodChoice;

/// Programs that are answered soon: by the weakest abstraction, only by stronger ones, by one that counts, by a run.
const PROGRAMS: [&str; 23] = [
    "01_init_zero",
    "06_copy",
    "16_constant_forgotten",
    "34_max_initial_zero_buggy",
    "classroom/counting_zeros_and_others",
    "classroom/fibonacci_table_buggy",
    "classroom/grid_copy",
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
const STEPS: u64 = 2_000_000;

/// What `auto` may spend besides: the weakest abstraction has 100,000 steps before the others, ghost variables look at the
/// program as it is for 20,000, and work is dealt in turns of 5,000, which end with the piece of work that was begun.
const READING: u64 = 160_000;

/// Programs beside whose abstractions tiling or ghost variables have their turns: answered by these with least work, by
/// an abstraction nevertheless, or soon by a run.
const BESIDE: [&str; 11] = [
    "13_init_even_cells",
    "classroom/prefix_sums",
    "instrument/average_bound_buggy",
    "instrument/exists_search_buggy",
    "instrument/forall_identity_10_buggy",
    "instrument/max_index",
    "instrument/sum_after_write",
    "instrument/triangular",
    "morphing/swap_and_copy_same_array_buggy",
    "06_copy",
    "tiling/difference_of_neighbours",
];

fn measured(names: &[&str]) -> Vec<AutoMeasurement> {
    let examples = all();
    let find = |name: &&str| examples.iter().find(|example| example.name == **name).expect(name);
    let chosen: Vec<_> = names.iter().map(find).collect();
    pool::map(&chosen, |example| {
        let row = measure(&example.name, &example.text, STEPS).expect(&example.name);
        row.unwrap_or_else(|| panic!("{} is decided as it is", example.name))
    })
}

fn median(rows: &[AutoMeasurement], ratio: fn(&AutoMeasurement) -> Option<f64>) -> f64 {
    let mut ratios: Vec<f64> = rows.iter().filter_map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

#[test]
fn auto_takes_not_much_longer_than_its_best_abstraction() {
    let rows = measured(&nightly::part(PROGRAMS, 2));
    for row in &rows {
        let bound = row.bound(READING).unwrap_or_else(|| panic!("no answer: {row:?}"));
        assert!(!row.is_lost(), "{row:?}");
        assert!(row.auto.steps <= bound, "{} > {bound}: {row:?}", row.auto.steps);
        let best = row.best().map(|best| best.verdict);
        assert_eq!(best, Some(row.auto.verdict), "{row:?}");
    }
    assert!(median(&rows, AutoMeasurement::ratio) <= 2.0, "{rows:?}");
}

#[test]
fn auto_takes_not_much_longer_than_what_stands_beside_its_abstractions() {
    let rows = measured(&nightly::part(BESIDE, 2));
    for row in &rows {
        let bound = row.bound_by_least(READING).unwrap_or_else(|| panic!("no answer: {row:?}"));
        assert!(row.tried() > row.parts.len(), "{row:?}");
        assert!(!row.is_lost(), "{row:?}");
        assert!(row.auto.steps <= bound, "{} > {bound}: {row:?}", row.auto.steps);
        assert_eq!(row.least().map(|least| least.verdict), Some(row.auto.verdict), "{row:?}");
    }
    let is_method = |row: &&AutoMeasurement| {
        row.methods.iter().any(|method| row.least().is_some_and(|least| least.way == method.way))
    };
    assert!(rows.iter().filter(is_method).count() * 3 >= rows.len(), "{rows:?}");
    assert!(median(&rows, AutoMeasurement::ratio_to_least) <= 2.0, "{rows:?}");
}

/// Two cells show at once what is claimed of neighbours, but the program asks for a sum as well.
const SORTED_AND_SUM: &str = "int n = nondet();
assume(n >= 0);
int a[n];
assume(forall k, l: 0 <= k < l && l < n ==> a[k] <= a[l]);
int s = 0;
int i = 0;
while (i + 1 < n) {
  assert(a[i] <= a[i + 1]);
  s = s + a[i];
  i++;
}
int t = sum(a, 0, n);
assert(n < 1 || s + a[n - 1] == t || i >= 0);
";

/// Ghost variables have a head start before abstractions, and the weakest abstraction one before the others.
const HEAD_STARTS: u64 = 160_000;

#[test]
fn head_starts_are_all_that_auto_takes_besides() {
    let row = measure("sorted and sum", SORTED_AND_SUM, STEPS).expect("no errors");
    let row = row.expect("a loop");
    assert_eq!(row.least().map(|least| least.verdict), Some("certified"), "{row:?}");
    assert!(row.auto.is_answer(), "{row:?}");
    let bound = row.bound_by_least(HEAD_STARTS).expect("an answer");
    assert!(row.auto.steps <= bound, "{} > {bound}: {row:?}", row.auto.steps);
}

/// Cells show the first claim and only a place for what exists the second one.
const EACH_BY_ANOTHER: &str = "int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] > m) m = a[i];
}
assert(forall k: 0 <= k < n ==> a[k] <= m);
assert(exists k: 0 <= k < n && a[k] == m);
";

#[test]
fn what_each_claim_needs_ends_the_search() {
    let auto = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    let found = outcome(EACH_BY_ANOTHER, &auto, 10 * STEPS);
    assert_eq!(found.verdict.name(), "certified");
    assert!(found.statistics.steps < STEPS, "{}", found.statistics.steps);
}
