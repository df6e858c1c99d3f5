//! The card about calls: what a proof knows of each function, and on which contracts the claim rests.

use super::Told;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::outcome::{AssertionOutcome, Verdict};
use hornbook_records::story::{Card, CardPicture, Topic};

/// Functions that are told; of many the rest is counted.
const FUNCTIONS: usize = 3;
/// Lines of contracts that are named and shown.
const LINES: usize = 6;

impl Told<'_> {
    /// What is known of calls, where there are functions. A failing run goes through their statements,
    /// so nothing has to be known of them there.
    pub(super) fn about_calls(&self) -> Option<Card> {
        if self.handled.is_empty() || matches!(self.assertion.verdict, Verdict::Buggy(_)) {
            return None;
        }
        let mut sentences: Vec<String> =
            self.handled.iter().take(FUNCTIONS).map(|handled| handled.describe()).collect();
        sentences.extend(match self.handled.len().saturating_sub(FUNCTIONS) {
            0 => None,
            1 => Some("One more function stands with the clauses.".to_owned()),
            n => Some(format!("{n} more functions stand with the clauses.")),
        });
        sentences.push(self.rests());
        Some(self.card(Topic::Calls, sentences.join(" "), self.contracts()))
    }

    /// The other claims that this one rests on.
    fn others(&self) -> Vec<&AssertionOutcome> {
        let others = self.rests_on.iter().copied().filter(|other| other.id != self.assertion.id);
        let mut others: Vec<&AssertionOutcome> = others.collect();
        others.sort_by_key(|other| other.span);
        others
    }

    /// On what the claim rests, in words.
    fn rests(&self) -> String {
        let others = self.others();
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
                format!("The claim {rests} on {}, {then}{more}.", named(&others))
            }
        }
    }

    /// The lines of the contracts, or else that of the claim.
    fn contracts(&self) -> CardPicture {
        let mut lines: Vec<u32> = self.others().iter().map(|other| other.line).collect();
        lines.dedup();
        if lines.is_empty() {
            return self.line(self.assertion.line);
        }
        let text = |line: u32| {
            let text = self.text.lines().nth(line.saturating_sub(1) as usize);
            (line, text.unwrap_or_default().trim().to_owned())
        };
        CardPicture::Lines(lines.into_iter().take(LINES).map(text).collect())
    }
}

/// Claims of contracts: `the contract in lines 2 and 3 and what the call in line 9 keeps`.
fn named(claims: &[&AssertionOutcome]) -> String {
    let lines = |required: bool| {
        let side = |claim: &&&AssertionOutcome| (claim.kind == AssertionKind::Requires) == required;
        let mut lines: Vec<u32> = claims.iter().filter(side).map(|claim| claim.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let (owed, kept) = (lines(false), lines(true));
    let owed = (!owed.is_empty()).then(|| format!("the contract in {}", counted(&owed)));
    let calls = if kept.len() > 1 { "the calls in" } else { "the call in" };
    let keep = if kept.len() > 1 { "keep" } else { "keeps" };
    let kept = (!kept.is_empty()).then(|| format!("what {calls} {} {keep}", counted(&kept)));
    owed.into_iter().chain(kept).collect::<Vec<_>>().join(" and ")
}

/// `line 2`, `lines 2 and 3`; of many the first.
fn counted(lines: &[u32]) -> String {
    let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
    match shown.as_slice() {
        [one] => format!("line {one}"),
        _ if lines.len() > LINES => format!("lines {} and more", shown.join(", ")),
        [before @ .., last] => format!("lines {} and {last}", before.join(", ")),
        [] => String::new(),
    }
}
