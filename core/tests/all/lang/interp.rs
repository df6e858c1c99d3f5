//! Running programs: fixed cases, and random programs against a second evaluator.

use hornbook_base::Int;
use hornbook_lang::interp::{
    ArrayValue, Choice, Choices, End, ListedChoices, Machine, State, Status, StepKind, Trace,
    Value, run, run_to_failure,
};
use hornbook_lang::typed::{AssertId, Type, TypedProgram, VarId};
use hornbook_lang::{Options, front_end};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;

fn program(text: &str) -> TypedProgram {
    let (program, diagnostics) = front_end(text, Options::default());
    program.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"))
}

fn int(n: i64) -> Value {
    Value::Int(Int::from(n))
}

fn array(default: i64, cells: &[(i64, i64)]) -> Value {
    let cells = cells.iter().map(|(i, v)| (Int::from(*i), int(*v)));
    Value::Array(ArrayValue { default: Box::new(int(default)), cells: cells.collect() })
}

fn run_with(text: &str, values: Vec<Value>) -> (TypedProgram, Trace) {
    let program = program(text);
    let trace = run(&program, &mut ListedChoices::new(values), 100_000);
    (program, trace)
}

/// The values of the assertions in the order of the run.
fn verdicts(text: &str, values: Vec<Value>) -> Vec<Option<bool>> {
    let steps = run_with(text, values).1.steps.into_iter();
    steps
        .filter_map(|step| match step.kind {
            StepKind::Assert { value, .. } => Some(value),
            _ => None,
        })
        .collect()
}

fn value(program: &TypedProgram, state: &State, name: &str) -> Option<Value> {
    let index = program.vars.iter().position(|v| v.name == name)?;
    let var = VarId(u32::try_from(index).ok()?);
    let array = state.arrays.get(&var).cloned().map(Value::Array);
    state.scalars.get(&var).cloned().or(array)
}

#[test]
fn a_loop_runs_and_its_assertions_are_judged_one_by_one() {
    let text = "int n = 3; int a[n]; for (int i = 0; i < n - 1; i++) { a[i] = 7; }
                assert(a[0] == 7); assert(a[2] == 7); assert(a[1] == 7);";
    let (program, trace) = run_with(text, vec![array(5, &[])]);
    assert_eq!(trace.end, Some(End::Finished));
    let failed: Vec<AssertId> = trace.failed.iter().map(|(id, _)| *id).collect();
    assert_eq!(failed, [AssertId(1)]);
    let state = trace.state_after(trace.steps.len() - 1);
    assert_eq!(value(&program, &state, "a"), Some(array(5, &[(0, 7), (1, 7)])));
    assert_eq!(value(&program, &state, "i"), None, "out of scope");
    assert_eq!(value(&program, &state, "n"), Some(int(3)));
    assert_eq!(value(&program, &trace.state_after(2), "i"), Some(int(0)));
}

#[test]
fn a_run_stops_at_the_wanted_failure() {
    let program = program("int x; assert(x > 0); assert(x > 1); assert(x > 2);");
    let trace = run_to_failure(&program, &mut ListedChoices::default(), AssertId(1), 100);
    assert_eq!(trace.failed, [(AssertId(0), 1), (AssertId(1), 2)]);
    assert_eq!((trace.steps.len(), trace.end), (3, None));
}

#[test]
fn an_assumption_ends_the_run() {
    let (program, trace) = run_with("int x; assume(x == 1); assert(x == 2);", vec![int(0)]);
    assert!(matches!(trace.end, Some(End::AssumeFailed(_))));
    assert_eq!(trace.steps.len(), 2);
    assert_eq!(program.asserts.len(), 1);
}

#[test]
fn a_run_without_end_is_cut_off() {
    let program = program("int x = 0; while (true) { x++; } assert(x < 0);");
    let trace = run(&program, &mut ListedChoices::default(), 1000);
    assert_eq!((trace.steps.len(), trace.end), (1000, None));
}

#[test]
fn choices_are_asked_in_the_order_of_evaluation() {
    struct Recorder(Vec<Type>);
    impl Choices for Recorder {
        fn choose(&mut self, choice: Choice<'_>) -> Value {
            self.0.push(choice.ty());
            Value::zero(choice.ty())
        }
    }
    let text = "bool b; int a[]; a[nondet()] = 2 * nondet();
                b = false && nondet() || nondet() > 0; assert(b ==> nondet());";
    let program = program(text);
    let mut recorder = Recorder(vec![]);
    run(&program, &mut recorder, 100);
    use Type::{Bool, Int};
    assert_eq!(recorder.0, [Bool, Type::INT_ARRAY, Int, Int, Bool, Int, Bool]);
}

#[test]
fn a_store_takes_its_index_first() {
    let (program, trace) = run_with(
        "int a[]; a[nondet()] = nondet(); assert(a[4] == 9);",
        vec![array(0, &[]), int(4), int(9)],
    );
    assert!(trace.failed.is_empty());
    let state = trace.state_after(1);
    assert_eq!(value(&program, &state, "a"), Some(array(0, &[(4, 9)])));
}

#[test]
fn a_listed_value_of_the_wrong_type_is_reported() {
    let program = program("int x; bool b; assert(b || x == 0);");
    let mut choices = ListedChoices::new(vec![Value::Bool(true), Value::Bool(true)]);
    let trace = run(&program, &mut choices, 10);
    assert_eq!((choices.misfits(), choices.made()), (&[0][..], 2));
    assert_eq!(trace.end, Some(End::Finished));
}

#[test]
fn a_choice_of_the_wrong_type_is_no_run() {
    struct Liar;
    impl Choices for Liar {
        fn choose(&mut self, _: Choice<'_>) -> Value {
            Value::Bool(true)
        }
    }
    let program = program("int x; assert(x == 0);");
    let mut machine = Machine::new(&program);
    assert!(matches!(machine.step(&mut Liar), Status::Done(End::Undecided { .. })));
}

#[test]
fn steps_record_what_was_read() {
    let text = "int a[]; int i = 2; if (a[i] == a[i + 1]) { i = 0; }
                assert(forall k in 0..5: a[k] == 0);";
    let (_, trace) = run_with(text, vec![array(0, &[(3, 1)])]);
    let a = VarId(0);
    assert_eq!(trace.steps[2].kind, StepKind::Condition { value: false });
    assert_eq!(trace.steps[2].reads, [(a, vec![Int::from(2)]), (a, vec![Int::from(3)])]);
    assert_eq!(trace.steps[3].reads, [(a, vec![Int::from(3)])], "the witness");
}

#[test]
fn a_trace_survives_a_trip_through_json() {
    let (_, trace) = run_with("int a[], x; a[x] = 1; assert(a[0] > x);", vec![array(3, &[(9, 1)])]);
    let json = serde_json::to_string(&trace).expect("serialisable");
    assert_eq!(serde_json::from_str::<Trace>(&json).expect("readable"), trace);
    let state = trace.state_after(9);
    let json = serde_json::to_string(&state).expect("serialisable");
    assert_eq!(serde_json::from_str::<State>(&json).expect("readable"), state);
}

#[test]
fn bounded_formulas_are_decided() {
    let sorted = "int n = 4, a[n]; a[1] = 2; a[2] = 2; a[3] = 9;
        assert(forall j, k: 0 <= j && j < k && k < n ==> a[j] <= a[k]);
        assert(forall j, k: 0 <= j < k <= n ==> a[j] <= a[k]);
        assert(exists k in 0..n: a[k] == 9 && forall j in 0..k: a[j] < 9);
        assert(exists k: 2 * k == 5 && a[k] == a[k]);
        assert(forall k: k + 1 <= n && -k <= -n ==> false);
        assert(!(exists k: a[k] != a[k] && k == n + 3));
        assert(forall j, k: j in_range && j == k + 1 && 0 <= j <= 9 ==> k < 9);";
    let text = sorted.replace("j in_range && ", "");
    assert_eq!(
        verdicts(&text, vec![]),
        [Some(true), Some(false), Some(true), Some(false), Some(true), Some(true), Some(true)]
    );
}

#[test]
fn unbounded_formulas_are_decided_or_left_open() {
    let text = "int x, a[]; a[1000000] = 1;
        assert(forall k: a[k] == 0);
        assert(exists k: a[k] == 1);
        assert(forall k: a[k] <= 1);
        assert(exists k: a[k] == 2);
        assert(x == 0 || forall k: a[k] <= 1);
        assert(x == 1 && exists k: a[k] == 2);
        assert(forall k in 0..1000000000: a[k] == 0);";
    let decided = [Some(false), Some(true), None, None, Some(true), Some(false), Some(false)];
    assert_eq!(verdicts(text, vec![]), decided);
    let (_, trace) = run_with(text, vec![]);
    assert!(matches!(trace.end, Some(End::Undecided { .. })), "not finished");
    let text = "int a[]; assume(forall k: k * a[k] == 0); assert(a[0] == 0);";
    let (_, trace) = run_with(text, vec![]);
    assert!(matches!(trace.end, Some(End::Undecided { .. })));
    assert_eq!(trace.steps.len(), 1, "an undecided assumption stops the run");
}

/// Where indices are only compared, values not too far from the listed cells are all that matter.
#[test]
fn unbounded_formulas_on_few_cells_are_decided() {
    let text = "int n = 3, a[], m[][]; a[2] = 1; a[5] = 7; m[4][6] = 1;
        assert(forall k: a[k] >= 0);
        assert(exists k: k > n && a[k - 9] > 1 && k != 14);
        assert(forall k, l: k <= l && l <= 5 ==> a[k] <= a[l]);
        assert(forall k, l: k != 2 && k <= l && l <= 5 ==> a[k] <= a[l]);
        assert(forall k, l: k + 100 < l && a[k] == 7 ==> a[l] == 0);
        assert(exists k, l: m[k][l] == 1 && l > k + 1);
        assert(forall k, l: m[k][l] == m[l][k]);
        assert(exists k: k > 100 && a[200 - k] == 7);";
    let decided = [true, false, false, true, true, true, false, true].map(Some);
    assert_eq!(verdicts(text, vec![]), decided);
}

// A second evaluator: random programs over three numbers, two truth values and an array, run by
// code that shares nothing with the interpreter.

const NUMBERS: [&str; 3] = ["x", "y", "z"];
const TRUTHS: [&str; 2] = ["p", "q"];

#[derive(Clone, Debug)]
enum Num {
    Lit(i64),
    Var(usize),
    Cell(Box<Num>),
    Any,
    Neg(Box<Num>),
    Sum(Box<Num>, Box<Num>),
    Diff(Box<Num>, Box<Num>),
    Times(i64, Box<Num>),
    Div(Box<Num>, i64),
    Mod(Box<Num>, i64),
}

#[derive(Clone, Debug)]
enum Truth {
    Var(usize),
    Any,
    Less(Num, Num),
    Same(Num, Num),
    Chain(Num, Num, Num),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
    Implies(Box<Truth>, Box<Truth>),
    Iff(Box<Truth>, Box<Truth>),
}

#[derive(Clone, Debug)]
enum Act {
    Set(usize, Num),
    Add(usize, Num),
    SetTruth(usize, Truth),
    Store(Num, Num),
    Choose(Truth, Vec<Act>, Vec<Act>),
    Shadow(usize, Num, Vec<Act>),
    Assert(Truth),
}

fn num(any: bool) -> BoxedStrategy<Num> {
    let leaf = prop_oneof![
        (-9i64..10).prop_map(Num::Lit),
        (0usize..3).prop_map(Num::Var),
        (0usize..3).prop_map(Num::Var),
        if any { Just(Num::Any).boxed() } else { Just(Num::Lit(1)).boxed() },
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let b = inner.prop_map(Box::new).boxed();
        prop_oneof![
            b.clone().prop_map(Num::Cell),
            b.clone().prop_map(Num::Neg),
            (b.clone(), b.clone()).prop_map(|(a, b)| Num::Sum(a, b)),
            (b.clone(), b.clone()).prop_map(|(a, b)| Num::Diff(a, b)),
            (-4i64..5, b.clone()).prop_map(|(n, a)| Num::Times(n, a)),
            (b.clone(), 1i64..5, any_sign()).prop_map(|(a, n, s)| Num::Div(a, n * s)),
            (b, 1i64..5, any_sign()).prop_map(|(a, n, s)| Num::Mod(a, n * s)),
        ]
    })
    .boxed()
}

fn any_sign() -> impl Strategy<Value = i64> {
    prop::sample::select(vec![1, -1])
}

fn truth() -> BoxedStrategy<Truth> {
    let leaf = prop_oneof![
        (0usize..2).prop_map(Truth::Var),
        Just(Truth::Any),
        (num(true), num(true)).prop_map(|(a, b)| Truth::Less(a, b)),
        (num(true), num(true)).prop_map(|(a, b)| Truth::Same(a, b)),
        (num(true), num(false), num(true)).prop_map(|(a, b, c)| Truth::Chain(a, b, c)),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let b = inner.prop_map(Box::new).boxed();
        prop_oneof![
            b.clone().prop_map(Truth::Not),
            (b.clone(), b.clone()).prop_map(|(a, b)| Truth::And(a, b)),
            (b.clone(), b.clone()).prop_map(|(a, b)| Truth::Or(a, b)),
            (b.clone(), b.clone()).prop_map(|(a, b)| Truth::Implies(a, b)),
            (b.clone(), b).prop_map(|(a, b)| Truth::Iff(a, b)),
        ]
    })
    .boxed()
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let leaf = prop_oneof![
        (0usize..3, num(true)).prop_map(|(x, n)| Act::Set(x, n)),
        (0usize..3, num(true)).prop_map(|(x, n)| Act::Add(x, n)),
        (0usize..2, truth()).prop_map(|(p, t)| Act::SetTruth(p, t)),
        (num(true), num(true)).prop_map(|(i, v)| Act::Store(i, v)),
        truth().prop_map(Act::Assert),
    ];
    let act = leaf.prop_recursive(3, 12, 3, |inner| {
        let body = prop::collection::vec(inner, 0..3).boxed();
        prop_oneof![
            (truth(), body.clone(), body.clone()).prop_map(|(c, a, b)| Act::Choose(c, a, b)),
            (0usize..3, num(true), body).prop_map(|(x, n, b)| Act::Shadow(x, n, b)),
        ]
    });
    prop::collection::vec(act, 0..8)
}

impl Num {
    fn text(&self) -> String {
        match self {
            Num::Lit(n) => format!("({n})"),
            Num::Var(x) => NUMBERS[*x].to_owned(),
            Num::Cell(i) => format!("a[{}]", i.text()),
            Num::Any => "nondet()".to_owned(),
            Num::Neg(n) => format!("(-{})", n.text()),
            Num::Sum(a, b) => format!("({} + {})", a.text(), b.text()),
            Num::Diff(a, b) => format!("({} - {})", a.text(), b.text()),
            Num::Times(n, a) => format!("(({n}) * {})", a.text()),
            Num::Div(a, n) => format!("({} / ({n}))", a.text()),
            Num::Mod(a, n) => format!("({} % ({n}))", a.text()),
        }
    }
}

impl Truth {
    fn text(&self) -> String {
        match self {
            Truth::Var(p) => TRUTHS[*p].to_owned(),
            Truth::Any => "nondet()".to_owned(),
            Truth::Less(a, b) => format!("({} < {})", a.text(), b.text()),
            Truth::Same(a, b) => format!("({} == {})", a.text(), b.text()),
            Truth::Chain(a, b, c) => format!("({} <= {} < {})", a.text(), b.text(), c.text()),
            Truth::Not(t) => format!("(!{})", t.text()),
            Truth::And(a, b) => format!("({} && {})", a.text(), b.text()),
            Truth::Or(a, b) => format!("({} || {})", a.text(), b.text()),
            Truth::Implies(a, b) => format!("({} ==> {})", a.text(), b.text()),
            Truth::Iff(a, b) => format!("({} <==> {})", a.text(), b.text()),
        }
    }
}

fn write_acts(acts: &[Act], out: &mut String) {
    for act in acts {
        let _ = match act {
            Act::Set(x, n) => writeln!(out, "{} = {};", NUMBERS[*x], n.text()),
            Act::Add(x, n) => writeln!(out, "{} += {};", NUMBERS[*x], n.text()),
            Act::SetTruth(p, t) => writeln!(out, "{} = {};", TRUTHS[*p], t.text()),
            Act::Store(i, v) => writeln!(out, "a[{}] = {};", i.text(), v.text()),
            Act::Assert(t) => writeln!(out, "assert({});", t.text()),
            Act::Choose(c, then, els) => {
                let _ = writeln!(out, "if ({}) {{", c.text());
                write_acts(then, out);
                out.push_str("} else {\n");
                write_acts(els, out);
                writeln!(out, "}}")
            }
            Act::Shadow(x, n, body) => {
                let _ = writeln!(out, "{{ int {} = {};", NUMBERS[*x], n.text());
                write_acts(body, out);
                writeln!(out, "}}")
            }
        };
    }
}

/// The second evaluator.
struct Oracle<'o> {
    numbers: [i128; 3],
    truths: [bool; 2],
    cells: HashMap<i128, i128>,
    /// Choices still to come; a number is used as truth value by its parity.
    choices: &'o mut Vec<Value>,
    seed: u64,
    verdicts: Vec<Option<bool>>,
}

impl Oracle<'_> {
    /// Makes a choice and notes it for the interpreter.
    fn any(&mut self) -> i64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.seed >> 60) as i64 - 8
    }

    fn num(&mut self, n: &Num) -> i128 {
        match n {
            Num::Lit(n) => i128::from(*n),
            Num::Var(x) => self.numbers[*x],
            Num::Cell(i) => {
                let i = self.num(i);
                self.cells.get(&i).copied().unwrap_or(0)
            }
            Num::Any => {
                let n = self.any();
                self.choices.push(int(n));
                i128::from(n)
            }
            Num::Neg(n) => -self.num(n),
            Num::Sum(a, b) => self.num(a) + self.num(b),
            Num::Diff(a, b) => self.num(a) - self.num(b),
            Num::Times(n, a) => i128::from(*n) * self.num(a),
            Num::Div(a, n) => self.num(a).div_euclid(i128::from(*n)),
            Num::Mod(a, n) => self.num(a).rem_euclid(i128::from(*n)),
        }
    }

    fn truth(&mut self, t: &Truth) -> bool {
        match t {
            Truth::Var(p) => self.truths[*p],
            Truth::Any => {
                let b = self.any() % 2 == 0;
                self.choices.push(Value::Bool(b));
                b
            }
            Truth::Less(a, b) => self.num(a) < self.num(b),
            Truth::Same(a, b) => self.num(a) == self.num(b),
            Truth::Chain(a, b, c) => {
                let (a, b, c) = (self.num(a), self.num(b), self.num(c));
                a <= b && b < c
            }
            Truth::Not(t) => !self.truth(t),
            Truth::And(a, b) => self.truth(a) & self.truth(b),
            Truth::Or(a, b) => self.truth(a) | self.truth(b),
            Truth::Implies(a, b) => !self.truth(a) | self.truth(b),
            Truth::Iff(a, b) => self.truth(a) == self.truth(b),
        }
    }

    fn acts(&mut self, acts: &[Act]) {
        for act in acts {
            match act {
                Act::Set(x, n) => self.numbers[*x] = self.num(n),
                Act::Add(x, n) => self.numbers[*x] += self.num(n),
                Act::SetTruth(p, t) => self.truths[*p] = self.truth(t),
                Act::Store(i, v) => {
                    let i = self.num(i);
                    let v = self.num(v);
                    self.cells.insert(i, v);
                }
                Act::Choose(c, then, els) => {
                    let taken = if self.truth(c) { then } else { els };
                    self.acts(taken);
                }
                Act::Shadow(x, n, body) => {
                    let outer = self.numbers[*x];
                    self.numbers[*x] = self.num(n);
                    self.acts(body);
                    self.numbers[*x] = outer;
                }
                Act::Assert(t) => {
                    let value = self.truth(t);
                    self.verdicts.push(Some(value));
                }
            }
        }
    }
}

const START: &str = "int x = 0, y = 0, z = 0; bool p = false, q = false; int a[];\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_interpreter_agrees_with_a_second_evaluator(acts in acts(), seed in any::<u64>()) {
        let mut text = START.to_owned();
        write_acts(&acts, &mut text);
        let mut choices = vec![array(0, &[])];
        let mut oracle = Oracle {
            numbers: [0; 3],
            truths: [false; 2],
            cells: HashMap::new(),
            choices: &mut choices,
            seed,
            verdicts: vec![],
        };
        oracle.acts(&acts);
        let Oracle { numbers, truths, cells, verdicts: expected, .. } = oracle;
        prop_assert_eq!(verdicts(&text, choices.clone()), expected, "{}", text);

        let (program, trace) = run_with(&text, choices);
        prop_assert_eq!(&trace.end, &Some(End::Finished));
        let state = trace.state_after(trace.steps.len());
        for (name, n) in NUMBERS.iter().zip(numbers) {
            let n: Int = n.to_string().parse().expect("decimal");
            prop_assert_eq!(value(&program, &state, name), Some(Value::Int(n)), "{}", text);
        }
        for (name, b) in TRUTHS.iter().zip(truths) {
            prop_assert_eq!(value(&program, &state, name), Some(Value::Bool(b)), "{}", text);
        }
        let Some(Value::Array(found)) = value(&program, &state, "a") else {
            return Err(TestCaseError::fail("no array"));
        };
        prop_assert_eq!(found.cells.len(), cells.len());
        for (i, v) in cells {
            let number = |n: i128| n.to_string().parse::<Int>().expect("decimal");
            prop_assert_eq!(found.get(&number(i)), &Value::Int(number(v)), "{}", text);
        }
    }
}

// Quantified formulas over `j` and `k`, against trying all values of a window.

/// A condition on `j`, `k` and the array, in text and as a function.
#[derive(Clone, Debug)]
enum Atom {
    /// `f*j + g*k + c <= 0`
    Linear(i64, i64, i64),
    /// `f*j + g*k == c`
    Equal(i64, i64, i64),
    /// `a[j] <= a[k] + c`
    Cells(i64),
    Not(Box<Atom>),
    And(Box<Atom>, Box<Atom>),
    Or(Box<Atom>, Box<Atom>),
    Implies(Box<Atom>, Box<Atom>),
}

fn atom() -> BoxedStrategy<Atom> {
    let leaf = prop_oneof![
        (-2i64..3, -2i64..3, -6i64..7).prop_map(|(f, g, c)| Atom::Linear(f, g, c)),
        (-2i64..3, -2i64..3, -6i64..7).prop_map(|(f, g, c)| Atom::Equal(f, g, c)),
        (-3i64..4).prop_map(Atom::Cells),
    ];
    leaf.prop_recursive(4, 10, 2, |inner| {
        let b = inner.prop_map(Box::new).boxed();
        prop_oneof![
            b.clone().prop_map(Atom::Not),
            (b.clone(), b.clone()).prop_map(|(a, b)| Atom::And(a, b)),
            (b.clone(), b.clone()).prop_map(|(a, b)| Atom::Or(a, b)),
            (b.clone(), b).prop_map(|(a, b)| Atom::Implies(a, b)),
        ]
    })
    .boxed()
}

/// The array of these tests.
const CELLS: [(i64, i64); 4] = [(-2, 3), (0, -1), (1, 4), (3, 2)];

fn cell(i: i64) -> i64 {
    let listed = CELLS.iter().find(|(index, _)| *index == i);
    listed.map_or(0, |(_, value)| *value)
}

impl Atom {
    fn text(&self) -> String {
        match self {
            Atom::Linear(f, g, c) => format!("({f} * j + {g} * k <= -({c}))"),
            Atom::Equal(f, g, c) => format!("({f} * j == {c} - {g} * k)"),
            Atom::Cells(c) => format!("(a[j] <= a[k] + {c})"),
            Atom::Not(a) => format!("!{}", a.text()),
            Atom::And(a, b) => format!("({} && {})", a.text(), b.text()),
            Atom::Or(a, b) => format!("({} || {})", a.text(), b.text()),
            Atom::Implies(a, b) => format!("({} ==> {})", a.text(), b.text()),
        }
    }

    fn holds(&self, j: i64, k: i64) -> bool {
        match self {
            Atom::Linear(f, g, c) => f * j + g * k + c <= 0,
            Atom::Equal(f, g, c) => f * j + g * k == *c,
            Atom::Cells(c) => cell(j) <= cell(k) + c,
            Atom::Not(a) => !a.holds(j, k),
            Atom::And(a, b) => a.holds(j, k) && b.holds(j, k),
            Atom::Or(a, b) => a.holds(j, k) || b.holds(j, k),
            Atom::Implies(a, b) => !a.holds(j, k) || b.holds(j, k),
        }
    }
}

fn window(size: i64) -> impl Iterator<Item = (i64, i64)> {
    (-size..=size).flat_map(move |j| (-size..=size).map(move |k| (j, k)))
}

fn judged(formula: &str) -> Option<bool> {
    let text = format!("int a[]; assert({formula});");
    verdicts(&text, vec![array(0, &CELLS)])[0]
}

/// Whether a small program holds in its one run; undecided if nothing was judged.
fn counted(cells: &[i64], range: (i64, i64), formula: &str) -> Option<bool> {
    let writes: String = (0..).zip(cells).map(|(k, v)| format!("a[{k}] = {v}; ")).collect();
    let (lo, hi) = range;
    let text = format!(
        "int a[] = const_array(0); {writes} int n = count(a, {lo}, {hi}, (x, i) -> {formula});
         int m = 0; for (int k = {lo}; k < {hi}; k++) {{ int x = a[k]; int i = k; if ({formula}) m++; }}
         assert(n == m);"
    );
    verdicts(&text, vec![])[0]
}

#[test]
fn counts_are_undecided_where_their_formula_is_or_where_they_take_too_long() {
    let undecided = [
        "count(a, 0, 2, (x) -> exists j: a[j] + 7 * j == 3 * x + 100000) == 0",
        "count(a, 0, 200000, (x) -> x > 0) == 0",
        "count(a, 0, 1000, (x, i) -> count(a, 0, 1000, (y) -> y > x) > 0) == 0",
    ];
    for claim in undecided {
        let text = format!("int a[]; assert({claim});");
        assert_eq!(verdicts(&text, vec![array(0, &CELLS)]), [None], "{claim}");
    }
    assert_eq!(
        judged("count(a, 0, 100, (x, i) -> count(a, 0, i, (y) -> y == x) > 3) == 93"),
        Some(true)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn counts_with_a_formula_are_those_of_a_loop(
        cells in prop::collection::vec(-2i64..3, 0..6),
        range in (-2i64..7, -2i64..7),
        (left, right) in (0..5usize, 0..5usize),
        (op, join) in (0..4usize, 0..3usize),
    ) {
        let terms = ["x", "i", "1", "x * i", "a[i + 1]"];
        let ops = ["<", "==", "!=", ">="];
        let joins = ["", " && x != 0", " || i % 2 == 0"];
        let formula = format!("{} {} {}{}", terms[left], ops[op], terms[right], joins[join]);
        prop_assert_eq!(counted(&cells, range, &formula), Some(true), "{}", formula);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn formulas_with_bounds_are_decided_as_by_trying_all(a in atom(), guard in atom()) {
        let inside = "-5 <= j && j <= 5 && k <= 5 && -5 <= k";
        let (guard_text, body) = (guard.text(), a.text());
        let all = window(5).all(|(j, k)| !guard.holds(j, k) || a.holds(j, k));
        let forall = format!("forall j, k: {inside} && {guard_text} ==> {body}");
        prop_assert_eq!(judged(&forall), Some(all), "{}", forall);
        let nested = format!("forall k: -5 <= k <= 5 ==> forall j in -5..6: {guard_text} ==> {body}");
        prop_assert_eq!(judged(&nested), Some(all), "{}", nested);
        let some = window(5).any(|(j, k)| guard.holds(j, k) && a.holds(j, k));
        let exists = format!("exists j, k: {inside} && {guard_text} && {body}");
        prop_assert_eq!(judged(&exists), Some(some), "{}", exists);
    }

    #[test]
    fn formulas_without_bounds_are_never_decided_wrongly(a in atom()) {
        // All constants are small, so a witness, if there is one, is not far away.
        let all = window(60).all(|(j, k)| a.holds(j, k));
        let forall = format!("forall j, k: {}", a.text());
        let found = judged(&forall);
        prop_assert!(found.is_none() || found == Some(all), "{}", forall);
        let some = window(60).any(|(j, k)| a.holds(j, k));
        let exists = format!("exists j, k: {}", a.text());
        let found = judged(&exists);
        prop_assert!(found.is_none() || found == Some(some), "{}", exists);
    }
}

/// Programs that make no choices: every assertion holds, and the run ends.
#[test]
fn constructs_mean_what_they_say() {
    let programs = [
        "int x = 0; while (true) { x++; while (true) { if (x > 2) break; x++; } if (x > 5) break; }
         assert(x == 6);",
        "int s = 0; for (int i = 0; i < 5; i++) { if (i == 2) continue; s += i; } assert(s == 8);",
        "int i = 0; do { int i_2 = i; i = i_2 + 1; if (i == 2) continue; } while (i < 3);
         assert(i == 3);",
        "int x = 1; if (x == 1) { return; } assert(false);",
        "int a[] = const_array(7); int i = 0; i, a[i] = 5, 9; assert(a[0] == 9 && i == 5);",
        "int a[] = const_array(1); a[0], a[0] = 2, 3; assert(a[0] == 3);",
        "int m[2][2] = const_array(const_array(4)); m[1][0] = 5; int r[] = m[1]; r[1] = 6;
         assert(m[1][0] == 5 && m[1][1] == 4 && r[0] == 5 && r[1] == 6);",
        "int n = 3; int a[n + 1]; n = 9; assert(len(a) == 4);",
        "int a[] = const_array(0); a[1] = 1; a[2] = 2; insert(a, 2, 8);
         assert(a[1] == 1 && a[2] == 8 && a[3] == 2 && a[-1] == 0);
         erase(a, 1); assert(a[1] == 8 && a[2] == 2 && a[0] == 0);",
        "int a[] = const_array(0); fill(a, 2, 4, 3); int b[] = a; b[9] = 1;
         assert(bound_eq(a, b, 0, 9) && !bound_eq(a, b, 0, 10) && a != b && sorted(a, 0, 4));
         assert(!sorted(a, 0, 5) && sum(a, 0, 9) == 6 && count(a, 0, 9, 3) == 2);
         assert(max(a, 0, 5) == 3 && min(a, 2, 4) == 3 && max(1, 5, 2) == 5 && abs(-4) == 4);",
        "int a[] = const_array(2); a[3] = 5; assert(sub_array(a, 2, 5) == sub_array(a, 2, 5));
         int b[] = sub_array(a, 3, 5); assert(b[0] == 5 && b[1] == 2 && b == sub_array(a, 3, 5));",
        "bool f[] = const_array(false); f[1] = true; assert(f[1] && !f[0]);
         assert(exists(f, 0, 2, (x, i) -> x && i == 1) && !forall(f, 0, 2, (x) -> x));",
        "int a[] = const_array(2); a[1] = 7; a[3] = 0; int n = 4; int i = 9;
         assert(count(a, 0, n, (x) -> x > 1) == 3 && count(a, 0, n, (x, i) -> x == i) == 1);
         assert(count(a, 0, n, (x, k) -> k % 2 == 1 && x != 2) == 2 && count(a, n, 0, (x) -> true) == 0);
         assert(count(a, -2, 2, (x, k) -> exists j in 0..4: j != k && a[j] == x) == 3 && i == 9);
         assert(count(a, 0, n, (x, k) -> count(a, 0, k, (y) -> y > x) > 0) == 2);
         assert(forall k in 0..5: count(a, 0, k, (x) -> x == 2) == count(a, 0, k, 2));",
        "bool f[] = const_array(true); f[2] = false; int m[][] = const_array(const_array(1)); m[1][3] = 5;
         assert(count(f, 0, 4, (x) -> x) == 3 && count(f, 0, 4, (x, i) -> !x || i > 2) == 2);
         assert(count(m[1], 0, 4, (x) -> x > 1) == 1 && count(m, 0, 3, (r, i) -> r[3] == 5) == 1);",
        "int x = 7; assert((x > 3 ? x : 0) == 7 && -7 / 2 == -4 && -7 % 2 == 1 && x * x == 49);",
    ];
    for text in programs {
        let (_, trace) = run_with(text, vec![]);
        assert_eq!((trace.end, trace.failed), (Some(End::Finished), vec![]), "{text}");
    }
}

#[test]
fn a_choice_outside_of_its_range_ends_the_run() {
    let text = "int x = nondet(2, 5); assert(2 <= x && x < 5);";
    assert_eq!(verdicts(text, vec![int(4)]), [Some(true)]);
    let (_, trace) = run_with(text, vec![int(5)]);
    assert!(matches!(trace.end, Some(End::AssumeFailed(_))), "{:?}", trace.end);
    assert!(trace.failed.is_empty());
}

#[test]
fn bounds_are_checked_where_c_would_read() {
    let options = Options { check_bounds: true };
    let failed = |text: &str| {
        let (program, diagnostics) = front_end(text, options);
        let program = program.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"));
        let trace = run(&program, &mut ListedChoices::new(vec![]), 10_000);
        assert_eq!(trace.end, Some(End::Finished), "{text}");
        trace.failed.len()
    };
    assert_eq!(failed("int a[3]; int i = 3; if (i < 3 && a[i] == 0) { i = 0; }"), 0);
    assert_eq!(failed("int a[3]; int i = -1; while (i >= 0 && a[i] > 0) { i--; }"), 0);
    assert_eq!(failed("int a[3]; int i = 3; int x = i < 3 ? a[i] : 0; a[x] = 1;"), 0);
    assert_eq!(failed("int a[3]; int i = 3; a[i] = 1;"), 1);
    assert_eq!(failed("int a[3]; int i = 0; do { i++; } while (a[i] == 0 && i < 4);"), 2);
    assert_eq!(failed("int m[2][3]; m[1][3] = 0; m[2][0] = 1;"), 2);
    assert_eq!(
        failed("int n = 2; int a[n]; n = 5; a[3] = 1; assert(forall k in 0..2: a[k] == 0);"),
        1
    );
    assert_eq!(
        failed("int a[3]; assert(sorted(a, 0, 3)); assert(sorted(a, 0, 4)); int b[]; b[9] = 1;"),
        1
    );
}

#[test]
fn functions_run_with_variables_of_their_own() {
    let text =
        "int fact(int n) { if (n <= 1) return 1; int below = fact(n - 1); return n * below; }
        void swap(int a[], int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; i = 9; }
        (int, bool) both(int x) { return (x + 1, x > 3); }
        int n = 5, i = 0; int a[]; a[0] = 7; a[1] = 8; bool big;
        swap(a, i, i + 1);
        assert(fact(n) == 120 && n == 5 && i == 0 && a[0] == 8 && a[1] == 7);
        n, big = both(n);
        assert(n == 6 && big && fact(n - 3) == 6);";
    assert_eq!(verdicts(text, vec![array(0, &[])]), [Some(true), Some(true)]);
}

#[test]
fn arrays_of_calls_within_each_other_are_the_same_one() {
    let text = "void add(int a[], int n) { a[n] = n; if (n > 0) { add(a, n - 1); a[n] = a[n] + a[n - 1]; } }
        int b[]; add(b, 3); assert(b[0] == 0 && b[1] == 1 && b[2] == 3 && b[3] == 6);";
    assert_eq!(verdicts(text, vec![array(0, &[])]), [Some(true)]);
}

#[test]
fn contracts_are_judged_at_calls_and_returns() {
    let text = "int half(int x, int a[])
          requires x >= 0;
          ensures result * 2 == x;
          ensures x == 4 ==> a[0] == old(a[0]) + 1;
        { a[0]++; int y = x / 2; x = 0; return y; }
        int a[]; int p = half(4, a); int q = half(-3, a);";
    let values = vec![Value::Bool(false), array(0, &[])];
    // To a caller that does not keep its side nothing is owed.
    let all = [Some(true), Some(true), Some(true), Some(false)];
    assert_eq!(verdicts(text, values), all);
    // The same function as the first to run.
    let values = vec![Value::Bool(true), int(6), array(5, &[])];
    assert_eq!(verdicts(text, values), [Some(true), Some(true)]);
}

#[test]
fn a_run_with_too_many_calls_is_given_up() {
    let (_, trace) = run_with("int f(int n) { return f(n + 1); } int x = f(0);", vec![]);
    assert!(matches!(trace.end, Some(End::Undecided { .. })), "{:?}", trace.end);
}
