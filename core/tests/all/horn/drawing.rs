//! The drawing of the control-flow graph: everything is there, and nothing stands upon another.

use hornbook_base::{LineIndex, Span};
use hornbook_explain::graph::draw_graphs;
use hornbook_horn::cfg::NodeKind;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Instruction, Origin, Pred, PredId, Premise, System, smtlib,
};
use hornbook_pipeline::{Choices, Input, prepare_clauses};
use hornbook_records::graph::{Drawing, DrawnEdge, DrawnKind, DrawnNode, GridPosition};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The graphs of a program and of its functions.
fn all(text: &str, options: &Choices) -> Vec<Drawing> {
    let input = Input::program(text, options);
    let steps = input.system.as_ref().expect("clauses");
    let system = prepare_clauses(steps, &input.settings);
    let drawings = draw_graphs(&system, Some(steps), input.program.as_ref(), text, &input.lines);
    match drawings.as_slice() {
        [only] => sound(&system, only),
        several => {
            complete(&system, several);
            several.iter().for_each(well_placed);
        }
    }
    drawings
}

/// The graph of a program without functions.
fn drawn(text: &str) -> Drawing {
    all(text, &Choices::default()).swap_remove(0)
}

/// Each point is in one picture, and so is what each clause says.
fn complete(system: &System, drawings: &[Drawing]) {
    let mut points: Vec<PredId> =
        drawings.iter().flat_map(|d| &d.nodes).filter_map(|node| node.pred).collect();
    points.sort();
    assert!(points.into_iter().eq(system.pred_ids()));
    for clause in system.clauses.iter().filter(|clause| clause.instances().next().is_some()) {
        let says = |d: &&Drawing| d.edges.iter().any(|edge| edge.clauses.contains(&clause.id));
        assert_eq!(drawings.iter().filter(says).count(), 1, "{}", system.show(clause));
    }
}

/// Every step is drawn once.
fn sound(system: &System, drawing: &Drawing) {
    well_placed(drawing);
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
}

/// Places are taken once, and edges lead down unless they close a loop.
fn well_placed(drawing: &Drawing) {
    let mut taken: BTreeSet<GridPosition> = BTreeSet::new();
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
        for drawing in all(&example.text, &Choices::default()) {
            let heads = drawing.nodes.iter().filter(|node| node.loop_head).count();
            let back: BTreeSet<usize> =
                drawing.edges.iter().filter(|edge| edge.back).map(|edge| edge.to).collect();
            assert!(back.len() <= heads, "{}", example.name);
        }
    }
}

#[test]
fn merged_steps_are_drawn_with_all_their_words() {
    let text = "int i = 0;\nint a[];\nwhile (i < 9) {\n  a[i] = 1;\n  i++;\n}\nassert(i >= 9);";
    let options = Choices { large_blocks: true, ..Choices::default() };
    let drawing = all(text, &options).swap_remove(0);
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
    let drawing = draw_graphs(&system, None, None, text, &LineIndex::new(text)).swap_remove(0);
    sound(&system, &drawing);
    assert_eq!((drawing.nodes.len(), drawing.edges.len()), (2, 2));
}

const CALLS: &str = "int half(int x)
  requires x >= 0;
  ensures result <= x;
{
  int r = 0;
  while (r + r < x) r++;
  return r;
}
int down(int n) {
  if (n <= 0) { return 0; }
  int r = down(n - 1);
  return r + 1;
}
int x = nondet(0, 9);
int y = half(x);
int z = down(y);
assert(z <= x);
";

/// The arrows of a picture that call something: their lines and what they call.
fn calls(drawing: &Drawing) -> Vec<(u32, String)> {
    let calling = drawing.edges.iter().filter(|edge| !edge.calls.is_empty());
    calling.map(|edge: &DrawnEdge| (edge.line, edge.calls.join(", "))).collect()
}

#[test]
fn each_function_has_a_picture_and_calls_lead_there() {
    let drawings = all(CALLS, &Choices::default());
    let names: Vec<_> = drawings.iter().map(|d| d.function.as_deref()).collect();
    assert_eq!(names, [None, Some("half"), Some("down")]);
    // The run may begin with the function that has a contract.
    let called = |line: u32, name: &str| (line, name.to_owned());
    let of_program = [called(15, "half"), called(16, "down"), called(1, "half")];
    assert_eq!(calls(&drawings[0]), of_program);
    let labels: Vec<&str> = drawings[0].edges.iter().map(|edge| edge.label.as_str()).collect();
    assert!(labels.contains(&"half is first"), "{labels:?}");
    assert_eq!(calls(&drawings[1]), []);
    assert_eq!(calls(&drawings[2]), [called(11, "down")], "it is no loop");
    for drawing in &drawings[1..] {
        let is = |kind: NodeKind| move |node: &&DrawnNode| node.kind == DrawnKind::Point(kind);
        let start: Vec<_> = drawing.nodes.iter().filter(is(NodeKind::Start)).collect();
        assert_eq!((start.len(), start[0].place.row), (1, 0));
        assert_eq!(drawing.nodes.iter().filter(is(NodeKind::End)).count(), 1);
        assert!(drawing.edges.iter().all(|edge| drawing.nodes[edge.to].name != start[0].name));
    }
}

#[test]
fn the_arrow_of_a_call_stands_for_the_way_into_the_function_too() {
    let drawings = all(CALLS, &Choices::default());
    let of = |name: &str| {
        let edges = drawings[0].edges.iter();
        edges.filter(|edge| edge.calls == [name] && edge.line > 1).collect::<Vec<_>>()
    };
    let [relation] = of("down")[..] else { panic!("{:?}", drawings[0]) };
    assert_eq!(relation.clauses.len(), 2);
    let [contract] = of("half")[..] else { panic!("{:?}", drawings[0]) };
    assert_eq!(contract.clauses.len(), 1, "a contract needs no way into the function");
}

#[test]
fn merged_steps_of_functions_are_drawn_apart() {
    let merged = Choices { large_blocks: true, ..Choices::default() };
    assert_eq!(all(CALLS, &merged).len(), 3);
    let text = "int down(int n) { if (n <= 0) { return 0; } int r = down(n - 1); return r + 1; }\n\
                int i = 0, s = 0;\nwhile (i < 5) { s = down(i); i++; }\nassert(s <= i);";
    let drawings = all(text, &merged);
    let called = calls(&drawings[0]);
    assert!(called.iter().any(|(_, calls)| calls == "down"), "{called:?}");
}

#[test]
fn a_function_that_is_written_out_has_no_picture() {
    let drawings =
        all("int f(int x) { return x + 1; }\nint y = f(2);\nassert(y == 3);", &Choices::default());
    assert_eq!(drawings.len(), 1);
    assert_eq!(calls(&drawings[0]), []);
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
        within: None,
    };
    let at = |n: usize| Instance::plain(PredId((n % points) as u32), vec![]);
    let goal = |to: Option<usize>| match to {
        Some(to) => Goal::Instance(at(to)),
        None => Goal::Cond(hornbook_horn::Term::bool(false)),
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
        sound(&system, &draw_graphs(&system, None, None, "", &LineIndex::new(""))[0]);
    }
}
