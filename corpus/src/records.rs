//! The sizes of the records of `hornbook explain`: of the example programs, of random ones, and of growing
//! families.

use crate::dice::Dice;
use crate::programs::options;
use crate::random::{ABSTRACTIONS, program::program};
use crate::scaling::loops;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::Input;
use hornbook_records::json;
use std::fmt::Write;

/// A program with its options.
pub struct RecordInput {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The abstraction, or the method.
    pub way: String,
    /// The heuristic.
    pub heuristic: Heuristic,
}

impl RecordInput {
    /// A program with the heuristic that is the default.
    pub fn new(name: String, text: String, way: &str) -> RecordInput {
        RecordInput { name, text, way: way.to_owned(), heuristic: Heuristic::default() }
    }

    /// The number of bytes of its record.
    ///
    /// # Errors
    /// An error in the text or in the abstraction.
    pub fn bytes(&self) -> Result<usize, String> {
        let input = Input::program(&self.text, &options(&self.way, self.heuristic)?);
        if input.system.is_none() {
            return Err(format!("{} has errors:\n{}", self.name, self.text));
        }
        json::to_text(&pipeline::explanation(&input)).map(|text| text.len())
    }
}

/// Random programs with the abstractions by turns.
pub fn random_inputs(series: u64, count: u64) -> Vec<RecordInput> {
    let one = |number: u64| {
        let text = program(&mut Dice::new((series << 32) ^ number));
        let (way, _) = ABSTRACTIONS[number as usize % ABSTRACTIONS.len()];
        RecordInput::new(format!("program {number} of series {series} with {way}"), text, way)
    };
    (0..count).map(one).collect()
}

/// A family of programs by a number; its records should grow as the clauses of all steps do.
pub struct RecordFamily {
    /// The name of the growing construct.
    pub name: &'static str,
    /// The abstraction.
    pub way: &'static str,
    /// The numbers of its members.
    pub sizes: &'static [usize],
    /// The power of the number with which the clauses of all steps together grow.
    pub power: u32,
    /// A member.
    pub text: fn(usize) -> String,
}

/// The families whose records are measured.
pub const FAMILIES: [RecordFamily; 7] = [
    // As many clauses as there are variables in each.
    RecordFamily {
        name: "scalars",
        way: "cell1",
        sizes: &[25, 50, 100, 200],
        power: 2,
        text: scalars,
    },
    family("written cells", "slice(i)", cells),
    family("cells of cells", "slice(i)", chain),
    family("cells of cells", "cell1", chain),
    family("nested conditions", "slice(i)", conditions),
    family("doubled sums", "cell1", sums),
    // Each loop brings an array, whose cells the clauses of all others have as well; and up to a
    // bound each array doubles the instances.
    RecordFamily { name: "loops in a row", way: "cell2", sizes: &[2, 4, 8], power: 3, text: loops },
];

const fn family(name: &'static str, way: &'static str, text: fn(usize) -> String) -> RecordFamily {
    RecordFamily { name, way, sizes: &[2, 4, 8, 16, 32], power: 1, text }
}

/// Scalar variables, all of them known everywhere behind.
pub fn scalars(count: usize) -> String {
    let mut text = String::new();
    for n in 0..count {
        let _ = writeln!(text, "int v{n} = nondet();");
    }
    text + "v0 = v1 + 1;\nassert(v0 > v1);\n"
}

/// One cell after the other is written, each with the one before.
pub fn cells(count: usize) -> String {
    let mut text = "int n = nondet();\nint i = 1;\nint a[n];\n".to_owned();
    for k in 0..count {
        let _ = writeln!(text, "a[{}] = a[{k}] + a[i];", k + 1);
    }
    text + "assert(a[i] >= a[0]);\n"
}

/// Cells whose indices are what stands in cells, deeper and deeper, in pieces that merge into one.
pub fn chain(depth: usize) -> String {
    let mut text = "#pragma large-blocks\nint n = nondet();\nint i = 1;\nint a[n];\n".to_owned();
    text += "int x = i;\n";
    (0..depth).for_each(|_| text += "x = a[x] + a[i];\n");
    text + "a[x] = i;\nassert(a[x] >= a[i]);\n"
}

/// Conditions on cells one in the other, each with a write of its own.
pub fn conditions(depth: usize) -> String {
    let mut text = "int n = nondet();\nint i = 1;\nint a[n];\n".to_owned();
    for k in 0..depth {
        let _ = writeln!(text, "if (a[{k}] > a[i]) {{ a[i] = a[{k}] + {k};");
    }
    text + &"}\n".repeat(depth) + "assert(a[i] >= a[0]);\n"
}

/// Sums of a sum with itself, which merge into one term.
pub fn sums(depth: usize) -> String {
    let mut text = "#pragma large-blocks\nint x = nondet();\nint y = x;\n".to_owned();
    (0..depth).for_each(|_| text += "y = y + y;\n");
    text + "assert(y >= x || x < 0);\n"
}
