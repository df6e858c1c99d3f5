//! Trees made from trees: texts lead back to the original, and substitution means what it says.

use crate::support::programs::all;
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{Expr, ExprKind, Program, Stmt, StmtKind};
use hornbook_lang::interp::{Choice, Choices, Value, run};
use hornbook_lang::rewrite::effects::Effects;
use hornbook_lang::rewrite::names::{Fresh, introduced, rename};
use hornbook_lang::rewrite::{NodeChange, SourceMap, build, substitute, walk};
use hornbook_lang::token::lex;
use hornbook_lang::{Options, front_end, parse, print, typeck};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The texts of all example programs.
fn texts() -> Vec<String> {
    let texts: Vec<String> = all().into_iter().map(|example| example.text).collect();
    assert!(texts.len() > 50);
    texts
}

/// The tokens of a part of a text, but those that say only how it is grouped.
fn tokens(text: &str, span: Span) -> Vec<&str> {
    let all = lex(text).0.into_iter().map(|token| token.span);
    let inside = all.filter(|t| span.start <= t.start && t.end <= span.end);
    let words = inside.map(|t| t.slice(text));
    words.filter(|word| !["(", ")", "{", "}", ";", ""].contains(word)).collect()
}

#[test]
fn an_unchanged_program_leads_to_itself() {
    for text in texts() {
        let (tree, _) = parse(&text);
        let (shown, places) = SourceMap::from_trees(&tree, &tree);
        let nodes = print::with_nodes(&tree).1;
        assert_eq!(nodes.len(), places.pieces().len());
        for ((printed, node), (at, place)) in nodes.iter().zip(places.pieces()) {
            assert_eq!(
                (printed, place.change, place.span),
                (at, NodeChange::Kept, Some(node.span()))
            );
            assert_eq!(
                places.to_original(*at).map(|s| s.slice(&text)),
                Some(node.span().slice(&text))
            );
        }
        // Each piece token by token.
        for (at, place) in places.pieces() {
            let from = place.span.expect("a place");
            let alike = tokens(&shown, *at) == tokens(&text, from);
            // `++x;` is printed as `x++;`, the settings stand in front, and cells in braces are written by statements.
            let source = from.slice(&text);
            let turned = ["++", "--", "#pragma"].iter().any(|sign| source.contains(sign));
            let has_cells = text.contains("= {");
            assert!(alike || turned || has_cells, "{}\n{}", at.slice(&shown), source);
        }
    }
}

/// Puts a claim in front of each update, made for it, and a new variable in front of all else.
fn instrumented(tree: &Program) -> Program {
    let mut new = tree.clone();
    let mut fresh = Fresh::for_body(&tree.body);
    walk::replace(&mut new.body, &mut |old: Stmt| match old.kind {
        StmtKind::Update { .. } => {
            let claim = build::stmt(StmtKind::Assert(build::expr(ExprKind::Bool(true))));
            vec![build::stmt_at(old.span, claim), old]
        }
        _ => vec![build::declare(&fresh.name("k"), build::int(&Int::ONE)), old],
    });
    new
}

/// Gives all variables longer names.
fn renamed(tree: &Program) -> Program {
    let mut new = tree.clone();
    let map = introduced(&tree.body).into_iter().map(|n| (n.clone(), format!("{n}_of_mine")));
    rename(&mut new.body, &map.collect());
    new
}

#[test]
fn two_maps_in_a_row_are_one() {
    for text in texts() {
        let (original, _) = parse(&text);
        let (middle, first) = SourceMap::from_trees(&original, &instrumented(&original));
        let (between, diagnostics) = parse(&middle);
        assert_eq!(diagnostics, []);
        let (last, second) = SourceMap::from_trees(&between, &renamed(&between));
        let both = second.then(&first);
        // The same in one go.
        let (at_once, direct) =
            SourceMap::from_trees(&original, &renamed(&instrumented(&original)));
        assert_eq!(last, at_once);
        assert_eq!(both.pieces().len(), direct.pieces().len());
        for (a, b) in both.pieces().iter().zip(direct.pieces()) {
            assert_eq!((a.0, a.1.span), (b.0, b.1.span), "{}", a.0.slice(&last));
        }
        // What was claimed is found again, what was added is not.
        let typed = |text: &str| front_end(text, Options::default()).0;
        let (Some(before), Some(after)) = (typed(&text), typed(&last)) else { continue };
        let found: Vec<_> = both.assertions(&after, &before).into_iter().flatten().collect();
        assert_eq!(found.len(), before.asserts.len());
        for (id, n) in found.iter().zip(0..) {
            assert_eq!(id.0, n);
        }
    }
}

#[test]
fn diagnostics_are_shown_in_the_original() {
    let text = "int x;\nwhile (x > 0) x = y;\n";
    let (tree, _) = parse(text);
    let mut body = tree.body.clone();
    body.insert(0, build::declare("z", build::name("w")));
    let (shown, places) = SourceMap::from_trees(&tree, &Program { body, ..tree.clone() });
    let (_, found) = front_end(&shown, Options::default());
    let found: Vec<_> = found.iter().map(|d| places.diagnostic(d)).collect();
    let at: Vec<_> = found.iter().map(|d| d.span.slice(text)).collect();
    // `w` was made for no place in particular.
    assert_eq!(at, [text, "y"]);
}

#[test]
fn effects_of_declarations_and_calls_are_known() {
    let effects =
        |text: &str| parse(text).0.body.iter().map(Effects::from_stmt).next().expect("one");
    let insert = effects("insert(a, i, v);");
    assert!(insert.writes.contains("a") && insert.reads.contains("v"));
    let declared = effects("int x = y;");
    assert!(declared.declares.contains("x") && declared.reads.contains("y"));
    assert!(effects("x = 1;").independent(&effects("y = 2;")));
    assert!(!effects("x = 1;").independent(&effects("y = x;")));
}

#[test]
fn statements_that_cut_runs_off_stay_before_claims_and_jumps_before_all() {
    let effects = |text: &str| Effects::from_stmt(&parse(text).0.body[0]);
    let independent = |x: &str, y: &str| {
        let both = [effects(x).independent(&effects(y)), effects(y).independent(&effects(x))];
        assert_eq!(both[0], both[1], "{x} {y}");
        both[0]
    };
    let claims = ["assert(y > 0);", "hint y > 0;", "if (z > 0) { assert(y > 0); }"];
    let cuts = ["assume(x > 0);", "x = nondet(1, z);", "while (x > 0) { x--; }"];
    for cut in cuts {
        claims.iter().for_each(|claim| assert!(!independent(cut, claim), "{cut} {claim}"));
        // What is written behind it is no claim.
        assert!(independent(cut, "y = 1;"), "{cut}");
        // An access to a cell is one if bounds are checked.
        assert!(!independent(cut, "y = a[z];") && !independent(cut, "a[y] = 1;"), "{cut}");
    }
    // Two assumptions cut off the same runs, and no claim ends a run.
    assert!(independent("assume(x > 0);", "assume(y > 0);"));
    assert!(independent("assert(x > 0);", "assert(y > 0);"));
    for jump in ["return;", "break;", "if (z > 0) { continue; }"] {
        let others = ["y = 1;", "assume(y > 0);", "assert(y > 0);", "return;"];
        others.iter().for_each(|other| assert!(!independent(jump, other), "{jump} {other}"));
    }
}

// ---- Substitution ----------------------------------------------------------------------------

struct NoChoice;

impl Choices for NoChoice {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        Value::zero(choice.ty())
    }
}

/// Whether the claim of a program fails.
fn fails(body: Vec<Stmt>) -> bool {
    let tree = Program { body, ..Program::default() };
    let (program, found) = typeck::check(&tree, true, Options::default());
    let program = program.unwrap_or_else(|| panic!("{found:?}\n{}", print::program(&tree)));
    !run(&program, &mut NoChoice, 10_000).failed.is_empty()
}

const VARS: [&str; 3] = ["x", "y", "k"];

fn var() -> impl Strategy<Value = String> {
    prop::sample::select(VARS.to_vec()).prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![var(), (0..4).prop_map(|n: i32| n.to_string())];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} - {b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("min({a}, {b})")),
        ]
    })
}

fn formula() -> impl Strategy<Value = String> {
    let leaf = (number(), number()).prop_map(|(a, b)| format!("{a} <= {b}"));
    leaf.prop_recursive(3, 8, 2, |inner| {
        let word = prop::sample::select(vec!["forall", "exists"]);
        prop_oneof![
            (word, var(), -2..2i32, number(), inner.clone()).prop_map(
                |(word, v, low, high, body)| format!("({word} {v} in {low}..{high}: {body})")
            ),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} && {b})")),
            inner.prop_map(|a| format!("!({a})")),
        ]
    })
}

/// The expression that `assert` claims.
fn claimed(formula: &str) -> Expr {
    let (mut tree, found) = parse(&format!("assert({formula});"));
    assert_eq!(found, []);
    match tree.body.pop().map(|s| s.kind) {
        Some(StmtKind::Assert(claim)) => claim,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn substituted_is_as_assigned(
        values in [-2..3i64, -2..3i64, -2..3i64],
        new_x in number(),
        new_y in number(),
        claim in formula(),
    ) {
        let start = VARS.iter().zip(values).map(|(v, n)| build::declare(v, build::int(&Int::from(n))));
        let start: Vec<Stmt> = start.collect();
        let (x, y) = (claimed(&format!("{new_x} == 0")), claimed(&format!("{new_y} == 0")));
        let left = |e: Expr| match e.kind {
            ExprKind::Compare(first, _) => *first,
            other => panic!("{other:?}"),
        };
        let (x, y, claim) = (left(x), left(y), claimed(&claim));
        let mut replaced = claim.clone();
        substitute(&mut replaced, &BTreeMap::from([("x".into(), x.clone()), ("y".into(), y.clone())]));
        let targets = vec![build::name("x"), build::name("y")];
        let assign = build::stmt(StmtKind::Assign { targets, values: vec![x, y] });
        let stmt = |e| build::stmt(StmtKind::Assert(e));
        let before = [start.clone(), vec![assign, stmt(claim)]].concat();
        let after = [start, vec![stmt(replaced)]].concat();
        let text = print::program(&Program { body: after.clone(), ..Program::default() });
        prop_assert_eq!(fails(before), fails(after), "{}", text);
    }
}
