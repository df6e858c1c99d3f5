//! The guided tour: its texts, its targets, and its actions on the page.
//!
//! Each step has a scene, and the tour takes actions until the page shows it; from then on the page is left
//! alone.

use crate::gallery;
use crate::state::{SolverStatus, State};
use hornbook_horn::ClauseId;
use hornbook_protocol::Options;
use hornbook_records::stages::{Phase, StageKey};
use hornbook_tasks::choices::{Choices, InvariantsChoice};

/// A step of the tour.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// Its heading.
    pub title: &'static str,
    /// Its text; program text stands between backquotes.
    pub text: &'static str,
    /// The parts of the page that it points at: the first one that exists.
    pub targets: &'static [&'static str],
    /// The scene.
    pub scene: Scene,
}

/// The view of the page at a step.
#[derive(Debug, PartialEq, Eq)]
pub struct Scene {
    /// The program.
    pub program: &'static str,
    /// Words of the program that are replaced, where it is to be broken.
    pub edit: Option<(&'static str, &'static str)>,
    /// The abstraction.
    pub abstraction: &'static str,
    /// Whether the lines about loops are judged by exactly what is written.
    pub judged: bool,
    /// Whether the program is solved.
    pub run: bool,
    /// The key of the stage on view.
    pub stage: &'static str,
    /// The statement of the selected clause.
    pub clause: Option<&'static str>,
}

/// An action that brings the page nearer to a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneAction {
    /// Replace text and choices.
    Load(String, Box<Options>),
    /// Solve.
    Run,
    /// Show a stage.
    Show(StageKey),
    /// Pick a clause.
    Select(ClauseId),
}

/// The distance of the page from a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneProgress {
    /// This action comes next.
    Do(SceneAction),
    /// A worker has to answer first.
    Wait,
    /// The page looks as it should.
    Arrived,
}

const FLAG: Scene = Scene {
    program: "03_init_then_flag",
    edit: None,
    abstraction: "cell1",
    judged: false,
    run: false,
    stage: "clauses",
    clause: None,
};
/// The test that reads the array.
const READS: Option<&str> = Some("condition holds");
const FORGOTTEN: Scene =
    Scene { program: "16_constant_forgotten", run: true, stage: "solve", ..FLAG };

/// A program with a line about its loop that is enough.
const OWN_INVARIANT: Scene = Scene {
    program: "04_init_identity",
    edit: Some(("  a[i] = i;\n", "  invariant forall k in 0..i: a[k] == k;\n  a[i] = i;\n")),
    judged: true,
    run: true,
    stage: "solve",
    ..FLAG
};

/// The steps, in order.
pub const STEPS: &[Step] = &[
    Step {
        title: "A program with a claim",
        text: "This program fills an array with zeros and then checks every cell. Is the assertion true in every run, \
               for every `n`? You can edit the text at any time; your own program comes back when the tour ends.",
        targets: &["[data-testid=program-pane]"],
        scene: FLAG,
    },
    Step {
        title: "Run",
        text: "Hornbook has certified the program, which no amount of testing could do. The bar \
               above shows the stages from the text to the verdict. Let us walk through them one \
               by one.",
        targets: &["[data-testid=verdict]", "[data-testid=run]"],
        scene: Scene { run: true, stage: "solve", ..FLAG },
    },
    Step {
        title: "Clauses",
        text: "Each program point has an unknown set of states, and each step of the program is a clause between two such \
               sets. The clause marked here is the test `a[i] != 0`; its line is lit in the program.",
        targets: &[".clause.now", "[data-testid=clauses]"],
        scene: Scene { clause: READS, ..FLAG },
    },
    Step {
        title: "Abstract",
        text: "A set of arrays is too much for a solver. So a state now holds one cell of the array at a time, an index and a \
               value. The dots are all that is left of the rows beside them. Pick two dots: the \
               abstraction has forgotten whether they were in one array.",
        targets: &["[data-testid=cloud]", "[data-testid=clauses]"],
        scene: Scene { stage: "abstract", clause: READS, ..FLAG },
    },
    Step {
        title: "Eliminate",
        text: "Solvers do not like quantifiers either. Which cells can matter to this step? The one that is read, and the one \
               that the goal speaks of. Below them Hornbook says whether this loses something.",
        targets: &["[data-testid=focus-pane]"],
        scene: Scene { stage: "eliminate", clause: READS, ..FLAG },
    },
    Step {
        title: "Solve: the invariant",
        text: "Without arrays the solver found the invariants of the loops, shown in the words \
               of your program. The picture shows the cells that they are about.",
        targets: &["[data-testid=invariant]", "[data-testid=solve]"],
        scene: Scene { run: true, stage: "solve", ..FLAG },
    },
    Step {
        title: "Your own invariant",
        text: "Can you say yourself why a program is right? Write a line `invariant c;` into a loop, and Hornbook judges it by \
               exactly what is written: does it start true, does each round keep it true, and is it enough? Change the line \
               here, and run again.",
        targets: &["[data-testid=judgement]", "[data-testid=verdict]", "[data-testid=run]"],
        scene: OWN_INVARIANT,
    },
    Step {
        title: "Break it",
        text: "Now the first loop ends one cell too early. Hornbook shows a run that breaks the assertion; step through it \
               and watch the cells. It was replayed on the program, so it is certainly real.",
        targets: &["[data-testid=trace]", "[data-testid=verdict]", "[data-testid=run]"],
        scene: Scene { edit: Some(("i < n", "i < n - 1")), run: true, stage: "solve", ..FLAG },
    },
    Step {
        title: "Too weak",
        text: "Here every cell gets the same value, which is then forgotten. The claim is true, yet there is neither a proof \
               nor a failing run: it compares two cells, and the abstraction looks at one at a time.",
        targets: &["[data-testid=verdict]", "[data-testid=run]"],
        scene: FORGOTTEN,
    },
    Step {
        title: "The fix",
        text: "Two cells in order, `cell<2`, can be compared, and the assertion is certified. Choosing what to keep of an array \
               is the art; Hornbook tries some by itself unless you choose.",
        targets: &["[data-testid=verdict]", "[data-testid=abstraction]"],
        scene: Scene { abstraction: "cell<2", ..FORGOTTEN },
    },
    Step {
        title: "Your turn",
        text: "Examples has a course of programs, from first steps to sorting. The question mark has the reference, the words of \
               the field, and this tour. What you write stays in this browser until you share it: Share makes a link that holds \
               the program, your choices and the view.",
        targets: &["[data-testid=share]"],
        scene: Scene { abstraction: "cell<2", ..FORGOTTEN },
    },
];

impl Scene {
    /// The program's text.
    pub fn text(&self) -> String {
        let text = gallery::find_by_name(self.program).map_or("", |program| program.text);
        match self.edit {
            Some((from, to)) => text.replacen(from, to, 1),
            None => text.to_owned(),
        }
    }

    /// The choices.
    pub fn options(&self) -> Options {
        let invariants = self.judged.then_some(InvariantsChoice::Given);
        Choices { abstraction: self.abstraction.parse().ok(), invariants, ..Choices::default() }
            .into()
    }
}

/// The next action towards the scene.
pub fn next(scene: &Scene, state: &State) -> SceneProgress {
    if *state.text != *scene.text() || state.options != scene.options() {
        return SceneProgress::Do(SceneAction::Load(scene.text(), Box::new(scene.options())));
    }
    if scene.run {
        match &state.run.value {
            SolverStatus::Running(_) if state.run_fresh() => return SceneProgress::Wait,
            SolverStatus::Idle => return SceneProgress::Do(SceneAction::Run),
            _ if !state.run_fresh() => return SceneProgress::Do(SceneAction::Run),
            _ => {}
        }
    }
    if state.stage.as_str() != scene.stage {
        return SceneProgress::Do(SceneAction::Show(StageKey::new(scene.stage)));
    }
    let Some(what) = scene.clause else { return SceneProgress::Arrived };
    match clause(what, state) {
        None if state.fresh() || state.trouble.is_some() => SceneProgress::Arrived,
        None => SceneProgress::Wait,
        Some(id) if state.selected == Some(id) => SceneProgress::Arrived,
        Some(id) => SceneProgress::Do(SceneAction::Select(id)),
    }
}

/// The last clause with this statement, once the text is analysed.
fn clause(what: &str, state: &State) -> Option<ClauseId> {
    let systems = state.analysis.as_ref().filter(|_| state.fresh())?.value.systems.as_ref()?;
    let system = systems.after(Phase::Concrete);
    let does = |id| systems.summary(id).is_some_and(|summary| summary.what.contains(what));
    system.clauses.iter().rev().map(|clause| clause.id).find(|id| does(*id))
}

/// A part of the window, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
}

/// Space around the card.
const GAP: f64 = 14.0;

/// The place of a card beside the target and inside of the window: to the right, to the left, below or
/// above; where all of this is too narrow, in the corner that is furthest away.
pub fn place(target: Area, card: (f64, f64), window: (f64, f64)) -> (f64, f64) {
    let (width, height) = card;
    let top = target.y.min(window.1 - height - GAP).max(GAP);
    let left = target.x.min(window.0 - width - GAP).max(GAP);
    let right_of = target.x + target.width + GAP;
    let below = target.y + target.height + GAP;
    if right_of + width + GAP <= window.0 {
        (right_of, top)
    } else if target.x - width - 2.0 * GAP >= 0.0 {
        (target.x - width - GAP, top)
    } else if below + height + GAP <= window.1 {
        (left, below)
    } else if target.y - height - 2.0 * GAP >= 0.0 {
        (left, target.y - height - GAP)
    } else {
        (window.0 - width - GAP, window.1 - height - GAP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::link::Link;
    use crate::state::Action;
    use std::rc::Rc;
    use yew::Reducible;

    #[test]
    fn every_step_has_a_program_and_something_to_say() {
        assert!((8..=11).contains(&STEPS.len()));
        for step in STEPS {
            assert!(gallery::find_by_name(step.scene.program).is_some(), "{}", step.title);
            assert!(!step.targets.is_empty() && step.text.ends_with('.'), "{}", step.title);
            let edited = step.scene.edit.is_none_or(|(from, _)| {
                gallery::find_by_name(step.scene.program).is_some_and(|p| p.text.contains(from))
            });
            assert!(edited, "{} changes the program", step.title);
        }
    }

    #[test]
    fn a_scene_is_reached_one_deed_after_the_other() {
        let scene = &STEPS[1].scene;
        let state = State::new("int x;", Options::default());
        let SceneProgress::Do(SceneAction::Load(text, options)) = next(scene, &state) else {
            panic!("the program comes first");
        };
        let program = Box::new(Link::program(&text, *options));
        let state = Rc::new(state).reduce(Action::BeginTour).reduce(Action::ShowScene(program));
        assert_eq!(next(scene, &state), SceneProgress::Do(SceneAction::Run));
        let state = state.reduce(Action::Run { by_itself: false });
        assert_eq!(next(scene, &state), SceneProgress::Wait);
        let state = state.reduce(Action::Stop).reduce(Action::Show(StageKey::CLAUSES));
        assert_eq!(next(scene, &state), SceneProgress::Do(SceneAction::Show(StageKey::SOLVE)));
        let state = state.reduce(Action::Show(StageKey::SOLVE));
        assert_eq!(next(scene, &state), SceneProgress::Arrived);
        assert_eq!(
            next(&STEPS[2].scene, &state),
            SceneProgress::Do(SceneAction::Show(StageKey::CLAUSES))
        );
    }

    #[test]
    fn the_card_stands_beside_its_target_and_in_the_window() {
        let (card, window) = ((340.0, 200.0), (1440.0, 900.0));
        let area = |x, y, width, height| Area { x, y, width, height };
        assert_eq!(place(area(0.0, 100.0, 400.0, 700.0), card, window), (414.0, 100.0));
        assert_eq!(place(area(1000.0, 800.0, 440.0, 100.0), card, window), (646.0, 686.0));
        assert_eq!(place(area(0.0, 0.0, 1440.0, 90.0), card, window), (14.0, 104.0));
        assert_eq!(place(area(0.0, 500.0, 1440.0, 400.0), card, window), (14.0, 286.0));
        assert_eq!(place(area(0.0, 0.0, 1440.0, 900.0), card, window), (1086.0, 686.0));
    }
}
