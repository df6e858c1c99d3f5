//! Families of programs that grow: how time and steps grow with them.

use std::fmt::Write;

/// A family: its members by a number.
pub struct Family {
    /// A few words: what there is more and more of.
    pub name: &'static str,
    /// The way to look for the verdict, as example programs name it.
    pub way: &'static str,
    /// The numbers of its members.
    pub sizes: &'static [usize],
    /// A member; all of them are certified.
    pub text: fn(usize) -> String,
}

/// All families.
pub const FAMILIES: [Family; 3] = [
    Family { name: "loops in a row", way: "tiling", sizes: &[1, 2, 4, 8, 16], text: loops },
    Family { name: "arrays in one loop", way: "tiling", sizes: &[1, 2, 4, 8, 16], text: arrays },
    Family { name: "grids in a row", way: "tiling", sizes: &[1, 2, 4, 8], text: grids },
];

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
