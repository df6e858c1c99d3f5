//! Comparisons of the verdicts with several choices.
//!
//! The next choice is sent once the previous one has ended, and not while the student's own run is on. A
//! verdict that a larger time limit might change is shown, but not adopted.

use crate::records::Shared;
use crate::state::{SolverResult, State};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::{ABSTRACTIONS, Job, Offer, Options, TextKind};
use hornbook_records::Progress;
use hornbook_tasks::choices::{Choices, Key, MethodChoice};
use std::rc::Rc;

/// The time limit of a trial in seconds, unless the student's own is smaller.
pub const SECONDS: u32 = 20;

/// The status of the search with one choice.
#[derive(Clone, PartialEq)]
pub enum TrialStatus {
    /// It has not begun, or was aborted.
    Waiting,
    /// The solver is running.
    Running(Progress),
    /// It has ended.
    Done(Shared<SolverResult>),
    /// It broke down, for this reason.
    Failed(String),
}

/// One choice and its result.
#[derive(Clone, PartialEq)]
pub struct Trial {
    /// The choices, all of them named.
    pub options: Options,
    /// How it stands.
    pub standing: TrialStatus,
}

impl Trial {
    fn has_ended(&self) -> bool {
        matches!(self.standing, TrialStatus::Done(_) | TrialStatus::Failed(_))
    }
}

/// Choices that are tried on a text, one after the other.
#[derive(Clone, PartialEq)]
pub struct Trials {
    /// The choice in which they differ.
    pub axis: ComparisonAxis,
    /// The choices, first the one that was made when they were asked for.
    pub list: Vec<Trial>,
    /// Whether the student has stopped them.
    pub stopped: bool,
    /// The ticket of the first; the others have those after it.
    ticket: u32,
    kind: TextKind,
    text: Rc<str>,
    /// The choices as they were made, where some may be left to the program.
    made: Options,
    /// Whether these leave the method to Hornbook, of which no trial is one.
    finds: bool,
}

impl Trials {
    /// The trials for the text on view, where `found` is the known result with the present choices.
    /// `ticket` is that of the first; the tickets after it must be free for the others.
    pub fn new(
        axis: ComparisonAxis,
        state: &State,
        found: Option<Shared<SolverResult>>,
        ticket: u32,
    ) -> Trials {
        let in_force = state.options_in_force();
        // Single ways are compared; what is found by itself is none of them.
        let finds = in_force.choices.method == Some(MethodChoice::Auto);
        let chosen = match finds {
            true => in_force.with_method(Some(MethodChoice::Abstraction)),
            false => in_force,
        };
        let mut known = found.filter(|_| !finds).map(TrialStatus::Done);
        let list = ways(&chosen, &axis, &state.text).into_iter().map(|options| {
            let standing = known.take().unwrap_or(TrialStatus::Waiting);
            Trial { options, standing }
        });
        let (list, text, made) = (list.collect(), state.text.clone(), state.options.clone());
        Trials { list, axis, stopped: false, ticket, kind: state.kind, text, made, finds }
    }

    /// Whether they are about this text and these choices but for the axis.
    pub fn are_about(&self, kind: TextKind, text: &str, options: &Options) -> bool {
        (self.kind, &*self.text) == (kind, text) && common(&self.made) == common(options)
    }

    /// The first trial that has not ended, by its place and its ticket.
    pub fn next(&self) -> Option<(usize, u32)> {
        let n = self.list.iter().position(|trial| !trial.has_ended()).filter(|_| !self.stopped)?;
        Some((n, self.ticket + n as u32))
    }

    /// The job of a trial.
    pub fn job(&self, n: usize) -> Option<Job> {
        let options = Options { seconds: self.limit(), ..self.list.get(n)?.options.clone() };
        Some(Job { kind: self.kind, text: self.text.to_string(), options })
    }

    /// The time limit of each trial, in seconds.
    pub fn limit(&self) -> u32 {
        self.made.seconds.min(SECONDS)
    }

    /// The trial with a ticket.
    pub fn find_by_ticket(&mut self, ticket: u32) -> Option<&mut Trial> {
        self.list.get_mut(ticket.checked_sub(self.ticket)? as usize)
    }

    /// Stops the trials, and aborts the running one.
    pub fn stop(&mut self) {
        self.stopped = true;
        for trial in &mut self.list {
            if matches!(trial.standing, TrialStatus::Running(_)) {
                trial.standing = TrialStatus::Waiting;
            }
        }
    }

    /// The number of trials that have ended.
    pub fn ended(&self) -> usize {
        self.list.iter().filter(|trial| trial.has_ended()).count()
    }

    /// The present choices with those of a trial. A choice that the program made when the trials were asked
    /// for stays the program's.
    pub fn choices(&self, n: usize, now: &Options) -> Option<Options> {
        let (first, wanted) = (&self.list.first()?.options, &self.list.get(n)?.options);
        let [first, wanted, made] = [first, wanted, &self.made].map(|options| &options.choices);
        let same = wanted.abstraction == first.abstraction;
        let abstraction = if same { made } else { wanted }.abstraction.clone();
        let same = wanted.heuristic == first.heuristic;
        let heuristic = if same { made } else { wanted }.heuristic;
        let options = now.with_abstraction(abstraction).with_heuristic(heuristic);
        let method =
            if self.finds { Some(MethodChoice::Abstraction) } else { options.choices.method };
        Some(options.with_method(method))
    }
}

/// The choices to try: those that are made, then the others on offer.
/// `manual` is tried only where cells are named; elsewhere it equals `relevant`. Likewise numbers of
/// occurrences where the text does not count: they equal one cell.
fn ways(chosen: &Options, axis: &ComparisonAxis, text: &str) -> Vec<Options> {
    let counts = ["count", "permutation"].iter().any(|word| text.contains(word));
    let others: Vec<Options> = match axis {
        ComparisonAxis::Heuristics => Heuristic::ALL
            .into_iter()
            .filter(|h| !chosen.choices.cells.is_empty() || *h != Heuristic::Manual)
            .map(|h| chosen.with_heuristic(Some(h)))
            .collect(),
        ComparisonAxis::Abstractions => {
            let wanted = chosen.choices.abstraction_or_default();
            let offered = ABSTRACTIONS.iter().filter_map(Offer::sigma);
            let offered = offered.filter(|all| counts || !all.counts());
            offered.map(|all| chosen.with_abstraction(Some(wanted.with_all(all)))).collect()
        }
        ComparisonAxis::Other { abstraction, heuristic } => {
            let wanted = Some(abstraction.clone().into());
            vec![chosen.with_abstraction(wanted).with_heuristic(Some(*heuristic))]
        }
        ComparisonAxis::Unread { .. } => vec![],
    };
    let mut ways = vec![chosen.clone()];
    for way in others {
        if !ways.iter().any(|known| same(known, &way)) {
            ways.push(way);
        }
    }
    ways
}

/// Whether two named choices treat arrays and cells alike.
pub fn same(one: &Options, other: &Options) -> bool {
    let finds = |o: &Options| o.choices.method == Some(MethodChoice::Auto);
    let way = |o: &Options| (finds(o), o.choices.abstraction.clone(), o.choices.heuristic);
    way(one) == way(other)
}

/// The choices without those in which trials differ.
fn common(options: &Options) -> Choices {
    options.choices.without(&[Key::Method, Key::Abstraction, Key::Heuristic])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_abstraction::heuristic::NamedCells;

    fn trials_with(options: Options, axis: ComparisonAxis) -> Trials {
        Trials::new(axis, &State::new("assert(true);", options), None, 7)
    }

    fn heuristics() -> Trials {
        trials_with(Options::default(), ComparisonAxis::Heuristics)
    }

    fn names(trials: &Trials) -> Vec<String> {
        let texts =
            |t: &Trial| [Key::Abstraction, Key::Heuristic].map(|key| t.options.choices.texts(key));
        trials.list.iter().map(|trial| texts(trial).concat().join(" ")).collect()
    }

    fn other(abstraction: &str, heuristic: &str) -> ComparisonAxis {
        ComparisonAxis::from_words(&[abstraction.to_owned(), heuristic.to_owned()])
            .expect("another way")
    }

    fn abstraction(text: &str) -> Options {
        Choices::abstraction(text.parse().expect("an abstraction")).into()
    }

    #[test]
    fn what_is_chosen_comes_first_and_only_once() {
        let names = names(&trials_with(abstraction("cell2,a=id"), ComparisonAxis::Abstractions));
        assert_eq!(names[..2], ["cell2,a=id relevant", "cell1,a=id relevant"]);
        assert_eq!(names.len(), ABSTRACTIONS.len() - 1, "nothing is counted");
        for same in ["cell1", "cell", "cell^1"] {
            let trials = trials_with(abstraction(same), other("cell1", "relevant"));
            assert_eq!(trials.list.len(), 1, "{same}");
        }
    }

    #[test]
    fn named_cells_are_tried_where_there_are_some() {
        let manual = "cell1 manual".to_owned();
        assert!(!names(&heuristics()).contains(&manual));
        let cells = vec![NamedCells { clause: 2, array: "a".into(), indices: vec!["i".into()] }];
        let named = Choices { cells, ..Choices::default() };
        assert!(names(&trials_with(named.into(), ComparisonAxis::Heuristics)).contains(&manual));
    }

    #[test]
    fn they_run_one_after_the_other_with_little_patience() {
        let mut trials = heuristics();
        assert_eq!(trials.next(), Some((0, 7)));
        let first = trials.job(0).expect("a trial");
        assert_eq!((&*first.text, first.options.seconds), ("assert(true);", SECONDS));
        trials.find_by_ticket(7).expect("the first").standing =
            TrialStatus::Failed("broke".to_owned());
        trials.find_by_ticket(8).expect("the second").standing =
            TrialStatus::Running(Progress::default());
        assert_eq!((trials.next(), trials.ended()), (Some((1, 8)), 1));
        trials.stop();
        assert!(trials.list[1].standing == TrialStatus::Waiting && trials.next().is_none());
        assert!(trials.find_by_ticket(6).is_none() && trials.find_by_ticket(99).is_none());
        let hasty =
            trials_with(Options { seconds: 3, ..Options::default() }, ComparisonAxis::Heuristics);
        assert_eq!(hasty.job(0).map(|job| job.options.seconds), Some(3));
    }

    #[test]
    fn they_are_about_a_text_and_the_choices_that_they_share() {
        let trials = heuristics();
        let with =
            |options: Options| trials.are_about(TextKind::Program, "assert(true);", &options);
        let plain = Options::default();
        assert!(with(abstraction("cell2")));
        let mg16 = plain.with_heuristic(Some(Heuristic::Mg16));
        assert!(with(Options { seconds: 600, ..mg16 }));
        assert!(!with(Choices { check_bounds: true, ..Choices::default() }.into()));
        assert!(!trials.are_about(TextKind::Program, "assert(false);", &plain));
        assert!(!trials.are_about(TextKind::Clauses, "assert(true);", &plain));
    }

    #[test]
    fn what_the_program_wants_stays_its_own_choice() {
        let trials = heuristics();
        let now = Options { seconds: 5, ..Options::default() };
        let now = now.with_heuristic(Some(Heuristic::Ma15));
        let second = trials.choices(1, &now).expect("a trial");
        let Choices { abstraction, heuristic, .. } = &second.choices;
        assert_eq!((abstraction, heuristic), (&None, &Some(Heuristic::RelevantBasic)));
        assert_eq!(second.seconds, 5);
        assert_eq!(trials.choices(0, &second).expect("a trial").choices.heuristic, None);
        assert!(trials.choices(99, &now).is_none());
    }

    #[test]
    fn a_choice_that_cannot_be_read_is_not_tried() {
        let trials = trials_with(Options::default(), other("cell2 @ tiling", "mg16"));
        assert_eq!((trials.list.len(), trials.next()), (1, Some((0, 7))));
    }
}
