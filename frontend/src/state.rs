//! The state of the page, and the actions that change it.

mod evidence_view;
mod exercise_work;
mod clause_positions;
mod worker_events;
mod tour_mode;
mod named_cells;
mod opened_choices;
mod opening_works;
mod solving;
mod stage;
mod trial_runs;
mod typed_pragmas;
mod navigation;

use crate::agent::WorkerEvent;
use crate::clause_questions::ClauseQuestion;
use crate::compare::{ComparisonStatus, TrackedComparison};
use crate::highlights::{Highlights, Topic};
use crate::records::{Analysis, Shared, Systems};
use crate::share::link::Link;
use crate::share::start::Start;
use crate::share::undo::UndoStack;
use crate::tasks::OpenedTask;
use crate::trials::Trials;
use crate::witness_searches::{WitnessSearch, WitnessSearches};
use hornbook_abstraction::completeness::Truth;
use hornbook_base::Span;
use hornbook_course::answer::Answer;
use hornbook_course::judgement::AnswerJudgement;
use hornbook_horn::ClauseId;
use hornbook_lang::typed::AssertId;
use hornbook_protocol::compare::{ComparisonAxis, ComparisonRequest};
use hornbook_protocol::{Job, Options, TextKind};
use hornbook_records::stages::{StageContent, StageKey};
use hornbook_records::{ClauseStory, PragmaOptions};
use hornbook_tasks::choices::{ChosenAbstraction, Key};
use std::rc::Rc;
use yew::prelude::*;

use clause_positions::{ClausePosition, TextEdit};
pub use evidence_view::{FoundDisplay, evidence, examined};
pub use exercise_work::ExerciseWork;
use named_cells::NamedCellPositions;
use opened_choices::{OpenedChoices, is_example};
pub use solving::{SecondLookRequest, SecondLookStatus, SolverRequest, SolverResult, SolverStatus};
pub use stage::StageList;
pub use tour_mode::SavedWork;

/// The worker that an event is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerRole {
    /// The one that analyses the text as it is typed.
    Analysis,
    /// The one that solves.
    Solver,
    /// The one that looks for a better outcome once there is one.
    SecondLook,
    /// The one that compares.
    Comparison,
    /// The one that tries other choices, and the ticket of its last request.
    Trials(u32),
}

/// A value that is known about one revision of the text.
#[derive(Clone, PartialEq)]
pub struct AtRevision<T> {
    /// The revision.
    pub revision: u32,
    /// The value.
    pub value: T,
}

/// The state of the page.
#[derive(Clone, PartialEq)]
pub struct State {
    /// The language of the text.
    pub kind: TextKind,
    /// The program, or the clauses.
    pub text: Rc<str>,
    /// Counts changes of the text and of the choices.
    pub revision: u32,
    /// The first revision with these numbers of clauses: another text or other clauses have others.
    numbered_since: u32,
    /// The changes of the text since the analysis on view.
    changes: Vec<TextEdit>,
    /// The student's choices.
    pub options: Options,
    /// The choices that came with the opened text.
    opened_choices: Option<OpenedChoices>,
    /// The newest analysis, perhaps of an older revision.
    pub analysis: Option<AtRevision<Shared<Analysis>>>,
    /// The newest story of a clause.
    pub story: Option<AtRevision<Shared<ClauseStory>>>,
    /// The clauses of the current analysis whose stories broke the analysis worker.
    pub unanswered: Vec<ClauseId>,
    /// Whether a question about a clause of the current text and choices broke the analysis worker.
    broke_down: bool,
    /// The searches for calls that lose information.
    pub witness_searches: WitnessSearches,
    /// The comparison of the clause on view, if one was asked for.
    pub comparison: Option<TrackedComparison>,
    /// The verdicts that other choices lead to, if these were asked for.
    pub trials: Option<Rc<Trials>>,
    /// The next ticket for one of them.
    tickets: u32,
    /// Why there is no analysis of the current revision, if there will be none.
    pub trouble: Option<String>,
    /// The abstraction that the answer is for, where it was found.
    answered: Option<AtRevision<ChosenAbstraction>>,
    /// The run that was asked for last.
    search: Option<SolverRequest>,
    /// The solver's status, perhaps of an older revision.
    pub run: AtRevision<SolverStatus>,
    /// The exercise that the text is the program of, and the work on it.
    pub work: Option<ExerciseWork>,
    /// Whether invariants that Hornbook has found are not shown: the reader is to find them.
    pub hides_found: bool,
    /// The choice of the reader about that, if there is one: links do not count.
    pub hides_by_choice: Option<bool>,
    /// Whether the reader has asked to see what was found although not all lines of the text are certified.
    reveals_found: bool,
    /// Whether the claims hold, as the reader has said before the verdict on view.
    pub prediction: Option<bool>,
    /// Whether solving starts by itself once the text is analysed: the opened link had a verdict.
    pub to_solve: bool,
    /// The number of times that the browser went back or forward.
    pub visits: u32,
    /// The stages of the newest analysis.
    pub stages: StageList,
    /// The stage on view, if the text has such a stage.
    pub stage: StageKey,
    /// The clause on view.
    pub selected: Option<ClauseId>,
    /// The revision whose analysis has, or will have, the selected clause by its number.
    selected_in: u32,
    /// The position of that clause, while the text has errors.
    sought: Option<ClausePosition>,
    /// The positions of the clauses whose cells were named by hand.
    naming: NamedCellPositions,
    /// The number of the shown step of the stage, from 0.
    pub rule: usize,
    /// The topic under the pointer.
    pub hovered: Option<Topic>,
    /// The topic that was picked last: by the cursor, or by a click.
    pub picked: Option<Topic>,
    /// The place of the picked assertion in the outcome, if one was picked.
    pub examined: Option<usize>,
    /// The shown step of the failing run.
    pub step: usize,
    /// The slide on view; the first one is 0. Nothing while nothing is presented.
    pub slide: Option<usize>,
    /// The number of times that the text was replaced from outside the editor.
    pub loads: u32,
    /// The number of times that the text was formatted.
    pub layouts: u32,
    /// A place in the text that the editor should go to; counted so that the same place can be requested
    /// twice.
    pub target: Option<(u32, Span)>,
    /// The work that links, files and examples have replaced.
    pub undo: UndoStack,
    /// The tasks that were opened, each within the one before; the last one is on view.
    pub path: Vec<OpenedTask>,
    /// Why a link or a file was not opened.
    pub notice: Option<Rc<str>>,
    /// Whether the page was opened with a link that cannot be read, and nothing was opened since.
    pub damaged: bool,
    /// The student's work, while the tour uses the page.
    pub saved_work: Option<Rc<SavedWork>>,
}

/// An action on the state.
pub enum Action {
    /// The text was edited.
    Edit(String),
    /// A blank of the exercise was filled: its name and the text.
    FillBlank(String, String),
    /// An answer was said beside the program.
    SayAnswer(String),
    /// The next stage of the hints was asked for.
    ShowHint,
    /// An answer to the exercise was judged.
    Judged(Answer, Box<AnswerJudgement>),
    /// An example or a file was opened, with the choices as they are; the sentence says which.
    Load(TextKind, String, String),
    /// Replaces the first text by the second, if it is still the one in the editor.
    Rewrite(Rc<str>, String),
    /// Hornbook put lines into the first text, which is the second then, and has it judged under these choices.
    Complete(Rc<str>, String, Options),
    /// A link was opened, or the page set back; the sentence says which.
    Replace(Box<Link>, String),
    /// The tour starts to use the page.
    BeginTour,
    /// The tour shows a text with choices.
    ShowScene(Box<Link>),
    /// The tour ends, and the student's work comes back.
    EndTour,
    /// A task with a text of its own is to replace the text, by its place in the tree.
    OpenTask(Vec<usize>),
    /// A program with a title is to replace the text, as a task does.
    OpenProgram(Rc<str>, Rc<str>),
    /// Goes back to the view before this many tasks of the path were opened.
    LeaveTask(usize),
    /// Restores the work that was replaced last.
    Undo,
    /// The address has lost this link: restores the work that it replaced.
    Leave(Box<Link>),
    /// The browser went back or forward to this.
    Visit(Box<Link>),
    /// Gives the replaced work up.
    Dismiss,
    /// A link or a file was not opened, for this reason; or the reason has been read.
    SetNotice(Option<String>),
    /// A choice was made.
    Choose(Options),
    /// A choice that Hornbook proposes was taken: it is made, and tried at once.
    Adopt(Options),
    /// The cursor moved to a byte of the text.
    Cursor(u32),
    /// A stage was picked.
    Show(StageKey),
    /// A clause was picked.
    Select(Option<ClauseId>),
    /// Selects the clause so many places further on.
    Walk(isize),
    /// Goes forward: to the next step, clause or stage.
    Forward,
    /// Goes back: to the previous step, clause or stage.
    Back,
    /// A step of the stage was picked.
    Rule(usize),
    /// The pointer is on something, or on nothing any more.
    Hover(Option<Topic>),
    /// A part of a clause was picked.
    Pick(Topic),
    /// A comparison of the clause on view was asked for, or is to go away.
    Compare(Option<ComparisonAxis>),
    /// The verdicts that other choices lead to were asked for, or are to go away.
    CompareVerdicts(Option<ComparisonAxis>),
    /// Stops the trials.
    StopTrials,
    /// Continues the trials.
    ResumeTrials,
    /// Adopts the choice of a trial, by its place among them.
    AdoptTrial(usize),
    /// Shows the verdict on an assertion of the outcome, by its place there.
    Examine(usize),
    /// Shows the verdict on an assertion of the text.
    ExamineClaim(AssertId),
    /// A step of the failing run was picked.
    Step(usize),
    /// Invariants that were found are not to be shown, or are.
    HideFound(bool),
    /// Shows what was found although not all lines of the text are certified.
    RevealFound,
    /// A slide is to be shown, or none any more.
    Present(Option<usize>),
    /// Goes to a place of the text.
    GoTo(Span),
    /// The reader says whether the claims hold, or not.
    Predict(Option<bool>),
    /// Starts solving: by itself, after a link was opened, or on request.
    Run {
        /// Whether it starts by itself.
        by_itself: bool,
    },
    /// The solver is to stop.
    Stop,
    /// The analysis of the text took too long, broke down, or is held back.
    GiveUp(String),
    /// A question about a clause broke the analysis worker, for this reason.
    QuestionFailed(ClauseQuestion, String),
    /// A worker sent an event.
    Heard(WorkerRole, WorkerEvent),
}

impl State {
    /// The state of a page that opens with a text.
    pub fn new(text: &str, options: Options) -> State {
        State {
            kind: TextKind::Program,
            text: Rc::from(text),
            revision: 1,
            numbered_since: 1,
            changes: vec![],
            options,
            opened_choices: None,
            analysis: None,
            story: None,
            unanswered: vec![],
            broke_down: false,
            witness_searches: WitnessSearches::default(),
            comparison: None,
            trials: None,
            tickets: 0,
            trouble: None,
            answered: None,
            search: None,
            run: AtRevision { revision: 0, value: SolverStatus::Idle },
            work: None,
            hides_found: false,
            hides_by_choice: None,
            reveals_found: false,
            prediction: None,
            to_solve: false,
            visits: 0,
            stages: StageList::default(),
            stage: stage::DEFAULT,
            selected: None,
            selected_in: 1,
            sought: None,
            naming: NamedCellPositions::for_revision(1),
            rule: 0,
            hovered: None,
            picked: None,
            examined: None,
            step: 0,
            slide: None,
            loads: 0,
            layouts: 0,
            target: None,
            undo: UndoStack::default(),
            path: vec![],
            notice: None,
            damaged: false,
            saved_work: None,
        }
    }

    /// The state of a page that opens with a link, or with kept work.
    pub fn opening(start: &Start) -> State {
        let Start { link, undo, notice, damaged, .. } = start;
        let notice = notice.clone().or_else(|| link.unreadable());
        let mut state = State {
            kind: link.kind,
            stage: link.stage.clone(),
            selected: link.selected,
            picked: link.selected.map(Topic::Clause),
            undo: undo.clone(),
            damaged: *damaged,
            to_solve: link.solved,
            hides_found: link.hides_found,
            opened_choices: OpenedChoices::from_link(link)
                .filter(|_| !start.is_own || is_example(link)),
            notice: notice.map(Rc::from),
            ..State::new(&link.text, link.options.clone())
        };
        state.compare(link.compared.clone());
        state.begin_exercise(link.exercise.as_ref());
        state
    }

    /// The text and the choices, for a worker.
    pub fn job(&self) -> Job {
        Job { kind: self.kind, text: self.text.to_string(), options: self.options.clone() }
    }

    /// The choices that the text asks for, as far as they are known.
    pub fn wishes(&self) -> PragmaOptions {
        self.analysis.as_ref().map(|a| a.value.wishes.clone()).unwrap_or_default()
    }

    /// The choices that hold, all of them named.
    pub fn options_in_force(&self) -> Options {
        self.options.in_force(&self.wishes())
    }

    /// Whether the analysis on view belongs to the current revision.
    pub fn fresh(&self) -> bool {
        self.analysis.as_ref().is_some_and(|a| a.revision == self.revision)
    }

    /// The story of the selected clause, if it is known.
    pub fn selected_story(&self) -> Option<&Shared<ClauseStory>> {
        let analysed = self.analysis.as_ref()?.revision;
        let story = self.story.as_ref().filter(|s| s.revision == analysed)?;
        Some(&story.value).filter(|story| Some(story.id) == self.selected)
    }

    /// The story to show: that of the selected clause, or after other choices for the same text the
    /// previous one, until the new one is there.
    pub fn story_on_view(&self) -> Option<&Shared<ClauseStory>> {
        let old = || {
            let story = self.story.as_ref().filter(|s| s.revision >= self.numbered_since)?;
            Some(&story.value).filter(|story| Some(story.id) == self.selected)
        };
        self.selected_story().or_else(old)
    }

    /// The story to request: revision and clause. None once it is there.
    pub fn story_to_request(&self) -> Option<(u32, ClauseId)> {
        let analysis = self.analysis.as_ref().filter(|a| a.revision == self.revision)?;
        let clause = self.selected.filter(|clause| !self.unanswered.contains(clause))?;
        analysis.value.systems.as_ref()?.summary(clause)?;
        self.selected_story().is_none().then_some((self.revision, clause))
    }

    /// Whether every question about the clause on view is answered, and none broke the analysis worker.
    pub fn is_fully_answered(&self) -> bool {
        let waits = self.story_to_request().is_some() || self.witness_to_request().is_some();
        self.fresh() && self.trouble.is_none() && !self.broke_down && !waits
    }

    /// The search for a witness of a call on view.
    pub fn loss(&self, clause: ClauseId, call: usize) -> WitnessSearch {
        match &self.analysis {
            Some(analysis) => self.witness_searches.status(analysis.revision, clause, call),
            None => WitnessSearch::Pending,
        }
    }

    /// Whether some call on view is known to lose information: of one clause, or of any.
    pub fn loses(&self, clause: Option<ClauseId>) -> bool {
        self.analysis
            .as_ref()
            .is_some_and(|a| self.witness_searches.has_witness(a.revision, clause))
    }

    /// The witness to request: revision, clause and call. It is one of the open calls on view, and none
    /// once all of them were searched.
    pub fn witness_to_request(&self) -> Option<(u32, ClauseId, usize)> {
        let story = self.selected_story().filter(|_| self.fresh())?;
        let mut calls = story.calls.iter().enumerate();
        let (call, _) = calls.find(|(n, called)| {
            called.call.completeness.truth == Truth::Open
                && self.loss(story.id, *n) == WitnessSearch::Pending
        })?;
        self.shows_calls().then_some((self.revision, story.id, call))
    }

    /// Whether a comparison is on view, or will be.
    fn shows_comparison(&self) -> bool {
        self.shows_calls() && self.comparison.is_some()
    }

    /// The comparison to request: one without an answer where comparisons are shown, for a text that can be
    /// analysed.
    pub fn comparison_to_request(&self) -> Option<ComparisonRequest> {
        let waiting = self.comparison.as_ref().filter(|c| c.answer == ComparisonStatus::Waiting);
        let wanted = waiting.filter(|_| self.shows_comparison() && self.trouble.is_none());
        wanted.map(|c| c.asked.clone())
    }

    /// Whether a comparison is on view, which takes room.
    pub fn compares(&self) -> bool {
        let answered = |c: &TrackedComparison| matches!(c.answer, ComparisonStatus::Done(_));
        self.shows_calls() && self.comparison.as_ref().is_some_and(answered)
    }

    /// Whether a comparison is about the clause on view, as the text and the choices are now.
    fn is_on_view(&self, asked: &ComparisonRequest) -> bool {
        asked.revision == self.revision && Some(asked.clause) == self.selected
    }

    /// Whether the current text is known to have errors.
    pub fn has_errors(&self) -> bool {
        self.fresh() && self.had_errors()
    }

    /// Whether the text that was analysed last has errors.
    pub fn had_errors(&self) -> bool {
        self.analysis.as_ref().is_some_and(|a| !a.value.reached(StageContent::Text))
    }

    /// The program's arrays, as far as they are known.
    pub fn arrays(&self) -> Vec<String> {
        let systems = self.analysis.as_ref().and_then(|a| a.value.systems.as_ref());
        systems.map(Systems::arrays).unwrap_or_default()
    }

    /// The program's points, as far as they are known.
    pub fn points(&self) -> Vec<String> {
        let systems = self.analysis.as_ref().and_then(|a| a.value.systems.as_ref());
        systems.map(Systems::points).unwrap_or_default()
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.unanswered.clear();
        self.broke_down = false;
        self.trouble = None;
        self.hovered = None;
        self.to_solve = false;
    }

    fn edit(&mut self, text: &str) {
        if *self.text != *text {
            self.changed();
            self.changes.extend(TextEdit::diff(&self.text, text, self.revision));
            self.move_lines(text);
            let before = std::mem::replace(&mut self.text, Rc::from(text));
            self.prediction = None;
            self.numbered_since = self.revision;
            self.judge_only_lines(&before);
        }
    }

    fn load(&mut self, kind: TextKind, text: &str) {
        if self.kind != kind || *self.text != *text {
            // These are about clauses and lines of the text before.
            let others = self.options.choices.without(&[Key::Cells, Key::Rules, Key::Tiles]);
            self.choose(&self.options.with_choices(others));
            self.naming = NamedCellPositions::for_revision(self.revision);
        }
        self.edit(text);
        if self.kind != kind {
            self.kind = kind;
            self.changed();
            self.numbered_since = self.revision;
        }
        self.loads += 1;
        self.work = None;
        self.prediction = None;
        self.notice = None;
        self.damaged = false;
        self.select(None);
        self.step = 0;
        self.slide = None;
        self.run = AtRevision { revision: 0, value: SolverStatus::Idle };
        self.trials = None;
        self.path.clear();
        if self.shows() == StageContent::Verdict {
            self.stage = stage::DEFAULT;
        }
    }

    fn choose(&mut self, options: &Options) {
        if self.options != *options {
            self.changed();
            if !self.options.same_clauses(options) {
                self.numbered_since = self.revision;
            }
            self.options = options.clone();
        }
    }

    /// Takes the choices made on the page, unless they name cells of clauses of another text.
    fn take_choice(&mut self, options: &Options) {
        if options.choices.cells == self.options.choices.cells || self.can_name_cells() {
            let before = self.options.clone();
            self.choose(options);
            self.own_choices(&before);
        }
    }

    /// Picks a topic, and selects its clause.
    fn pick(&mut self, topic: Topic) {
        if let Topic::Term(clause, _) | Topic::Clause(clause) = topic {
            self.select(Some(clause));
        }
        self.picked = Some(topic);
    }

    fn go_to(&mut self, span: Span) {
        let asked = self.target.map_or(0, |(n, _)| n);
        self.target = Some((asked + 1, span));
    }

    /// The highlights of the topic under the pointer, if the analysis is of this text.
    pub fn hovered_highlights(&self) -> Highlights {
        self.highlights(self.hovered.as_ref())
    }

    /// The highlights of the picked topic.
    pub fn picked_highlights(&self) -> Highlights {
        self.highlights(self.picked.as_ref())
    }

    fn highlights(&self, topic: Option<&Topic>) -> Highlights {
        let analysis = self.analysis.as_ref().filter(|_| self.fresh());
        let systems = analysis.and_then(|a| a.value.systems.as_ref());
        systems.zip(topic).map(|(s, topic)| s.highlights(topic)).unwrap_or_default()
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            Action::Edit(text) => {
                if *next.text != *text {
                    next.undo.clear();
                }
                next.edit_by_hand(&text);
                next.leave_opened_choices();
            }
            Action::FillBlank(name, said) => next.fill_blank(&name, said),
            Action::SayAnswer(said) => next.say_answer(said),
            Action::ShowHint => next.show_hint(),
            Action::Judged(answer, judgement) => next.take_judgement(&answer, *judgement),
            Action::Load(kind, text, what) => next.open_text(kind, &text, &what),
            Action::Rewrite(before, text) => drop(next.rewrite(&before, &text)),
            Action::Complete(before, text, options) => {
                if next.rewrite(&before, &text) {
                    next.take_choice(&options);
                    next.to_solve = true;
                }
            }
            Action::Replace(link, what) => {
                next.end_tour();
                next.replace(&link, &what);
            }
            Action::BeginTour => next.begin_tour(),
            Action::ShowScene(scene) => next.show_scene(&scene),
            Action::EndTour => next.end_tour(),
            Action::OpenTask(place) => next.open_task(&place),
            Action::OpenProgram(title, text) => next.open_program(&title, &text),
            Action::LeaveTask(n) => next.leave_task(n),
            Action::Undo => next.undo_replacement(),
            Action::Leave(link) => next.leave(&link),
            Action::Visit(link) => {
                next.end_tour();
                next.visit(&link);
            }
            Action::Dismiss => next.undo.clear(),
            Action::SetNotice(reason) => next.notice = reason.map(Rc::from),
            Action::Choose(options) => next.take_choice(&options),
            Action::Adopt(options) => {
                next.take_choice(&options);
                next.to_solve = !next.has_errors();
            }
            Action::Cursor(at) => next.go_to_place(at),
            Action::Show(stage) => (next.stage, next.rule, next.slide) = (stage, 0, None),
            Action::Select(clause) => next.select(clause),
            Action::Walk(steps) => next.walk(steps),
            Action::Forward => next.forward(),
            Action::Back => next.back(),
            Action::Rule(rule) => next.rule = rule,
            Action::Hover(topic) => next.hovered = topic,
            Action::Pick(topic) => next.pick(topic),
            Action::Compare(axis) => next.compare(axis),
            Action::CompareVerdicts(axis) => next.compare_verdicts(axis),
            Action::StopTrials => next.change_trials(Trials::stop),
            Action::ResumeTrials => next.change_trials(|trials| trials.stopped = false),
            Action::AdoptTrial(n) => next.adopt_trial(n),
            Action::Examine(n) => next.examine(n),
            Action::ExamineClaim(id) => next.examine_claim(id),
            Action::Step(step) => next.step = step,
            Action::HideFound(hides) => {
                next.hides_found = hides;
                next.hides_by_choice = Some(hides);
            }
            Action::RevealFound => next.reveals_found = true,
            Action::Present(slide) => next.slide = slide,
            Action::GoTo(span) => next.go_to(span),
            Action::Predict(holds) => next.prediction = holds,
            Action::Run { by_itself } => next.begin_to_solve(by_itself),
            Action::Stop => {
                if let SolverStatus::Running(progress) = next.run.value {
                    next.run.value = SolverStatus::Stopped(progress);
                }
            }
            Action::GiveUp(reason) => next.trouble = Some(reason),
            Action::QuestionFailed(question, reason) => next.unanswered(question, reason),
            Action::Heard(who, event) => next.handle_event(who, event),
        }
        if next.comparison.as_ref().is_some_and(|c| !next.is_on_view(&c.asked)) {
            next.comparison = None;
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests;
