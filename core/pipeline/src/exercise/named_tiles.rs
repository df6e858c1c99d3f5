//! Tiles that a student has named: the conditions of all claims with them.

use crate::Input;
use crate::tiling::record_tiling;
use hornbook_course::judgement::AnswerJudgement;
use hornbook_records::tiled::{
    ClaimRecord, ConditionRecord, ConditionState, ConditionViolation, LoopRecord,
};

/// Judges the tiles of a text: those that are named, with those that Hornbook finds for other loops and arrays.
pub(super) fn judge_tiles(judgement: &mut AnswerJudgement, input: &Input) {
    let Some(tiling) = record_tiling(input) else {
        return judgement.leave_open("This program has no tiles.");
    };
    if let Some(reason) = &tiling.wrong {
        return judgement.refuse(&format!("These tiles fit no loop: {reason}."));
    }
    let named = |l: &LoopRecord| l.tiles.iter().filter(|t| t.by_hand).cloned().collect::<Vec<_>>();
    if tiling.loops.iter().all(|l| named(l).is_empty()) {
        return judgement.refuse("There is no tile yet.");
    }
    // Other tiles are found, so one that nothing rests on would solve everything.
    for l in &tiling.loops {
        if let Some(tile) = named(l).iter().find(|tile| !is_needed(l, &tile.array)) {
            let (array, line) = (&tile.array, l.line);
            return judgement.refuse(&format!(
                "No claim is about the cells of `{array}` behind the loop of line {line}."
            ));
        }
    }
    if tiling.claims.is_empty() {
        return judgement.leave_open("No `assert` stands by itself outside of loops.");
    }
    tiling.claims.iter().for_each(|claim| judge_claim(judgement, claim));
}

/// Whether a claim needs something of an array behind a loop.
fn is_needed(l: &LoopRecord, array: &str) -> bool {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    l.behind.iter().any(|needed| needed.split(|c| !is_part(c)).any(|word| word == array))
}

fn judge_claim(judgement: &mut AnswerJudgement, claim: &ClaimRecord) {
    let conditions = match &claim.conditions {
        Ok(conditions) => conditions,
        Err(reason) => {
            return judgement.leave_open(&format!(
                "The claim of line {} has no conditions: {reason}.",
                claim.line
            ));
        }
    };
    for condition in conditions {
        match &condition.state {
            ConditionState::Holds => {}
            ConditionState::Broken(values) => judgement.refuse(&broken(condition, values)),
            ConditionState::Open(reason) => {
                let name = &condition.name;
                judgement.leave_open(&format!("Of {name} it was not found out: {reason}."));
            }
        }
    }
}

/// A condition that does not hold, with the rounds that break it.
fn broken(condition: &ConditionRecord, values: &ConditionViolation) -> String {
    let line = condition.line.map_or(String::new(), |line| format!(" for the loop of line {line}"));
    let rounds = values.rounds.iter().map(|(role, round)| format!("{role} is `{round}`"));
    let rounds: Vec<String> = rounds.collect();
    let rounds = match rounds.is_empty() {
        true => String::new(),
        false => format!(" It breaks where {}.", rounds.join(" and ")),
    };
    format!("{} does not hold{line}: {}{rounds}", condition.name, condition.why)
}
