//! Outcomes as text.

use crate::judged;
use hornbook_base::Diagnostic;
use hornbook_base::text::capitalised;
use hornbook_evidence::laws::list_laws;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::attempts::Attempts;
use hornbook_records::instrumented::{GhostMeaning, InstrumentedProgram};
use hornbook_records::invariant::{NOTHING_NEEDED, PASSED_OVER, SuggestionSource, UNSAID};
use hornbook_records::outcome::MODULAR_CALLS;
use hornbook_records::run_warnings::RunWarning;
use hornbook_records::tiled::{ConditionRecord, ConditionState, TileRecord, TilingRecord};
use hornbook_records::workbench::WorkbenchProgram;
use hornbook_records::{
    AssertionOutcome, Invariant, OpenClaim, Outcome, Run, RunStep, StrategyRecord, TreeNode,
    Verdict,
};
use hornbook_tasks::instrument::named_rules::NamedRules;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The option by which calls do not go by contracts.
pub(crate) const MODULAR_OPTION: &str = "`--calls modular`";

/// Steps of a run that are shown at its beginning and at its end.
const HEAD: usize = 40;
const TAIL: usize = 20;
/// The deepest indentation of steps in calls.
const DEEPEST: usize = 8;
/// Strategies that are listed where there is no answer.
const STRATEGIES: usize = 12;
/// The most instrumentations that are listed where none certifies.
const ATTEMPTS: usize = 3;

/// The lines of `check`: one for each assertion with its evidence indented, one for the whole.
///
/// A warning that was `said` of the text itself is not said again. `more` says that another method tries more than the chosen one.
pub(crate) fn outcome(outcome: &Outcome, said: &[Diagnostic], more: bool) -> String {
    let mut out = String::new();
    if let Some(judgement) = &outcome.judgement {
        judged::judgement(&mut out, judgement);
        if let Some(first) =
            outcome.assertions.iter().find(|a| matches!(a.verdict, Verdict::Buggy(_)))
        {
            let _ = writeln!(out, "this run breaks {}:", place(outcome, first));
            evidence(&mut out, &first.verdict);
        }
    }
    let listed = outcome.judgement.as_ref().map_or(&outcome.assertions[..], |_| &[]);
    for assertion in listed {
        let place = place(outcome, assertion);
        let _ = writeln!(out, "{place}: {}", assertion.verdict.name());
        evidence(&mut out, &assertion.verdict);
        let is_its =
            |claim: &&OpenClaim| claim.assert == assertion.id && claim.line == assertion.line;
        outcome.open.iter().filter(is_its).for_each(|claim| open_claim(&mut out, claim));
        if assertion.unreached {
            let _ = writeln!(out, "  no run comes here");
        }
        for way in &assertion.by {
            let _ = writeln!(out, "  by {way}");
        }
    }
    let is_new = |warning: &&RunWarning| said.iter().all(|known| known.span != warning.span);
    for warning in outcome.warnings.iter().filter(is_new) {
        let _ = writeln!(out, "warning: {}", warning.text);
    }
    let certified = outcome.assertions.iter().any(|a| a.verdict == Verdict::Certified);
    if certified || outcome.assertions.is_empty() {
        outcome.invariants.iter().for_each(|i| invariant(&mut out, i));
        if outcome.merged {
            let _ = writeln!(out, "  (found with the steps between two loop heads taken as one)");
        }
    }
    outcome.instrumented.iter().for_each(|instrumented| ghosts(&mut out, instrumented));
    if outcome.verdict != Verdict::Certified {
        attempts(&mut out, &outcome.attempts);
    }
    if let Some(exactness) = outcome.describe_exactness().filter(|_| certified) {
        let _ = writeln!(out, "  {exactness}");
    }
    if let Some(laws) = list_laws(&outcome.laws).filter(|_| certified) {
        let _ = writeln!(out, "  (laws of products used: {laws})");
    }
    if let Some(abstraction) = &outcome.abstraction {
        let said = match outcome.certified().next().is_none() || outcome.rests_on_abstraction() {
            true => "with the abstraction",
            false => "the proofs do not all use the abstraction",
        };
        let _ = writeln!(out, "  ({said} {abstraction})");
    }
    if let Some(advice) = &outcome.advice {
        let _ =
            writeln!(out, "  (the abstraction {advice} certifies what this one is too weak for)");
    }
    if matches!(outcome.verdict, Verdict::Unknown(_)) {
        strategies(&mut out, &outcome.strategies);
    }
    if matches!(outcome.verdict, Verdict::TooWeak { .. }) && more && outcome.advice.is_none() {
        out.push_str(
            "  (--method auto tries more: other abstractions, tiles of loops and ghost variables)\n",
        );
    }
    let _ = writeln!(out, "{}: {}", outcome.verdict.name(), summary(outcome));
    out
}

/// The outcome in sentences with code between backquotes: the verdict, and the choices of a failing run or, on demand, the
/// invariants.
pub(crate) fn sentences(outcome: &Outcome, with_invariants: bool) -> Vec<String> {
    let mut sentences = vec![format!("`{}`: {}.", outcome.verdict.name(), summary(outcome))];
    let failing = outcome.assertions.iter().find_map(|assertion| match &assertion.verdict {
        Verdict::Buggy(run) if !run.choices.is_empty() => Some((assertion.line, run)),
        _ => None,
    });
    sentences.extend(failing.map(|(line, run)| {
        format!("The claim of line {line} fails for `{}`.", run.choices_in_short())
    }));
    if with_invariants && outcome.verdict == Verdict::Certified {
        sentences.extend(outcome.invariants.iter().map(invariant_sentence));
    }
    sentences
}

fn invariant_sentence(invariant: &Invariant) -> String {
    let parts: Vec<String> = invariant.display_parts().map(|part| format!("`{part}`")).collect();
    let parts = match (parts.is_empty(), invariant.has_unsaid) {
        (true, true) => UNSAID.to_owned(),
        (true, false) => NOTHING_NEEDED.to_owned(),
        (false, _) => parts.join(" and "),
    };
    format!("{}: {parts}.", capitalised(&invariant.title))
}

/// The question that is open, and what may help.
fn open_claim(out: &mut String, claim: &OpenClaim) {
    let _ = writeln!(out, "  {}", claim.question);
    out.push_str("  what may help:\n");
    for help in &claim.helps {
        let _ = writeln!(out, "    {}", help.describe());
    }
}

/// The strategies that were tried, those with the most steps first.
fn strategies(out: &mut String, table: &[StrategyRecord]) {
    let mut rows: Vec<&StrategyRecord> = table.iter().filter(|row| row.steps > 1).collect();
    rows.sort_by_key(|row| Reverse(row.steps));
    if rows.is_empty() {
        return;
    }
    out.push_str("  what was tried, with steps:\n");
    let left_out = rows.len().saturating_sub(STRATEGIES);
    for row in rows.into_iter().take(STRATEGIES) {
        let name = row.full_name();
        let _ = writeln!(out, "    {:>11} {name}: {}", grouped(row.steps), row.describe());
    }
    if left_out > 0 {
        let _ =
            writeln!(out, "    ... and {left_out} more with fewer steps (--format json lists all)");
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

/// The rules of the program that was certified, and its invariants about the original.
fn ghosts(out: &mut String, found: &InstrumentedProgram) {
    let rules = &found.rules;
    let _ = match found.written_out {
        false => writeln!(out, "  with ghost variables: --rules '{rules}'"),
        true => {
            writeln!(out, "  with ghost variables, and calls and assignments written out: {rules}")
        }
    };
    for point in &found.points {
        let _ = writeln!(out, "  {}:", point.title);
        point.sentences.iter().for_each(|sentence| {
            let _ = writeln!(out, "    {sentence}");
        });
        if point.sentences.is_empty() {
            let _ = match point.has_unsaid() {
                true => writeln!(out, "    ({UNSAID})"),
                false => writeln!(out, "    ({NOTHING_NEEDED})"),
            };
        }
        if !point.some.is_empty() {
            let _ = writeln!(out, "    (for some {})", point.some.join(", "));
        }
    }
}

/// The last attempts.
fn attempts(out: &mut String, attempts: &Attempts) {
    let count = attempts.tried.len() + attempts.left_out;
    if count > 0 {
        let last = if count > ATTEMPTS { "; the last ones" } else { "" };
        let _ = writeln!(out, "  instrumentations tried: {count}{last}:");
    }
    let first = attempts.tried.len().saturating_sub(ATTEMPTS);
    for attempt in &attempts.tried[first..] {
        let rules = attempt.rules.in_short();
        let rules = if rules.is_empty() { "no rules" } else { rules.as_str() };
        let _ = writeln!(out, "    {rules}");
        let _ = writeln!(out, "      {}", attempt.came.describe());
    }
}

/// The output of `instrument`: the program, with comments.
pub(crate) fn instrumented(
    rules: &NamedRules,
    written_out: bool,
    made: &WorkbenchProgram,
) -> String {
    let mut out = match written_out {
        false => format!("// --rules '{rules}'\n"),
        true => format!("// with calls and assignments written out: {rules}\n"),
    };
    for GhostMeaning { ghost, value, when } in &made.meanings {
        let when = when.as_ref().map_or_else(String::new, |when| format!(" where {when}"));
        let _ = writeln!(out, "// {ghost} is {value}{when}");
    }
    if let Some((broken, _)) = &made.broken {
        let _ = writeln!(out, "// {}", broken.describe());
    }
    out + &made.text
}

/// The place of an assertion, with the column where a line has several, and its kind.
fn place(outcome: &Outcome, assertion: &AssertionOutcome) -> String {
    let alone = outcome.assertions.iter().filter(|a| a.line == assertion.line).count() == 1;
    let column = if alone { String::new() } else { format!(", column {}", assertion.column) };
    let kind = match assertion.kind {
        AssertionKind::Asserted => "",
        AssertionKind::Hint => " (hint)",
        AssertionKind::Invariant => " (invariant)",
        AssertionKind::Decreases => " (decreases)",
        AssertionKind::Bounds => " (bounds)",
        AssertionKind::Divisor => " (divisor)",
        AssertionKind::Requires => " (requires)",
        AssertionKind::Ensures => " (ensures)",
    };
    format!("line {}{column}{kind}", assertion.line)
}

fn evidence(out: &mut String, verdict: &Verdict) {
    match verdict {
        Verdict::Certified | Verdict::NothingAsserted => {}
        Verdict::Buggy(found) => run(out, found),
        Verdict::Refuted(tree) => derivation(out, tree),
        Verdict::NotShown(_) => out.push_str("  what is given about the loops does not show it\n"),
        Verdict::TooWeak { why, .. } => {
            let _ = writeln!(out, "  {}", why.replace(MODULAR_CALLS, MODULAR_OPTION));
        }
        Verdict::Unknown(reason) => {
            let _ = writeln!(out, "  {}", reason.describe());
        }
    }
}

fn run(out: &mut String, run: &Run) {
    if !run.choices.is_empty() {
        let _ = writeln!(out, "  choose {}", run.choices_in_short());
    }
    let step = |(n, step): (usize, &RunStep)| {
        // The steps with which a function begins and ends stand beside those of its caller.
        let inside = n.checked_sub(1).map_or(0, |before| run.depth(before).min(run.depth(n)));
        format!("{}line {}: {}", "  ".repeat(inside.min(DEEPEST)), step.line, step.what)
    };
    let left_out = run.left_out.map_or(0, |gap| gap.steps);
    lines(out, "steps", run.steps.iter().enumerate().map(step).collect(), left_out);
    let (calls, more) = run.final_call_stack();
    for frame in calls {
        let _ = writeln!(out, "  in {}, {}", frame.call(), frame.describe_caller());
    }
    if more > 0 {
        let _ = writeln!(out, "  ... ({more} more calls around)");
    }
}

/// The facts of a derivation, each after those it follows from.
fn derivation(out: &mut String, tree: &TreeNode) {
    let mut facts = vec![];
    let mut open = vec![tree];
    while let Some(node) = open.pop() {
        facts.push(format!("line {}: {}", node.line, node.fact));
        open.extend(&node.children);
    }
    facts.reverse();
    lines(out, "facts", facts, 0);
}

/// The first and the last lines; `more` lines were left out between them before.
fn lines(out: &mut String, what: &str, lines: Vec<String>, more: usize) {
    let gap = lines.len().saturating_sub(HEAD + TAIL);
    for (n, line) in lines.iter().enumerate() {
        if gap > 0 && n == HEAD {
            let _ = writeln!(out, "  ... ({} more {what})", gap + more);
        }
        if gap == 0 || n < HEAD || n >= HEAD + gap {
            let _ = writeln!(out, "  {line}");
        }
    }
}

fn invariant(out: &mut String, invariant: &Invariant) {
    let _ = writeln!(out, "  {}, {}:", invariant.name, invariant.title);
    for sentence in invariant.display_parts() {
        let _ = writeln!(out, "    {sentence}");
    }
    if invariant.passed_over {
        let _ = writeln!(out, "    ({PASSED_OVER})");
    } else if invariant.parts.is_empty() {
        let _ = match invariant.has_unsaid {
            true => writeln!(out, "    ({UNSAID})"),
            false => writeln!(out, "    ({NOTHING_NEEDED})"),
        };
    }
    for suggested in &invariant.suggested {
        // The other lines are printed already.
        let _ = match suggested.by {
            SuggestionSource::Enumerated { .. } => writeln!(out, "    ({})", suggested.by),
            _ => writeln!(out, "    ({}: {})", suggested.said, suggested.by),
        };
    }
}

fn summary(outcome: &Outcome) -> String {
    let lines = |name: &str| {
        let settled = outcome.assertions.iter().filter(|a| a.counts() && a.verdict.name() == name);
        let lines: BTreeSet<u32> = settled.map(|a| a.line).collect();
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
        format!("{word} {}", numbers.join(", "))
    };
    match &outcome.verdict {
        Verdict::NothingAsserted => {
            "the program claims nothing; say what should hold, as in `assert(x >= 0);`".into()
        }
        // Of programs a verdict without assertions is that nothing is asserted.
        Verdict::Certified if outcome.assertions.iter().all(|a| a.id.is_none()) => {
            "the clauses have a model".into()
        }
        Verdict::Certified => {
            let said = match &outcome.judgement {
                Some(_) => ["what is given suffices", ", if the run ends"],
                None => ["no run violates an assertion", ", if it ends"],
            };
            said[..if outcome.may_not_end { 2 } else { 1 }].concat()
        }
        Verdict::Buggy(_) if outcome.judgement.is_some() => {
            format!("a run of the program breaks {}", lines("buggy"))
        }
        Verdict::Buggy(_) => format!("a run violates the assertion of {}", lines("buggy")),
        Verdict::Refuted(_) => format!("the clauses contradict the one of {}", lines("buggy")),
        Verdict::TooWeak { .. } => format!("cannot prove {}", lines("too-weak")),
        Verdict::NotShown(_) => {
            format!("what is given does not show {}", lines("too-weak"))
        }
        Verdict::Unknown(_) => format!("no answer for {}", lines("unknown")),
    }
}

/// The output of `tiles`.
pub(crate) fn tiled(tiling: &TilingRecord) -> String {
    let mut out = String::new();
    for segment in &tiling.segments {
        if let Some((why, hint)) = &segment.misfit {
            let _ = writeln!(out, "line {}: no counted loop: {why}; {hint}", segment.line);
        }
    }
    for l in &tiling.loops {
        let _ = writeln!(out, "line {}: {}", l.line, l.rounds);
        for TileRecord { array, dimension, cells, by_hand, .. } in &l.tiles {
            let along = if *dimension > 0 { format!("[{}]", dimension + 1) } else { String::new() };
            let named = if *by_hand { " (by hand)" } else { "" };
            let _ = writeln!(out, "  {array}{along}: {cells}{named}");
        }
        for array in &l.untiled {
            let _ = writeln!(out, "  {array}: no tile");
        }
    }
    for claim in &tiling.claims {
        let verdict = if claim.is_certified() { "certified by its conditions" } else { "open" };
        let _ = writeln!(out, "line {}: {}: {verdict}", claim.line, claim.text);
        match &claim.conditions {
            Err(why) => drop(writeln!(out, "  {why}")),
            Ok(all) => all.iter().for_each(|c| condition(&mut out, c)),
        }
    }
    out
}

fn condition(out: &mut String, condition: &ConditionRecord) {
    let at = condition.line.map(|line| format!(", loop of line {line}")).unwrap_or_default();
    let state = match &condition.state {
        ConditionState::Holds => "holds".to_owned(),
        ConditionState::Open(why) => format!("open: {why}"),
        ConditionState::Broken(broken) => {
            let rounds = broken.rounds.iter().map(|(role, value)| format!("{role} {value}"));
            let rounds: Vec<String> = rounds.collect();
            let last = broken.run.steps.last().map_or("", |step| &step.what);
            let rounds = rounds.join(", ");
            let rounds = if rounds.is_empty() { rounds } else { format!(" ({rounds})") };
            format!("broken{rounds}: {last}")
        }
    };
    let _ = writeln!(out, "  {}{at}: {state}", condition.title);
}
