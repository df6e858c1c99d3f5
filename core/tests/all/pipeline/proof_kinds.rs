//! Verdicts say by which proofs claims are certified, and nothing that is only true of other proofs.

use crate::support::verdicts::outcome;
use hornbook_pipeline::{Choices, ChosenAbstraction, Input, MethodChoice, export, verdict_story};
use hornbook_records::export::Export;
use hornbook_records::judgement::Judged;
use hornbook_records::story::Topic;
use hornbook_records::{Outcome, Verdict, WeakChoice};
use hornbook_tasks::choices::InvariantsChoice;
use hornbook_tasks::method_result::ProofKind;

const STEPS: u64 = 4_000_000;

fn found(text: &str) -> Outcome {
    outcome(text, &Choices { method: Some(MethodChoice::Auto), ..Choices::default() }, STEPS)
}

fn proofs(outcome: &Outcome) -> Vec<Option<ProofKind>> {
    outcome.assertions.iter().map(|a| a.proof).collect()
}

/// The last sentence of the story of a claim, and the topics of its cards.
fn told(text: &str, outcome: &Outcome, claim: usize) -> (String, Vec<Topic>) {
    let input = Input::program(text, &Choices::default());
    let cards = verdict_story(&input, outcome, claim).expect("a story").cards;
    let last = cards.last().expect("a card").sentence.clone();
    (last, cards.iter().map(|card| card.topic).collect())
}

fn exported(text: &str, outcome: &Outcome) -> String {
    let input = Input::program(text, &Choices::default());
    export(&input, "", Some(outcome), Export::Text).expect("a text")
}

/// Constants bound the rounds of the first loop, and not those of the second.
const PARTLY_UNWOUND: &str = "int b[4]; int s = 0; int j = 0;
while (j < 4) { s = s + b[j]; j++; }
assert(s == b[0] + b[1] + b[2] + b[3]);
int n = nondet(); int a[n]; int i = 0;
while (i < n) { a[i] = 0; i++; }
assert(forall k in 0..n: a[k] == 0);";

#[test]
fn all_rounds_are_said_of_the_claims_that_rest_on_them() {
    let outcome = found(PARTLY_UNWOUND);
    assert_eq!(proofs(&outcome), [Some(ProofKind::AllRounds), Some(ProofKind::Model)]);
    assert!(!outcome.is_exact());
    let said =
        "For line 3 all rounds of these loops were looked at: that of line 2 has at most 4 rounds.";
    assert_eq!(outcome.describe_exactness().as_deref(), Some(said));
    let (last, _) = told(PARTLY_UNWOUND, &outcome, 0);
    assert!(last.contains("no invariant is needed"), "{last}");
    let (last, _) = told(PARTLY_UNWOUND, &outcome, 1);
    assert!(last.contains("each round keeps it true"), "{last}");
    let text = exported(PARTLY_UNWOUND, &outcome);
    assert!(text.contains(said) && text.contains("the reason is below"), "{text}");
    let (all, _) = PARTLY_UNWOUND.split_once("int n").expect("a second loop");
    let all = found(all).describe_exactness();
    assert!(all.is_some_and(|said| said.starts_with("All rounds of the loops were looked at")));
}

#[test]
fn claims_by_tiles_are_not_told_by_cells() {
    let text = include_str!("../../../../tests/programs/tiling/difference_of_neighbours.hb");
    let choices = Choices { method: Some(MethodChoice::Tiling), ..Choices::default() };
    let outcome = outcome(text, &choices, STEPS);
    assert_eq!(proofs(&outcome), [Some(ProofKind::TileConditions)]);
    let (last, topics) = told(text, &outcome, 0);
    assert_eq!(topics, [Topic::Claim, Topic::Danger, Topic::Enough]);
    assert!(last.contains("by its tiles"), "{last}");
    let text = exported(text, &outcome);
    assert!(text.contains("the conditions of its tiles are the reason"), "{text}");
    assert!(!text.contains("No loop") && !text.contains("invariants below"), "{text}");
}

#[test]
fn ghost_variables_and_witnesses_are_named() {
    let sum = "int n = nondet(0, 100); int a[n]; int s = 0;
for (int i = 0; i < n; i++) { s = s + a[i]; }
assert(s == sum(a, 0, n));";
    let outcome = found(sum);
    assert_eq!(proofs(&outcome), [Some(ProofKind::GhostVariables)]);
    let (last, topics) = told(sum, &outcome, 0);
    assert_eq!(topics, [Topic::Claim, Topic::Danger, Topic::Enough], "{last}");
    assert!(!outcome.rests_on_abstraction());
    let maximum = "int n = nondet(1, 100); int a[n]; int m = a[0];
for (int i = 1; i < n; i++) { if (a[i] > m) { m = a[i]; } }
assert(exists k in 0..n: a[k] == m);";
    let outcome = found(maximum);
    assert_eq!(proofs(&outcome), [Some(ProofKind::Witnesses)]);
    let (last, _) = told(maximum, &outcome, 0);
    assert!(last.contains("with a witness for what exists"), "{last}");
    let there_and_back = "int n = nondet(); int a[n]; int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
for (int i = n - 1; i >= 0; i--) { s -= a[i]; }
assert(s == 0);";
    let outcome = found(there_and_back);
    assert_eq!(proofs(&outcome), [Some(ProofKind::LoopSummaries)]);
    let (last, _) = told(there_and_back, &outcome, 0);
    assert!(last.contains("without any invariant"), "{last}");
}

#[test]
fn a_program_without_loops_is_proved_as_it_is() {
    let outcome = found("int a[]; a[0] = 1; assert(a[0] == 1);");
    assert_eq!(proofs(&outcome), [Some(ProofKind::NoLoop)]);
    assert!(outcome.exact && outcome.is_exact());
    let buggy = found("int a[]; a[0] = 1; assert(a[0] == 2);");
    assert_eq!(proofs(&buggy), [None]);
}

/// One cell proves the first claim, and the second one needs two.
#[test]
fn claims_may_rest_on_different_abstractions() {
    let text = "int n = nondet(); int a[n]; int v = nondet(); int z[n];
for (int i = 0; i < n; i++) { a[i] = v; z[i] = 0; }
v = nondet();
assert(forall k in 0..n: z[k] == 0);
assert(n < 2 || a[0] == a[1]);";
    let auto = Choices::abstraction(ChosenAbstraction::Auto);
    let found = outcome(text, &auto, STEPS);
    assert_eq!(found.verdict, Verdict::Certified);
    assert_eq!(proofs(&found), [Some(ProofKind::Model); 2]);
    let one = found.abstraction.clone().expect("a level");
    let alone = outcome(text, &Choices::abstraction(one.parse().expect("a level")), STEPS);
    assert_ne!(alone.verdict, Verdict::Certified, "{one}");
    assert!(found.mixes_abstractions && !found.rests_on_abstraction(), "{one}");
    let equal = "int n = nondet(); int a[n]; int v = nondet();
for (int i = 0; i < n; i++) { a[i] = v; }
v = nondet();
assert(n < 2 || a[0] == a[1]);";
    assert!(outcome(equal, &auto, STEPS).rests_on_abstraction());
}

/// The lines show most claims, and ghost variables the others.
#[test]
fn a_judgement_is_adopted_only_if_the_lines_show_all() {
    let text = "int n = nondet(1, 99); int a[n]; int b[n]; int c[n]; int i = 0; int y = 0;
int s = 0; int t = 0; int u = 0;
while (i < n) {
  invariant 0 <= i && i <= n;
  invariant s == sum(a, 0, i);
  invariant t == sum(b, 0, i);
  invariant u == sum(c, 0, i);
  s = s + a[i]; t = t + b[i]; u = u + c[i]; y = 5; i++;
}
assert(s + t + u == sum(a, 0, n) + sum(b, 0, n) + sum(c, 0, n));
assert(y == 0 || y == 5);";
    let mixed = found(text);
    assert_eq!(mixed.verdict, Verdict::Certified);
    assert!(proofs(&mixed).contains(&Some(ProofKind::GivenLines)), "{:?}", proofs(&mixed));
    assert!(mixed.judgement.is_none(), "{:?}", mixed.judgement);
    let given = Choices { invariants: Some(InvariantsChoice::Given), ..Choices::default() };
    let judgement = outcome(text, &given, STEPS).judgement.expect("a judgement");
    assert!(!judgement.is_whole() && !judgement.claims.iter().all(|c| c.enough.holds()));
}

/// The facts that are shown of a loop need not be all that the proof rests on.
#[test]
fn only_what_was_confirmed_is_told_as_an_induction() {
    let last = |text: &str| told(text, &found(text), 0).0;
    let table = include_str!("../../../../tests/programs/classroom/cells_of_a_table.hb");
    let said = last(table);
    assert!(said.contains("The proof may rest on more than this."), "{said}");
    assert!(!said.contains("starts true"), "{said}");
    let called = include_str!("../../../../tests/programs/functions/mccarthy_91.hb");
    let said = last(called);
    assert!(said.contains("It follows from invariants of points before it"), "{said}");
}

/// Beside the abstraction, a contract or the choice of cells may be to blame.
#[test]
fn what_is_weak_beside_the_abstraction_is_named() {
    let beside = |text: &str, choices: &Choices| match outcome(text, choices, STEPS).verdict {
        Verdict::TooWeak { beside, why, .. } => (beside, why),
        other => panic!("{}\n{text}", other.name()),
    };
    let contract = "int five(int x) ensures result >= 0; { return 5; }
int y = five(1);
assert(y == 5);";
    let (choice, why) = beside(contract, &Choices::default());
    assert_eq!(choice, Some(WeakChoice::Contracts));
    assert!(why.contains("the call of line 2 goes by may say too little"), "{why}");
    // Where nothing is abstracted the contract is to blame alone, and the lines are those of another text.
    let given = Choices { invariants: Some(InvariantsChoice::Given), ..Choices::default() };
    let judgement = outcome(contract, &given, STEPS).judgement.expect("a judgement");
    let open = judgement.claims.iter().find_map(|claim| match &claim.enough {
        Judged::Open(why) => Some(why.as_str()),
        _ => None,
    });
    let open = open.expect("an open claim");
    assert!(open.contains("may say too little") && !open.contains("abstraction"), "{open}");
    assert!(!open.contains("line"), "{open}");
    let copy = "#pragma abstraction cell1\n#pragma heuristic ma15
int n = nondet(); int a[n]; int b[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
assert(forall k in 0..n: b[k] == a[k]);";
    assert_eq!(beside(copy, &Choices::default()).0, Some(WeakChoice::Cells));
    let equal = "#pragma abstraction cell1
int n = nondet(); int a[n]; int v = nondet();
for (int i = 0; i < n; i++) { a[i] = v; }
v = nondet();
assert(n < 2 || a[0] == a[1]);";
    assert_eq!(beside(equal, &Choices::default()).0, None);
}

/// A caller and the function that it calls are in different states.
#[test]
fn states_of_a_call_and_its_caller_are_no_runs_that_differ() {
    let text = "#pragma abstraction cell1\n#pragma calls modular
int up(int x) { int v = 0; while (v < x) { v++; } return v; }
int n = nondet(); int a[n]; int v = nondet();
for (int i = 0; i < n; i++) { a[i] = v; }
v = up(n);
assert(n < 2 || a[0] == a[1]);";
    match outcome(text, &Choices::default(), STEPS).verdict {
        Verdict::TooWeak { why, .. } => assert!(!why.contains("together"), "{why}"),
        other => panic!("{}", other.name()),
    }
}

/// An array that is kept whole matters, too.
#[test]
fn cells_are_enough_only_if_all_arrays_are_seen_through_cells() {
    let text = "#pragma abstraction a=cell1,b=id
int n = nondet(); int a[n]; int b[n];
for (int i = 0; i < n; i++) { a[i] = b[i]; }
assert(forall k in 0..n: a[k] == b[k]);";
    let outcome = outcome(text, &Choices::default(), STEPS);
    let input = Input::program(text, &Choices::default());
    let cards = verdict_story(&input, &outcome, 0).expect("a story").cards;
    let cells = cards.iter().find(|card| card.topic == Topic::Cells).expect("a card");
    assert!(!cells.sentence.contains("it is enough"), "{}", cells.sentence);
}
