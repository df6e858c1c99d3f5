//! Rewritings mean the same: runs with the same choices end alike. And their texts lead back: each
//! piece stands where reading finds it, and comes from where the original has it.

use hornbook_base::Span;
use hornbook_corpus::nightly;
use hornbook_corpus::programs::{expectations, folder};
use hornbook_corpus::rewrite::{ALL, Rewriting};
use hornbook_corpus::runs::{ending, typed};
use hornbook_lang::ast::{Node, Program, StmtKind};
use hornbook_lang::rewrite::{NodeChange, SourceMap};
use hornbook_lang::typed::AssertId;
use hornbook_lang::{parse, print};
use std::collections::BTreeSet;

/// Runs that are compared for each program and rewriting.
const RUNS: u64 = 60;

fn trees() -> Vec<Program> {
    let all = expectations(&folder()).expect("the example programs");
    let mut trees: Vec<Program> = nightly::part(all, 3).into_iter().map(|e| e.tree).collect();
    trees.dedup();
    let page = include_str!("../../../docs/language.md");
    let blocks = page.split("```hornbook\n").skip(1).filter_map(|b| b.split("```").next());
    trees.extend(blocks.map(|block| parse(block).0));
    trees
}

/// The runs of both programs that came to an end.
fn compare(rewriting: &Rewriting, original: &Program) -> Option<usize> {
    let rewritten = rewriting.apply(original)?.tree;
    let shown = print::whole(&rewritten);
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
        assert_eq!(before, after, "{name}, run {seed}:\n{}\nand\n{shown}", print::whole(original));
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

/// The text of a rewritten program against the original: what it claims leads back to what that
/// claims, and what was kept reads alike.
fn leads_back(rewriting: &Rewriting, original: &Program, source: &str) -> Option<usize> {
    let rewritten = rewriting.apply(original)?.tree;
    let (shown, places) = SourceMap::from_trees(original, &rewritten);
    let name = rewriting.name;
    assert_eq!(shown, print::whole(&rewritten), "{name}");
    let (reread, _) = parse(&shown);
    let found = print::with_nodes(&reread).1;
    assert_eq!(found.len(), places.pieces().len(), "{name}:\n{shown}");
    let otherwise = written_otherwise(original, source);
    let mut claims = 0;
    for ((_, node), (printed, place)) in found.iter().zip(places.pieces()) {
        assert_eq!(node.span(), *printed, "{name}: {node:?}\n{shown}");
        let from = place.span.map(|span| span.slice(source));
        if place.change == NodeChange::Kept
            && place.span.is_none_or(|span| !otherwise.contains(&span))
        {
            let from = from.expect("what is kept has a place");
            assert_eq!(words(printed.slice(&shown)), words(from), "{name}:\n{shown}");
        }
        if let Node::Stmt(stmt) = node
            && let StmtKind::Assert(_) = stmt.kind
        {
            let from = from.unwrap_or_else(|| panic!("{name}: a claim from nowhere\n{shown}"));
            assert!(from.starts_with("assert") && from.ends_with(';'), "{name}: {from}");
            assert_ne!(place.change, NodeChange::Added, "{name}: {from}");
            claims += 1;
        }
    }
    if let (Some(before), Some(after)) = (typed(original), typed(&reread)) {
        let ids: Vec<_> = (0..).map(AssertId).take(before.asserts.len()).map(Some).collect();
        assert_eq!(places.assertions(&after, &before), ids, "{name}:\n{shown}");
    }
    Some(claims)
}

/// The places where a program without any change is printed otherwise than it is written: lists of
/// values, which stand for assignments.
fn written_otherwise(program: &Program, source: &str) -> BTreeSet<Span> {
    let (shown, nodes) = print::with_nodes(program);
    let differs =
        |printed: Span, from: Span| words(printed.slice(&shown)) != words(from.slice(source));
    nodes
        .iter()
        .map(|(printed, node)| (*printed, node.span()))
        .filter(|(p, from)| differs(*p, *from))
        .map(|(_, from)| from)
        .collect()
}

/// The words and signs of a text without what printing may leave out or put in: comments, blanks,
/// parentheses, braces, and the `;` of what moved into or out of a header.
fn words(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let bare = lines.collect::<String>();
    bare.chars().filter(|c| !c.is_whitespace() && !"(){};".contains(*c)).collect()
}

#[test]
fn claims_lead_back_to_the_original() {
    let mut all = expectations(&folder()).expect("the example programs");
    all.dedup_by(|a, b| a.program == b.program);
    for rewriting in ALL {
        let claims = all.iter().filter_map(|e| leads_back(&rewriting, &e.tree, &e.text));
        assert!(claims.sum::<usize>() > 0, "{}", rewriting.name);
    }
}
