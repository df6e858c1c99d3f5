//! Random programs whose loops have a constant number of rounds, as beginners type them: lists of numbers, tables,
//! a sort, a sieve, a search. Some cells and some numbers are chosen from a few. Some have a function with a claim that is
//! called several times, perhaps behind a loop that constants do not bound.

use crate::dice::Dice;

/// A random program, which has no errors.
pub fn program(dice: &mut Dice) -> String {
    let length = 3 + dice.below(5);
    let mut text = start(dice, length);
    let mut claims = vec![];
    let calls = dice.chance(25);
    for tag in 0..1 + dice.below(2) {
        let (piece, about) = piece(dice, length, tag);
        text += &piece;
        if calls {
            text += &format!("small({});\n", dice.pick(&about));
        }
        claims.extend(about);
    }
    if calls {
        let more = "int m = nondet(), up = 0;\nwhile (up < m) { up++; }\nsmall(up);\n";
        text += if dice.chance(40) { more } else { "small(2);\n" };
        let most = 3 + dice.below(9);
        text = format!("void small(int x) {{ assert(x < {most}); }}\n{text}");
    }
    for _ in 0..1 + dice.below(2) {
        text += &format!("assert({});\n", claim(dice, &claims, length));
    }
    text
}

/// An array `a` whose cells are constants, few values, or anything.
fn start(dice: &mut Dice, length: usize) -> String {
    let number = |dice: &mut Dice| dice.below(12) as i64 - 2;
    match dice.below(5) {
        0 | 1 => {
            let cells: Vec<String> = (0..length).map(|_| number(dice).to_string()).collect();
            format!("int a[{length}] = {{{}}};\n", cells.join(", "))
        }
        2 => {
            let formula =
                *dice.pick(&["k % 3", "2 * k + 1", "5 - k", "k * k", "k / 2", "(k + 3) % 4"]);
            format!(
                "int a[{length}];\nfor (int k = 0; k < {length}; k++) {{ a[k] = {formula}; }}\n"
            )
        }
        3 => {
            let few = "a[k] = nondet(0, 2);";
            format!("int a[{length}];\nfor (int k = 0; k < {length}; k++) {{ {few} }}\n")
        }
        _ => format!("int a[{length}];\n"),
    }
}

/// Statements, and the terms that claims may be about.
fn piece(dice: &mut Dice, length: usize, tag: usize) -> (String, Vec<String>) {
    let (n, c) = (length, dice.below(9) as i64 - 1);
    let head = format!("for (int i = 0; i < {n}; i++)");
    let swap = "int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t;";
    let (text, about) = match dice.below(12) {
        0 => (format!("int x = 0;\n{head} {{ x += a[i]; }}\n"), "x"),
        1 => (format!("int x = a[0];\n{head} {{ if (a[i] > x) {{ x = a[i]; }} }}\n"), "x"),
        2 => (format!("int x = 0;\n{head} {{ if (a[i] == {c}) {{ x++; }} }}\n"), "x"),
        3 => (format!("int x = 0;\nwhile (x < {n} && a[x] != {c}) {{ x++; }}\n"), "x"),
        4 => {
            let inner = format!("for (int j = 0; j + 1 < {n} - i; j++)");
            (format!("{head} {{ {inner} {{ if (a[j] > a[j + 1]) {{ {swap} }} }} }}\n"), "a[0]")
        }
        5 => (format!("for (int i = 2; i < {n}; i++) {{ a[i] = a[i - 1] + a[i - 2]; }}\n"), "a[2]"),
        6 => {
            let sieve = format!("for (int j = i + i; j < {n}; j += i) {{ a[j] = {c}; }}");
            (
                format!("for (int i = 2; i < {n}; i++) {{ if (a[i] != {c}) {{ {sieve} }} }}\n"),
                "a[2]",
            )
        }
        7 => (format!("int x = 1, y = {n};\nwhile (y > 0) {{ x = 2 * x; y = y / 2; }}\n"), "x"),
        8 => (format!("int b[{n}];\n{head} {{ b[{n} - 1 - i] = a[i]; }}\nint x = b[0];\n"), "x"),
        9 => (
            "int x = nondet(0, 4), y = 0;\nfor (int i = 0; i < x; i++) { y += i; }\n".to_owned(),
            "y",
        ),
        10 => (
            format!("bool x = true;\n{head} {{ if (a[i] < 0) {{ x = false; }} }}\n"),
            "(x ? 1 : 0)",
        ),
        _ => {
            let inner = format!("for (int j = 0; j < {n}; j++) {{ if (a[i] <= a[j]) {{ x++; }} }}");
            (format!("int x = 0;\n{head} {{ {inner} }}\n"), "x")
        }
    };
    // Names of their own.
    let own = |text: String| {
        let renamed = |name: &str| format!("{name}{tag}");
        let mut out = String::new();
        let letters: Vec<char> = text.chars().collect();
        for (n, letter) in letters.iter().enumerate() {
            let is_word = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric());
            let alone = !is_word(n.checked_sub(1).and_then(|m| letters.get(m)))
                && !is_word(letters.get(n + 1));
            match letter {
                'x' | 'y' | 'b' | 'i' | 'j' | 't' if alone => out += &renamed(&letter.to_string()),
                _ => out.push(*letter),
            }
        }
        out
    };
    let about = own(about.to_owned());
    (own(text), vec![about, format!("a[{}]", dice.below(length))])
}

/// A claim.
fn claim(dice: &mut Dice, about: &[String], length: usize) -> String {
    let (term, c) = (dice.pick(about).clone(), dice.below(14) as i64 - 1);
    let op = *dice.pick(&["==", "<=", ">=", "!="]);
    match dice.below(7) {
        0..=3 => format!("{term} {op} {c}"),
        4 => format!("forall k in 0..{length}: a[k] {op} {c}"),
        5 => format!("exists k in 0..{length}: a[k] {op} {c}"),
        _ => format!("sorted(a, 0, {length}) || {term} {op} {c}"),
    }
}
