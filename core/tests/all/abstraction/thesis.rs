//! T Sec. 5.1.2.1 (clauses 5.1 to 5.16, Tables 5.1 and 5.2), T Sec. 6.1 and 6.2 with Table 6.2, T Sec.
//! 6.3.1 and the reduction of T Sec. 7.3.

use crate::support::rules::{Rule, reproduces, rules};
use expect_test::expect;
use hornbook_abstraction::completeness::{Completeness, Condition, Criterion, Truth};
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::insts::Call;
use hornbook_base::{Budget, LineIndex, Span};
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Names, Op, Origin, Pred, PredId, Premise, Quantifier, Sort,
    System, Term, Var, read,
};
use hornbook_pipeline::{Settings, find_incompleteness, stages, story};
use hornbook_records::Stages;

// ---- Clauses ---------------------------------------------------------------------------------

/// Names that start with `a`, `b`, `c` or `r` are arrays, `cond` is a truth value.
fn var(name: &str) -> Var {
    match name {
        "cond" => Var::new(name, Sort::Bool),
        _ if name.starts_with(['a', 'b', 'c', 'r']) => Var::new(name, Sort::int_array()),
        _ => Var::int(name),
    }
}

fn term(text: &str) -> Term {
    read::term(text, &|name| Some(var(name))).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn app(op: Op, args: [&str; 4]) -> Term {
    Term::app(op, args.iter().filter(|t| !t.is_empty()).map(|t| term(t)).collect())
}

fn all(k: &str, text: &str) -> Term {
    Term::forall(vec![var(k)], term(text))
}

fn some(k: &str, text: &str) -> Term {
    Term::quant(Quantifier::Exists, vec![var(k)], term(text))
}

fn sorted(array: &str, upper: &str) -> Term {
    app(Op::Sorted, [array, "0", upper, ""])
}

fn bound_eq(a: &str, b: &str) -> Term {
    app(Op::BoundEq, [a, b, "0", "n"])
}

/// The system of one clause. Predicates are written `P(a, i)`; a goal without brackets is a claim.
fn system(premises: &[&str], conditions: Vec<Term>, goal: Result<&str, Term>) -> System {
    let mut preds: Vec<Pred> = vec![];
    let mut instance = |text: &str| {
        let (name, args) = text.trim_end_matches(')').split_once('(').expect("brackets");
        let args: Vec<Term> = args.split(", ").map(term).collect();
        let known = preds.iter().position(|p| p.name == name);
        let n = known.unwrap_or_else(|| {
            let mut names = Names::default();
            let named =
                |t: &Term| names.fresh(&t.as_var().cloned().unwrap_or(Var::new("t", t.sort())));
            let params = args.iter().map(named).collect();
            let (name, title) = (name.to_owned(), name.to_owned());
            preds.push(Pred {
                name,
                title,
                span: Span::default(),
                loop_head: false,
                params,
                witnesses: vec![],
                within: None,
            });
            preds.len() - 1
        });
        Instance::plain(PredId(u32::try_from(n).expect("few")), args)
    };
    let mut all: Vec<Premise> = premises.iter().map(|p| Premise::Instance(instance(p))).collect();
    all.extend(conditions.into_iter().map(Premise::Cond));
    let goal = match goal {
        Ok(text) => Goal::Instance(instance(text)),
        Err(claim) => Goal::Cond(claim),
    };
    let origin = Origin::new(Span::default(), hornbook_horn::Instruction::Given);
    let clause = Clause { id: ClauseId(0), origin, premises: all, goal };
    System { preds, clauses: vec![clause] }
}

fn road(system: &System, abstraction: &str, heuristic: Heuristic) -> Stages {
    let settings = Settings {
        abstraction: abstraction.parse().expect("an abstraction"),
        policy: Policy { heuristic, ..Policy::default() },
        ..Settings::default()
    };
    stages(system, &LineIndex::new(""), &settings)
}

fn calls(stages: &Stages) -> Vec<Call> {
    let story = story(stages, ClauseId(0)).expect("a story");
    story.calls.into_iter().map(|c| c.call).collect()
}

/// The first components of the elements of a set: the indices for `cell`.
fn indices(call: &Call) -> String {
    let index = |i: &hornbook_abstraction::insts::Instantiation| i.sharp.leaves()[0].to_string();
    call.set.iter().map(index).collect::<Vec<_>>().join(", ")
}

fn last(stages: &Stages) -> Rule {
    Rule::from_clause(&stages.simplified.clauses[0], &stages.simplified)
}

fn completeness(stages: &Stages) -> Completeness {
    Completeness::all(calls(stages).iter().map(|c| &c.completeness))
}

// ---- T Sec. 5.1.2.1 --------------------------------------------------------------------------

fn clause_5_1() -> System {
    system(&["P1(a, i, v)"], vec![term("v1 == a[i]")], Ok("P2(a, i, v1)"))
}

fn clause_5_2() -> System {
    system(&["P1(a, i, v)"], vec![Term::eq(term("a1"), store("a", "i", "v"))], Ok("P2(a1, i, v)"))
}

fn clause_5_3() -> System {
    system(&["P1(a, i, v)"], vec![term("v1 == 0")], Ok("P2(a, i, v1)"))
}

fn store(a: &str, i: &str, v: &str) -> Term {
    Term::store(term(a), term(i), term(v))
}

/// The clauses 5.7 to 5.9 with the sets of Table 5.2 are 5.10 to 5.12; the contexts are those of
/// Table 5.1.
#[test]
fn table_5_1_and_clauses_5_7_to_5_12() {
    let mut out = String::new();
    for (n, clause) in [(1, clause_5_1()), (2, clause_5_2()), (3, clause_5_3())] {
        let stages = road(&clause, "cell", Heuristic::Ma15);
        let call = &calls(&stages)[0];
        out += &format!("5.{n}: {} in {}\n", indices(call), call.context);
        out += &format!("  {}\n", stages.eliminated.show(&stages.eliminated.clauses[0]));
    }
    expect![[r#"
        5.1: k_a' in v1 == a[i] ==> (v_a' == a[k_a'] && i' == i && v1' == v1 ==> P2#(k_a', v_a', i', v1'))
          (a[k_a'] == a[k_a'] && i == i && v == v ==> P1#(k_a', a[k_a'], i, v)) && v1 == a[i] ==> v_a' == a[k_a'] && i' == i && v1' == v1 ==> P2#(k_a', v_a', i', v1')
        5.2: k_a1' in a1 == a[i <- v] ==> (v_a1' == a1[k_a1'] && i' == i && v' == v ==> P2#(k_a1', v_a1', i', v'))
          (a[k_a1'] == a[k_a1'] && i == i && v == v ==> P1#(k_a1', a[k_a1'], i, v)) && a1 == a[i <- v] ==> v_a1' == a1[k_a1'] && i' == i && v' == v ==> P2#(k_a1', v_a1', i', v')
        5.3: k_a' in v1 == 0 ==> (v_a' == a[k_a'] && i' == i && v1' == v1 ==> P2#(k_a', v_a', i', v1'))
          (a[k_a'] == a[k_a'] && i == i && v == v ==> P1#(k_a', a[k_a'], i, v)) && v1 == 0 ==> v_a' == a[k_a'] && i' == i && v1' == v1 ==> P2#(k_a', v_a', i', v1')
    "#]]
    .assert_eq(&out);
}

/// The clauses 5.4 to 5.6. A choice with an arbitrary value is written as two rules.
#[test]
fn clauses_5_4_to_5_6_by_ma15() {
    let made = |clause: &System| last(&road(clause, "cell", Heuristic::Ma15));
    let read = rules([
        "k != i && P1(k, a_k, i, v) ==> P2(k, a_k, i, w)",
        "P1(i, a_i, i, v) ==> P2(i, a_i, i, a_i)",
    ]);
    reproduces(&made(&clause_5_1()), &read);
    let write = rules(["P1(k, x, i, v) && y == (k == i ? v : x) ==> P2(k, y, i, v)"]);
    reproduces(&made(&clause_5_2()), &write);
    let other = rules(["P1(k, x, i, v) && w == 0 ==> P2(k, x, i, w)"]);
    reproduces(&made(&clause_5_3()), &other);
}

/// The clause 5.16; the thesis leaves out that one cell has one value, its proof does not.
#[test]
fn clause_5_16_by_mg16() {
    let made = last(&road(&clause_5_1(), "cell", Heuristic::Mg16));
    let printed = rules([
        "k != i && P1(k, x, i, v) && P1(i, y, i, v) ==> P2(k, x, i, y)",
        "P1(i, y, i, v) ==> P2(i, y, i, y)",
    ]);
    reproduces(&made, &printed);
}

/// Table 5.2, and more: the answers are backed by a witness or a condition.
#[test]
fn table_5_2() {
    let verdict = |clause: &System, heuristic: Heuristic| {
        let stages = road(clause, "cell", heuristic);
        let call = &calls(&stages)[0];
        let id = ClauseId(0);
        let witness = find_incompleteness(&stages, id, 0, &mut Budget::steps(2_000_000));
        let answer = match (&call.completeness.truth, witness) {
            (Truth::Open, Some(_)) => "NO",
            (Truth::Complete(Condition::C1), None) => "YES",
            other => panic!(
                "{heuristic} {other:?} {}",
                stages.abstracted.show(&stages.abstracted.clauses[0])
            ),
        };
        format!("{{{}}} {answer}", indices(call))
    };
    assert_eq!(verdict(&clause_5_1(), Heuristic::Ma15), "{k_a'} NO");
    assert_eq!(verdict(&clause_5_1(), Heuristic::Mg16), "{i, k_a'} YES");
    for heuristic in [Heuristic::Ma15, Heuristic::Mg16] {
        assert_eq!(verdict(&clause_5_2(), heuristic), "{k_a1'} YES");
        assert_eq!(verdict(&clause_5_3(), heuristic), "{k_a'} YES");
    }
    let left_out = completeness(&road(&clause_5_1(), "cell", Heuristic::Ma15)).criterion;
    assert_eq!(left_out, Criterion::LeftOut(vec![term("i")]));
}

// ---- T Sec. 6.1 and 6.3.1 --------------------------------------------------------------------

/// For each clause, whether `relevant` meets a `⊤`: as T Listing 5.6 has it, and with T Sec. 6.3.1.
fn tops(clause: &System) -> [bool; 2] {
    [Heuristic::RelevantBasic, Heuristic::Relevant].map(|heuristic| {
        let stages = road(clause, "cell", heuristic);
        matches!(completeness(&stages).criterion, Criterion::TopReached(_))
    })
}

#[test]
fn what_section_6_1_says_to_be_handled_and_what_not() {
    let (yes, no) = ([false, false], [true, true]);
    let improved = [true, false];
    let one = |conditions, goal| system(&["P(a)"], conditions, Ok(goal));
    let constant = Term::app(Op::ConstArray, vec![Term::int(0)]);
    let bounded = Term::app(Op::BoundEq, vec![term("b"), constant, term("0"), term("n")]);
    let written = Term::eq(term("a1"), store("a", "i", "v"));
    let clauses = [
        // 1: without premises there are no calls.
        (system(&[], vec![sorted("a", "n")], Ok("P(a)")), yes),
        // 2: quantifiers and operations linked to an array of the premises.
        (one(vec![sorted("a", "n")], "Q(a)"), no),
        (one(vec![all("k", "b[k] == a[k + 1]")], "Q(b)"), improved),
        (system(&["P(a, n)"], vec![bound_eq("a", "b")], Ok("Q(b)")), improved),
        (system(&["P(a)"], vec![bounded], Ok("Q(b)")), yes),
        // 3: infinitely many cells constrained twice.
        (system(&["P(a, b)"], vec![term("a == b"), term("a[i] == 0")], Ok("Q(a)")), no),
        (system(&["P(a)", "F(a, b)"], vec![], Ok("Q(b)")), no),
        (one(vec![term("a == b"), term("a[i] == 0")], "Q(a)"), yes),
        (system(&["P(a)", "F(b)"], vec![], Ok("Q(b)")), yes),
        (system(&["P(a, i, v)"], vec![written, term("a[i] == 0")], Ok("Q(a1)")), yes),
        // A single premise on an array and what it becomes.
        (system(&["P(a, i)"], vec![term("a[i] == 0")], Ok("Q(a)")), yes),
    ];
    for (clause, expected) in &clauses {
        assert_eq!(tops(clause), *expected, "{}", clause.show(&clause.clauses[0]));
    }
    // An array and itself with a cell changed, in one premise.
    let twice = {
        let mut twice = system(&["P(a, b)"], vec![term("a[i] == 0")], Ok("Q(a)"));
        let Premise::Instance(p) = &mut twice.clauses[0].premises[0] else { panic!() };
        p.args[1] = store("a", "i", "3");
        twice
    };
    assert_eq!(tops(&twice), no);
}

#[test]
fn what_section_6_3_1_makes_possible() {
    let improved = [true, false];
    let no = [true, true];
    let insert = |a: &str, i: &str, v: &str| app(Op::Insert, [a, i, v, ""]);
    let part = Term::app(Op::SubArray, vec![term("a"), term("l"), term("u"), term("r")]);
    let clauses = [
        (
            system(
                &["P(a, i, v)"],
                vec![Term::eq(term("a1"), insert("a", "i", "v"))],
                Ok("Q(a1, i, v)"),
            ),
            improved,
        ),
        (
            system(
                &["P(a, i, v)"],
                vec![Term::eq(term("b"), insert("a", "i", "v"))],
                Ok("Q(a, b, i, v)"),
            ),
            improved,
        ),
        (
            system(
                &["P(a, i)"],
                vec![Term::eq(term("a1"), app(Op::Erase, ["a", "i", "", ""]))],
                Ok("Q(a1, i)"),
            ),
            improved,
        ),
        (system(&["P(a, l, u)"], vec![Term::eq(term("b"), part)], Ok("Q(a, b, l, u)")), improved),
        (
            system(
                &["P(a, n)"],
                vec![all("k", "0 <= k && k < n ==> b[k] == a[k]")],
                Ok("Q(a, b, n)"),
            ),
            improved,
        ),
        (
            system(
                &["P(a, n)"],
                vec![all("k", "k < n ==> b[n - k] == a[k] + 1")],
                Ok("Q(a, b, n)"),
            ),
            improved,
        ),
        // A whole array is constrained, collapsed, or branched on.
        (system(&["P(a)"], vec![all("k", "a[k] == 0")], Ok("Q(a)")), no),
        (system(&["P(a, b, n)"], vec![bound_eq("a", "b"), term("a[i] == 0")], Ok("Q(a)")), no),
        (system(&["P(a)"], vec![Term::eq(term("cond"), all("k", "a[k] == 0"))], Ok("Q(cond)")), no),
        // Branches on what is no new array.
        (system(&["P(a, b)"], vec![Term::eq(term("a"), insert("b", "0", "n"))], Ok("Q(a, b)")), no),
        (system(&["P(a, b)"], vec![bound_eq("a", "b")], Ok("Q(a, b)")), no),
        (system(&["P(a, b)"], vec![term("a == b")], Ok("Q(a, b)")), no),
        // What comes back to the same array through moved cells has no finite set.
        (system(&["P(a)"], vec![all("k", "a[k] == a[k + 1]"), term("a[i] == 0")], Ok("Q(i)")), no),
    ];
    for (clause, expected) in &clauses {
        assert_eq!(tops(clause), *expected, "{}", clause.show(&clause.clauses[0]));
    }
}

/// The sets that T Sec. 6.3.1.1 describes.
#[test]
fn cells_of_inserted_erased_and_bounded_arrays() {
    let insert = app(Op::Insert, ["a", "i", "v", ""]);
    let erase = app(Op::Erase, ["a", "i", "", ""]);
    let set = |condition: Term, goal: &str| {
        let stages = road(
            &system(&["P(a, i, v, n)"], vec![condition], Ok(goal)),
            "cell",
            Heuristic::Relevant,
        );
        indices(&calls(&stages)[0])
    };
    let shown = [
        ("insert", set(Term::eq(term("a1"), insert), "Q(a1, i, v)")),
        ("erase", set(Term::eq(term("a1"), erase), "Q(a1, i, v)")),
        ("bound_eq", set(bound_eq("a", "b"), "Q(b)")),
        ("moved", set(all("k", "k < n ==> b[n - k] == a[k] + 1"), "Q(b)")),
    ];
    let shown: String = shown.iter().map(|(name, set)| format!("{name}: {set}\n")).collect();
    expect![[r#"
        insert: (k_a1' < i ? k_a1' : k_a1' - 1)
        erase: (k_a1' < i ? k_a1' : k_a1' + 1)
        bound_eq: k_b'
        moved: n - k_b'
    "#]]
    .assert_eq(&shown);
}

/// T Table 6.2, by one clause of each kind: what is handled meets no `⊤` in the thesis's search.
#[test]
fn table_6_2() {
    let part = Term::app(Op::SubArray, vec![term("a"), term("0"), term("m"), term("r")]);
    let result = |k: &str| format!("Q({k})");
    let rows: [(&str, System, bool); 11] = [
        ("loop block", system(&["P(a, b, i)"], vec![term("a[i] < b[i]")], Ok("Q(a, b, i)")), true),
        ("sub_array", system(&["P(a, m)"], vec![Term::eq(term("b"), part)], Ok("Q(b)")), false),
        ("assert(sorted)", system(&["P(r, n)"], vec![], Err(sorted("r", "n"))), true),
        ("function, start", system(&[], vec![sorted("b", "n")], Ok("P(b, n)")), true),
        ("function, end", system(&["P(r, n)"], vec![], Err(some("k", "r[k] == 2"))), false),
        ("inlined call, in", system(&["P(b, c)"], vec![], Ok("Q(b, c)")), true),
        ("inlined call, out", system(&["P(r)"], vec![], Ok(&result("r"))), true),
        ("modular call", system(&["P(b, c)", "F(b, c, r)"], vec![], Ok("Q(r)")), false),
        ("modular call, in", system(&["P(b, c)"], vec![], Ok("F(b, c)")), true),
        ("summary, claim", system(&["P(b, n)"], vec![], Err(sorted("b", "n"))), true),
        (
            "summary",
            system(&["P(b, r)"], vec![sorted("b", "n"), sorted("r", "n")], Ok("Q(r)")),
            false,
        ),
    ];
    for (row, clause, handled) in &rows {
        assert_eq!(tops(clause)[0], !handled, "{row}");
    }
}

// ---- T Sec. 7.3 ------------------------------------------------------------------------------

#[test]
fn section_7_3_ordered_cells_need_one_instance() {
    let clause = system(&["P(a)"], vec![], Ok("Q(a)"));
    let plain = road(&clause, "cell2", Heuristic::Relevant);
    let ordered = road(&clause, "cell<2", Heuristic::Relevant);
    assert_eq!((calls(&plain)[0].set.len(), calls(&ordered)[0].set.len()), (4, 1));
    let chosen = calls(&ordered)[0].set[0].sharp.to_string();
    expect!["(((k_a'', a[k_a'']), (k_a'3, a[k_a'3])))"].assert_eq(&chosen);
    let printed = rules(["P(k, a_k, l, a_l) && k < l ==> Q(k, a_k, l, a_l)"]);
    reproduces(&last(&ordered), &printed);
    expect![
        "P#(k_a'', a_k_a'', k_a'3, a_k_a') && k_a'' < k_a'3 ==> Q#(k_a'', a_k_a'', k_a'3, a_k_a')"
    ]
    .assert_eq(&ordered.simplified.show(&ordered.simplified.clauses[0]));
}
