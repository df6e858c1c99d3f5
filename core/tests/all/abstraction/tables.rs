//! The page `docs/thesis-tables.md`: what it says of its programs (T Tables 5.2 and 6.2).

use hornbook_abstraction::completeness::{Completeness, Criterion, Truth};
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_base::Budget;
use hornbook_horn::ClauseId;
use hornbook_pipeline::{Choices, Input, Settings, find_incompleteness, stages, story};
use hornbook_records::{ClauseSummary, Stages};

const PAGE: &str = include_str!("../../../../docs/thesis-tables.md");

/// The programs of the page with what is said about them.
fn programs() -> Vec<(Vec<&'static str>, String)> {
    let blocks = PAGE.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let read = |block: &'static str| {
        let (said, program): (Vec<&str>, Vec<&str>) =
            block.lines().partition(|line| line.starts_with("// line "));
        (said, program.join("\n"))
    };
    blocks.map(read).filter(|(_, program)| !program.is_empty()).collect()
}

/// What is said about a clause of a program.
struct Said {
    line: u32,
    /// Words of its class.
    class: Vec<String>,
    heuristic: Heuristic,
    /// Whether the truth is told, too.
    with_truth: bool,
}

impl Said {
    /// `// line 3 (linear, basic), mg16: ⊤-free, complete`
    fn read(text: &str) -> Said {
        let (place, verdict) = text.split_once(": ").expect("a verdict");
        let (place, heuristic) = place.rsplit_once(", ").expect("a heuristic");
        let place = place.trim_start_matches("// line ").trim_end_matches(')');
        let (line, class) = place.split_once(" (").unwrap_or((place, ""));
        let words = class.split(", ").filter(|word| !word.is_empty());
        Said {
            line: line.parse().expect("a number"),
            class: words.map(str::to_owned).collect(),
            heuristic: heuristic.parse().expect("a heuristic"),
            with_truth: verdict.contains(", "),
        }
    }

    /// The verdict of all clauses that are meant, there must be some.
    fn verdict(&self, input: &Input) -> String {
        let system = input.system.as_ref().expect("a program without errors");
        let policy = Policy { heuristic: self.heuristic, ..Policy::default() };
        let settings = Settings { policy, ..input.settings.clone() };
        let stages = stages(system, &input.lines, &settings);
        let meant = |c: &&ClauseSummary| {
            c.line == self.line && self.class.iter().all(|word| c.class.contains(word))
        };
        let clauses: Vec<&ClauseSummary> = stages.clauses.iter().filter(meant).collect();
        assert!(!clauses.is_empty(), "no such clause in line {}", self.line);
        let all = Completeness::all(clauses.iter().map(|c| &c.completeness));
        let criterion = match all.criterion {
            Criterion::TopFree => "⊤-free",
            Criterion::TopReached(_) => "⊤ reached",
            Criterion::LeftOut(_) => "left out",
        };
        let lost = || clauses.iter().any(|c| is_incomplete(&stages, c.id));
        let truth = match all.truth {
            _ if !self.with_truth => "",
            Truth::Complete(_) => ", complete",
            Truth::Open if lost() => ", incomplete",
            Truth::Open => ", open",
        };
        format!("{criterion}{truth}")
    }
}

fn is_incomplete(stages: &Stages, id: ClauseId) -> bool {
    let calls = story(stages, id).expect("a clause").calls.len();
    (0..calls)
        .any(|call| find_incompleteness(stages, id, call, &mut Budget::steps(2_000_000)).is_some())
}

#[test]
fn the_page_is_right() {
    let programs = programs();
    assert!(programs.len() >= 8, "the page has programs");
    let (mut expected, mut found) = (vec![], vec![]);
    for (said, program) in &programs {
        let input = Input::program(program, &Choices::default());
        for line in said {
            let (place, _) = line.split_once(": ").expect("a verdict");
            expected.push((*line).to_owned());
            found.push(format!("{place}: {}", Said::read(line).verdict(&input)));
        }
    }
    assert_eq!(found, expected);
}
