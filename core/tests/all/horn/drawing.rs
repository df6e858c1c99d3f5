//! The drawing of the control-flow graph: everything is there, and nothing stands upon another.

use hornbook_core::base::LineIndex;
use hornbook_core::base::Span;
use hornbook_core::explain::graph::{Drawing, DrawnKind, Place, drawing};
use hornbook_core::horn::cfg::NodeKind;
use hornbook_core::horn::{
    Clause, ClauseId, Goal, Instance, Instruction, Origin, Pred, System, smtlib,
};
use hornbook_core::horn::{PredId, Premise};
use hornbook_core::pipeline::{Choices, Input, prepared};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn drawn(text: &str) -> Drawing {
    let input = Input::program(text, &Choices::default());
    let system = input.system.as_ref().expect("clauses");
    let drawing = drawing(system, None, text, &input.lines);
    sound(system, &drawing);
    drawing
}

/// Every step is drawn once, places are taken once, and edges lead down unless they close a loop.
fn sound(system: &System, drawing: &Drawing) {
    let mut expected: BTreeMap<(u32, Option<u32>, ClauseId), usize> = BTreeMap::new();
    for clause in &system.clauses {
        let to = match &clause.goal {
            Goal::Instance(i) => Some(i.pred.0),
            Goal::Cond(_) => None,
        };
        let from: BTreeSet<u32> = clause.instances().map(|premise| premise.pred.0).collect();
        from.iter().for_each(|from| {
            expected.insert((*from, to, clause.id), 1);
        });
    }
    let mut found: BTreeMap<(u32, Option<u32>, ClauseId), usize> = BTreeMap::new();
    for edge in &drawing.edges {
        let is_claim = drawing.nodes[edge.to].kind == DrawnKind::Claim;
        for clause in &edge.clauses {
            let to = (!is_claim).then_some(edge.to as u32);
            *found.entry((edge.from as u32, to, *clause)).or_default() += 1;
        }
    }
    assert_eq!(found, expected);
    let mut taken: BTreeSet<Place> = BTreeSet::new();
    let ways = drawing.edges.iter().flat_map(|edge| &edge.way);
    for place in drawing.nodes.iter().map(|node| &node.place).chain(ways) {
        assert!(taken.insert(*place), "{place:?} is taken twice");
        assert!(place.column < drawing.columns && place.row < drawing.rows);
    }
    for edge in &drawing.edges {
        let (from, to) = (drawing.nodes[edge.from].place.row, drawing.nodes[edge.to].place.row);
        let rows: Vec<u32> = edge.way.iter().map(|place| place.row).collect();
        let expected: Vec<u32> = match edge.back {
            false => (from + 1..to).collect(),
            true if from == to => vec![from + 1],
            true => (to + 1..from).rev().collect(),
        };
        assert!(!rows.is_empty() && rows == expected, "{edge:?}");
    }
}

#[test]
fn every_example_is_drawn() {
    for example in crate::support::programs::all() {
        let drawing = drawn(&example.text);
        let heads = drawing.nodes.iter().filter(|node| node.loop_head).count();
        let back: BTreeSet<usize> =
            drawing.edges.iter().filter(|edge| edge.back).map(|edge| edge.to).collect();
        // A function that calls itself is a loop of its own.
        let functions = example.text.matches("return").count();
        assert!(back.len() <= heads + functions, "{}", example.name);
    }
}

#[test]
fn merged_steps_are_drawn_with_all_their_words() {
    let text = "int i = 0;\nint a[];\nwhile (i < 9) {\n  a[i] = 1;\n  i++;\n}\nassert(i >= 9);";
    let options = Choices { large_blocks: true, ..Choices::default() };
    let input = Input::program(text, &options);
    let steps = input.system.as_ref().expect("clauses");
    let merged = prepared(steps, &input.settings);
    let drawing = drawing(&merged, Some(steps), text, &input.lines);
    sound(&merged, &drawing);
    let labels: Vec<&str> = drawing.edges.iter().map(|edge| edge.label.as_str()).collect();
    assert!(labels.contains(&"i < 9; a[i] = 1; i++"), "{labels:?}");
}

#[test]
fn steps_have_the_words_and_lines_of_the_program() {
    let text = "int i = 0;\nwhile ((i < 9)) {\n  i++;\n  if (i == 3) break;\n}\nassert(i\n  >= 3);";
    let drawing = drawn(text);
    let steps: Vec<(u32, &str, bool)> =
        drawing.edges.iter().map(|edge| (edge.line, edge.label.as_str(), edge.back)).collect();
    for step in [
        (1, "int i = 0", false),
        (2, "i < 9", false),
        (2, "!(i < 9)", false),
        (3, "i++", false),
        (4, "i == 3", false),
        (4, "!(i == 3)", true),
        (4, "break", false),
        (6, "assert(i >= 3)", false),
    ] {
        assert!(steps.contains(&step), "{step:?} is not in {steps:?}");
    }
    let head = drawing.nodes.iter().find(|node| node.loop_head).expect("a loop");
    assert_eq!((head.name.as_str(), head.line), ("L2", 2));
    assert_eq!(head.kind, DrawnKind::Point(NodeKind::LoopHead));
    let start: Vec<usize> = drawing.nodes.iter().map(|node| node.starts.len()).collect();
    assert_eq!(start.iter().sum::<usize>(), 1);
}

#[test]
fn clauses_from_a_file_are_drawn() {
    let text = "(declare-fun P (Int) Bool)\n(assert (forall ((x Int)) (=> (= x 0) (P x))))\n\
                (assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))\n\
                (assert (forall ((x Int)) (=> (P x) (>= x 0))))";
    let system = smtlib::read(text).0.expect("clauses");
    let drawing = drawing(&system, None, text, &LineIndex::new(text));
    sound(&system, &drawing);
    assert_eq!((drawing.nodes.len(), drawing.edges.len()), (2, 2));
}

/// Clauses without arguments for any graph.
fn system(points: usize, edges: &[(usize, Option<usize>)], starts: &[usize]) -> System {
    let pred = |n: usize| Pred {
        name: format!("P{n}"),
        title: String::new(),
        span: Span::default(),
        loop_head: false,
        params: vec![],
        witnesses: vec![],
    };
    let at = |n: usize| Instance::plain(PredId((n % points) as u32), vec![]);
    let goal = |to: Option<usize>| match to {
        Some(to) => Goal::Instance(at(to)),
        None => Goal::Cond(hornbook_core::horn::Term::bool(false)),
    };
    let start = starts.iter().map(|to| (vec![], goal(Some(*to))));
    let steps = edges.iter().map(|(from, to)| (vec![Premise::Instance(at(*from))], goal(*to)));
    let clauses = start.chain(steps).enumerate().map(|(n, (premises, goal))| Clause {
        id: ClauseId(n as u32),
        // Each at a place of its own.
        origin: Origin::new(Span::new(n, n), Instruction::Given),
        premises,
        goal,
    });
    System { clauses: clauses.collect(), preds: (0..points).map(pred).collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_graph_is_drawn(
        points in 1..12usize,
        edges in prop::collection::vec((0..12usize, prop::option::weighted(0.9, 0..12usize)), 0..30),
        starts in prop::collection::vec(0..12usize, 0..3),
    ) {
        let system = system(points, &edges, &starts);
        sound(&system, &drawing(&system, None, "", &LineIndex::new("")));
    }
}
