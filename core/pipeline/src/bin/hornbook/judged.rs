//! The judgement of the given lines about loops, as text.

use crate::render::MODULAR_OPTION;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::judgement::{
    BreakingStates, ClaimJudgement, Judged, Judgement, LineJudgement, LoopJudgement, MissingLines,
};
use hornbook_records::outcome::{AssertionFailure, MODULAR_CALLS, RunStep};
use std::fmt::Write;

/// The most steps between two states.
const STEPS: usize = 12;

/// Loop by loop, line by line, and then the claims.
pub(super) fn judgement(out: &mut String, judgement: &Judgement) {
    for LoopJudgement { line, lines, help, .. } in &judgement.loops {
        if lines.is_empty() {
            let _ = writeln!(out, "loop of line {line}: nothing is given");
        } else {
            let _ = writeln!(out, "loop of line {line}:");
        }
        lines.iter().for_each(|line| about_loop(out, line));
        help.iter().for_each(|help| missing(out, help));
    }
    for ClaimJudgement { line, text, enough, .. } in &judgement.claims {
        let _ = writeln!(out, "line {line}, {text}");
        judged(out, ("the given lines are enough", "the given lines are not enough"), enough, None);
    }
}

fn missing(out: &mut String, help: &MissingLines) {
    out.push_str("  what may be missing:\n");
    for stage in help.stages(true) {
        let _ = writeln!(out, "    {stage}");
    }
    out.push_str("    (--invariants found shows lines that suffice, if the solver finds some)\n");
}

fn about_loop(out: &mut String, line: &LineJudgement) {
    let _ = writeln!(out, "  line {}, {}", line.line, line.text);
    if let Some(starts) = &line.starts {
        judged(out, ("starts true", "does not start true"), starts, None);
    }
    let words = match line.kind {
        AssertionKind::Decreases => {
            ("at least 0, and smaller after each round", "not so after this round")
        }
        _ => ("stays true", "does not stay true"),
    };
    judged(out, words, &line.stays, Some(line.kind));
    if line.run.is_some() {
        // Then it leans on another line that is false.
        let leans = if line.stays.holds() { " all the same" } else { "" };
        let _ = writeln!(out, "    it is false{leans}: a run of the program breaks it");
    }
}

fn judged(
    out: &mut String,
    (holds, fails): (&str, &str),
    judged: &Judged,
    kind: Option<AssertionKind>,
) {
    let _ = match judged {
        Judged::Holds => writeln!(out, "    {holds}"),
        Judged::Open(why) => {
            let why = why.replace(MODULAR_CALLS, MODULAR_OPTION);
            writeln!(out, "    {holds}? open: {why}")
        }
        Judged::Fails(states) => {
            let _ = writeln!(out, "    {fails}:");
            return breaking(out, states, kind);
        }
    };
}

fn breaking(out: &mut String, states: &BreakingStates, kind: Option<AssertionKind>) {
    if let (Some(from), Some(before)) = (states.from, &states.before) {
        let _ = writeln!(
            out,
            "      its lines allow this at the head of the loop of line {from}: {}",
            state(before)
        );
    }
    let (last, steps) = match states.steps.split_last() {
        Some((last, steps)) => (Some(last), steps),
        None => (None, &[][..]),
    };
    let left_out = steps.len().saturating_sub(STEPS);
    for step in steps.iter().take(STEPS) {
        let _ = writeln!(out, "      line {}: {}", step.line, step.what);
    }
    if left_out > 0 {
        let _ = writeln!(out, "      ... ({left_out} more steps)");
    }
    if let Some(last) = last {
        let _ = writeln!(out, "      then: {}", state(last));
    }
    if let Some(failure) = &states.run.failure {
        let in_words = kind.filter(|kind| *kind == AssertionKind::Decreases);
        let _ = match in_words.and_then(|_| measure(failure)) {
            Some(words) => writeln!(out, "      so {words}"),
            None => writeln!(out, "      so `{}` is false{}", failure.claim, failure.describe()),
        };
    }
}

/// The failure of a measure in words: of the two parts of its claim one is false.
fn measure(failure: &AssertionFailure) -> Option<String> {
    let value = |name: &str| Some(&failure.reads.iter().find(|(read, _)| read == name)?.1);
    if let Some(kept) = failure.claim.strip_prefix("0 <= ") {
        return Some(format!("it was {} before the round, which is negative", value(kept)?));
    }
    let (now, kept) = failure.claim.rsplit_once(" < ")?;
    Some(format!("it was {} before the round, and `{now}` is not smaller now", value(kept)?))
}

/// The variables and cells of a state.
fn state(step: &RunStep) -> String {
    let scalars = step.scalars.iter().map(|(name, value)| format!("{name} = {value}"));
    let cells = step.arrays.iter().flat_map(|array| {
        array.cells.iter().map(|(indices, value)| {
            let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
            format!("{}{indices} = {value}", array.name)
        })
    });
    let all: Vec<String> = scalars.chain(cells).collect();
    if all.is_empty() { "no variables".to_owned() } else { all.join(", ") }
}
