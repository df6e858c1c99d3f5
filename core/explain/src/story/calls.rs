//! The card about calls: the handling of each function, and the contracts that the claim rests on.

use super::StoryInput;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::outcome::{AssertionOutcome, Verdict};
use hornbook_records::story::{Card, CardPicture, Topic};
use hornbook_tasks::method_result::ProofKind;

/// The greatest number of functions that are named.
const MAX_FUNCTIONS: usize = 3;
/// The greatest number of lines of contracts that are named and shown.
const MAX_LINES: usize = 6;

impl StoryInput<'_> {
    /// The card about calls, where there are functions. There is none for a failing run, which executes their
    /// statements, nor where all rounds were looked at, as calls are inlined there.
    pub(super) fn calls_card(&self) -> Option<Card> {
        let is_inlined = self.assertion.is_proved_by(|kind| kind == ProofKind::AllRounds)
            || matches!(self.assertion.verdict, Verdict::Buggy(_));
        if self.handled.is_empty() || is_inlined {
            return None;
        }
        let mut sentences: Vec<String> =
            self.handled.iter().take(MAX_FUNCTIONS).map(|handled| handled.describe()).collect();
        sentences.extend(match self.handled.len().saturating_sub(MAX_FUNCTIONS) {
            0 => None,
            1 => Some("One more function stands with the clauses.".to_owned()),
            n => Some(format!("{n} more functions stand with the clauses.")),
        });
        sentences.push(self.describe_contracts());
        Some(self.card(Topic::Calls, sentences.join(" "), self.contracts_picture()))
    }

    /// The other claims that this one rests on.
    fn contract_claims(&self) -> Vec<&AssertionOutcome> {
        let others = self.rests_on.iter().copied().filter(|other| other.id != self.assertion.id);
        let mut others: Vec<&AssertionOutcome> = others.collect();
        others.sort_by_key(|other| other.span);
        others
    }

    /// Describes the contracts that the claim rests on.
    fn describe_contracts(&self) -> String {
        let others = self.contract_claims();
        let itself = others.len() < self.rests_on.len();
        let induction = "the function that calls itself may use its own contract for the calls \
                         inside, which is an induction over the calls of a run";
        match (others.is_empty(), itself) {
            (true, false) => "The claim rests on no contract.".to_owned(),
            (true, true) => format!("The claim rests on itself: {induction}."),
            (false, _) => {
                let more = if itself { format!("; {induction}") } else { String::new() };
                let certified = matches!(self.assertion.verdict, Verdict::Certified);
                let (rests, then) = match certified {
                    true => ("rests", "certified, too"),
                    false => ("would rest", "to be certified as well"),
                };
                format!("The claim {rests} on {}, {then}{more}.", describe_claims(&others))
            }
        }
    }

    /// A picture of the lines of the contracts, or else of the claim.
    fn contracts_picture(&self) -> CardPicture {
        let mut lines: Vec<u32> = self.contract_claims().iter().map(|other| other.line).collect();
        lines.dedup();
        if lines.is_empty() {
            return self.line_picture(self.assertion.line);
        }
        let text = |line: u32| {
            let text = self.text.lines().nth(line.saturating_sub(1) as usize);
            (line, text.unwrap_or_default().trim().to_owned())
        };
        CardPicture::Lines(lines.into_iter().take(MAX_LINES).map(text).collect())
    }
}

/// Describes claims of contracts: `the contract in lines 2 and 3 and what the call in line 9 keeps`.
fn describe_claims(claims: &[&AssertionOutcome]) -> String {
    let lines = |required: bool| {
        let side = |claim: &&&AssertionOutcome| (claim.kind == AssertionKind::Requires) == required;
        let mut lines: Vec<u32> = claims.iter().filter(side).map(|claim| claim.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let (owed, kept) = (lines(false), lines(true));
    let owed = (!owed.is_empty()).then(|| format!("the contract in {}", format_lines(&owed)));
    let calls = if kept.len() > 1 { "the calls in" } else { "the call in" };
    let keep = if kept.len() > 1 { "keep" } else { "keeps" };
    let kept = (!kept.is_empty()).then(|| format!("what {calls} {} {keep}", format_lines(&kept)));
    owed.into_iter().chain(kept).collect::<Vec<_>>().join(" and ")
}

/// Formats line numbers: `line 2`, `lines 2 and 3`; of many the first.
fn format_lines(lines: &[u32]) -> String {
    let shown: Vec<String> = lines.iter().take(MAX_LINES).map(u32::to_string).collect();
    match shown.as_slice() {
        [one] => format!("line {one}"),
        _ if lines.len() > MAX_LINES => format!("lines {} and more", shown.join(", ")),
        [before @ .., last] => format!("lines {} and {last}", before.join(", ")),
        [] => String::new(),
    }
}
