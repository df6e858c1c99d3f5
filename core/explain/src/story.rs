//! The story of a verdict as five cards: the claim, a violating run, the abstraction of arrays, the relevant
//! cells, and the proof or what the abstraction lost. Where functions are called there is one more, about
//! calls.
//!
//! A card has one sentence and one picture, and no predicates.

use hornbook_records::story::{ArrayCells, Card, CardPicture, Story, Topic};

mod calls;
use super::invariant::make_strips;
use hornbook_abstraction::eliminate::Instantiated;
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_base::LineIndex;
use hornbook_base::text::capitalised;
use hornbook_horn::prenex::negate;
use hornbook_horn::{ClauseId, Node, Op, Quantifier, Subst, Term, Var};
use hornbook_lang::calls::CallHandling;
use hornbook_lang::parse;
use hornbook_lang::rewrite::effects::declares;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::instrumented::{InstrumentedProgram, TranslatedInvariant};
use hornbook_records::invariant::{Invariant, Strip};
use hornbook_records::outcome::{ArrayView, AssertionOutcome, Outcome, Run, Verdict};
use hornbook_records::sample::StripRow;
use hornbook_tasks::method_result::ProofKind;
use std::collections::BTreeSet;

/// The greatest number of sentences of an invariant on a card.
const MAX_SENTENCES: usize = 3;

/// The reason for a cell in the claim.
const ASKED_REASON: &str = "asked about";

/// The beginning of the sentence about a spurious step.
const SPURIOUS_PREFIX: &str = "The derivation is not a run";

/// The beginning of the names that abstractions give to the indices of cells.
const FORMAL_INDEX: &str = "k_";

/// The names of indices.
const INDEX_NAMES: [&str; 6] = ["k", "l", "m", "p", "q", "r"];

/// The greatest number of cells of an array that are drawn: more than a run has, if they lie beside each other.
const MAX_CELLS: i64 = 32;

/// The input of a story.
pub struct StoryInput<'a> {
    /// The program.
    pub text: &'a str,
    /// The outcome.
    pub outcome: &'a Outcome,
    /// The assertion that it is about.
    pub assertion: &'a AssertionOutcome,
    /// The claim, with its clause.
    pub claim: Option<(Term, ClauseId)>,
    /// The handling of calls of the functions.
    pub handled: &'a [CallHandling],
    /// The claims of contracts that this one rests on; it may be among them.
    pub rests_on: Vec<&'a AssertionOutcome>,
    /// The arrays with their abstractions.
    pub arrays: Vec<(Var, Sigma)>,
    /// The step whose relevant cells are shown.
    pub step: Option<StoryStep>,
    /// The invariants that directly precede the assertion, by their positions in the outcome; `None` if
    /// that is unknown.
    pub before: Option<Vec<usize>>,
    /// Whether all that an invariant has to survive and to suffice for was confirmed of what is shown, by its position.
    pub is_whole: &'a dyn Fn(usize) -> bool,
    /// The calls to `insts` there.
    pub calls: &'a [Instantiated],
}

/// A step of the program.
pub struct StoryStep {
    /// Its clause.
    pub clause: ClauseId,
    /// Its line, from 1.
    pub line: u32,
    /// Its effect, in a few words.
    pub does: String,
    /// Whether it writes a cell.
    pub writes: bool,
}

impl StoryInput<'_> {
    /// Makes the story.
    pub fn make_story(&self) -> Story {
        let verdict = &self.assertion.verdict;
        let last = match verdict {
            Verdict::Certified | Verdict::NothingAsserted => self.proof_card(),
            Verdict::Buggy(run) => self.run_card(run),
            Verdict::Refuted(_)
            | Verdict::TooWeak { .. }
            | Verdict::NotShown(_)
            | Verdict::Unknown(_) => self.open_card(),
        };
        let (remembered, cells) = match verdict {
            Verdict::Buggy(run) => (self.exact_card(), self.checked_run_card(run)),
            _ => (self.abstraction_card(), self.cells_card()),
        };
        let mut cards = vec![self.claim_card(), self.danger_card()];
        cards.extend(self.calls_card());
        // Many proofs use neither this abstraction nor these cells, as those by the reader's own lines.
        if self.rests_on_stages() || matches!(verdict, Verdict::Buggy(_)) {
            cards.extend([remembered, cells]);
        }
        cards.push(last);
        Story { verdict: verdict.name().to_owned(), cards }
    }

    /// Whether the verdict is about the abstraction and the cells of the stages, or needs none.
    fn rests_on_stages(&self) -> bool {
        let is_of_stages = |kind: ProofKind| kind.is_exact() || kind == ProofKind::Model;
        let proof = self.assertion.proof.filter(|_| self.assertion.verdict == Verdict::Certified);
        let is_of_other = proof == Some(ProofKind::Model) && self.outcome.mixes_abstractions;
        self.outcome.judgement.is_none() && proof.is_none_or(is_of_stages) && !is_of_other
    }

    /// Whether the claim was decided without abstraction.
    fn is_exact(&self) -> bool {
        self.outcome.exact || self.assertion.is_proved_by(ProofKind::is_exact)
    }

    fn card(&self, topic: Topic, sentence: String, picture: CardPicture) -> Card {
        Card { topic, sentence, picture, clause: None }
    }

    fn line_picture(&self, line: u32) -> CardPicture {
        let text = self.text.lines().nth(line.saturating_sub(1) as usize);
        CardPicture::Lines(vec![(line, text.unwrap_or_default().trim().to_owned())])
    }

    /// The strips of formulas about arrays, or else the line of the assertion.
    fn strips_picture(&self, said: &[Term]) -> CardPicture {
        let strips = make_strips(said);
        match strips.is_empty() {
            true => self.line_picture(self.assertion.line),
            false => CardPicture::Strips(strips.into_iter().map(|strip| (strip, None)).collect()),
        }
    }

    fn claim_card(&self) -> Card {
        let AssertionOutcome { line, span, .. } = self.assertion;
        let said = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = match self.assertion.kind {
            AssertionKind::Asserted => {
                format!("Line {line} claims, of every run that comes there: `{said}`")
            }
            AssertionKind::Hint => {
                format!("Line {line} hints, of every run that comes there: `{said}`")
            }
            AssertionKind::Invariant => {
                format!(
                    "Line {line} claims, whenever a run comes to the head of the loop: `{said}`"
                )
            }
            AssertionKind::Decreases => {
                format!(
                    "Line {line} claims, of each round: it is not negative before, and smaller after: `{said}`"
                )
            }
            AssertionKind::Requires => {
                format!("Line {line} must keep what the function requires: `{said}`")
            }
            AssertionKind::Ensures => {
                format!("Line {line} claims, of every run in which the function returns: `{said}`")
            }
            AssertionKind::Divisor => {
                format!("In line {line} the divisor `{said}` must not be zero.")
            }
            AssertionKind::Bounds => {
                format!("In line {line} the index of `{said}` must lie within the array.")
            }
        };
        let picture = match &self.claim {
            Some((claim, _)) => self.strips_picture(std::slice::from_ref(claim)),
            None => self.line_picture(*line),
        };
        let clause = self.claim.as_ref().map(|(_, clause)| *clause);
        Card { clause, ..self.card(Topic::Claim, said, picture) }
    }

    fn danger_card(&self) -> Card {
        let line = self.assertion.line;
        let come = format!("The claim is wrong if one run comes to line {line}");
        let Some((claim, clause)) = &self.claim else {
            let picture = self.line_picture(line);
            return self.card(Topic::Danger, format!("{come} and it is false there."), picture);
        };
        let (sentence, mut known, violated) = match claim.node() {
            Node::Quant(Quantifier::Forall, vars, body) => {
                let names: Vec<String> = vars.iter().map(|v| format!("`{}`", v.name)).collect();
                let names = names.join(" and ");
                match body.as_app(Op::Implies) {
                    Some([guard, fact]) => (
                        format!(
                            "{come} and there is one {names} with `{guard}` for which `{fact}` \
                             is false."
                        ),
                        guard.conjuncts(),
                        negate(fact),
                    ),
                    _ => (
                        format!("{come} and there is one {names} for which `{body}` is false."),
                        vec![],
                        negate(body),
                    ),
                }
            }
            _ => (format!("{come} while `{claim}` is false."), vec![], negate(claim)),
        };
        known.push(violated);
        let picture = self.strips_picture(&known);
        Card { clause: Some(*clause), ..self.card(Topic::Danger, sentence, picture) }
    }

    fn exact_card(&self) -> Card {
        let sentence = "To show a mistake nothing is left out: a run has all cells of all arrays.";
        self.card(Topic::Remembered, sentence.to_owned(), self.line_picture(self.assertion.line))
    }

    fn abstraction_card(&self) -> Card {
        if self.is_exact() {
            let why = self.outcome.describe_exactness().unwrap_or_default();
            let picture = self.line_picture(self.assertion.line);
            return self.card(Topic::Remembered, format!("Nothing is left out. {why}"), picture);
        }
        let Some((_, sigma)) = self.arrays.first() else {
            let sentence = "There are no arrays: all variables are remembered.";
            let picture = self.line_picture(self.assertion.line);
            return self.card(Topic::Remembered, sentence.to_owned(), picture);
        };
        let sentence = match self.arrays.iter().all(|(_, other)| other == sigma) {
            true => format!("Of each array, {}.", describe_abstraction(sigma)),
            false => {
                let each = |(v, sigma): &(Var, Sigma)| {
                    format!("of `{}`, {}", v.name, describe_abstraction(sigma))
                };
                let each: Vec<String> = self.arrays.iter().map(each).collect();
                format!("{}.", capitalised(&each.join("; ")))
            }
        };
        // The cells of two arrays need not be at the same place.
        let mut letters = INDEX_NAMES.iter();
        let shown = |(array, sigma): &(Var, Sigma)| {
            let cells = letters.by_ref().take(count_cells(sigma)?);
            let cells = cells.map(|k| (Term::var(&Var::int(k)), "any one".to_owned()));
            Some(ArrayCells { array: Term::var(array), cells: cells.collect() })
        };
        let drawn: Vec<ArrayCells> = self.arrays.iter().map_while(shown).collect();
        let picture = match drawn.is_empty() {
            true => self.line_picture(self.assertion.line),
            false => CardPicture::Cells(drawn),
        };
        self.card(Topic::Remembered, sentence, picture)
    }

    /// The relevant cells of the step.
    fn cells_card(&self) -> Card {
        let (mut found, mut all_picked) = (vec![], true);
        for call in self.calls {
            all_picked &= collect_cells(&call.call, &mut found);
        }
        rename_indices(&mut found, self.text);
        let (Some(StoryStep { clause, line, does, writes }), false) =
            (&self.step, found.is_empty() || self.is_exact())
        else {
            let sentence = match self.is_exact() {
                true => {
                    "No single cell has to be picked: the claim and the conditions name those that matter."
                }
                false => "No cells are picked at this step.",
            };
            let picture = self.line_picture(self.assertion.line);
            return self.card(Topic::Cells, sentence.to_owned(), picture);
        };
        let all = found.iter().flat_map(|of| of.cells.iter().map(|(k, _)| (&of.array, k)));
        let named: Vec<String> = all.map(|(array, index)| format!("`{array}[{index}]`")).collect();
        let named = named.join(" and ");
        let kept = all_picked && self.calls.iter().all(|c| c.call.completeness.is_kept());
        let sentence = match (kept, *writes) {
            (true, true) => format!(
                "Line {line} {does}. To know any one cell after it, it is enough to know before it: \
                 {named}."
            ),
            (true, false) => format!("Line {line} {does}. It is enough to know there: {named}."),
            (false, _) => {
                let enough = match self.assertion.verdict {
                    Verdict::Certified => "That was enough here",
                    _ => "Perhaps others matter, too",
                };
                format!(
                    "Line {line} {does}. These cells are looked at before it: {named}. {enough}."
                )
            }
        };
        let card = self.card(Topic::Cells, sentence, CardPicture::Cells(found));
        Card { clause: Some(*clause), ..card }
    }

    fn checked_run_card(&self, run: &Run) -> Card {
        let reads = run.failure.iter().flat_map(|failure| &failure.reads);
        let reads: Vec<String> = reads.map(|(cell, value)| format!("`{cell} = {value}`")).collect();
        let sentence = match reads.is_empty() {
            true => "The claim looks at what the run has left.".to_owned(),
            false => format!("The claim looks at {}.", reads.join(", ")),
        };
        self.card(Topic::Cells, sentence, self.final_arrays(run))
    }

    fn run_card(&self, run: &Run) -> Card {
        let chosen = match run.choices.is_empty() {
            true => "No choice matters to this run".to_owned(),
            false => format!("The run chooses `{}`", run.choices_in_short()),
        };
        let what = run.steps.last().map(|step| step.what.clone()).unwrap_or_default();
        let line = self.assertion.line;
        let inside = match run.final_call_stack().0.first() {
            Some(frame) => format!(" inside of `{}`", frame.call()),
            None => String::new(),
        };
        let sentence = format!("{chosen}. It comes to line {line}{inside}, and there: `{what}`.");
        self.card(Topic::Found, sentence, self.final_arrays(run))
    }

    fn final_arrays(&self, run: &Run) -> CardPicture {
        let arrays = run.steps.last().map_or(&[][..], |step| &step.arrays);
        let strips: Vec<_> = arrays.iter().filter_map(sample_strip).collect();
        match strips.is_empty() {
            true => self.line_picture(self.assertion.line),
            false => CardPicture::Strips(strips),
        }
    }

    fn proof_card(&self) -> Card {
        let line_picture = || self.line_picture(self.assertion.line);
        if self.assertion.unreached {
            let sentence =
                format!("No run comes to the assertion of line {}.", self.assertion.line);
            return self.card(Topic::Enough, sentence, line_picture());
        }
        let ghosts = |kind| kind == ProofKind::GhostVariables;
        let instrumented = self.outcome.instrumented.first();
        if let Some(instrumented) = instrumented.filter(|_| self.assertion.is_proved_by(ghosts)) {
            let picture = added_lines(instrumented);
            return self.card(Topic::Enough, describe_ghosts(instrumented), picture);
        }
        let by_lines = self.assertion.is_proved_by(|kind| kind == ProofKind::GivenLines);
        if self.outcome.judgement.is_some() || by_lines {
            return self.card(Topic::Enough, self.describe_lines().to_owned(), line_picture());
        }
        let rests_on_invariants =
            matches!(self.assertion.proof, Some(ProofKind::Model | ProofKind::Hints) | None);
        let invariant = self.main_invariant().filter(|_| rests_on_invariants);
        let Some((place, invariant)) = invariant else {
            return self.card(Topic::Enough, self.describe_proof().to_owned(), line_picture());
        };
        let sentence = self.describe_induction(place, invariant);
        let strips = invariant.strips.iter().map(|strip| (strip.clone(), None)).collect();
        let picture = match invariant.strips.is_empty() {
            true => self.line_picture(invariant.line),
            false => CardPicture::Strips(strips),
        };
        self.card(Topic::Enough, sentence, picture)
    }

    /// The sentence on a claim that the reader's own lines show.
    fn describe_lines(&self) -> &'static str {
        match self.assertion.kind {
            AssertionKind::Invariant => {
                "It starts true, and each round keeps it true: what your lines say of the loop is enough for that."
            }
            AssertionKind::Decreases => "What your lines say of the loop is enough for that.",
            _ => "Your lines about the loops before it are enough, exactly as they are written.",
        }
    }

    /// The sentence on a proof without an invariant of a loop before the claim that can be shown.
    fn describe_proof(&self) -> &'static str {
        match (self.assertion.proof, &self.before) {
            (Some(ProofKind::AllRounds), _) => {
                "All rounds of the loops before the claim were looked at: no invariant is needed."
            }
            (Some(ProofKind::TileConditions), _) => {
                "It holds by its tiles: each round makes the claim hold for one more tile, and it stays so."
            }
            (Some(ProofKind::Witnesses), _) => {
                "The program was certified with a witness for what exists: the claim holds for this witness."
            }
            (Some(ProofKind::GhostVariables), _) => {
                "The program with ghost variables, which change nothing in it, was certified."
            }
            (Some(ProofKind::LoopSummaries), _) => {
                "Its loops were replaced by what they do, without any invariant, and the claim follows from that."
            }
            (Some(ProofKind::Model | ProofKind::NoLoop) | None, Some(before))
                if before.is_empty() =>
            {
                "The steps before the claim say it: no loop has to be understood."
            }
            (Some(ProofKind::Model | ProofKind::Hints), _) => {
                "It follows from invariants of points before it, which a checker accepted."
            }
            _ => "It was proved in a way that has no words here.",
        }
    }

    /// The sentences on a claim that follows from an invariant of a loop. They call it an induction only if what is
    /// shown of the loop, and of those inside of it, was confirmed to be one.
    fn describe_induction(&self, place: usize, invariant: &Invariant) -> String {
        let inside: Vec<usize> = self.inside_of(invariant).collect();
        let is_whole = inside.iter().chain([&place]).all(|place| (self.is_whole)(*place));
        let (is_one, more) = match is_whole {
            true => {
                ("It starts true, each round keeps it true, and the claim follows.", "For that")
            }
            false => ("The proof may rest on more than this.", "Besides"),
        };
        let inside = inside.iter().filter_map(|place| self.outcome.invariants.get(*place));
        let inside =
            inside.map(|i| format!(" {more}, this holds {}: {}.", i.title, describe_invariant(i)));
        let title = capitalised(&invariant.title);
        let said = describe_invariant(invariant);
        format!("{title}, this holds: {said}. {is_one}{}", inside.collect::<String>())
    }

    /// The invariants of the loops inside of a loop, on which it rests that its rounds keep its own.
    fn inside_of(&self, outer: &Invariant) -> impl Iterator<Item = usize> {
        let loops = self.outcome.invariants.iter().enumerate();
        let loops = loops.filter(|(_, i)| i.loop_head && !i.parts.is_empty());
        loops
            .filter(|(_, i)| i.span != outer.span && outer.span.join(i.span) == outer.span)
            .map(|(place, _)| place)
    }

    /// The first loop invariant before the claim that has parts.
    fn main_invariant(&self) -> Option<(usize, &Invariant)> {
        let before = self.before.iter().flatten();
        let mut loops = before.filter_map(|n| Some((*n, self.outcome.invariants.get(*n)?)));
        loops.find(|(_, i)| i.loop_head && !i.parts.is_empty())
    }

    fn open_card(&self) -> Card {
        let (topic, why) = match &self.assertion.verdict {
            Verdict::TooWeak { why, abstracted: true, .. } => {
                // What is said of the steps before stands beside the verdict.
                let mixed = why.find(SPURIOUS_PREFIX).and_then(|at| why.get(at..));
                (Topic::Lost, mixed.unwrap_or(why).to_owned())
            }
            Verdict::TooWeak { why, .. } => (Topic::Open, why.clone()),
            Verdict::Unknown(reason) => (Topic::Open, reason.describe()),
            Verdict::NotShown(_) => {
                (Topic::Open, "what is given about the loops does not show it".to_owned())
            }
            _ => (Topic::Found, "the clauses contradict each other".to_owned()),
        };
        let sentence = format!("{}.", capitalised(&why));
        self.card(topic, sentence, self.line_picture(self.assertion.line))
    }
}

/// Describes an invariant by its first lines, those about all cells of a range first.
fn describe_invariant(invariant: &Invariant) -> String {
    let mut lines: Vec<(bool, String)> = invariant
        .parts
        .iter()
        .zip(invariant.display_parts())
        .map(|(part, said)| (!part.has_quantifier(), format!("`{said}`")))
        .collect();
    lines.sort_by_key(|(scalar, _)| *scalar);
    let more = lines.len().saturating_sub(MAX_SENTENCES);
    let shown: Vec<String> = lines.into_iter().take(MAX_SENTENCES).map(|(_, said)| said).collect();
    let more = match more {
        0 => String::new(),
        1 => ", and one more line".to_owned(),
        n => format!(", and {n} more lines"),
    };
    shown.join(" and ") + &more
}

/// The variables that a program declares.
fn declared_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for stmt in &parse(text).0.body {
        stmt.visit(&mut |inner| names.extend(declares(inner)));
    }
    names
}

/// Renames the indices that are no variables of the program to `k`, `l` and so on: those that the claim asks about, and
/// those that an abstraction has made up.
fn rename_indices(found: &mut [ArrayCells], text: &str) {
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let is_made_up = |var: &Var| var.name.starts_with(FORMAL_INDEX) && !words.contains(&*var.name);
    let (mut renamed, mut kept) = (vec![], BTreeSet::new());
    for (index, why) in found.iter().flat_map(|of| &of.cells) {
        let asked = index.as_var().filter(|_| why == ASKED_REASON);
        for var in index.free_vars() {
            if asked != Some(&var) && !is_made_up(&var) {
                kept.insert(var.name.to_string());
            } else if !renamed.contains(&var) {
                renamed.push(var);
            }
        }
    }
    // A letter that the program declares stands for its variable.
    let declared = declared_names(text);
    let is_free = |letter: &&str| !kept.contains(*letter) && !declared.contains(*letter);
    let letters = INDEX_NAMES.into_iter().filter(is_free);
    let named: Subst =
        renamed.into_iter().zip(letters).map(|(var, k)| (var, Term::var(&Var::int(k)))).collect();
    for (index, _) in found.iter_mut().flat_map(|of| &mut of.cells) {
        *index = index.subst(&named);
    }
}

/// Describes the abstraction of an array.
fn describe_abstraction(sigma: &Sigma) -> String {
    match sigma {
        Sigma::Id => "everything is remembered".to_owned(),
        Sigma::Cell => "one cell at a time is remembered, its index and its value; which cells \
                        stood together is forgotten"
            .to_owned(),
        Sigma::Power(base, n) if **base == Sigma::Cell => {
            format!("{n} cells at a time are remembered, with their indices and values")
        }
        Sigma::Ordered(base, n) if **base == Sigma::Cell => {
            format!("{n} cells at a time are remembered, from left to right")
        }
        other => format!("what `{other}` keeps is remembered"),
    }
}

/// The number of cells in a tuple, for an abstraction to tuples of cells.
fn count_cells(sigma: &Sigma) -> Option<usize> {
    match sigma {
        Sigma::Cell => Some(1),
        Sigma::Power(base, n) | Sigma::Ordered(base, n) if **base == Sigma::Cell => Some(*n),
        _ => None,
    }
}

/// Collects the cells that the calls for single cells inside a call select. Whether each array of the call is among
/// those.
fn collect_cells(call: &Call, out: &mut Vec<ArrayCells>) -> bool {
    let Value::Leaf(array) = &call.expr else { return collect_nested(call, out) };
    let Algorithm::Cell { of_goal, .. } = &call.algorithm else {
        let is_leaf = call.algorithm.calls().is_empty();
        return collect_nested(call, out) && !(is_leaf && array.sort().is_array());
    };
    let why = |index: &Term| match of_goal.contains(index) {
        true => ASKED_REASON,
        false => "used in this step",
    };
    let indices = call.set.iter().filter_map(|i| i.sharp.leaves().first().cloned());
    let cells = indices.map(|index| (index.clone(), why(&index).to_owned()));
    match out.iter_mut().find(|known| known.array == *array) {
        Some(known) => {
            let more = cells.filter(|(index, _)| known.cells.iter().all(|(k, _)| k != index));
            known.cells.extend(more.collect::<Vec<_>>());
        }
        None => out.push(ArrayCells { array: array.clone(), cells: cells.collect() }),
    }
    true
}

/// Collects the cells of all calls that a call made.
fn collect_nested(call: &Call, out: &mut Vec<ArrayCells>) -> bool {
    let mut all_picked = true;
    for inner in call.algorithm.calls() {
        all_picked &= collect_cells(inner, out);
    }
    all_picked
}

/// The cells of an array as far as they are known, from the first to the last one. Where these are too many, a sign stands for
/// those that follow.
fn sample_strip(array: &ArrayView) -> Option<(Strip, Option<StripRow>)> {
    let known: Vec<(i64, &String)> = array
        .cells
        .iter()
        .filter_map(|(indices, value)| match indices.as_slice() {
            [index] => Some((index.to_i64()?, value)),
            _ => None,
        })
        .collect();
    let (first, last) = (known.first()?.0, known.last()?.0);
    let end = last.min(first.checked_add(MAX_CELLS)?.checked_sub(1)?);
    let is_shown = |k: i64| k < end || end == last;
    let value = |k: i64| known.iter().find(|(at, _)| *at == k && is_shown(k));
    let cell = |k: i64| value(k).map_or("…", |(_, value)| value);
    let cells = (first..=end).map(|k| cell(k).to_owned()).collect();
    let row = StripRow { first, cells, ticks: vec![], holds: vec![] };
    Some((Strip::without_facts(&array.name), Some(row)))
}

/// The greatest number of lines with ghost variables that are shown.
const MAX_GHOST_LINES: usize = 16;

/// The first lines of an instrumented program with added parts.
fn added_lines(instrumented: &InstrumentedProgram) -> CardPicture {
    let InstrumentedProgram { text, added, .. } = instrumented;
    let index = LineIndex::new(text);
    let numbers: BTreeSet<u32> = added.iter().map(|span| index.line(*span)).collect();
    let line = |n: u32| (n, text.lines().nth(n as usize - 1).unwrap_or_default().to_owned());
    CardPicture::Lines(numbers.into_iter().take(MAX_GHOST_LINES).map(line).collect())
}

/// Describes the ghost variables, and an invariant that they gave.
fn describe_ghosts(instrumented: &InstrumentedProgram) -> String {
    let meanings = instrumented.meanings.iter().map(|m| format!("`{}` is `{}`", m.ghost, m.value));
    let meanings = meanings.collect::<Vec<_>>().join(", ");
    let mut sentence = format!("Ghost variables follow what is asked for: {meanings}.");
    let says =
        |point: &&TranslatedInvariant| point.invariant.loop_head && !point.sentences.is_empty();
    if let Some(point) = instrumented.points.iter().find(says) {
        let known: Vec<String> = point.sentences.iter().map(|s| format!("`{s}`")).collect();
        let place = capitalised(&point.title);
        sentence += &format!(" {place} this holds then: {}.", known.join(" and "));
    }
    sentence +=
        " The lines below are those of the program with ghost variables that have something new.";
    sentence
}
