//! The laws of aggregates against brute force: they hold for all small arrays and ranges.

use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::{ListedChoices, run};
use hornbook_lang::{Options, front_end};
use hornbook_tasks::instrument::aggregate::{Cells, Monoid, Value, laws, laws_of_one};

/// An array `a`, and `b`, the same after `b[i] = x`.
struct Arrays {
    write: Option<(String, String)>,
}

impl Cells for Arrays {
    fn cell(&mut self, index: &str, after: bool) -> String {
        format!("{}[{index}]", if after { "b" } else { "a" })
    }

    fn holds(&mut self, value: &str, index: &str) -> String {
        format!("({value} > {index})")
    }

    fn write(&self) -> Option<(String, String)> {
        self.write.clone()
    }
}

/// The value of an aggregate as the language computes it; there is none of an empty range for some.
fn aggregate(v: &Value) -> Option<String> {
    let Value { monoid, low, high, after, .. } = v;
    let array = if *after { "b" } else { "a" };
    let formula = if monoid.has_formula() { ", (x, i) -> x > i" } else { "" };
    let number = |end: &String| end.parse::<i64>().expect("a number");
    let empty = number(low) >= number(high);
    let undefined = empty && matches!(monoid, Monoid::Max | Monoid::Min);
    (!undefined).then(|| format!("{}({array}, {low}, {high}{formula})", monoid.function()))
}

/// The laws that fail in a program that computes all values.
fn broken(dice: &mut Dice, monoid: Monoid) -> Vec<String> {
    let mut number = |below: usize, from: i64| (dice.below(below) as i64 + from).to_string();
    let cells: Vec<String> = (-1..6).map(|_| number(6, -2)).collect();
    let (i, x) = (number(5, 0), number(6, -2));
    let value = |name: &str, after: bool, low: String, high: String| Value {
        name: name.to_owned(),
        monoid,
        low,
        high,
        after,
    };
    let (low, high) = (number(5, 0), number(5, 0));
    let near = |end: &str, by: i64| (end.parse::<i64>().unwrap_or_default() + by).to_string();
    let (m, v) = (
        near(&low, number(3, -1).parse().unwrap_or_default()),
        near(&high, number(3, -1).parse().unwrap_or_default()),
    );
    let after = number(2, 0) == "1";
    let (s, t) = (value("s", false, low, high), value("t", after, m, v));
    let indices = vec![number(5, 0), i.clone()];
    let mut arrays = Arrays { write: Some((i.clone(), x.clone())) };
    let mut all = laws_of_one(&s, &indices, &mut arrays);
    all.extend(laws(&s, &t, &indices, &mut arrays));
    let mut text = String::from("int a[];\n");
    for (k, cell) in cells.iter().enumerate() {
        text += &format!("a[{}] = {cell};\n", k as i64 - 1);
    }
    text += &format!("int b[] = a;\nb[{i}] = {x};\n");
    for v in [&s, &t] {
        let ty = if matches!(monoid, Monoid::Forall | Monoid::Exists) { "bool" } else { "int" };
        // Where there is no value, nothing may depend on it.
        let other = if ty == "bool" { "false" } else { "-77" };
        text += &format!("{ty} {} = {};\n", v.name, aggregate(v).unwrap_or(other.into()));
    }
    let claims: Vec<String> = all.iter().map(|law| format!("assert({law});\n")).collect();
    let program = front_end(&(text.clone() + &claims.concat()), Options::default());
    let program = program.0.unwrap_or_else(|| panic!("{:?}\n{text}{}", program.1, claims.concat()));
    let trace = run(&program, &mut ListedChoices::default(), 1_000);
    let failed = trace.failed.iter().map(|(id, _)| format!("{text}{}", claims[id.0 as usize]));
    failed.collect()
}

#[test]
fn laws_hold_of_all_small_arrays() {
    let mut dice = Dice::new(11);
    for monoid in Monoid::ALL {
        for _ in 0..1_500 {
            let found = broken(&mut dice, monoid);
            assert!(found.is_empty(), "{}", found.join("\n"));
        }
    }
}
