//! Toy searches with known turns.

use super::*;

/// The jobs that have worked, in order, and those that are asleep.
#[derive(Default)]
struct Log {
    turns: Vec<&'static str>,
    asleep: Vec<&'static str>,
}

/// A search that takes so many steps in each turn, and ends after so many turns.
struct Toy {
    name: &'static str,
    steps: u64,
    turns: usize,
    /// The steps that the search announces before the second turn.
    large: u64,
    children: Vec<Job<Log, ()>>,
}

impl Strategy<Log, ()> for Toy {
    fn step(&mut self, log: &mut Log, budget: &mut Budget) -> Progress<Log, ()> {
        log.turns.push(self.name);
        budget.charge(self.steps);
        if self.large > 0 {
            self.steps = self.large;
            return Progress::Overdraws(std::mem::take(&mut self.large));
        }
        self.turns -= 1;
        match std::mem::take(&mut self.children) {
            children if !children.is_empty() => Progress::Spawned(children),
            _ if self.turns == 0 => Progress::Exhausted,
            _ => Progress::Working,
        }
    }

    fn may_help(&self, log: &Log) -> bool {
        !log.asleep.contains(&self.name)
    }
}

fn job(name: &'static str, steps: u64, weight: u32) -> Job<Log, ()> {
    let strategy = Box::new(Toy { name, steps, turns: usize::MAX, large: 0, children: vec![] });
    Job { name: name.into(), strategy, weight, after: vec![], limit: None }
}

fn spent(scheduler: &Scheduler<Log, ()>, name: &str) -> u64 {
    scheduler.accounts(None).iter().filter(|a| a.name == name).map(|a| a.spent).sum()
}

fn run(scheduler: &mut Scheduler<Log, ()>, log: &mut Log, turns: usize) {
    for _ in 0..turns {
        scheduler.turn(log);
    }
}

#[test]
fn steps_are_dealt_in_proportion_to_weights() {
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), job("b", 10, 3)]);
    run(&mut scheduler, &mut Log::default(), 400);
    assert_eq!((spent(&scheduler, "a"), spent(&scheduler, "b")), (1_000, 3_000));
}

#[test]
fn who_overdraws_waits() {
    let mut scheduler = Scheduler::new(10, vec![job("a", 1_000, 1), job("b", 10, 1)]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 101);
    assert_eq!(log.turns.iter().filter(|name| **name == "a").count(), 1);
    run(&mut scheduler, &mut log, 1);
    assert_eq!(log.turns.last(), Some(&"a"));
}

#[test]
fn a_large_turn_that_was_announced_is_dealt_when_the_others_have_had_as_much() {
    let large = Toy { name: "a", steps: 10, turns: usize::MAX, large: 1_000, children: vec![] };
    let large = Job { strategy: Box::new(large), ..job("a", 0, 1) };
    let mut scheduler = Scheduler::new(10, vec![large, job("b", 10, 1)]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 200);
    let turns: Vec<usize> = (0..200).filter(|n| log.turns[*n] == "a").collect();
    assert_eq!(turns[..2], [0, 102]);
}

#[test]
fn who_wakes_has_no_arrears() {
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), job("b", 10, 1)]);
    let mut log = Log { asleep: vec!["b"], ..Log::default() };
    run(&mut scheduler, &mut log, 50);
    assert!(log.turns.iter().all(|name| *name == "a"));
    log.asleep.clear();
    run(&mut scheduler, &mut log, 20);
    assert_eq!(log.turns[50..].iter().filter(|name| **name == "b").count(), 10);
}

#[test]
fn spawned_jobs_divide_the_weight() {
    let children = vec![job("c", 10, 1), job("d", 10, 1)];
    let parent = Toy { name: "b", steps: 10, turns: usize::MAX, large: 0, children };
    let parent = Job { strategy: Box::new(parent), ..job("b", 0, 2) };
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 2), parent]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 2);
    log.asleep.push("b");
    run(&mut scheduler, &mut log, 400);
    let [a, c, d] = ["a", "c", "d"].map(|name| spent(&scheduler, name));
    assert!(
        a.abs_diff(2_010) <= 20 && c.abs_diff(1_000) <= 20 && d.abs_diff(1_000) <= 20,
        "{a} {c} {d}"
    );
}

#[test]
fn a_locked_job_waits_for_steps_or_for_an_end() {
    let after = |spent| vec![Unlock { job: 0, spent }];
    let locked = |spent| Job { after: after(spent), ..job("b", 10, 1) };
    let mut log = Log::default();
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), locked(100)]);
    run(&mut scheduler, &mut log, 12);
    // Then `a` has the first turn, as their passes are equal.
    assert_eq!(log.turns.iter().position(|name| *name == "b"), Some(11));
    // It is not locked again when the other one wakes.
    let mut log = Log { asleep: vec!["a"], ..Log::default() };
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), locked(1_000)]);
    run(&mut scheduler, &mut log, 5);
    log.asleep.clear();
    run(&mut scheduler, &mut log, 4);
    assert_eq!(log.turns[5..].iter().filter(|name| **name == "b").count(), 2);
}

#[test]
fn whoever_takes_least_waits_at_most_for_the_others() {
    // The bound: steps until one of n jobs has spent `own` are at most n times as many, with one turn each.
    for n in 1..6_u64 {
        let names = ["a", "b", "c", "d", "e"];
        let jobs = (0..n as usize).map(|k| job(names[k], 10, 1)).collect();
        let mut scheduler = Scheduler::new(10, jobs);
        let mut log = Log::default();
        while spent(&scheduler, "a") < 500 {
            scheduler.turn(&mut log);
        }
        let all: u64 = scheduler.accounts(None).iter().map(|a| a.spent).sum();
        assert!(all <= n * 500 + n * 10, "{all}");
    }
}

#[test]
fn nobody_who_can_help_is_left_out_and_the_end_is_seen() {
    let short = |name, turns| {
        let strategy = Box::new(Toy { name, steps: 1, turns, large: 0, children: vec![] });
        Job { name: name.into(), strategy, weight: 1, after: vec![], limit: None }
    };
    let mut scheduler = Scheduler::new(10, vec![short("a", 2), short("b", 3)]);
    let mut log = Log::default();
    while !scheduler.is_idle(&log) {
        scheduler.turn(&mut log);
    }
    assert_eq!(log.turns, ["a", "b", "a", "b", "b"]);
    assert!(matches!(scheduler.turn(&mut log), Turn::Idle));
}

#[test]
fn jobs_that_are_spawned_later_share_the_turns_of_their_parent() {
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), job("b", 10, 1)]);
    let mut log = Log { asleep: vec!["b"], ..Log::default() };
    let b = JobId(2);
    scheduler.spawn(b, vec![job("c", 10, 1)]);
    run(&mut scheduler, &mut log, 100);
    scheduler.spawn(b, vec![job("d", 10, 1), job("e", 10, 2)]);
    run(&mut scheduler, &mut log, 400);
    let [a, c, d, e] = ["a", "c", "d", "e"].map(|name| spent(&scheduler, name));
    assert_eq!((a, c + d + e, scheduler.spent(b)), (2_500, 2_500, 2_500));
    assert!(c.abs_diff(1_000) <= 20 && d.abs_diff(500) <= 20 && e.abs_diff(1_000) <= 20);
}

#[test]
fn a_job_with_those_that_it_has_spawned_keeps_its_limit() {
    let children = vec![job("c", 10, 1), job("d", 10, 1)];
    let parent = Toy { name: "b", steps: 10, turns: usize::MAX, large: 0, children };
    let limited = Job { strategy: Box::new(parent), limit: Some(100), ..job("b", 0, 1) };
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), limited]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 2);
    log.asleep.push("b");
    run(&mut scheduler, &mut log, 100);
    assert_eq!(["b", "c", "d"].map(|name| spent(&scheduler, name)), [10, 50, 40]);
    assert!(scheduler.helping(None, &log).eq(["a"]));
}

#[test]
fn who_is_retired_has_no_more_turns() {
    let mut scheduler = Scheduler::new(10, vec![job("a", 10, 1), job("b", 10, 1)]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 4);
    scheduler.retire(JobId(1));
    run(&mut scheduler, &mut log, 4);
    assert_eq!(["a", "b"].map(|name| spent(&scheduler, name)), [20, 60]);
}

#[test]
fn who_wakes_comes_before_a_large_turn_that_was_announced() {
    let large = Toy { name: "a", steps: 10, turns: usize::MAX, large: 1_000, children: vec![] };
    let large = Job { strategy: Box::new(large), ..job("a", 0, 1) };
    let mut scheduler = Scheduler::new(10, vec![large, job("b", 10, 1)]);
    let mut log = Log { asleep: vec!["b"], ..Log::default() };
    run(&mut scheduler, &mut log, 1);
    log.asleep.clear();
    run(&mut scheduler, &mut log, 100);
    assert!(log.turns[1..].iter().all(|name| *name == "b"), "{:?}", &log.turns[..5]);
}

#[test]
fn a_large_turn_of_a_group_lets_other_groups_come_first_but_not_wait_for_it() {
    let large = Toy { name: "a", steps: 10, turns: usize::MAX, large: 1_000, children: vec![] };
    let large = Job { strategy: Box::new(large), ..job("a", 0, 1) };
    let small = Toy { name: "b", steps: 10, turns: 20, large: 0, children: vec![] };
    let small = Job { strategy: Box::new(small), ..job("b", 0, 1) };
    let first = Job::group("first", 1, vec![large, small]);
    let second = Job::group("second", 1, vec![job("c", 10, 1)]);
    let mut scheduler = Scheduler::new(10, vec![first, second]);
    let mut log = Log::default();
    run(&mut scheduler, &mut log, 42);
    // As long as `b` can help, it and `c` have equal shares.
    assert!(spent(&scheduler, "b").abs_diff(spent(&scheduler, "c")) <= 20);
    run(&mut scheduler, &mut log, 90);
    assert_eq!(spent(&scheduler, "a"), 10);
}
