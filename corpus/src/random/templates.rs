//! Templates of common loops, with their postconditions.

use crate::dice::Dice;

/// A loop and the claims that are true when it starts from anything.
pub struct Loop {
    /// The declarations in front of it.
    pub before: String,
    /// The loop.
    pub text: String,
    /// The postconditions.
    pub claims: Vec<String>,
}

/// Makes a loop over one array or two, from a number and a tag for its own variables.
type Maker = fn(&str, &str, usize, usize) -> Loop;

/// The arrays of every program.
pub const ARRAYS: [&str; 2] = ["a", "b"];

/// A loop over the cells of the arrays. `tag` makes the names of its own variables.
pub fn any(dice: &mut Dice, tag: usize) -> Loop {
    let (a, b) = if dice.chance(70) { ("a", "b") } else { ("b", "a") };
    let c = dice.below(4);
    let makers: [Maker; 14] = [
        fill, identity, shifted, copy, reversed, change, limit, largest, search, flag, choices,
        assumed, even, nested,
    ];
    let make = dice.pick(&makers);
    make(a, b, c, tag)
}

/// `for (int i = 0; i < n; i = i + 1) { body }`
fn over(i: &str, body: &str) -> String {
    format!("for (int {i} = 0; {i} < n; {i} = {i} + 1) {{ {body} }}\n")
}

fn simple(i: &str, body: &str, claims: &[String]) -> Loop {
    Loop { before: String::new(), text: over(i, body), claims: claims.to_vec() }
}

fn each(claim: &str) -> String {
    format!("forall k in 0..n: {claim}")
}

fn fill(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let claims = [each(&format!("{a}[k] == {c}")), format!("n <= 0 || {a}[n - 1] == {c}")];
    simple(&format!("i{t}"), &format!("{a}[i{t}] = {c};"), &claims)
}

fn identity(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let claims = [
        each(&format!("{a}[k] == k + {c}")),
        format!("n <= 1 || {a}[0] < {a}[1]"),
        format!("forall j, k in 0..n: j < k ==> {a}[j] < {a}[k]"),
    ];
    simple(&format!("i{t}"), &format!("{a}[i{t}] = i{t} + {c};"), &claims)
}

fn shifted(a: &str, b: &str, c: usize, t: usize) -> Loop {
    let claims = [each(&format!("{b}[k] == {a}[k] + {c}")), each(&format!("{b}[k] >= {a}[k]"))];
    simple(&format!("i{t}"), &format!("{b}[i{t}] = {a}[i{t}] + {c};"), &claims)
}

fn copy(a: &str, b: &str, _: usize, t: usize) -> Loop {
    let claims = [each(&format!("{a}[k] == {b}[k]")), format!("bound_eq({a}, {b}, 0, n)")];
    simple(&format!("i{t}"), &format!("{b}[i{t}] = {a}[i{t}];"), &claims)
}

fn reversed(a: &str, b: &str, _: usize, t: usize) -> Loop {
    let claims =
        [each(&format!("{b}[k] == {a}[n - 1 - k]")), format!("n <= 0 || {b}[0] == {a}[n - 1]")];
    simple(&format!("i{t}"), &format!("{b}[i{t}] = {a}[n - 1 - i{t}];"), &claims)
}

fn change(a: &str, b: &str, c: usize, t: usize) -> Loop {
    let claims = [each(&format!("{a}[k] == {b}[k] + {c}"))];
    let body = format!("{b}[i{t}] = {a}[i{t}]; {a}[i{t}] = {a}[i{t}] + {c};");
    simple(&format!("i{t}"), &body, &claims)
}

fn limit(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let claims = [each(&format!("{a}[k] >= {c}")), format!("n < 1 || {a}[0] >= {c}")];
    simple(&format!("i{t}"), &format!("if ({a}[i{t}] < {c}) {{ {a}[i{t}] = {c}; }}"), &claims)
}

fn largest(a: &str, _: &str, _: usize, t: usize) -> Loop {
    let body = format!("if ({a}[i{t}] > m{t}) {{ m{t} = {a}[i{t}]; }}");
    let claims = [each(&format!("{a}[k] <= m{t}")), format!("n < 1 || m{t} >= {a}[0]")];
    Loop { before: format!("int m{t} = {a}[0];\n"), ..simple(&format!("i{t}"), &body, &claims) }
}

fn search(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let body = format!("if ({a}[i{t}] == {c}) {{ p{t} = i{t}; }}");
    let claims = [
        format!("p{t} < 0 || {a}[p{t}] == {c}"),
        format!("p{t} >= 0 || (forall k in 0..n: {a}[k] != {c})"),
        format!("p{t} < n || n <= 0"),
    ];
    Loop { before: format!("int p{t} = -1;\n"), ..simple(&format!("i{t}"), &body, &claims) }
}

fn flag(a: &str, b: &str, _: usize, t: usize) -> Loop {
    let body = format!("if ({a}[i{t}] != {b}[i{t}]) {{ f{t} = false; }}");
    let claims = [
        format!("!f{t} || (forall k in 0..n: {a}[k] == {b}[k])"),
        format!("f{t} || (exists k in 0..n: {a}[k] != {b}[k])"),
    ];
    Loop { before: format!("bool f{t} = true;\n"), ..simple(&format!("i{t}"), &body, &claims) }
}

fn choices(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let body = format!("int v{t} = nondet(); {a}[i{t}] = 2 * v{t} + {};", c % 2);
    simple(&format!("i{t}"), &body, &[each(&format!("{a}[k] % 2 == {}", c % 2))])
}

fn assumed(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let body = format!("int v{t} = nondet(); assume(v{t} >= {c}); {a}[i{t}] = v{t};");
    simple(&format!("i{t}"), &body, &[each(&format!("{a}[k] >= {c}"))])
}

fn even(a: &str, _: &str, c: usize, t: usize) -> Loop {
    let text = format!("for (int i{t} = 0; i{t} < n; i{t} = i{t} + 2) {{ {a}[i{t}] = {c}; }}\n");
    let claims = vec![each(&format!("k % 2 == 0 ==> {a}[k] == {c}"))];
    Loop { before: String::new(), text, claims }
}

fn nested(a: &str, b: &str, c: usize, t: usize) -> Loop {
    let inner = if c.is_multiple_of(2) {
        format!("for (int j{t} = 0; j{t} <= i{t}; j{t} = j{t} + 1) {{ {a}[j{t}] = {c}; }}")
    } else {
        let body = format!("if ({a}[j{t}] < {b}[i{t}]) {{ {b}[i{t}] = {a}[j{t}]; }}");
        over(&format!("j{t}"), &body)
    };
    let claims = if c.is_multiple_of(2) {
        vec![each(&format!("{a}[k] == {c}"))]
    } else {
        vec![each(&format!("{b}[k] <= {a}[0]")), format!("n < 1 || {b}[n - 1] <= {a}[n - 1]")]
    };
    Loop { before: String::new(), text: over(&format!("i{t}"), &inner), claims }
}
