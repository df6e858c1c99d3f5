//! Tasks of a method that can be opened and chosen.

use crate::share::link::Link;
use hornbook_protocol::{Options, TextKind};
use hornbook_records::TaskRecord;
use hornbook_tasks::task::Source;
use std::rc::Rc;

/// A task that was opened, and the work before it.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedTask {
    /// The title of the task.
    pub title: Rc<str>,
    /// The view when it was opened.
    pub from: Rc<Link>,
}

/// Whether the list shows more than the question itself.
pub fn worth_showing(tasks: &[TaskRecord]) -> bool {
    let is_other = |task: &TaskRecord| task.source.is_some() || worth_showing(&task.below);
    tasks.len() > 1 || tasks.iter().any(is_other)
}

/// The task at a place, from the outermost list inwards, and its text; none if it is the text of the whole
/// question.
pub fn find_task<'t>(
    tasks: &'t [TaskRecord],
    place: &[usize],
) -> Option<(&'t TaskRecord, Option<&'t Source>)> {
    let (first, rest) = place.split_first()?;
    let mut task = tasks.get(*first)?;
    let mut source = task.source.as_ref();
    for n in rest {
        task = task.below.get(*n)?;
        source = task.source.as_ref().or(source);
    }
    Some((task, source))
}

/// The choices of a task, with the student's time limit.
pub fn choices(task: &TaskRecord, seconds: u32) -> Options {
    Options { choices: task.choices.clone(), seconds }
}

/// A text with the choices of a task.
pub fn link(task: &TaskRecord, source: &Source, seconds: u32) -> Link {
    let kind = match source {
        Source::Program(_) => TextKind::Program,
        Source::Clauses(_) => TextKind::Clauses,
    };
    Link::new(kind, source.text(), choices(task, seconds))
}

/// Whether two choices, all of them named, are the same but for the time limit.
pub fn same_choices(one: &Options, other: &Options) -> bool {
    one.choices == other.choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline::{Driver, Input, Status};
    use hornbook_records::TaskProgress;
    use hornbook_tasks::choices::{Choices, ChosenAbstraction};

    /// A task without a text of its own, with these below.
    fn task(source: Option<&str>, below: Vec<TaskRecord>) -> TaskRecord {
        TaskRecord {
            title: "a task".into(),
            why: "For a test.".into(),
            source: source.map(|text| Source::Program(text.to_owned())),
            options: String::new(),
            choices: Choices::default(),
            exact: false,
            method: None,
            state: TaskProgress::Waiting,
            steps: 0,
            below,
        }
    }

    #[test]
    fn a_task_alone_is_worth_showing_if_its_text_is_another_one() {
        assert!(!worth_showing(&[]) && !worth_showing(&[task(None, vec![])]));
        assert!(worth_showing(&[task(None, vec![]), task(None, vec![])]));
        assert!(worth_showing(&[task(Some("int n;"), vec![])]));
        assert!(worth_showing(&[task(None, vec![task(Some("int n;"), vec![])])]));
    }

    #[test]
    fn a_task_below_another_one_is_about_its_text() {
        let inner = vec![task(None, vec![]), task(Some("int m;"), vec![])];
        let tasks = [task(None, vec![]), task(Some("int n;"), inner)];
        let text =
            |place: &[usize]| find_task(&tasks, place).map(|(_, s)| s.map(|s| s.text().to_owned()));
        assert_eq!(text(&[0]), Some(None));
        for (place, expected) in [(&[1][..], "int n;"), (&[1, 0], "int n;"), (&[1, 1], "int m;")] {
            assert_eq!(text(place), Some(Some(expected.to_owned())));
        }
        assert!(text(&[]).is_none() && text(&[2]).is_none() && text(&[0, 0]).is_none());
    }

    #[test]
    fn the_choices_of_the_tasks_of_auto_are_those_of_the_menu() {
        let abstraction = Some(ChosenAbstraction::Auto);
        let options = Choices { abstraction, loops: true, ..Choices::default() };
        let input = Input::program(
            "int a[];\nint i = 0;\na[0] = 1;\nwhile (i < 5) { i++; }\nassert(a[0] == 1);",
            &options,
        );
        let mut driver = Driver::new(&input).expect("no errors");
        let outcome = loop {
            if let Status::Done(outcome) = driver.step(10_000) {
                break outcome;
            }
        };
        let names: Vec<Options> = outcome.tasks.iter().map(|task| choices(task, 7)).collect();
        let abstraction = |o: &Options| o.choices.abstraction.clone().map(|a| a.to_string());
        let abstractions: Vec<String> = names.iter().filter_map(abstraction).collect();
        // The array is only accessed at a known place.
        let levels = ["cell1", "cell<2", "cell2"].map(|name| format!("{name},a=first ⊙ cell"));
        assert_eq!(abstractions, levels);
        let kept = |o: &Options| o.choices.loops && !o.choices.check_bounds && o.seconds == 7;
        assert!(names.iter().all(kept));
        assert_eq!(outcome.tasks[0].state, TaskProgress::Ended("certified".into()));
        let in_force = names[0].in_force(&Default::default());
        let patient = Options { seconds: 9, ..in_force.clone() };
        assert!(same_choices(&in_force, &patient));
        let other = Choices { loops: false, ..patient.choices.clone() };
        assert!(!same_choices(&in_force, &patient.with_choices(other)));
        let other = patient.with_abstraction("cell2".parse().ok());
        assert!(!same_choices(&in_force, &other));
    }
}
