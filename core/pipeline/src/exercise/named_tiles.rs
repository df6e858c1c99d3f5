//! Tiles that a student has named: the conditions of all claims with them.

use crate::Input;
use crate::tiling::record_tiling;
use hornbook_course::judgement::AnswerJudgement;
use hornbook_records::tiled::{ClaimRecord, ConditionRecord, ConditionState, ConditionViolation};

/// Judges the tiles of a text: those that are named, with those that Hornbook finds for other loops and arrays.
pub(super) fn judge_tiles(judgement: &mut AnswerJudgement, input: &Input) {
    let Some(tiling) = record_tiling(input) else {
        return judgement.leave_open("This program has no tiles.");
    };
    if let Some(reason) = &tiling.wrong {
        return judgement.refuse(&format!("These tiles fit no loop: {reason}."));
    }
    if !tiling.loops.iter().flat_map(|l| &l.tiles).any(|tile| tile.by_hand) {
        return judgement.refuse("There is no tile yet.");
    }
    if tiling.claims.is_empty() {
        return judgement.leave_open("There is no claim behind the loops.");
    }
    tiling.claims.iter().for_each(|claim| judge_claim(judgement, claim));
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
