//! The product of two programs against both of them, run by the interpreter on the same inputs.

use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::{End, Trace, run};
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end};
use hornbook_runs::random_runs::SmallInputs;
use hornbook_tasks::product_program::{NoProduct, product_program};

const INPUTS: &str = "int n = nondet(0, 4);\nint a[n];\nbool b;\nint x = 0;\nassume(n != 3);\n\
                      int c[2] = {4, 2};\na[1] = nondet(-1, 2);\nx = c[0] - 3;\n";
const FUNCTION: &str = "int twice(int y) { return y + y; }\n";
const OTHER_FUNCTION: &str = "int twice(int y) { return 2 * y + 1; }\n";

fn program(text: &str) -> TypedProgram {
    let (program, problems) = front_end(text, Options::default());
    program.unwrap_or_else(|| panic!("{problems:?}\n{text}"))
}

fn outputs() -> Vec<String> {
    ["a", "x", "n"].map(str::to_owned).to_vec()
}

fn run_of(program: &TypedProgram, number: u64) -> Trace {
    run(program, &mut SmallInputs::mixed(number), 3_000)
}

/// The values of the outputs at the end; none if the run does not end, or does not count.
fn results(program: &TypedProgram, number: u64) -> Option<Vec<String>> {
    let trace = run_of(program, number);
    if trace.end != Some(End::Finished) {
        return None;
    }
    let state = trace.state_after(trace.steps.len() - 1);
    let value = |name: &String| {
        let var = program.vars.iter().position(|var| var.name == *name).expect("a variable");
        let scalar = state.scalars.iter().find(|(id, _)| id.0 as usize == var);
        let array = state.arrays.iter().find(|(id, _)| id.0 as usize == var);
        match (scalar, array) {
            (Some((_, value)), _) => format!("{value:?}"),
            (_, Some((_, array))) => {
                let cell = |k: i64| format!("{:?}", array.get(&k.into()));
                (-2..12).map(cell).collect::<Vec<_>>().join(",")
            }
            _ => panic!("{name} has no value at the end"),
        }
    };
    Some(outputs().iter().map(value).collect())
}

/// Some statements over the inputs.
fn statements(dice: &mut Dice, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..=dice.below(3) {
        let value =
            ["x", "n", "a[x]", "a[0]", "x + 1", "twice(x)", "3", "a[n - 1] - x"][dice.below(8)];
        text += &match dice.below(if depth == 0 { 4 } else { 7 }) {
            0 => format!("x = {value};\n"),
            1 => format!("a[{}] = {value};\n", ["0", "x", "n", "n - 1"][dice.below(4)]),
            2 => "assert(x >= 0);\n".to_owned(),
            3 => "n = n + 1;\n".to_owned(),
            4 => format!("if (x < {value} || b) {{\n{}}}\n", statements(dice, depth - 1)),
            5 => format!("for (int i = 0; i < 3; i++) {{\n{}}}\n", statements(dice, depth - 1)),
            _ => format!("{{ int x = {value};\n{}}}\n", statements(dice, depth - 1)),
        };
    }
    text
}

#[test]
fn a_claim_of_the_product_fails_where_the_results_differ() {
    let mut dice = Dice::new(54);
    let (mut equal, mut different) = (0, 0);
    for round in 0..150 {
        let rest = statements(&mut dice, 2);
        let other = if dice.below(3) == 0 { rest.clone() } else { statements(&mut dice, 2) };
        let other_function = if dice.below(2) == 0 { FUNCTION } else { OTHER_FUNCTION };
        let left = format!("{FUNCTION}{INPUTS}{rest}");
        let right = format!("{other_function}{INPUTS}{other}");
        let text = product_program(&left, &right, &outputs()).expect("a product");
        let (first, second, product) = (program(&left), program(&right), program(&text));
        for number in 0..40 {
            let (Some(mine), Some(theirs)) = (results(&first, number), results(&second, number))
            else {
                continue;
            };
            let trace = run_of(&product, number);
            assert_eq!(trace.end, Some(End::Finished), "round {round}\n{text}");
            let differ = mine != theirs;
            assert_eq!(
                !trace.failed.is_empty(),
                differ,
                "round {round}, run {number}\n{left}\n{right}\n{text}"
            );
            if differ { different += 1 } else { equal += 1 }
        }
    }
    assert!(equal > 100 && different > 100, "{equal} equal, {different} different");
}

#[test]
fn programs_without_a_product_are_told_apart() {
    let refused = |left: &str, right: &str| product_program(left, right, &["x".to_owned()]).err();
    assert_eq!(refused("int x = 1; x = 2;", "int x = 1; x = 3;"), None);
    assert_eq!(refused("void main() { }", "int x = 1;"), Some(NoProduct::OnlyFunctions));
    assert_eq!(refused("int x = 1; return;", "int x = 1; x = 3;"), Some(NoProduct::Returns));
    assert_eq!(refused("int x = 1; x = nondet();", "int x = 1;"), Some(NoProduct::LateChoice));
    assert_eq!(
        refused("int f() { return nondet(); } int x = 1; x = f();", "int x = 1; x = 2;"),
        Some(NoProduct::LateChoice)
    );
    assert_eq!(
        refused(
            "int x = 1; assume(x > 0);x = 2; assume(x > 3);",
            "int x = 1; assume(x > 0); x = 3;"
        ),
        Some(NoProduct::LateAssumption)
    );
    assert_eq!(refused("int x = 1;", "int x = 2;"), Some(NoProduct::NotCommon("x".to_owned())));
    // A statement that is written alike does something else where a function differs.
    let (left, right) =
        ("int f() { return 1; } int x = f();", "int f() { return 2; } int x = f();");
    assert_eq!(refused(left, right), Some(NoProduct::NotCommon("x".to_owned())));
}

/// Values of variables that are no inputs do not count, and names of the product never meet those of the programs.
#[test]
fn names_stay_apart() {
    let left = "int x = nondet();\nint x2 = 5;\nx = x + x2;\n";
    let right = "int x = nondet();\nint x2 = 5;\nx = x2 + x;\n";
    let text = product_program(left, right, &["x".to_owned()]).expect("a product");
    let product = program(&text);
    for number in 0..20 {
        assert_eq!(run_of(&product, number).failed, [], "{text}");
    }
}
