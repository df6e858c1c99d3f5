//! What is said of random programs stands up to running them.

use hornbook_corpus::pool;
use hornbook_corpus::random::{
    ABSTRACTIONS, Effort, RandomReport, RunLimits, check_bounded_program, check_program,
};

const PROGRAMS: u64 = 480;
const SERIES: u64 = 7;
const EFFORT: Effort =
    Effort { steps: 2_500, questions: 480, extent: RunLimits { ordered: 60, random: 30 } };

/// Whether a program is among those that are tried. Single steps with predicates of many values may
/// take seconds, so there are only a few of those.
fn is_wanted(number: &u64) -> bool {
    let (_, hard) = ABSTRACTIONS[*number as usize % ABSTRACTIONS.len()];
    hard <= 2 || (24..32).contains(number)
}

#[test]
fn nothing_contradicts_the_verdicts() {
    let numbers: Vec<u64> = (0..PROGRAMS).filter(is_wanted).collect();
    let look =
        |number: &u64| check_program(SERIES, *number, EFFORT).expect("a program without errors");
    let reports: Vec<RandomReport> = pool::map(&numbers, look);
    for report in &reports {
        let contradictions = report.contradictions.join("\n");
        assert!(report.contradictions.is_empty(), "{contradictions}\n{}", report.text);
    }
    let count =
        |verdict: &str| reports.iter().flat_map(|f| &f.verdicts).filter(|v| **v == verdict).count();
    let (certified, buggy) = (count("certified"), count("buggy"));
    println!("{certified} certified, {buggy} buggy, {} unknown", count("unknown"));
    assert!(certified >= 40 && buggy >= 10, "{certified} certified, {buggy} buggy");
}

/// Programs as beginners type them, whose loops have a constant number of rounds: nearly all are decided, and no answer
/// is wrong.
#[test]
fn programs_with_constants_are_decided() {
    const EFFORT: Effort =
        Effort { steps: 3_000_000, questions: 0, extent: RunLimits { ordered: 60, random: 30 } };
    let numbers: Vec<u64> = (0..150).collect();
    let look = |number: &u64| {
        check_bounded_program(SERIES, *number, EFFORT).expect("a program without errors")
    };
    let reports: Vec<RandomReport> = pool::map(&numbers, look);
    for report in &reports {
        let contradictions = report.contradictions.join("\n");
        assert!(report.contradictions.is_empty(), "{contradictions}\n{}", report.text);
    }
    let all = reports.iter().flat_map(|report| &report.verdicts);
    let open = all.clone().filter(|verdict| !matches!(**verdict, "certified" | "buggy")).count();
    assert!(100 * open <= 2 * all.count(), "{open} are open");
}
