//! Functions that are written out, each copy as a function of its own.

use crate::support::calling::calling;
use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_lang::calls::{apply_handling, choose_handling};
use hornbook_lang::inline::with_copies;
use hornbook_lang::interp::{Choice, Choices, StepKind, StepRecord, Trace, Value, run};
use hornbook_lang::typed::{FunctionId, Type, TypedProgram};
use hornbook_lang::{Options, front_end};
use std::collections::BTreeSet;

fn inlined(text: &str) -> TypedProgram {
    let (program, diagnostics) = front_end(text, Options::default());
    let program = program.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
    apply_handling(
        &program,
        &choose_handling(&program, &"inline".parse().expect("a way to handle calls")),
    )
}

/// The same small numbers each time.
struct Small(i64);

impl Choices for Small {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        self.0 = (self.0 * 31 + 7) % 1_009;
        match choice.ty() {
            Type::Int => Value::Int(Int::from(self.0 % 7)),
            Type::Bool => Value::Bool(self.0 % 2 == 0),
            ty @ Type::Array(_) => Value::zero(ty),
        }
    }
}

/// A step without the names of variables and functions, which differ. What a caller's variables are again when a function
/// has ended is left out: with variables of its own it has changed none of them.
fn nameless(step: &StepRecord) -> (u32, String, Vec<(Vec<Int>, Value)>) {
    let kind = match &step.kind {
        StepKind::Call(_) => "call".to_owned(),
        StepKind::Leave(_) => "leave".to_owned(),
        other => format!("{other:?}"),
    };
    let changes = step.changes.iter().map(|c| (c.indices.clone(), c.value.clone()));
    let is_leave = matches!(step.kind, StepKind::Leave(_));
    (step.span.start, kind, if is_leave { vec![] } else { changes.collect() })
}

fn called(trace: &Trace) -> Vec<FunctionId> {
    let id = |step: &StepRecord| match step.kind {
        StepKind::Call(id) => Some(id),
        _ => None,
    };
    trace.steps.iter().filter_map(id).collect()
}

#[test]
fn runs_go_the_same_way() {
    let (mut dice, mut calls) = (Dice::new(23), 0);
    for seed in 0..300 {
        let text = calling(&mut dice);
        let program = inlined(&text);
        let copies = with_copies(&program);
        let [before, after] =
            [&program, &copies].map(|program| run(program, &mut Small(seed), 400));
        let [a, b] = [&before, &after].map(|t| t.steps.iter().map(nameless).collect::<Vec<_>>());
        assert_eq!(a, b, "{text}");
        assert_eq!((&before.end, before.failed.len()), (&after.end, after.failed.len()), "{text}");
        calls += called(&after).len();
    }
    assert!(calls > 300, "{calls}");
}

#[test]
fn each_call_has_variables_of_its_own() {
    let text = "void put(int a[], int n) {
                  for (int i = 0; i < n; i++) { a[i] = n; }
                }
                void both(int a[], int b[]) { put(a, 2); put(b, 3); }
                int a[]; int b[]; both(a, b); put(a, 1);";
    let copies = with_copies(&inlined(text));
    let trace = run(&copies, &mut Small(1), 1_000);
    let called = called(&trace);
    assert_eq!(called.len(), 4);
    assert_eq!(called.iter().collect::<BTreeSet<_>>().len(), 4, "{called:?}");
    let counters: BTreeSet<&str> = trace
        .steps
        .iter()
        .filter(|step| step.kind == StepKind::Declare)
        .flat_map(|step| &step.changes)
        .map(|change| &*copies.var(change.var).name)
        .filter(|name| name.starts_with('i'))
        .collect();
    assert_eq!(counters.len(), 3, "{counters:?}");
}
