//! Every program of the gallery keeps what it promises, within a fixed number of steps.

use hornbook_base::Int;
use hornbook_corpus::pool;
use hornbook_course::exercise::ExpectedVerdict;
use hornbook_course::{Lesson, markdown};
use hornbook_explain::concrete_traces::compare_traces;
use hornbook_explain::sample::sample_run;
use hornbook_frontend::gallery::{self, CHAPTERS, COURSES, Program};
use hornbook_lang::interp;
use hornbook_lang::interp::{ListedChoices, StepRecord};
use hornbook_pipeline::{Driver, Input, Status};
use hornbook_protocol::Options;
use hornbook_records::concrete_traces::{ConcreteTrace, DerivedFact, TraceComparison};
use hornbook_records::sample::StripRow;
use hornbook_records::{
    ArrayView, DerivationRemark, IndexRange, Outcome, RunStep, Strip, StripFact, TreeNode,
    UnknownReason, Verdict,
};
use hornbook_tasks::choices::{Choices, ChosenAbstraction, Key};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;

/// A limit of steps well above the need of each program.
const STEPS: u64 = 10_000_000;

fn solve(text: &str, options: &Options) -> Option<Outcome> {
    let mut solving = Driver::new(&Input::program(text, &options.choices))?;
    let mut steps = 0;
    // The driver counts the steps of each attempt.
    while steps < STEPS {
        match solving.step(20_000) {
            Status::Done(outcome) => return Some(outcome),
            Status::Running(progress) => steps = progress.statistics.steps,
        }
    }
    Some(solving.so_far(&UnknownReason::Budget))
}

/// The false facts in pictures of invariants, on the cells of small runs.
fn untrue(program: &Program, outcome: &Outcome) -> Vec<String> {
    let typed = Input::program(program.text, &program.options().choices).program;
    let typed = typed.expect("a program without errors");
    let mut out = vec![];
    for size in [0, 1, 2, 5] {
        let Some(sample) = sample_run(&typed, &outcome.invariants, size) else { continue };
        for (invariant, visits) in outcome.invariants.iter().zip(&sample.visits) {
            for visit in visits {
                assert_eq!(visit.rows.len(), invariant.strips.len());
                let rows = invariant.strips.iter().zip(&visit.rows);
                out.extend(rows.filter_map(|(strip, row)| Some((row, lie(strip, row)?))).map(
                    |(row, lie)| {
                        let (name, line) = (program.name, invariant.line);
                        format!("{name}, line {line}, {size}: {lie}: {row:?}")
                    },
                ));
            }
        }
    }
    out
}

/// A fact of a picture that is false in a state.
fn lie(strip: &Strip, row: &StripRow) -> Option<String> {
    if let Some(n) = row.holds.iter().position(|holds| *holds == Some(false)) {
        return Some(format!("{} does not hold", strip.facts[n].claim));
    }
    let extents = || strip.facts.iter().flat_map(|fact| &fact.ranges);
    let ends = |a, b| extents().any(|e| (e.from, e.to) == (Some(a), Some(b)));
    for b in 0..row.ticks.len() {
        let open = |a: usize| strip.unordered.contains(&(a, b)) || ends(a, b);
        if let Some(a) = (0..b).find(|a| row.ticks[*a] > row.ticks[b] && !open(*a)) {
            return Some(format!("tick {a} stands left of {b}"));
        }
    }
    let cells = |e: &IndexRange| {
        let end = |tick: Option<usize>, open| tick.map_or(open, |n: usize| row.ticks[n]);
        end(e.from, i64::MIN)..end(e.to, i64::MAX)
    };
    let meet = |a: &StripFact, b: &StripFact| {
        let (a, b) = (a.ranges.iter().map(cells), b.ranges.iter().map(cells));
        a.clone().any(|a| b.clone().any(|b| a.start.max(b.start) < a.end.min(b.end)))
    };
    let facts = || strip.facts.iter().enumerate();
    let mut pairs = facts().flat_map(|(n, a)| facts().skip(n + 1).map(move |(_, b)| (a, b)));
    pairs
        .find(|(a, b)| a.lane == b.lane && meet(a, b))
        .map(|(a, b)| format!("{} and {} lie over each other", a.claim, b.claim))
}

#[test]
fn pictures_of_invariants_are_true_in_runs() {
    let programs: Vec<&Program> =
        gallery::all().filter(|p| p.verdict == ExpectedVerdict::Certified).collect();
    let found = pool::map(&programs, |program| {
        let outcome = solve(program.text, &program.options()).expect("an outcome");
        let typed = Input::program(program.text, &program.options().choices).program;
        let drawn = |n: usize| !outcome.invariants[n].strips.is_empty();
        let sample = typed.and_then(|typed| sample_run(&typed, &outcome.invariants, 5));
        let visits = sample.map(|sample| sample.visits).unwrap_or_default();
        let seen = (0..visits.len()).filter(|n| drawn(*n) && !visits[*n].is_empty()).count();
        let loops = (0..outcome.invariants.len())
            .filter(|n| drawn(*n) && outcome.invariants[*n].loop_head)
            .count();
        (untrue(program, &outcome), seen, loops)
    });
    let lies: Vec<String> = found.iter().flat_map(|(lies, ..)| lies.clone()).collect();
    assert!(lies.is_empty(), "{}", lies.join("\n"));
    let sum = |of: fn(&(Vec<String>, usize, usize)) -> usize| found.iter().map(of).sum::<usize>();
    let (seen, loops) = (sum(|f| f.1), sum(|f| f.2));
    // No generated run reaches two of them.
    assert!(loops > 40 && seen + 2 >= loops, "{seen} of {loops} loops are seen in a run");
}

/// A program of the gallery with choices that are too weak, and its derivation.
struct Weak {
    name: String,
    input: Input,
    tree: TreeNode,
}

fn too_weak(program: &Program) -> Vec<Weak> {
    let contrast = program.contrast.as_ref().map(|c| (c.options(), c.verdict));
    let ways = [(program.options(), program.verdict)].into_iter().chain(contrast);
    let ways = ways.filter(|(_, promised)| *promised == ExpectedVerdict::TooWeak);
    let of = |(options, _): (Options, ExpectedVerdict)| {
        let outcome = solve(program.text, &options).expect("an outcome");
        let trees = outcome.assertions.into_iter().filter_map(|a| match a.verdict {
            Verdict::TooWeak { tree, .. } => Some(tree),
            _ => None,
        });
        let weak = |tree| Weak {
            name: format!("{} with {}", program.name, options.choices.abstraction_or_default()),
            input: Input::program(program.text, &options.choices),
            tree,
        };
        trees.map(weak).collect::<Vec<Weak>>()
    };
    ways.flat_map(of).collect()
}

/// The nodes of a derivation with the numbers of their parents.
fn numbered(tree: &TreeNode) -> Vec<(&TreeNode, Option<usize>)> {
    let (mut out, mut open) = (vec![], vec![(tree, None)]);
    while let Some((node, parent)) = open.pop() {
        let children = node.children.iter().rev();
        open.extend(children.map(|child| (child, Some(out.len()))));
        out.push((node, parent));
    }
    out
}

/// Whether each node is numbered once, after its children.
fn is_in_order(weak: &Weak, worlds: &TraceComparison) -> bool {
    let nodes = numbered(&weak.tree);
    let mut moment_of = vec![None; nodes.len()];
    for (moment, known) in
        worlds.moments.iter().enumerate().flat_map(|(n, m)| m.known.iter().map(move |k| (n, k)))
    {
        for n in &known.nodes {
            let same = nodes[*n].0.fact == known.fact && nodes[*n].0.state == known.state;
            if moment_of[*n].replace(moment).is_some() || !same {
                return false;
            }
        }
    }
    nodes.iter().enumerate().all(|(n, (_, parent))| {
        moment_of[n].is_some() && parent.is_none_or(|parent| moment_of[parent] > moment_of[n])
    })
}

/// Whether the interpreter makes the same steps with the same choices, past the lines of the derivation.
fn is_real(weak: &Weak, worlds: &TraceComparison, which: usize, run: &ConcreteTrace) -> bool {
    let program = weak.input.program.as_ref().expect("a program");
    let mut choices = ListedChoices::new(run.chosen.clone());
    let trace = interp::run(program, &mut choices, run.steps.len());
    let same = |(n, (step, real)): (usize, (&RunStep, &StepRecord))| {
        let state = trace.state_after(n);
        let is = |(name, value): &(String, String)| {
            state.scalars.iter().any(|(var, is)| {
                let is = match is {
                    interp::Value::Int(n) => n.to_string(),
                    is => format!("{}", *is == interp::Value::Bool(true)),
                };
                program.shown(*var, &weak.input.lines) == *name && is == *value
            })
        };
        let cell = |array: &ArrayView, (indices, value): &(Vec<Int>, String)| {
            let var = state.arrays.keys().find(|v| program.var(**v).source_name == array.name);
            let array = var.map(|var| interp::Value::Array(state.arrays[var].clone()));
            match array.as_ref().and_then(|array| array.cell_at(indices)) {
                Some(interp::Value::Int(n)) => n.to_string() == *value,
                Some(interp::Value::Bool(b)) => b.to_string() == *value,
                _ => false,
            }
        };
        step.span == real.span
            && step.scalars.iter().all(is)
            && step.arrays.iter().all(|array| array.cells.iter().all(|c| cell(array, c)))
    };
    let lines = worlds.moments.iter().zip(&run.at).scan(0, |before, (moment, at)| {
        let (was, at) = (*before, (*at)?);
        *before = at;
        let own = moment.known.iter().filter(|known| known.trace == Some(which));
        Some(at == was || own.into_iter().all(|known| known.line == run.steps[at - 1].line))
    });
    choices.misfits().is_empty()
        && trace.steps.len() == run.steps.len()
        && run.steps.iter().zip(&trace.steps).enumerate().all(same)
        && lines.into_iter().all(|same| same)
}

/// The number of real runs beside a derivation, and whether it combines some.
fn beside(weak: &Weak) -> (usize, bool) {
    let Weak { name, input, tree } = weak;
    let worlds = compare_traces(input.program.as_ref(), &input.lines, &input.text, tree);
    let json = serde_json::to_string(&worlds).expect("a record");
    assert_eq!(
        serde_json::from_str::<TraceComparison>(&json).ok().as_ref(),
        Some(&worlds),
        "{name}"
    );
    assert!(is_in_order(weak, &worlds), "{name}");
    let mut runs = 0;
    for (n, run) in worlds.traces.iter().enumerate().filter_map(|(n, w)| Some((n, w.run.as_ref()?)))
    {
        assert!(is_real(weak, &worlds, n, run), "{name}: {run:?}");
        runs += 1;
    }
    println!("{name}: {} {runs} of {} worlds have a run.", worlds.said, worlds.traces.len());
    let mixes =
        numbered(tree).iter().any(|(node, _)| node.remark == Some(DerivationRemark::SpuriousStep));
    assert_eq!(mixes, worlds.conflict.is_some(), "{name}");
    if let Some(mixing) = &worlds.conflict {
        for (n, world) in worlds.traces[..2].iter().enumerate() {
            // A difference is said of runs only where they have it.
            let untrue = |k: &DerivedFact| {
                k.remark == Some(DerivationRemark::Divergence) && k.agrees == Some(false)
            };
            let known = || worlds.moments.iter().flat_map(|moment| &moment.known);
            assert_eq!(world.differs.is_none(), known().any(untrue), "{name}");
            let named = worlds.said.contains(&format!(" in {}", world.name));
            assert_eq!(named, world.differs.is_some(), "{name}: {}", worlds.said);
            assert!(mixing.cells.iter().any(|taken| taken.trace == n), "{name}");
        }
    }
    (runs, mixes)
}

#[test]
fn real_runs_stand_beside_derivations() {
    let programs: Vec<&Program> = gallery::all().collect();
    let of = |program: &&Program| too_weak(program).iter().map(beside).collect::<Vec<_>>();
    let all: Vec<(usize, bool)> = pool::map(&programs, of).into_iter().flatten().collect();
    let mixtures: Vec<usize> = all.iter().filter(|(_, mixes)| *mixes).map(|(n, _)| *n).collect();
    assert!(all.len() >= 9 && mixtures.len() >= 5, "{all:?}");
    let two = mixtures.iter().filter(|runs| **runs > 1).count();
    assert!(two >= 5, "{two} of {} mixtures are of two real runs", mixtures.len());
}

/// The verdicts of a program that differ from the promised ones.
fn complaints(program: &Program) -> Vec<String> {
    let contrast = program.contrast.as_ref().map(|c| (c.options(), c.verdict));
    let ways = [(program.options(), program.verdict)].into_iter().chain(contrast);
    ways.filter_map(|(options, promised)| {
        let found = solve(program.text, &options);
        let found = found.map_or("an error", |outcome| outcome.verdict.name());
        let (name, way) = (program.name, options.choices.abstraction_or_default());
        (found != promised.name())
            .then(|| format!("{name} with {way}: {found}, not {}", promised.name()))
    })
    .collect()
}

#[test]
fn every_program_gets_the_promised_verdicts() {
    let programs: Vec<&Program> = gallery::all().collect();
    let found = pool::map(&programs, |program| complaints(program)).concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_description_is_complete() {
    let mut names = BTreeSet::new();
    let mut titles = BTreeSet::new();
    for (i, program) in gallery::all().enumerate() {
        let Program { name, title, teaches, .. } = program;
        assert_eq!(program.number, i + 1, "{name} has its place as its number");
        assert!(names.insert(*name) && titles.insert(*title), "{name} or its title is there twice");
        for sentence in teaches {
            let whole = sentence.starts_with(char::is_uppercase) && sentence.ends_with('.');
            assert!(whole && !sentence.contains(". "), "{name}: one sentence: {sentence}");
        }
        let abstractions = [program.abstraction].into_iter();
        let contrast = program.contrast.as_ref().map(|c| c.abstraction);
        for abstraction in abstractions.chain(contrast) {
            let known = abstraction.parse::<ChosenAbstraction>().is_ok();
            assert!(known, "{name}: {abstraction} is an abstraction");
        }
        let choices: Map<String, Value> = serde_json::from_str(program.choices).expect("JSON");
        let read = Choices::from_json(&choices, |key| Some(key.json()));
        assert!(read.is_ok_and(|(_, unread)| unread.is_empty()), "{name}: {choices:?}");
        let is_choice = |name: &String| Key::ALL.iter().any(|key| key.json() == name);
        assert!(choices.keys().all(is_choice), "{name}: {choices:?}");
        let bug = program.verdict == ExpectedVerdict::Buggy;
        assert_eq!(bug, name.ends_with("_buggy"), "{name} says whether it has a bug");
    }
    assert!(names.len() >= 26 && CHAPTERS.iter().all(|c| !c.programs.is_empty()));
}

#[test]
fn every_program_of_the_folder_is_in_the_course() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gallery");
    for entry in std::fs::read_dir(folder).expect("the gallery") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let known = name == "index" || gallery::find_by_name(&name).is_some();
        assert!(known, "{} is not in gallery/index.md", path.display());
    }
}

#[test]
fn the_gallery_is_a_course() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gallery");
    let entries = std::fs::read_dir(folder).expect("the gallery").flatten();
    let read = entries.map(|entry| {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        (entry.file_name().to_string_lossy().into_owned(), text)
    });
    let (source, problems) = markdown::read(&read.collect::<Vec<_>>());
    let problems: Vec<String> = problems.into_iter().map(|p| p.diagnostic.message).collect();
    assert_eq!(problems, [""; 0]);
    let asked = source.course.lessons.iter().flat_map(Lesson::predictions);
    let asked: Vec<&str> = asked.map(|asked| asked.text.trim_end()).collect();
    let shown: Vec<&str> = gallery::all().map(|program| program.text).collect();
    assert_eq!(asked, shown);
}

#[test]
fn programs_have_no_lines_for_tests_and_fit_on_a_screen() {
    for program in gallery::all() {
        let lines: Vec<&str> = program.text.lines().collect();
        assert!(lines.len() <= 20, "{} is long", program.name);
        assert!(lines.iter().all(|l| l.len() <= 80), "{} is wide", program.name);
        let comments = lines.iter().filter(|l| l.starts_with("//")).count();
        assert!(comments <= 1, "{} has one comment at most", program.name);
    }
}

/// The courses beside the page have the titles that the list says.
#[test]
fn the_courses_of_the_page_are_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/courses");
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .expect("courses")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut listed = COURSES.map(|course| course.file.to_owned()).to_vec();
    listed.sort();
    assert_eq!(files, listed);
    for course in COURSES {
        let text = std::fs::read_to_string(folder.join(course.file)).expect("a course");
        assert!(text.lines().any(|line| line == format!("# {}", course.title)), "{}", course.title);
    }
}
