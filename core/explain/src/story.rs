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
        // The reader's own lines are judged on the program itself.
        if self.outcome.judgement.is_none() || matches!(verdict, Verdict::Buggy(_)) {
            cards.extend([remembered, cells]);
        }
        cards.push(last);
        Story { verdict: verdict.name().to_owned(), cards }
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
        if self.outcome.exact {
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
        let mut found = vec![];
        self.calls.iter().for_each(|call| collect_cells(&call.call, &mut found));
        rename_indices(&mut found, self.text);
        let (Some(StoryStep { clause, line, does, writes }), false) =
            (&self.step, found.is_empty())
        else {
            let sentence = "No single cell has to be picked: the claim and the conditions name those that matter.";
            let picture = self.line_picture(self.assertion.line);
            return self.card(Topic::Cells, sentence.to_owned(), picture);
        };
        let all = found.iter().flat_map(|of| of.cells.iter().map(|(k, _)| (&of.array, k)));
        let named: Vec<String> = all.map(|(array, index)| format!("`{array}[{index}]`")).collect();
        let named = named.join(" and ");
        let kept = self.calls.iter().all(|call| call.call.completeness.is_kept());
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
            true => "The run has no choice".to_owned(),
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
        if self.assertion.unreached {
            let sentence = format!("No run comes to line {} at all.", self.assertion.line);
            return self.card(Topic::Enough, sentence, self.line_picture(self.assertion.line));
        }
        if let Some(instrumented) = self.outcome.instrumented.first() {
            let picture = added_lines(instrumented);
            return self.card(Topic::Enough, describe_ghosts(instrumented), picture);
        }
        if self.outcome.judgement.is_some() {
            let sentence = match self.assertion.kind {
                AssertionKind::Invariant => {
                    "It starts true, and each round keeps it true: what your lines say of the loop is enough for that."
                }
                _ => {
                    "Your lines about the loops before it are enough, exactly as they are written."
                }
            };
            return self.card(
                Topic::Enough,
                sentence.to_owned(),
                self.line_picture(self.assertion.line),
            );
        }
        let Some(invariant) = self.main_invariant() else {
            let sentence = match &self.before {
                Some(before) if before.is_empty() => {
                    "The steps before the claim say it: no loop has to be understood."
                }
                _ => "It follows from what is known at the loops before it, which stands below.",
            };
            let picture = self.line_picture(self.assertion.line);
            return self.card(Topic::Enough, sentence.to_owned(), picture);
        };
        let inside: String = self.inside_of(invariant).map(describe_inside).collect();
        let sentence = format!(
            "{}, this holds: {}. It starts true, each round keeps it true, and the claim follows.{inside}",
            capitalised(&invariant.title),
            describe_invariant(invariant)
        );
        let strips = invariant.strips.iter().map(|strip| (strip.clone(), None)).collect();
        let picture = match invariant.strips.is_empty() {
            true => self.line_picture(invariant.line),
            false => CardPicture::Strips(strips),
        };
        self.card(Topic::Enough, sentence, picture)
    }

    /// The invariants of the loops inside of a loop, on which it rests that its rounds keep its own.
    fn inside_of<'s>(&'s self, outer: &'s Invariant) -> impl Iterator<Item = &'s Invariant> {
        let loops = self.outcome.invariants.iter().filter(|i| i.loop_head && !i.parts.is_empty());
        loops.filter(|i| i.span != outer.span && outer.span.join(i.span) == outer.span)
    }

    /// The first loop invariant before the claim that has parts.
    fn main_invariant(&self) -> Option<&Invariant> {
        let before = self.before.iter().flatten();
        let mut loops = before.filter_map(|place| self.outcome.invariants.get(*place));
        loops.find(|i| i.loop_head && !i.parts.is_empty())
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

/// Describes the invariant of a loop inside of the one that was described.
fn describe_inside(invariant: &Invariant) -> String {
    format!(" For that, this holds {}: {}.", invariant.title, describe_invariant(invariant))
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

/// Collects the cells that the calls for single cells inside a call select.
fn collect_cells(call: &Call, out: &mut Vec<ArrayCells>) {
    let (Algorithm::Cell { of_goal, .. }, Value::Leaf(array)) = (&call.algorithm, &call.expr)
    else {
        call.algorithm.calls().into_iter().for_each(|inner| collect_cells(inner, out));
        return;
    };
    if out.iter().any(|known| known.array == *array) {
        return;
    }
    let why = |index: &Term| match of_goal.contains(index) {
        true => ASKED_REASON,
        false => "used in this step",
    };
    let indices = call.set.iter().filter_map(|i| i.sharp.leaves().first().cloned());
    let cells = indices.map(|index| (index.clone(), why(&index).to_owned())).collect();
    out.push(ArrayCells { array: array.clone(), cells });
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
