//! The verdict with its evidence: invariants, a run, a derivation, or a reason.

use super::document::{Block, Inline};
use super::heading;
use hornbook_horn::{Node, Term};
use hornbook_lang::typed::AssertionKind;
use hornbook_records::Frame;
use hornbook_records::attempts::{Attempt, Attempts};
use hornbook_records::instrumented::{GhostMeaning, InstrumentedProgram};
use hornbook_records::invariant::{Invariant, NOTHING_NEEDED, PASSED_OVER, UNSAID};
use hornbook_records::outcome::{AssertionOutcome, Outcome, Run, TreeNode, Verdict};
use hornbook_tasks::method_result::ProofKind;

/// The number of steps of a run, or of facts of a derivation, that are shown at the beginning.
const SHOWN_FIRST: usize = 40;
/// The number of those that are shown at the end.
const SHOWN_LAST: usize = 20;

/// The section about the outcome of a text, which may have loops.
pub(super) fn verdict_blocks(outcome: &Outcome, has_loops: bool) -> Vec<Block> {
    let mut blocks = vec![heading(1, vec![Inline::text("Verdict")])];
    let name = Inline::Strong(outcome.verdict.name().to_owned());
    blocks.push(Block::Paragraph(vec![Inline::text("The program: "), name, Inline::text(".")]));
    for assertion in &outcome.assertions {
        blocks.extend(self::assertion(assertion, outcome));
    }
    let certified = outcome.assertions.iter().any(|a| a.verdict == Verdict::Certified);
    // With ghost variables the invariants are those of another program.
    let own = outcome.instrumented.is_empty() || !outcome.invariants.is_empty();
    if own && (certified || outcome.assertions.is_empty()) {
        blocks.extend(invariants(outcome, has_loops));
    }
    blocks.extend(outcome.instrumented.iter().flat_map(instrumented_blocks));
    if outcome.instrumented.is_empty() && !outcome.attempts.tried.is_empty() {
        blocks.extend(attempts(&outcome.attempts));
    }
    let mut remark = |what: String| blocks.push(Block::words(what));
    if let Some(abstraction) = &outcome.abstraction {
        remark(match outcome.certified().next().is_none() || outcome.rests_on_abstraction() {
            true => format!("The answer is for the abstraction {abstraction}."),
            false => format!("The proofs do not all use the abstraction {abstraction}."),
        });
    }
    if let Some(advice) = &outcome.advice {
        remark(format!("The abstraction {advice} certifies what this one is too weak for."));
    }
    blocks
}

/// The reason why a certified claim holds, behind a semicolon; empty if nothing is said of it.
fn reason(assertion: &AssertionOutcome, outcome: &Outcome) -> &'static str {
    let has_invariants = !outcome.invariants.is_empty();
    match assertion.proof {
        proof if outcome.judgement.is_some() || proof == Some(ProofKind::GivenLines) => {
            "; the lines about loops are the invariants"
        }
        Some(ProofKind::NoLoop | ProofKind::AllRounds) => "; the reason is below",
        Some(ProofKind::Model | ProofKind::Hints) if has_invariants => {
            "; the invariants below are the reason"
        }
        Some(ProofKind::TileConditions) => "; the conditions of its tiles are the reason",
        Some(ProofKind::GhostVariables) => "; the program with ghost variables was certified",
        Some(ProofKind::Witnesses) => "; the program was certified with a witness for what exists",
        Some(ProofKind::LoopSummaries) => {
            "; the program with its loops replaced by what they do was certified"
        }
        Some(ProofKind::Model | ProofKind::Hints | ProofKind::GivenLines) | None => "",
    }
}

/// The section of one assertion.
fn assertion(assertion: &AssertionOutcome, outcome: &Outcome) -> Vec<Block> {
    let reason = reason(assertion, outcome);
    let kind = match assertion.kind {
        AssertionKind::Asserted => "Assertion",
        AssertionKind::Hint => "Hint",
        AssertionKind::Invariant => "Invariant",
        AssertionKind::Decreases => "Measure",
        AssertionKind::Bounds => "Bounds",
        AssertionKind::Divisor => "Divisor",
        AssertionKind::Requires => "What a call must keep, in",
        AssertionKind::Ensures => "What a function owes, in",
    };
    let place = format!("{kind} of line {}, column {}: ", assertion.line, assertion.column);
    let verdict = assertion.verdict.name();
    let mut blocks = vec![heading(2, vec![Inline::text(format!("{place}{verdict}"))])];
    match &assertion.verdict {
        Verdict::Certified if assertion.unreached => {
            blocks.push(Block::words(format!("No run comes here{reason}.")));
        }
        Verdict::Certified => {
            blocks.push(Block::words(format!("No run violates it{reason}.")));
        }
        Verdict::Buggy(found) => blocks.extend(run(found)),
        Verdict::Refuted(tree) => {
            blocks.push(Block::words("The clauses contradict each other:"));
            blocks.push(tree_items(tree));
        }
        Verdict::NotShown(found) => {
            blocks.push(Block::words("What is given about the loops does not show it:"));
            blocks.extend(run(found));
        }
        Verdict::TooWeak { tree, why, .. } => {
            blocks.push(Block::words(why.as_str()));
            blocks.push(Block::words("The clauses without arrays contradict each other:"));
            blocks.push(tree_items(tree));
        }
        Verdict::NothingAsserted => {}
        Verdict::Unknown(reason) => blocks.push(Block::words(reason.describe())),
    }
    blocks
}

fn run(run: &Run) -> Vec<Block> {
    let mut blocks = vec![];
    if !run.choices.is_empty() {
        let choices = Inline::code(run.choices_in_short());
        blocks.push(Block::Paragraph(vec![Inline::text("A run with these choices: "), choices]));
    }
    let step = |step: &hornbook_records::outcome::RunStep| {
        vec![Inline::text(format!("line {}: ", step.line)), Inline::code(step.what.as_str())]
    };
    let left_out = run.left_out.map_or(0, |gap| gap.steps);
    blocks.push(abridge(run.steps.iter().map(step).collect(), left_out));
    blocks.extend(calls(run));
    blocks
}

/// The call stack at the end of a run.
fn calls(run: &Run) -> Vec<Block> {
    let (frames, more) = run.final_call_stack();
    if frames.is_empty() {
        return vec![];
    }
    let one = |frame: &&Frame| {
        vec![Inline::code(frame.call()), Inline::text(format!(", {}", frame.describe_caller()))]
    };
    let mut items: Vec<Vec<Inline>> = frames.iter().map(one).collect();
    if more > 0 {
        items.push(vec![Inline::text(format!("({more} more calls around these)"))]);
    }
    vec![
        Block::words("The run ends inside of these calls, the innermost first:"),
        Block::Items(items),
    ]
}

/// The facts of a derivation, each after those it follows from.
fn tree_items(tree: &TreeNode) -> Block {
    let mut facts = vec![];
    let mut open = vec![tree];
    while let Some(node) = open.pop() {
        let line = Inline::text(format!("line {}: ", node.line));
        let remark = node.remark.map(|remark| Inline::text(format!(" ({})", remark.describe())));
        facts.push([line].into_iter().chain(fact(node)).chain(remark).collect());
        open.extend(&node.children);
    }
    facts.reverse();
    abridge(facts, 0)
}

/// A fact as a state of the program where that is known: `L₃#: n = 2, a[0] = 1`.
fn fact(node: &TreeNode) -> Vec<Inline> {
    let name = match node.fact.node() {
        Node::Pred(name, _) if !node.state.is_empty() => Term::pred(name, vec![]),
        _ => return vec![Inline::term(&node.fact)],
    };
    let mut out = vec![Inline::term(&name)];
    for (n, (what, value)) in node.state.iter().enumerate() {
        out.push(Inline::text(if n == 0 { ": " } else { ", " }));
        out.push(Inline::term(&Term::eq(what.clone(), value.clone())));
    }
    out
}

/// Abridges a list to its first and last items; `more` were omitted between them already.
fn abridge(items: Vec<Vec<Inline>>, more: usize) -> Block {
    let gap = items.len().saturating_sub(SHOWN_FIRST + SHOWN_LAST);
    if gap == 0 {
        return Block::Items(items);
    }
    let mut shown = items[..SHOWN_FIRST].to_vec();
    shown.push(vec![Inline::text(format!("({} more)", gap + more))]);
    shown.extend_from_slice(&items[SHOWN_FIRST + gap..]);
    Block::Items(shown)
}

/// The section about invariants, if there is something to be said.
fn invariants(outcome: &Outcome, has_loops: bool) -> Vec<Block> {
    let mut said: Vec<Block> = outcome.invariants.iter().flat_map(invariant).collect();
    if outcome.invariants.is_empty() && !has_loops && !outcome.exact {
        said.push(Block::words("No loop needs one."));
    }
    said.extend(outcome.describe_exactness().map(|exactness| Block::words(&exactness)));
    if outcome.merged {
        said.push(Block::words(
            "They were found with the steps between two loop heads taken as one.",
        ));
    }
    if !said.is_empty() {
        said.insert(0, heading(2, vec![Inline::text("Invariants")]));
    }
    said
}

/// The instrumentations that were tried last, with their results.
fn attempts(attempts: &Attempts) -> Vec<Block> {
    let first = attempts.tried.len().saturating_sub(SHOWN_LAST);
    let item = |attempt: &Attempt| {
        let rules = Inline::code(attempt.rules.in_short());
        vec![rules, Inline::text(format!(": {}", attempt.came.describe()))]
    };
    vec![
        heading(2, vec![Inline::text("Instrumentations that were tried")]),
        Block::Items(attempts.tried[first..].iter().map(item).collect()),
    ]
}

/// The program with ghost variables: its rules, operators, and translated invariants.
fn instrumented_blocks(found: &InstrumentedProgram) -> Vec<Block> {
    let listing = |text: &str| Block::Listing { text: text.to_owned(), numbered: false };
    let mut blocks = vec![heading(2, vec![Inline::text("With ghost variables")])];
    let rules = Inline::code(found.rules.to_string());
    blocks.push(Block::Paragraph(vec![Inline::text("The rules are: "), rules, Inline::text(".")]));
    blocks.push(listing(&found.text));
    let meaning = |m: &GhostMeaning| {
        let mut items = vec![Inline::code(m.ghost.as_str()), Inline::text(" is ")];
        items.push(Inline::code(m.value.as_str()));
        if let Some(when) = &m.when {
            items.extend([Inline::text(" where "), Inline::code(when.as_str())]);
        }
        items
    };
    blocks.push(Block::Items(found.meanings.iter().map(meaning).collect()));
    for point in &found.points {
        blocks.extend(invariant(&point.invariant));
        let mut said = vec![Inline::text(format!("Of the original, {}, that says", point.title))];
        if !point.some.is_empty() {
            said.push(Inline::text(", for some "));
            said.push(Inline::code(point.some.join(", ")));
        }
        said.push(Inline::text(":"));
        blocks.push(Block::Paragraph(said));
        let sentences =
            point.sentences.iter().map(|sentence| vec![Inline::code(sentence.as_str())]);
        blocks.push(Block::Items(sentences.collect()));
    }
    blocks.push(Block::words("The operators, each of which keeps its invariant:"));
    blocks.extend(found.operators.iter().map(|text| listing(text)));
    blocks
}

fn invariant(invariant: &Invariant) -> [Block; 2] {
    let title = Inline::prose(&format!(", {}:", invariant.title));
    let place = [Inline::code(invariant.name.as_str())].into_iter().chain(title);
    let place = Block::Paragraph(place.collect());
    let mut parts: Vec<Vec<Inline>> =
        invariant.display_parts().map(|sentence| vec![Inline::code(sentence)]).collect();
    match (parts.is_empty(), invariant.has_unsaid) {
        (true, true) => parts.push(vec![Inline::text(UNSAID)]),
        (true, false) => parts.push(vec![Inline::text(NOTHING_NEEDED)]),
        (false, _) => {}
    }
    if invariant.passed_over {
        parts.push(vec![Inline::text(PASSED_OVER)]);
    }
    [place, Block::Items(parts)]
}
