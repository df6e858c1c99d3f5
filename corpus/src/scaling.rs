//! Families of programs that grow: how time and steps grow with them.

use std::fmt::Write;

/// A family of programs, numbered by their size.
pub struct ScalingFamily {
    /// The growing construct, in a few words.
    pub name: &'static str,
    /// The options, as example programs name them.
    pub way: &'static str,
    /// The numbers of its members.
    pub sizes: &'static [usize],
    /// A member; all of them are certified.
    pub text: fn(usize) -> String,
}

/// The ways in which most families are solved.
const TILING: &str = "tiling";
const CELL1: &str = "cell1";
const AUTO: &str = "method auto";

/// All families.
pub const FAMILIES: [ScalingFamily; 13] = [
    loops_in_a_row(TILING),
    loops_in_a_row(CELL1),
    loops_in_a_row(AUTO),
    arrays_in_one_loop(TILING),
    arrays_in_one_loop(CELL1),
    arrays_in_one_loop(AUTO),
    branches_in_one_loop(CELL1),
    branches_in_one_loop(AUTO),
    grids_in_a_row(TILING),
    grids_in_a_row(CELL1),
    grids_in_a_row(AUTO),
    loops_in_loops(CELL1),
    loops_in_loops(AUTO),
];

const fn loops_in_a_row(way: &'static str) -> ScalingFamily {
    ScalingFamily { name: "loops in a row", way, sizes: &[1, 2, 4, 8, 16], text: loops }
}

const fn arrays_in_one_loop(way: &'static str) -> ScalingFamily {
    ScalingFamily { name: "arrays in one loop", way, sizes: &[1, 2, 4, 8, 16], text: arrays }
}

const fn branches_in_one_loop(way: &'static str) -> ScalingFamily {
    ScalingFamily {
        name: "branches in one loop",
        way,
        sizes: &[1, 2, 4, 8, 16, 32],
        text: branches,
    }
}

const fn grids_in_a_row(way: &'static str) -> ScalingFamily {
    ScalingFamily { name: "grids in a row", way, sizes: &[1, 2, 4, 8], text: grids }
}

const fn loops_in_loops(way: &'static str) -> ScalingFamily {
    ScalingFamily { name: "loops in loops", way, sizes: &[1, 2, 3, 4], text: nested }
}

/// Copies one after the other, each loop from the array of the one before.
pub fn loops(count: usize) -> String {
    let mut text = "int n = nondet();\nassume(n > 0);\nint a0[n];\n".to_owned();
    for n in 0..count {
        let next = n + 1;
        let _ = writeln!(text, "int a{next}[n];");
        let _ = writeln!(text, "for (int i = 0; i < n; i++) {{ a{next}[i] = a{n}[i]; }}");
    }
    let _ = writeln!(text, "assert(forall k in 0..n: a{count}[k] == a0[k]);");
    text
}

/// One loop that fills more and more arrays, with a claim about each.
fn arrays(count: usize) -> String {
    let mut text = "int n = nondet();\nassume(n > 0);\n".to_owned();
    for n in 0..count {
        let _ = writeln!(text, "int a{n}[n];");
    }
    text += "for (int i = 0; i < n; i++) {\n";
    for n in 0..count {
        let _ = writeln!(text, "  a{n}[i] = i + {n};");
    }
    text += "}\n";
    for n in 0..count {
        let _ = writeln!(text, "assert(forall k in 0..n: a{n}[k] == k + {n});");
    }
    text
}

/// Copies of arrays of arrays one after the other.
fn grids(count: usize) -> String {
    let mut text =
        "int n = nondet(), m = nondet();\nassume(n > 0 && m > 0);\nint a0[n][m];\n".to_owned();
    for n in 0..count {
        let next = n + 1;
        let _ = writeln!(text, "int a{next}[n][m];");
        text += "for (int i = 0; i < n; i++) {\n";
        let _ = writeln!(text, "  for (int j = 0; j < m; j++) {{ a{next}[i][j] = a{n}[i][j]; }}");
        text += "}\n";
    }
    let _ =
        writeln!(text, "assert(forall x in 0..n: forall y in 0..m: a{count}[x][y] == a0[x][y]);");
    text
}

/// One loop with more and more branches, of which each fills a cell with another number.
fn branches(count: usize) -> String {
    let mut text = "int n = nondet();\nassume(n > 0);\nint a[n], b[n];\n".to_owned();
    text += "for (int i = 0; i < n; i++) {\n";
    for n in 0..count {
        let or = if n == 0 { "" } else { "else " };
        let _ = writeln!(text, "  {or}if (a[i] == {n}) {{ b[i] = {}; }}", n + 1);
    }
    text += "  else { b[i] = 0; }\n}\n";
    text += "assert(forall k in 0..n: b[k] == 0 || b[k] == a[k] + 1);\n";
    text
}

/// Loops one in the other that fill arrays of arrays of so many dimensions.
fn nested(count: usize) -> String {
    let each = |piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<String>();
    let cell = each(&|n| format!("[i{n}]"));
    let mut text = "int n = nondet();\nassume(n > 0);\n".to_owned();
    let _ = writeln!(text, "int a{};", each(&|_| "[n]".to_owned()));
    text += &each(&|n| format!("for (int i{n} = 0; i{n} < n; i{n}++) {{\n"));
    let _ = writeln!(text, "a{cell} = 7;\n{}", each(&|_| "}".to_owned()));
    let _ = writeln!(text, "assert({}a{cell} == 7);", each(&|n| format!("forall i{n} in 0..n: ")));
    text
}
