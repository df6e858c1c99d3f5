//! Methods, tasks and results: a toy method that splits cases, and the refusals of the checker when its tasks are
//! tampered with.

use hornbook_base::Span;
use hornbook_check::plan::{PlanRejection, verify};
use hornbook_lang::ast::{Stmt, StmtKind};
use hornbook_lang::parse;
use hornbook_lang::rewrite::build::{not, stmt};
use hornbook_lang::rewrite::source_map::SourceMap;
use hornbook_method::abstraction_sequence::AbstractionSequence;
use hornbook_method::{Method, MethodStep};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Choices, Driver, Input, MethodChoice, Status};
use hornbook_records::stages::{StageInfo, StageKey, abstraction_stages};
use hornbook_records::{Outcome, TaskProgress, UnknownReason, Verdict};
use hornbook_settings::Settings;
use hornbook_tasks::method_result::{ClaimResult, MethodResult, Plan, ProofObligation};
use hornbook_tasks::task::{Answer, Claim, Claims, Question, Source, Task, TaskResult};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Whatever holds if a condition on the first variable holds, and if it does not, holds.
///
/// The condition is assumed right behind the declaration, so each run of the text is one of exactly
/// one of the two programs, with the same choices.
#[derive(Clone, Debug)]
struct Split {
    condition: &'static str,
    method: Option<&'static str>,
}

impl Split {
    fn task(&self, source: &Source, holds: bool) -> Result<Task, String> {
        let (original, wrong) = parse(source.text());
        if !wrong.is_empty() || original.body.is_empty() {
            return Err("there is nothing to split".into());
        }
        let (claim, wrong) = parse(&format!("assume({});", self.condition));
        let [Stmt { kind: StmtKind::Assume(condition), .. }] = claim.body.as_slice() else {
            return Err(format!("`{}` is no condition", self.condition));
        };
        if !wrong.is_empty() {
            return Err(format!("`{}` is no condition", self.condition));
        }
        let condition = if holds { condition.clone() } else { not(condition.clone()) };
        let mut tree = original.clone();
        tree.body.insert(1, stmt(StmtKind::Assume(condition)));
        let (text, places) = SourceMap::from_trees(&original, &tree);
        Ok(Task {
            title: format!("{} is {holds}", self.condition),
            why: "One of two cases.".into(),
            source: Source::Program(text),
            options: Choices::default(),
            method: self.method.map(str::to_owned),
            places: Some(places),
            about: Claims::All,
            limit: None,
            begins_after: None,
            share: 100,
            exact: false,
            unwinds: false,
            guesses: false,
            hints: false,
        })
    }
}

impl Plan for Split {
    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let duty = |holds| {
            Ok(ProofObligation { task: self.task(source, holds)?, claims: Claims::At(vec![claim]) })
        };
        [true, false].map(duty).into_iter().collect()
    }
}

/// The method: it asks about the cases that it `asks`, and says that its `plan` was followed.
struct Splitting {
    plan: Split,
    asks: Vec<Task>,
    begun: bool,
}

impl Splitting {
    fn new(text: &str, plan: Split) -> Splitting {
        let source = Source::Program(text.to_owned());
        let asks = [true, false].map(|holds| plan.task(&source, holds).expect("a task")).to_vec();
        Splitting { plan, asks, begun: false }
    }
}

impl Method for Splitting {
    fn stages() -> Vec<StageInfo> {
        let mut stages = abstraction_stages();
        let (key, name) = (StageKey::new("split"), "Split".to_owned());
        stages.insert(1, StageInfo { key, name, takes_steps: true, ..stages[0].clone() });
        stages
    }

    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep {
        if !std::mem::replace(&mut self.begun, true) {
            return MethodStep::Ask(self.asks.clone());
        }
        match answers.iter().cloned().collect::<Option<Vec<Answer>>>() {
            Some(known) => MethodStep::Done(self.so_far(&known)),
            None => MethodStep::Ask(vec![]),
        }
    }

    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult {
        let claims = answers.first().map_or(0, |(_, a)| a.claims.len());
        let claim_result = |claim: usize| {
            let result =
                |answer: &Answer| answer.claims.get(claim).map(|(_, result)| result.clone());
            let buggy = |(_, answer): &(usize, &Answer)| {
                matches!(result(answer), Some(TaskResult::Buggy(_)))
            };
            match answers.iter().position(buggy) {
                Some(task) => ClaimResult::Buggy(task, claim),
                None if answers.iter().all(|(_, a)| result(a) == Some(TaskResult::Certified)) => {
                    ClaimResult::Certified(Rc::new(self.plan.clone()))
                }
                None => ClaimResult::Open,
            }
        };
        let claims = (0..claims).map(claim_result).collect();
        MethodResult { claims, ..MethodResult::default() }
    }
}

#[test]
fn a_method_puts_stages_of_its_own_among_those_of_the_road() {
    let keys = |stages: &[StageInfo]| {
        stages.iter().map(|stage| stage.key.to_string()).collect::<Vec<_>>().join(" ")
    };
    let own = keys(&Splitting::stages());
    assert_eq!(own, "program split graph clauses abstract eliminate simplify solve");
    // Those of data abstraction, and of all that climbs, are there for texts with errors too.
    let plain = "program graph clauses abstract eliminate simplify solve";
    for text in [SAFE, "int n = ;", "#pragma abstraction auto\nint n;"] {
        let road = pipeline::record_stages(&Input::program(text, &Choices::default()));
        assert_eq!(keys(&road.stage_list), plain, "{text}");
        assert!(road.steps.is_empty());
    }
}

const SIGN: Split = Split { condition: "n >= 0", method: None };

const SAFE: &str = "int n;\nint a[];\nif (n >= 0) { a[n] = 1; } else { a[n] = 2; }\n\
                    assert(a[n] > 0);\nassert(a[n] < 3);";

fn run(method: Splitting, text: &str) -> (Driver, Outcome) {
    let input = Input::program(text, &Choices::default());
    let mut driver = Driver::with_method(Box::new(method), &input, Rc::new(Settings::default()));
    for _ in 0..10_000 {
        if let Status::Done(outcome) = driver.step(20_000) {
            return (driver, outcome);
        }
    }
    panic!("no end");
}

fn verdicts(outcome: &Outcome) -> Vec<&'static str> {
    outcome.assertions.iter().map(|a| a.verdict.name()).collect()
}

#[test]
fn a_method_with_two_tasks_comes_to_its_result() {
    let (driver, outcome) = run(Splitting::new(SAFE, SIGN), SAFE);
    assert_eq!(verdicts(&outcome), ["certified", "certified"]);
    let records = driver.records();
    let titles: Vec<&str> = records.iter().map(|r| r.title.as_str()).collect();
    assert_eq!(titles, ["n >= 0 is true", "n >= 0 is false"]);
    for record in &records {
        assert_eq!(record.state, TaskProgress::Ended("certified".into()));
        assert!(record.steps > 0 && record.below.is_empty());
        let text = record.source.as_ref().expect("a text of its own").text();
        assert!(text.contains("assume("), "{text}");
    }
    assert_eq!(outcome.tasks, records);
}

#[test]
fn what_it_comes_to_does_not_depend_on_the_slices() {
    let text = SAFE.replace("a[n] < 3", "a[n] < 2");
    let end = |slice: u64| {
        let input = Input::program(&text, &Choices::default());
        let method = Box::new(Splitting::new(&text, SIGN));
        let mut driver = Driver::with_method(method, &input, Rc::new(Settings::default()));
        loop {
            if let Status::Done(outcome) = driver.step(slice) {
                return outcome;
            }
        }
    };
    let [mut fine, coarse] = [1, 1_000_000].map(end);
    // Work is done in turns of a fixed size, so steps are the same as well.
    fine.statistics.steps = coarse.statistics.steps;
    assert_eq!(verdicts(&fine), verdicts(&coarse));
    assert_eq!(fine.assertions, coarse.assertions);
}

#[test]
fn a_run_of_a_task_is_replayed_on_the_text_itself() {
    let text = SAFE.replace("a[n] < 3", "a[n] < 2");
    let (_, outcome) = run(Splitting::new(&text, SIGN), &text);
    assert_eq!(verdicts(&outcome), ["certified", "buggy"]);
    let Verdict::Buggy(found) = &outcome.assertions[1].verdict else { panic!("a run") };
    assert!(found.steps.iter().all(|step| !step.what.contains("assum")), "{:?}", found.steps);
    assert_eq!(found.steps.last().expect("steps").line, 5);
}

#[test]
fn methods_nest() {
    let plan = Split { method: Some(AbstractionSequence::NAME), ..SIGN };
    let (driver, outcome) = run(Splitting::new(SAFE, plan), SAFE);
    assert_eq!(verdicts(&outcome), ["certified", "certified"]);
    let names: Vec<Vec<String>> = driver
        .records()
        .iter()
        .map(|r| r.below.iter().map(|below| below.title.clone()).collect())
        .collect();
    let all = ["with no abstraction", "with cell1", "with cell<2", "with cell2"];
    assert_eq!(names, vec![all; 2]);
}

/// What the driver says if the method asks other tasks than its plan needs.
fn tampered(change: impl Fn(&mut Vec<Task>)) -> Vec<Verdict> {
    let mut method = Splitting::new(SAFE, SIGN);
    change(&mut method.asks);
    let (_, outcome) = run(method, SAFE);
    outcome.assertions.into_iter().map(|a| a.verdict).collect()
}

#[test]
fn a_result_over_other_tasks_than_its_plan_needs_is_refused() {
    let refused = |verdicts: Vec<Verdict>| {
        assert_eq!(verdicts.len(), 2);
        for verdict in verdicts {
            let rejected = matches!(&verdict, Verdict::Unknown(UnknownReason::Rejected(_)));
            assert!(rejected, "{verdict:?}");
        }
    };
    // A case is left out.
    refused(tampered(|tasks| tasks[1] = tasks[0].clone()));
    // A case is made smaller.
    let source = |text: String| Source::Program(text);
    refused(tampered(|tasks| {
        tasks[1].source = source(tasks[1].source.text().replace("n >= 0", "n >= -5"));
    }));
    // The question itself is asked with another claim.
    refused(tampered(|tasks| {
        tasks[0].source = source(tasks[0].source.text().replace("a[n] > 0", "a[n] > -9"));
    }));
    // Other choices.
    refused(tampered(|tasks| tasks[0].options.check_bounds = true));
    // Another way to the answer.
    refused(tampered(|tasks| tasks[0].exact = true));
    refused(tampered(|tasks| tasks[0].method = Some(AbstractionSequence::NAME.into())));
    // Unless it is tampered with, it is accepted.
    assert_eq!(tampered(|_| ()), [Verdict::Certified, Verdict::Certified]);
}

#[test]
fn the_checker_makes_the_tasks_again() {
    let source = Source::Program(SAFE.to_owned());
    let tasks = [true, false].map(|holds| SIGN.task(&source, holds).expect("a task"));
    let certified =
        Answer { claims: vec![(true, TaskResult::Certified); 2], asserts: vec![], over: true };
    let mut weak = certified.clone();
    weak.claims[1].1 = TaskResult::TooWeak;
    let both = [(&tasks[0], &certified), (&tasks[1], &certified)];
    assert_eq!(verify(&source, 0, &SIGN, &both), Ok(()));
    let missing = Err(PlanRejection::NotAsked(tasks[1].title.clone()));
    assert_eq!(verify(&source, 0, &SIGN, &both[..1]), missing);
    let half = [(&tasks[0], &certified), (&tasks[1], &weak)];
    assert_eq!(verify(&source, 0, &SIGN, &half), Ok(()));
    let open = Err(PlanRejection::NotCertified(tasks[1].title.clone()));
    assert_eq!(verify(&source, 1, &SIGN, &half), open);
    // A claim that the task does not even have.
    assert!(verify(&source, 2, &SIGN, &both).is_err());
    // Another text, or a plan that makes no sense for it.
    let other = Source::Program(SAFE.replace("2", "-2"));
    assert!(matches!(verify(&other, 0, &SIGN, &both), Err(PlanRejection::NotAsked(_))));
    let senseless = Split { condition: "n ++", method: None };
    assert!(matches!(verify(&source, 0, &senseless, &both), Err(PlanRejection::Senseless(_))));
    let empty = Source::Program(String::new());
    assert!(matches!(verify(&empty, 0, &SIGN, &both), Err(PlanRejection::Senseless(_))));
}

#[test]
fn an_answer_that_says_nothing_certifies_nothing() {
    let hint = Answer { claims: vec![(false, TaskResult::Certified)], asserts: vec![], over: true };
    let empty = Answer { claims: vec![], asserts: vec![], over: true };
    for answer in [&hint, &empty] {
        assert!(!answer.certifies(&Claims::All));
        assert!(!answer.certifies(&Claims::At(vec![])));
    }
    assert!(hint.certifies(&Claims::At(vec![0])));
    assert!(!empty.certifies(&Claims::At(vec![0])));
}

// ---- Climbing --------------------------------------------------------------------------------

const NEVER: &str = "int n;\nint a[];\nassert(n == n);\nassert(a[n] == a[n]);";

fn claims(result: [TaskResult; 2], over: bool) -> Option<Answer> {
    let claims = result.into_iter().map(|result| (true, result)).collect();
    Some(Answer { claims, asserts: vec![], over })
}

/// An abstraction sequence, on a text without loops or not, and the tasks that it asks.
fn abstraction_sequence(loop_free: bool) -> (AbstractionSequence, Vec<Task>) {
    let claim = Claim {
        assert: None,
        span: Span::default(),
        counts: true,
        counting: false,
        cells: 1,
        outside: BTreeSet::new(),
    };
    let question = Question {
        source: Source::Program(NEVER.to_owned()),
        options: Choices::default(),
        claims: vec![claim.clone(), claim],
        arrays: 1,
        nested: false,
        places: Default::default(),
        loop_free,
    };
    let mut sequence = AbstractionSequence::new(question, &Settings::default().climbing);
    let MethodStep::Ask(tasks) = sequence.next(&[]) else { panic!("tasks") };
    assert_eq!(tasks.len(), 3 + usize::from(loop_free));
    (sequence, tasks)
}

#[test]
fn each_claim_is_settled_by_whatever_settles_it() {
    use TaskResult::{Certified, TooWeak};
    let (mut sequence, tasks) = abstraction_sequence(true);
    let exact = claims([Certified, TooWeak], true);
    let mut answers = vec![exact, None, None, None];
    assert!(matches!(sequence.next(&answers), MethodStep::Ask(more) if more.is_empty()));
    answers[1] = claims([TooWeak, Certified], false);
    let MethodStep::Done(result) = sequence.next(&answers) else { panic!("all is settled") };
    let known: Vec<Answer> = answers.into_iter().flatten().collect();
    let answered: Vec<(&Task, &Answer)> = tasks.iter().zip(&known).collect();
    let source = Source::Program(NEVER.to_owned());
    for (n, result) in result.claims.iter().enumerate() {
        let ClaimResult::Certified(plan) = result else { panic!("{result:?}") };
        assert_eq!(verify(&source, n, &**plan, &answered), Ok(()), "claim {n}");
        // Each by its own task only.
        assert!(verify(&source, 1 - n, &**plan, &answered).is_err(), "claim {n}");
    }
}

#[test]
fn nothing_is_too_weak_before_all_is_tried() {
    use TaskResult::{Buggy, Certified, TooWeak, Unknown};
    let known = |over: bool| -> Vec<Answer> {
        let weak = |over| claims([Certified, TooWeak], over);
        [weak(true), weak(over), weak(over)].into_iter().flatten().collect()
    };
    let (with_loops, _) = abstraction_sequence(false);
    let second = |answers: &[Answer]| with_loops.so_far(answers).claims[1].clone();
    let mut open = known(false);
    open[1].claims[1].1 = Unknown("nothing yet".into());
    assert!(matches!(second(&open), ClaimResult::Open));
    assert!(matches!(second(&known(false)[..2]), ClaimResult::Open));
    assert!(matches!(second(&known(true)[..2]), ClaimResult::Open));
    // Where all are known to be, only runs are still looked for.
    assert!(matches!(second(&known(false)), ClaimResult::Left(2, 1)));
    // The strongest abstraction has the word.
    assert!(matches!(second(&known(true)), ClaimResult::Left(2, 1)));
    // What is said where nothing was abstracted stands.
    let (loop_free, _) = abstraction_sequence(true);
    assert!(matches!(loop_free.so_far(&known(false)).claims[1], ClaimResult::Left(0, 1)));
    let mut broken = known(false);
    broken[2].claims[1].1 = Buggy(None);
    assert!(matches!(second(&broken), ClaimResult::Buggy(2, 1)));
}

/// With no strategy on the clauses all depends on the search for failing runs, which stands beside the tasks.
#[test]
fn methods_below_wait_for_runs_that_others_look_for() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n];\n\
                for (int i = 0; i < n; i++) { a[i] = i; }\nassert(forall k in 0..n: a[k] < 50);";
    let options = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    let mut settings = Settings::default();
    settings.chc.proving.clear();
    settings.chc.sharing.unrolling = 0;
    let input = Input::program(text, &options);
    let mut driver = Driver::with_settings(&input, Rc::new(settings)).expect("no errors");
    let outcome = loop {
        if let Status::Done(outcome) = driver.step(5_000) {
            break outcome;
        }
    };
    let records = driver.records();
    assert!(records.len() > 1, "{records:?}");
    assert_eq!(verdicts(&outcome), ["buggy"], "{records:?}");
}
