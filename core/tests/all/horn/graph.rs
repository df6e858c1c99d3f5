//! The control-flow graph of clauses, and which points large blocks keep.

use crate::support::front::clauses;
use crate::support::programs::Example;
use crate::support::text::{assert_same, of_system, of_text};
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::cfg::{Graph, NodeKind, graph};
use hornbook_horn::{Clause, ClauseId, Goal, Instruction, System, Var};
use std::collections::BTreeSet;

const LOOP: &str = "int i = 0;
while (i < 3) {
  if (i == 1) { i = i + 2; }
  i = i + 1;
}
assert(i >= 3);
i = 7;
";

fn graph_of(text: &str) -> Graph {
    graph(&clauses(text))
}

/// Each point with its kind and row.
fn nodes(graph: &Graph) -> Vec<String> {
    let show = |n: &hornbook_horn::cfg::CfgNode| match n.row {
        Some(row) => format!("{row} {} {:?}", n.name, n.kind),
        None => format!("- {} {:?}", n.name, n.kind),
    };
    graph.nodes.iter().map(show).collect()
}

/// Each step with its label; `^` closes a loop.
fn edges(graph: &Graph) -> Vec<String> {
    let name = |p: hornbook_horn::PredId| &graph.nodes[p.0 as usize].name;
    let show = |e: &hornbook_horn::cfg::Edge| {
        let to = e.to.map_or("!", |to| name(to));
        format!("{} {} {to}: {}", name(e.from), if e.back { "^" } else { ">" }, e.label)
    };
    graph.edges.iter().map(show).collect()
}

#[test]
fn a_graph_has_points_rows_and_steps() {
    let graph = graph_of(LOOP);
    assert_eq!(
        nodes(&graph),
        [
            "0 L1 Start",
            "1 L2 LoopHead",
            "2 L6 Plain",
            "2 L3 Plain",
            "4 L4 Plain",
            "3 L3_2 Plain",
            "3 L7 Plain",
            "4 end End",
        ]
    );
    assert_eq!(
        edges(&graph),
        [
            "L1 > L2: i := 0",
            "L2 > L3: i < 3",
            "L3 > L3_2: i == 1",
            "L3_2 > L4: i := i + 2",
            "L3 > L4: i != 1",
            "L4 ^ L2: i := i + 1",
            "L2 > L6: i >= 3",
            "L6 > !: assert i >= 3",
            "L6 > L7: ",
            "L7 > end: i := 7",
        ]
    );
}

#[test]
fn every_clause_but_the_start_is_an_edge() {
    let system = clauses(LOOP);
    let graph = graph(&system);
    let named: Vec<ClauseId> = graph.edges.iter().map(|e| e.clause).collect();
    let starts = system.clauses.iter().filter(|c| c.instances().next().is_none());
    assert_eq!(starts.count(), 1);
    let others = system.clauses.iter().filter(|c| c.instances().next().is_some());
    assert_eq!(named, others.map(|c| c.id).collect::<Vec<_>>());
    for edge in &graph.edges {
        let clause = system.clause(edge.clause).expect("a clause");
        assert_eq!(edge.instruction, clause.origin.instruction);
        assert_eq!(edge.to.is_none(), matches!(clause.goal, Goal::Cond(_)));
    }
    assert!(graph.nodes.iter().enumerate().all(|(n, node)| node.pred.0 as usize == n));
}

/// Leaving out the steps that close loops, every step leads down; and only loop heads are where
/// loops are closed.
#[test]
fn steps_lead_down() {
    let nested = "int n;
for (int i = 0; i < n; i++) {
  int j = 0;
  do {
    if (j == 3) break;
    if (j == 4) continue;
    while (true) { if (n > j) return; n++; }
    j++;
  } while (j < i);
}
assert(n == 0);";
    for text in [LOOP, nested] {
        let system = clauses(text);
        for system in [large_blocks(&system), system] {
            let graph = graph(&system);
            let row = |p: hornbook_horn::PredId| graph.nodes[p.0 as usize].row;
            let mut closed = 0;
            for edge in graph.edges.iter().filter(|e| row(e.from).is_some()) {
                let Some(to) = edge.to else { continue };
                match edge.back {
                    false => assert!(row(edge.from) < row(to), "{}", edge.label),
                    true => {
                        closed += 1;
                        assert_eq!(graph.nodes[to.0 as usize].kind, NodeKind::LoopHead);
                    }
                }
            }
            assert!(closed > 0);
        }
    }
}

#[test]
fn points_that_nothing_leads_to_have_no_row() {
    let graph = graph_of("int x = 0;\nwhile (x < 1) {\n  break;\n  x = 2;\n}\nreturn;\nx = 1;");
    let lost: Vec<&str> =
        graph.nodes.iter().filter(|n| n.row.is_none()).map(|n| n.name.as_str()).collect();
    assert_eq!(lost, ["L4", "L7"]);
}

#[test]
fn a_graph_is_drawn_in_dot() {
    let dot = graph_of("int x = 0;\nassert(x == 0);").dot();
    assert_eq!(
        dot,
        "digraph program {
  node [shape=box, style=rounded];
  n0 [label=\"L1\", tooltip=\"before line 1\", style=bold];
  n1 [label=\"L2\", tooltip=\"before line 2\"];
  n2 [label=\"end\", tooltip=\"at the end of the program\", style=bold];
  n0 -> n1 [label=\"x := 0\"];
  a1 [label=\"assert x == 0\", shape=note];
  n1 -> a1 [style=dashed];
  n1 -> n2 [label=\"\"];
}
"
    );
    let mut graph = graph_of("int x;");
    graph.nodes[0].title = "a \"b\" \\".to_owned();
    assert!(graph.dot().contains("tooltip=\"a \\\"b\\\" \\\\\""));
}

/// The title of each point.
fn titles(text: &str) -> Vec<String> {
    clauses(text).preds.into_iter().map(|pred| pred.title).collect()
}

#[test]
fn points_of_one_line_have_titles_of_their_own() {
    assert_eq!(
        titles("int i = 0;\nint a[5];\nfor (i = 0; i < 5; i++) { a[i] = 0; }\nassert(a[0] == 0);"),
        [
            "before line 1",
            "before line 2",
            "before `for (i = 0; i < 5; i++)` in line 3",
            "before line 4",
            "each time the loop of line 3 is at its condition",
            "before `i++` in line 3",
            "before `a[i] = 0` in line 3",
            "at the end of the program",
        ]
    );
    let twice = "int x = 0; while (x < 1) x++; while (x < 1) x++;";
    assert_eq!(
        titles(twice),
        [
            "before `int x = 0` in line 1",
            "each time the loop of line 1 (column 12) is at its condition",
            "each time the loop of line 1 (column 31) is at its condition",
            "before `x++` in line 1 (column 26)",
            "at the end of the program",
            "before `x++` in line 1 (column 45)",
        ]
    );
    let body_first = "int x = 0;\ndo {\n  x++;\n} while (x < 3);";
    assert_eq!(titles(body_first)[1], "each time the loop of line 2 is about to do its body");
    let long = "int x = 0; /* ` */ x = x + 1000000 + 2000000 + 3000000; x = 4;";
    assert_eq!(titles(long)[1], "before `x = x + 1000000 + 2000000 + 3000…` in line 1");
}

#[test]
fn the_titles_of_the_example_programs_differ() {
    for Example { name, text } in crate::support::programs::menu() {
        let mut titles = titles(&text);
        titles.sort_unstable();
        for pair in titles.windows(2) {
            assert_ne!(pair[0], pair[1], "in {name}");
        }
    }
}

fn names(system: &System) -> Vec<&str> {
    let mut names: Vec<&str> = system.preds.iter().map(|p| p.name.as_str()).collect();
    names.sort();
    names
}

fn parts(clause: &Clause) -> Vec<u32> {
    clause.origin.parts.iter().map(|p| p.0).collect()
}

#[test]
fn blocks_know_their_parts() {
    let system = clauses(LOOP);
    let large = large_blocks(&system);
    let expected = "
        Loop(0)
        Loop(i) && i < 3 ==> Loop((i == 1 ? i + 2 : i) + 1)
        Loop(i) && i >= 3 ==> i >= 3
        Loop(i) && i >= 3 ==> End(7)";
    assert_same(&of_system(&large), &of_text(expected));
    let found: Vec<Vec<u32>> = large.clauses.iter().map(parts).collect();
    assert_eq!(found, [vec![0, 1], vec![2, 3, 4, 5, 6], vec![7, 8], vec![7, 9, 10]]);
    let all: BTreeSet<u32> = found.into_iter().flatten().collect();
    assert!(all.into_iter().eq(0..system.clauses.len() as u32), "no step is lost");
    let rules: Vec<Instruction> = large.clauses.iter().map(|c| c.origin.instruction).collect();
    assert_eq!(
        rules,
        [Instruction::Block, Instruction::Block, Instruction::Assert, Instruction::Block]
    );
    for (n, clause) in large.clauses.iter().enumerate() {
        assert_eq!(clause.id, ClauseId(n as u32));
        assert!(clause.instances().all(|i| (i.pred.0 as usize) < large.preds.len()));
    }
}

#[test]
fn points_with_several_ways_in_and_out_stay() {
    let with_break = "int i = 0;
while (i < 9) {
  while (nondet()) i++;
  if (i == 4) break;
  i++;
}
assert(i < 5);";
    assert_eq!(names(&large_blocks(&clauses(with_break))), ["L2", "L3", "L7", "end"]);
    let with_continue = "int i = 0;
do {
  if (i == 4) continue;
  while (nondet()) i++;
} while (i < 9);";
    assert_eq!(names(&large_blocks(&clauses(with_continue))), ["L2", "L4", "L5", "end"]);
}

#[test]
fn ways_from_one_point_to_another_are_joined() {
    let with_break = "int i = 0;
while (i < 9) {
  if (i == 4) break;
  i++;
}
assert(i < 5);";
    let expected = "
        Loop(0)
        Loop(i) && i < 9 && i != 4 ==> Loop(i + 1)
        Loop(i) && (i < 9 ==> i == 4) ==> i < 5
        Loop(i) && (i < 9 ==> i == 4) ==> End(i)";
    assert_same(&of_system(&large_blocks(&clauses(with_break))), &of_text(expected));
    let with_continue = "int i = 0;
do {
  i++;
  if (i == 4) { i = 6; continue; }
  i++;
} while (i < 9);
assert(i < 5);";
    let round = "
        Loop(0)
        Loop(i) && (i + 1 == 4 ? 6 : i + 1 + 1) < 9 ==> Loop((i + 1 == 4 ? 6 : i + 1 + 1))
        Loop(i) && (i + 1 == 4 ? 6 : i + 1 + 1) >= 9 ==> (i + 1 == 4 ? 6 : i + 1 + 1) < 5
        Loop(i) && (i + 1 == 4 ? 6 : i + 1 + 1) >= 9 ==> End((i + 1 == 4 ? 6 : i + 1 + 1))";
    assert_same(&of_system(&large_blocks(&clauses(with_continue))), &of_text(round));
}

#[test]
fn loop_heads_stay() {
    let nested = "int i = 0;\nwhile (i < 9) {\n  while (nondet()) i++;\n}";
    assert_eq!(names(&large_blocks(&clauses(nested))), ["L2", "L3", "end"]);
}

#[test]
fn blocks_stop_growing() {
    let doubling = "x = x > y ? x + x : x - y;\n".repeat(40);
    let system = clauses(&format!("int x; int y;\n{doubling}assert(x > y);"));
    let large = large_blocks(&system);
    assert!(large.preds.len() > 2 && large.preds.len() < system.preds.len() / 2);
    assert!(large.clauses.iter().all(|c| c.size() <= 2_000));
    assert_eq!(large.clauses.iter().filter(|c| c.origin.assert.is_some()).count(), 1);
}

/// The inputs of a block are distinct, also where one occurs in no formula.
#[test]
fn inputs_have_names_of_their_own() {
    let text = "assert(nondet() > 0 || true);
        assert(nondet() > 1);
        int x = nondet() + nondet();
        if (nondet() == x) x = nondet(); else x = nondet() - nondet();
        while (nondet()) x++;";
    let large = large_blocks(&clauses(text));
    for clause in &large.clauses {
        let inputs = &clause.origin.inputs;
        let distinct: BTreeSet<&Var> = inputs.iter().collect();
        assert_eq!(distinct.len(), inputs.len(), "{inputs:?} in {}", large.show(clause));
    }
    let start =
        large.clauses.iter().find(|c| c.instances().next().is_none() && c.origin.assert.is_none());
    assert_eq!(start.expect("a start").origin.inputs.len(), 7);
}

/// One side chooses two numbers, the other a truth value and a number that occurs nowhere.
#[test]
fn inputs_of_both_sides_are_kept() {
    let text = "int x;
        if (x > 0) { x = nondet() + nondet(); }
        else { bool q = nondet(); assert(nondet() > 0 || true); if (q) x = 1; }";
    let large = large_blocks(&clauses(text));
    let end = large.clauses.iter().find(|c| c.origin.assert.is_none()).expect("the way to the end");
    assert_eq!(end.origin.inputs.len(), 5, "{:?} in {large:?}", end.origin.inputs);
}

/// A condition beside others stands in brackets where it would be read wrongly without.
#[test]
fn shown_clauses_read_as_they_are() {
    let text = "int x; assume(x > 0 || x < 5); assume(x > 1 ==> x > 2); assume(x > 3 && x < 9);";
    let system = clauses(text);
    let shown: Vec<String> = system.clauses[2..].iter().map(|c| system.show(c)).collect();
    assert_eq!(
        shown,
        [
            "L1_2(x) && (x > 0 || x < 5) ==> L1_3(x)",
            "L1_3(x) && (x > 1 ==> x > 2) ==> L1_4(x)",
            "L1_4(x) && x > 3 && x < 9 ==> end(x)",
        ]
    );
}
