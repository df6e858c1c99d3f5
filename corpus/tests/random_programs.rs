//! What is said of random programs stands up to running them.

use hornbook_corpus::random::{ABSTRACTIONS, Effort, Extent, Finding, look_at};
use std::sync::atomic::{AtomicU64, Ordering};

const PROGRAMS: u64 = 480;
const SERIES: u64 = 7;
const EFFORT: Effort =
    Effort { steps: 2_500, questions: 480, extent: Extent { ordered: 60, random: 30 } };

/// Whether a program is among those that are tried. Single steps with predicates of many values may
/// take seconds, so there are only a few of those.
fn is_wanted(number: &u64) -> bool {
    let (_, hard) = ABSTRACTIONS[*number as usize % ABSTRACTIONS.len()];
    hard <= 2 || (24..32).contains(number)
}

#[test]
fn nothing_contradicts_the_verdicts() {
    let next = AtomicU64::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let look = |number| look_at(SERIES, number, EFFORT).expect("a program without errors");
        numbers.take_while(|n| *n < PROGRAMS).filter(is_wanted).map(look).collect::<Vec<Finding>>()
    };
    let findings: Vec<Finding> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|t| t.join().expect("findings")).collect()
    });
    for finding in &findings {
        let contradictions = finding.contradictions.join("\n");
        assert!(finding.contradictions.is_empty(), "{contradictions}\n{}", finding.text);
    }
    let count = |verdict: &str| {
        findings.iter().flat_map(|f| &f.verdicts).filter(|v| **v == verdict).count()
    };
    let (certified, buggy) = (count("certified"), count("buggy"));
    println!("{certified} certified, {buggy} buggy, {} unknown", count("unknown"));
    assert!(certified >= 40 && buggy >= 10, "{certified} certified, {buggy} buggy");
}
