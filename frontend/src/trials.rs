//! Comparing the verdicts that several choices lead to.

use crate::compare::Axis;
use crate::protocol::{ABSTRACTIONS, HEURISTICS, Job, NOT_CHOSEN, Options};
use crate::records::Shared;
use crate::state::Found;
use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_core::explain::Progress;

/// A choice that is compared with others is given up after so many seconds, or sooner if the student
/// waits less for a verdict.
pub const SECONDS: u32 = 20;

/// How the search with one choice stands.
#[derive(Clone, PartialEq)]
pub enum Standing {
    /// It has not begun, or was broken off.
    Waiting,
    /// The solver is at it.
    Running(Progress),
    /// It has ended.
    Done(Shared<Found>),
    /// It broke down, for this reason.
    Failed(String),
}

/// One choice and what came of it.
#[derive(Clone, PartialEq)]
pub struct Trial {
    /// The choices, all of them named.
    pub options: Options,
    /// How it stands.
    pub standing: Standing,
}

impl Trial {
    fn has_ended(&self) -> bool {
        matches!(self.standing, Standing::Done(_) | Standing::Failed(_))
    }
}

/// Choices that are tried on a text, one after the other.
#[derive(Clone, PartialEq)]
pub struct Trials {
    /// What differs from one to the next.
    pub axis: Axis,
    /// The choices, at first the one that was made when they were asked for.
    pub list: Vec<Trial>,
    /// Whether the student has stopped them.
    pub stopped: bool,
    /// The ticket of the first; the others have those after it.
    ticket: u32,
    /// The text, with what is the same for all of them.
    about: Job,
}

impl Trials {
    /// What is to be tried of a text whose choices are all named, where `found` is known of these.
    /// `ticket` is that of the first; the tickets after it must be free for the others.
    pub fn new(axis: Axis, job: &Job, found: Option<Shared<Found>>, ticket: u32) -> Trials {
        let mut known = vec![found.map_or(Standing::Waiting, Standing::Done)];
        known.extend(axis.unreadable().map(Standing::Failed));
        let mut known = known.into_iter();
        let list = ways(&job.options, &axis).into_iter().map(|options| {
            let standing = known.next().unwrap_or(Standing::Waiting);
            Trial { options, standing }
        });
        Trials { list: list.collect(), axis, stopped: false, ticket, about: common(job.clone()) }
    }

    /// Whether they are about a text and all its choices but those that they differ in.
    pub fn are_about(&self, job: Job) -> bool {
        self.about == common(job)
    }

    /// The trial that has not ended and comes first, by its ticket.
    pub fn next(&self) -> Option<(u32, Job)> {
        let n = self.list.iter().position(|trial| !trial.has_ended()).filter(|_| !self.stopped)?;
        let options = self.list[n].options.clone();
        let options = Options { seconds: options.seconds.min(SECONDS), ..options };
        Some((self.ticket + n as u32, Job { options, ..self.about.clone() }))
    }

    /// The trial with a ticket.
    pub fn of_ticket(&mut self, ticket: u32) -> Option<&mut Trial> {
        self.list.get_mut(ticket.checked_sub(self.ticket)? as usize)
    }

    /// The one that runs is broken off. A later one with its ticket begins anew.
    pub fn break_off(&mut self) {
        for trial in &mut self.list {
            if matches!(trial.standing, Standing::Running(_)) {
                trial.standing = Standing::Waiting;
            }
        }
    }

    /// How many have ended.
    pub fn ended(&self) -> usize {
        self.list.iter().filter(|trial| trial.has_ended()).count()
    }
}

/// The choices to try: those that are made, then the others on offer.
///
/// `manual` is one of the others only where cells are named; elsewhere it does what `relevant` does.
fn ways(chosen: &Options, axis: &Axis) -> Vec<Options> {
    let with_heuristic = |name: &str| Options { heuristic: name.to_owned(), ..chosen.clone() };
    let others: Vec<Options> = match axis {
        Axis::Heuristics => HEURISTICS
            .iter()
            .filter(|offer| !chosen.cells.is_empty() || offer.name != Heuristic::Manual.name())
            .map(|offer| with_heuristic(offer.name))
            .collect(),
        Axis::Abstractions => {
            ABSTRACTIONS.iter().map(|offer| chosen.with_abstraction_of_all(offer.name)).collect()
        }
        Axis::Other { abstraction, heuristic } => {
            vec![Options { abstraction: abstraction.clone(), ..with_heuristic(heuristic) }]
        }
    };
    let mut ways = vec![chosen.clone()];
    for way in others {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// A job without what differs from one trial to the next, or does not matter to their verdicts.
fn common(job: Job) -> Job {
    let name = NOT_CHOSEN.to_owned();
    let options = Options { abstraction: name.clone(), heuristic: name, seconds: 0, ..job.options };
    Job { options, ..job }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Kind;
    use hornbook_core::abstraction::heuristic::NamedCells;
    use hornbook_core::explain::Wishes;

    fn job() -> Job {
        let options = Options::default().in_force(&Wishes::default());
        Job { kind: Kind::Program, text: "assert(true);".to_owned(), options }
    }

    fn names(trials: &Trials) -> Vec<String> {
        let name = |t: &Trial| format!("{} {}", t.options.abstraction, t.options.heuristic);
        trials.list.iter().map(name).collect()
    }

    fn other(abstraction: &str, heuristic: &str) -> Axis {
        Axis::Other { abstraction: abstraction.to_owned(), heuristic: heuristic.to_owned() }
    }

    #[test]
    fn what_is_chosen_comes_first_and_only_once() {
        let options = job().options.with_abstraction_of_all("cell2").with_abstraction_of("a", "id");
        let trials = Trials::new(Axis::Abstractions, &Job { options, ..job() }, None, 1);
        let names = names(&trials);
        assert_eq!(names[..2], ["cell2,a=id relevant", "cell1,a=id relevant"]);
        assert_eq!(names.len(), ABSTRACTIONS.len());
        let same = Trials::new(other("cell1", "relevant"), &job(), None, 1);
        assert_eq!(same.list.len(), 1);
    }

    #[test]
    fn named_cells_are_tried_where_there_are_some() {
        let has_manual = |job: &Job| {
            let trials = Trials::new(Axis::Heuristics, job, None, 1);
            names(&trials).contains(&"cell1 manual".to_owned())
        };
        assert!(!has_manual(&job()));
        let cells = vec![NamedCells { clause: 2, array: "a".into(), indices: vec!["i".into()] }];
        let options = Options { cells, ..job().options };
        assert!(has_manual(&Job { options, ..job() }));
    }

    #[test]
    fn they_run_one_after_the_other_with_little_patience() {
        let mut trials = Trials::new(Axis::Heuristics, &job(), None, 7);
        let (ticket, first) = trials.next().expect("a trial");
        assert_eq!((ticket, first.options.seconds), (7, SECONDS));
        assert_eq!(first.text, job().text);
        trials.of_ticket(7).expect("the first").standing = Standing::Failed("broke".to_owned());
        trials.of_ticket(8).expect("the second").standing = Standing::Running(Progress::default());
        assert_eq!((trials.next().map(|(t, _)| t), trials.ended()), (Some(8), 1));
        trials.break_off();
        assert!(trials.list[1].standing == Standing::Waiting);
        trials.stopped = true;
        assert!(trials.next().is_none());
        assert!(trials.of_ticket(6).is_none() && trials.of_ticket(99).is_none());
        let hasty = Job { options: Options { seconds: 3, ..job().options }, ..job() };
        let first = Trials::new(Axis::Heuristics, &hasty, None, 7).next();
        assert_eq!(first.map(|(_, job)| job.options.seconds), Some(3));
    }

    #[test]
    fn they_are_about_a_text_and_the_choices_that_they_share() {
        let trials = Trials::new(Axis::Heuristics, &job(), None, 1);
        let with = |options: Options| trials.are_about(Job { options, ..job() });
        assert!(with(job().options.with_abstraction_of_all("cell2")));
        assert!(with(Options { seconds: 600, heuristic: "mg16".into(), ..job().options }));
        assert!(!with(Options { check_bounds: true, ..job().options }));
        assert!(!trials.are_about(Job { text: "assert(false);".to_owned(), ..job() }));
    }

    #[test]
    fn a_choice_that_cannot_be_read_is_not_tried() {
        let trials = Trials::new(other("cell2 @ tiling", "mg16"), &job(), None, 1);
        assert!(matches!(&trials.list[1].standing, Standing::Failed(why) if why.contains('@')));
        assert_eq!(trials.next().map(|(ticket, _)| ticket), Some(1));
    }
}
