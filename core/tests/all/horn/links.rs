//! Clauses know which term each expression of the program has become.

use crate::support::front::clauses;
use hornbook_base::Span;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::{Clause, ExprTerm, Term};
use std::collections::BTreeSet;

fn text_at(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

/// The expressions of a clause and their terms, without repetition.
fn said<'t>(clause: &Clause, text: &'t str) -> BTreeSet<(&'t str, String)> {
    let pair = |s: &ExprTerm| (text_at(text, s.span), s.term.to_string());
    clause.origin.expr_terms.iter().map(pair).collect()
}

#[test]
fn expressions_and_their_terms() {
    let text = "int a[]; int i = 0;\na[i] = a[i + 1] * 2;\nassert(a[i] < 5 || !(i == 0));";
    let system = clauses(text);
    let of = |start: &str| {
        let starts = |c: &&Clause| text_at(text, c.origin.span).starts_with(start);
        said(system.clauses.iter().find(starts).expect("a clause of that statement"), text)
    };
    let expected = [
        ("i", "i"),
        ("a", "a"),
        ("i + 1", "i + 1"),
        ("a[i + 1]", "a[i + 1]"),
        ("a[i + 1] * 2", "a[i + 1] * 2"),
    ];
    assert_eq!(of("a[i] ="), expected.map(|(a, b)| (a, b.to_owned())).into());
    let claims = of("assert");
    assert!(claims.contains(&("a[i] < 5", "a[i] < 5".to_owned())), "{claims:?}");
    assert!(claims.contains(&("!(i == 0)", "!(i == 0)".to_owned())), "{claims:?}");
}

#[test]
fn merged_steps_say_what_their_steps_said() {
    let text = "int a[]; int i = nondet(); int j = i + 1; a[j] = i; assert(a[j] == i);";
    let merged = large_blocks(&clauses(text));
    let [.., claim] = merged.clauses.as_slice() else { panic!("no clause") };
    let all = said(claim, text);
    assert!(all.contains(&("i + 1", "any + 1".to_owned())), "{all:?}");
}

#[test]
fn expressions_lie_within_the_piece_of_program_of_their_clause() {
    for example in crate::support::programs::all() {
        for clause in &clauses(&example.text).clauses {
            let whole = clause.origin.span;
            for ExprTerm { span, term } in clause.origin.expr_terms.iter() {
                let inside = whole.start <= span.start && span.end <= whole.end;
                assert!(inside, "{}: {term} at {span:?} of {whole:?}", example.name);
                // A formula over a cell has names of its own for the cell and its index.
                if !example.text.contains("->") {
                    named_alike(text_at(&example.text, *span), term, &example.name);
                }
            }
        }
    }
}

/// A name in the text stands in the term; in that of `i++` there is more.
fn named_alike(text: &str, term: &Term, program: &str) {
    let is_name = text.chars().all(|c| c.is_ascii_alphabetic());
    if is_name && !matches!(text, "true" | "false") {
        assert!(term.to_string().contains(text), "{term} for {text} in {program}");
    }
}
