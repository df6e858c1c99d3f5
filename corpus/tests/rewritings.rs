//! Rewritings mean the same: runs with the same choices end alike.

use hornbook_core::lang::ast::Program;
use hornbook_core::lang::{parse, print};
use hornbook_corpus::programs::{expectations, folder};
use hornbook_corpus::rewrite::{ALL, Rewriting, text};
use hornbook_corpus::runs::{ending, typed};

/// Runs that are compared for each program and rewriting.
const RUNS: u64 = 150;

fn trees() -> Vec<Program> {
    let all = expectations(&folder()).expect("the example programs");
    let mut trees: Vec<Program> = all.into_iter().map(|e| e.tree).collect();
    trees.dedup();
    let page = include_str!("../../docs/language.md");
    let blocks = page.split("```hornbook\n").skip(1).filter_map(|b| b.split("```").next());
    trees.extend(blocks.map(|block| parse(block).0));
    trees
}

/// The runs of both programs that came to an end.
fn compare(rewriting: &Rewriting, original: &Program) -> Option<usize> {
    let rewritten = rewriting.apply(original)?;
    let shown = text(&rewritten);
    let name = rewriting.name;
    let (reread, diagnostics) = parse(&shown);
    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}\n{shown}");
    assert_eq!(print::program(&reread), print::program(&rewritten), "{name}");
    let before = typed(original)?;
    let after = typed(&rewritten).unwrap_or_else(|| panic!("{name} does not check:\n{shown}"));
    assert_eq!(before.asserts.len(), after.asserts.len(), "{name}:\n{shown}");
    let one = |seed| {
        let ended = |program| ending(program, seed, rewriting.turns_loops);
        let (before, after) = (ended(&before)?, ended(&after)?);
        assert_eq!(before, after, "{name}, run {seed}:\n{}\nand\n{shown}", text(original));
        Some(())
    };
    Some((0..RUNS).filter_map(one).count())
}

#[test]
fn runs_end_alike() {
    let trees = trees();
    for rewriting in ALL {
        let runs: Vec<usize> = trees.iter().filter_map(|t| compare(&rewriting, t)).collect();
        let (programs, runs): (usize, usize) = (runs.len(), runs.iter().sum());
        println!("{:18} {programs:4} programs, {runs:6} runs", rewriting.name);
        assert!(programs >= 3 && runs >= 100, "{}: {programs} {runs}", rewriting.name);
    }
}
