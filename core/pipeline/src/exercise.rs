//! Judging an answer to an exercise: by what the answer says and by the exercise's own condition, never by what anybody claims
//! of it.
//!
//! An answer could make its claims hold by keeping runs away from them, so those on small inputs are counted:
//! see [`small_runs`].

mod asked_facts;
mod named_inputs;
mod named_tiles;
mod small_runs;
mod strip_after;

use crate::{Driver, Input, Status};
use asked_facts::judge_fact;
pub use asked_facts::{KnownFact, known_fact};
use hornbook_abstraction::sigma::{ChosenAbstraction, Sigma};
use hornbook_base::{Int, Severity};
use hornbook_course::answer::{Answer, AnswerProblem};
use hornbook_course::exercise::{Exercise, ExpectedVerdict, Goal, HiddenParts};
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::template::{Blank, Filling, MARK};
use hornbook_lang::ast::{Stmt, StmtKind};
use hornbook_lang::parse;
use hornbook_lang::rewrite::names::introduced;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::judgement::{BreakingStates, Judged, Judgement, LineJudgement};
use hornbook_records::{AssertionOutcome, Outcome, Run, UnknownReason, Verdict};
use hornbook_tasks::choices::{Choices, InvariantsChoice, MethodChoice};
use hornbook_tasks::product_program::product_program;
use named_inputs::{run_on_inputs, written_inputs};
use named_tiles::judge_tiles;
use small_runs::{FilledProgram, SmallComparison, compare_on_small_runs, keeps_runs_away};

/// A resumable judgement of one answer.
pub struct AnswerJudge {
    judgement: AnswerJudgement,
    goal: Goal,
    /// The places of the answer in the filled program.
    fillings: Vec<Filling>,
    /// The abstraction that was chosen for the filled program.
    abstraction: String,
    /// The questions that are still open, the next one last.
    questions: Vec<Question>,
}

/// A program whose verdict decides about the answer.
struct Question {
    kind: QuestionKind,
    driver: Driver,
}

/// The role of a program.
enum QuestionKind {
    /// The filled program, and how many cells the abstraction of the answer may have.
    Filled(Option<usize>),
    /// The filled program with hidden claims.
    Hidden,
    /// The product with the solution.
    Product,
}

/// The state of a judgement.
pub enum JudgeStatus {
    /// It goes on.
    Running,
    /// It is done.
    Done(Box<AnswerJudgement>),
}

impl AnswerJudge {
    /// Begins to judge an answer.
    pub fn new(exercise: &Exercise, answer: &Answer) -> AnswerJudge {
        let (text, fillings) = exercise.template.fill(answer);
        let mut judgement = AnswerJudgement {
            solved: Solved::Yes,
            reasons: vec![],
            problems: answer.problems(&exercise.template),
            errors: vec![],
            text,
        };
        let mut abstraction = String::new();
        let questions = match exercise.open() {
            None => {
                judgement.leave_open("The hidden parts of this exercise are damaged.");
                vec![]
            }
            Some(hidden) => match &exercise.goal {
                Goal::Run(most) => {
                    judge_run(&mut judgement, exercise, answer, *most);
                    vec![]
                }
                Goal::Fact(fact) => {
                    let choices = choices_for(exercise, &judgement.text);
                    let input = Input::program(&judgement.text, &choices);
                    judge_fact(&mut judgement, &input, fact, &answer.said);
                    vec![]
                }
                _ => {
                    let choices = choices_for(exercise, &judgement.text);
                    let input = Input::program(&judgement.text, &choices);
                    abstraction = input.settings.abstraction.to_string();
                    judge_text(&mut judgement, exercise, answer, (&input, &hidden))
                }
            },
        };
        AnswerJudge { judgement, goal: exercise.goal.clone(), fillings, abstraction, questions }
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> JudgeStatus {
        let Some(question) = self.questions.last_mut() else {
            return JudgeStatus::Done(Box::new(self.judgement.clone()));
        };
        if let Status::Done(outcome) = question.driver.step(steps) {
            self.conclude(outcome);
        }
        JudgeStatus::Running
    }

    /// The judgement if it ended now: what is open is undecided.
    pub fn stop(mut self) -> AnswerJudgement {
        while let Some(question) = self.questions.last_mut() {
            let outcome = question.driver.stop(&UnknownReason::Budget);
            self.conclude(outcome);
        }
        self.judgement
    }

    /// Takes the outcome of the question that was asked. After one that decides against the answer no other is asked.
    fn conclude(&mut self, outcome: Outcome) {
        let Some(question) = self.questions.pop() else { return };
        match question.kind {
            QuestionKind::Filled(most) => {
                judge_outcome(&mut self.judgement, &self.goal, &outcome);
                let is_locked = |claim: &AssertionOutcome| {
                    let is_in = |f: &Filling| f.span.join(claim.span) == f.span;
                    !self.fillings.iter().any(is_in)
                };
                let decides = |claim: &AssertionOutcome| {
                    claim.counts()
                        && claim.verdict.name() == outcome.verdict.name()
                        && is_locked(claim)
                };
                // A claim of the answer's own is not what a bug, or a weak abstraction, is asked for.
                let asks_for_failure = matches!(
                    self.goal,
                    Goal::Verdict(ExpectedVerdict::Buggy | ExpectedVerdict::TooWeak, _)
                );
                if asks_for_failure && !outcome.assertions.iter().any(decides) {
                    self.judgement.refuse("No claim of the locked text has this verdict.");
                }
                if let Some(most) = most {
                    let found = outcome.abstraction.as_ref().unwrap_or(&self.abstraction);
                    judge_cells(&mut self.judgement, found, most);
                }
            }
            QuestionKind::Hidden => judge_hidden(&mut self.judgement, &outcome),
            QuestionKind::Product => judge_product(&mut self.judgement, &outcome),
        }
        if self.judgement.solved == Solved::No {
            self.questions.clear();
        }
    }
}

/// Judges what can be judged of a text at once, and gives the questions about it.
fn judge_text(
    judgement: &mut AnswerJudgement,
    exercise: &Exercise,
    answer: &Answer,
    (input, hidden): (&Input, &HiddenParts),
) -> Vec<Question> {
    if !judgement.problems.is_empty() {
        refuse_misfit(judgement, exercise, answer);
        return vec![];
    }
    let errors = input.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    judgement.errors = errors.cloned().collect();
    let Some(driver) = Driver::new(input) else {
        judgement.refuse("The program has errors.");
        return vec![];
    };
    let (solution, solved_by) = exercise.template.fill(&hidden.solution);
    let filled_by = exercise.template.fill(answer).1;
    let changed = written_inputs(&judgement.text, &filled_by);
    // A solution that writes to an input, as to an array to be filled, shows that this is meant.
    let allowed = written_inputs(&solution, &solved_by);
    if let Some(name) = changed.difference(&allowed).next() {
        judgement.refuse(&format!("An answer may not change the input `{name}`."));
        return vec![];
    }
    let mine = FilledProgram::read(&exercise.template, answer);
    let model = FilledProgram::read(&exercise.template, &hidden.solution);
    if let (Some(mine), Some(model)) = (&mine, &model) {
        if let Some(reason) = keeps_runs_away(mine, model) {
            judgement.refuse(&reason);
            return vec![];
        }
        if model.never_reaches_a_claim() {
            judgement.leave_open(
                "One of the claims is reached by none of the small runs of the solution of this exercise that were tried.",
            );
        }
    }
    let mut questions = vec![];
    match &exercise.goal {
        Goal::Equal(names) => match product_program(&judgement.text, &solution, names) {
            Ok(product) => match question(QuestionKind::Product, &product, &input.options) {
                Some(question) => questions.push(question),
                None => judgement.leave_open("The two programs cannot be compared."),
            },
            Err(why) => {
                judgement.leave_open(&format!("The two programs cannot be compared: {why}."))
            }
        },
        Goal::EqualOnSmall(names) => match mine.zip(model) {
            Some((mine, model)) => match compare_on_small_runs(&mine, &model, names) {
                SmallComparison::Equal => {}
                SmallComparison::Different(difference) => judgement.refuse(&difference),
                SmallComparison::NotCompared => judgement.leave_open(
                    "On none of the small inputs that were tried the solution of this exercise ends with such variables.",
                ),
            },
            None => judgement.leave_open("The solution of this exercise has errors."),
        },
        Goal::Tiles => judge_tiles(judgement, input),
        Goal::Verdict(..) | Goal::Invariants | Goal::Run(_) | Goal::Fact(_) => {}
    }
    if !hidden.claims.trim().is_empty() {
        let text = with_hidden_claims(&judgement.text, &hidden.claims);
        match text.and_then(|text| question(QuestionKind::Hidden, &text, &input.options)) {
            Some(question) => questions.push(question),
            None => judgement.leave_open("The hidden claims cannot be put behind this answer."),
        }
    }
    let kind = match &exercise.goal {
        Goal::Verdict(_, most) => Some(QuestionKind::Filled(*most)),
        Goal::Invariants => Some(QuestionKind::Filled(None)),
        _ => None,
    };
    questions.extend(kind.map(|kind| Question { kind, driver }));
    questions
}

/// Refuses an answer with texts that cannot stand in their blanks.
fn refuse_misfit(judgement: &mut AnswerJudgement, exercise: &Exercise, answer: &Answer) {
    let has_problem =
        |blank: &&Blank| judgement.problems.iter().any(|p| p.blank.as_ref() == Some(&blank.name));
    let mut blanks = exercise.template.blanks.iter().filter(has_problem);
    let is_empty = blanks.any(|blank| {
        let text = answer.blanks.get(&blank.name).unwrap_or(&blank.start).trim();
        text.is_empty() || text.starts_with(MARK)
    });
    judgement.refuse(match is_empty {
        true => "Not every blank is filled yet.",
        false => "Something stands in a blank that cannot stand there.",
    });
}

/// A question about a text; none if it has errors.
fn question(kind: QuestionKind, text: &str, choices: &Choices) -> Option<Question> {
    let driver = Driver::new(&Input::program(text, choices))?;
    Some(Question { kind, driver })
}

/// The filled text with the hidden claims behind it, in a block of their own, so that no name of theirs meets one of the
/// answer. None where `main` is the program: statements behind it would take its place.
fn with_hidden_claims(text: &str, claims: &str) -> Option<String> {
    let is_statement =
        |stmt: &Stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_));
    parse(text).0.body.iter().any(is_statement).then(|| format!("{text}\n{{\n{claims}\n}}\n"))
}

/// The choices under which a filled text is judged.
fn choices_for(exercise: &Exercise, text: &str) -> Choices {
    let own = Choices::from_pragmas(&parse(text).0.pragmas).0;
    let choices = match exercise.goal {
        // Cells are a matter of abstractions, and tiles of tiling.
        Goal::Verdict(_, Some(_)) if exercise.choices.method.is_none() => {
            Choices { method: Some(MethodChoice::Abstraction), ..exercise.choices.clone() }
        }
        Goal::Tiles => Choices { method: Some(MethodChoice::Tiling), ..exercise.choices.clone() },
        _ => exercise.choices.with_method_found(&own),
    };
    match exercise.goal {
        Goal::Invariants => Choices { invariants: Some(InvariantsChoice::Given), ..choices },
        _ => choices,
    }
}

/// Judges the verdict on the filled program.
fn judge_outcome(judgement: &mut AnswerJudgement, goal: &Goal, outcome: &Outcome) {
    let expected = match goal {
        Goal::Verdict(expected, _) => *expected,
        _ => ExpectedVerdict::Certified,
    };
    let reached = outcome.verdict.name();
    if reached == expected.name() {
        return;
    }
    match (&outcome.verdict, goal) {
        (Verdict::Unknown(_), _) => {
            judgement.leave_open("Hornbook has found no answer.");
        }
        (Verdict::Buggy(run), _) if expected == ExpectedVerdict::Certified => {
            let what = broken_line(outcome, &judgement.text);
            let choices = in_words(&run.choices_in_short());
            judgement.refuse(&format!("A run breaks {what}: {choices}."));
        }
        (_, Goal::Invariants) => {
            judgement.refuse("The invariants do not suffice as they are written.");
            let found = outcome.judgement.iter().flat_map(failing_lines);
            found.for_each(|reason| judgement.refuse(&reason));
        }
        _ => {
            let reached = reached.replace('-', " ");
            judgement
                .refuse(&format!("The verdict is {reached}; it is to be {}.", expected.words()));
        }
    }
}

/// The claim that a run breaks, in words.
fn broken_line(outcome: &Outcome, text: &str) -> String {
    let broken = outcome.assertions.iter().find(|a| matches!(a.verdict, Verdict::Buggy(_)));
    match broken {
        Some(claim) if claim.kind == AssertionKind::Invariant => {
            let said = claim.span.slice(text).trim_end_matches(';');
            format!("line {}, `{said}`", claim.line)
        }
        Some(claim) => format!("the claim of line {}", claim.line),
        None => "it".to_owned(),
    }
}

/// The parts of a judgement that fail, line by line, in sentences.
fn failing_lines(judgement: &Judgement) -> Vec<String> {
    let state = |states: &BreakingStates| match values_before(states) {
        values if values.is_empty() => String::new(),
        values => format!(": the lines allow {} before", values.join(", ")),
    };
    let of_line = |line: &LineJudgement| {
        let (number, text) = (line.line, line.text.trim_end_matches(';'));
        match (&line.run, &line.starts, &line.stays) {
            (Some(run), ..) => Some(format!(
                "Line {number}, `{text}`, is false in a run: {}.",
                in_words(&run.choices_in_short())
            )),
            (_, Some(Judged::Fails(_)), _) => {
                Some(format!("Line {number}, `{text}`, does not start true."))
            }
            (_, _, Judged::Fails(states)) => {
                Some(format!("Line {number}, `{text}`, does not stay true{}.", state(states)))
            }
            _ => None,
        }
    };
    let lines = judgement.loops.iter().flat_map(|own| &own.lines).filter_map(of_line);
    let claims = judgement.claims.iter().filter_map(|claim| match &claim.enough {
        Judged::Fails(states) => {
            let line = claim.line;
            Some(format!("Your lines are not enough for line {line}{}.", state(states)))
        }
        _ => None,
    });
    lines.chain(claims).collect()
}

/// The values of the state that the lines of a loop allow.
fn values_before(states: &BreakingStates) -> Vec<String> {
    let scalars = states.before.iter().flat_map(|step| &step.scalars);
    let scalars = scalars.map(|(name, value)| format!("`{name} = {value}`"));
    let arrays = states.before.iter().flat_map(|step| &step.arrays);
    let cells = arrays.flat_map(|array| {
        let indices = |all: &[Int]| all.iter().map(|i| format!("[{i}]")).collect::<String>();
        array
            .cells
            .iter()
            .map(move |(at, value)| format!("`{}{} = {value}`", array.name, indices(at)))
    });
    scalars.chain(cells).collect()
}

/// The choices of a run that are about variables of a text: others are hidden.
fn visible_choices(run: &Run, text: &str) -> String {
    let names = introduced(&parse(text).0.body);
    let root = |choice: &str| choice.split([' ', '[']).next().unwrap_or_default().to_owned();
    let visible: Vec<&str> =
        run.choices.iter().filter(|c| names.contains(&root(c))).map(String::as_str).collect();
    in_words(&visible.join(", "))
}

fn in_words(choices: &str) -> String {
    if choices.is_empty() { "no choice matters to it".to_owned() } else { choices.to_owned() }
}

/// Judges how many cells the abstraction keeps.
fn judge_cells(judgement: &mut AnswerJudgement, named: &str, most: usize) {
    let cells = match named.parse::<ChosenAbstraction>() {
        Ok(ChosenAbstraction::Fixed(choice)) => {
            std::iter::once(&choice.all).chain(choice.by_name.values()).map(count_cells).max()
        }
        _ => None,
    };
    match cells.flatten() {
        Some(cells) if cells <= most => {}
        Some(_) => judgement.refuse(&format!(
            "The abstraction `{named}` keeps more than {most} cell{} of an array.",
            if most == 1 { "" } else { "s" }
        )),
        None => judgement
            .refuse(&format!("The abstraction `{named}` keeps other things than single cells.")),
    }
}

/// The number of cells that an abstraction keeps of an array; none if these are all.
fn count_cells(sigma: &Sigma) -> Option<usize> {
    match sigma {
        Sigma::Cell => Some(1),
        Sigma::Power(inner, n) | Sigma::Ordered(inner, n) => Some(count_cells(inner)? * n),
        _ => None,
    }
}

/// Judges the verdict on the hidden claims. It does not say what they claim.
fn judge_hidden(judgement: &mut AnswerJudgement, outcome: &Outcome) {
    match &outcome.verdict {
        Verdict::Certified => {}
        Verdict::Buggy(run) => judgement.refuse(&format!(
            "A hidden claim about the end of the program does not hold: {}.",
            visible_choices(run, &judgement.text)
        )),
        Verdict::Unknown(_) | Verdict::TooWeak { .. } => {
            judgement.leave_open("Of a hidden claim it was not found out whether it holds.");
        }
        _ => judgement.refuse("A hidden claim does not follow."),
    }
}

/// Judges the verdict on the product with the solution.
fn judge_product(judgement: &mut AnswerJudgement, outcome: &Outcome) {
    match &outcome.verdict {
        Verdict::Certified => {}
        Verdict::Buggy(run) => judgement.refuse(&format!(
            "It computes something else than it should: {}.",
            visible_choices(run, &judgement.text)
        )),
        _ => {
            judgement.leave_open("It was not found out whether it always computes what it should.")
        }
    }
}

/// Judges chosen inputs: the run on them is to break a claim.
fn judge_run(
    judgement: &mut AnswerJudgement,
    exercise: &Exercise,
    answer: &Answer,
    most: Option<usize>,
) {
    if !judgement.problems.is_empty() {
        return refuse_misfit(judgement, exercise, answer);
    }
    let input = Input::program(&judgement.text, &choices_for(exercise, &judgement.text));
    let Some(program) = &input.program else {
        return judgement.leave_open("The program of this exercise has errors.");
    };
    if answer.said.trim().is_empty() {
        return judgement.refuse("There are no inputs yet; write them as in `n = 3, a = {1, 2}`.");
    }
    match run_on_inputs(&input, program, &answer.said) {
        Err(message) => {
            judgement.problems.push(AnswerProblem { blank: None, message: message.clone() });
            judgement.refuse(&message);
        }
        Ok(run) => match (run.failed_after, most) {
            (Some(steps), Some(most)) if steps > most => judgement.refuse(&format!(
                "The run breaks a claim, but only after {steps} steps; at most {most} are allowed."
            )),
            (Some(_), _) => {}
            (None, _) => judgement.refuse(run.why()),
        },
    }
}
