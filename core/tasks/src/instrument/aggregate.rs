//! Aggregates: summaries of a range of cells by a monoid (PI Defs. 4 to 6).
//!
//! [`laws`] relates the values of aggregates when the cells or the range change a little: the unfolding
//! equations of the monoid. They are true of every array and every range, and are the only facts about
//! aggregates that are used here; a test checks each by brute force.

use hornbook_lang::ast::{BinaryOp, Expr, ExprKind, Lambda, TypeName};

/// The monoid of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Monoid {
    /// `sum(a, lo, hi)`: cancellative.
    Sum,
    /// `count(a, lo, hi, (x, i) -> P)`: the sum of a 1 for each cell that satisfies a formula.
    Count,
    /// `max(a, lo, hi)`, of ranges that are not empty: there is no value below all numbers.
    Max,
    /// `min(a, lo, hi)`, of ranges that are not empty.
    Min,
    /// `forall(a, lo, hi, (x, i) -> P)`
    Forall,
    /// `exists(a, lo, hi, (x, i) -> P)`
    Exists,
}

impl Monoid {
    /// All monoids.
    pub const ALL: [Monoid; 6] =
        [Monoid::Sum, Monoid::Count, Monoid::Max, Monoid::Min, Monoid::Forall, Monoid::Exists];

    /// The function of the language that computes it.
    pub fn function(self) -> &'static str {
        match self {
            Monoid::Sum => "sum",
            Monoid::Count => "count",
            Monoid::Max => "max",
            Monoid::Min => "min",
            Monoid::Forall => "forall",
            Monoid::Exists => "exists",
        }
    }

    /// The operator of the language that is its operation, if there is one.
    pub fn operation(self) -> Option<BinaryOp> {
        match self {
            Monoid::Sum | Monoid::Count => Some(BinaryOp::Add),
            Monoid::Forall => Some(BinaryOp::And),
            Monoid::Exists => Some(BinaryOp::Or),
            Monoid::Max | Monoid::Min => None,
        }
    }

    /// Whether it has a formula over a cell.
    pub fn has_formula(self) -> bool {
        matches!(self, Monoid::Count | Monoid::Forall | Monoid::Exists)
    }

    /// The type of its values.
    pub fn ty(self) -> TypeName {
        match self {
            Monoid::Forall | Monoid::Exists => TypeName::Bool,
            _ => TypeName::Int,
        }
    }
}

/// An aggregate in a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// Its monoid.
    pub monoid: Monoid,
    /// The array.
    pub array: Expr,
    /// The first index.
    pub low: Expr,
    /// The index behind the last one.
    pub high: Expr,
    /// The formula over cells.
    pub formula: Option<Lambda>,
}

impl Aggregate {
    /// The aggregate that an expression is, if it is one with its formula written out
    /// ([`super::pattern::explicit`]). `max(x, y, z)` of three numbers looks the same as that of a
    /// range; `is_array` tells them apart.
    pub fn from_expr(expr: &Expr, is_array: &dyn Fn(&Expr) -> bool) -> Option<Aggregate> {
        let ExprKind::Call { name, args, lambda } = &expr.kind else { return None };
        let [array, low, high] = args.as_slice() else { return None };
        let monoid = Monoid::ALL.into_iter().find(|m| m.function() == name.text)?;
        let fits = monoid.has_formula() == lambda.is_some() && is_array(array);
        fits.then(|| Aggregate {
            monoid,
            array: array.clone(),
            low: low.clone(),
            high: high.clone(),
            formula: lambda.as_deref().cloned(),
        })
    }
}

/// The variable for the value of an aggregate, with the aggregate as texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The variable.
    pub name: String,
    /// The monoid.
    pub monoid: Monoid,
    /// The first index.
    pub low: String,
    /// The index behind the last one.
    pub high: String,
    /// Whether it is the value after the write.
    pub after: bool,
}

/// The cells of an array, and the truth of a formula over them.
pub trait Cells {
    /// The cell at an index, of the array before or after the write.
    fn cell(&mut self, index: &str, after: bool) -> String;

    /// Whether the formula holds for this value at this index.
    fn holds(&mut self, value: &str, index: &str) -> String;

    /// The index and the value of the write, if there is one.
    fn write(&self) -> Option<(String, String)>;
}

/// The element of one cell in the monoid.
fn element(monoid: Monoid, index: &str, value: &str, cells: &mut dyn Cells) -> String {
    match monoid {
        Monoid::Sum | Monoid::Max | Monoid::Min => value.to_owned(),
        Monoid::Count => format!("({} ? 1 : 0)", cells.holds(value, index)),
        Monoid::Forall | Monoid::Exists => cells.holds(value, index),
    }
}

/// The operation of the monoid.
fn both(monoid: Monoid, a: &str, b: &str) -> String {
    match monoid {
        Monoid::Sum | Monoid::Count => format!("{a} + {b}"),
        Monoid::Max => format!("max({a}, {b})"),
        Monoid::Min => format!("min({a}, {b})"),
        Monoid::Forall => format!("({a} && {b})"),
        Monoid::Exists => format!("({a} || {b})"),
    }
}

/// The laws of one value.
pub fn laws_of_one(v: &Value, indices: &[String], cells: &mut dyn Cells) -> Vec<String> {
    let Value { name, monoid, low, high, after } = v;
    let neutral = match monoid {
        Monoid::Sum | Monoid::Count => Some("0"),
        Monoid::Forall => Some("true"),
        Monoid::Exists => Some("false"),
        Monoid::Max | Monoid::Min => None,
    };
    let empty = neutral.map(|e| format!("{low} >= {high} ==> {name} == {e}"));
    let first = cells.cell(low, *after);
    let single = element(*monoid, low, &first, cells);
    let single = format!("{high} == {low} + 1 ==> {name} == {single}");
    let bound = |index: &String| {
        let cell = cells.cell(index, *after);
        let order = match monoid {
            Monoid::Max => "<=",
            Monoid::Min => ">=",
            _ => return None,
        };
        Some(format!("{low} <= {index} && {index} < {high} ==> {cell} {order} {name}"))
    };
    let bounds: Vec<String> = indices.iter().filter_map(bound).collect();
    let share = (*monoid == Monoid::Count)
        .then(|| format!("{low} <= {high} ==> 0 <= {name} && {name} <= {high} - {low}"));
    empty.into_iter().chain([single]).chain(share).chain(bounds).collect()
}

/// The laws of two values of the same monoid and formula.
pub fn laws(s: &Value, t: &Value, indices: &[String], cells: &mut dyn Cells) -> Vec<String> {
    let (l, u, m, v) = (&s.low, &s.high, &t.low, &t.high);
    let (old, new) = (&s.name, &t.name);
    let monoid = s.monoid;
    let write = cells.write().filter(|_| s.after != t.after);
    // The range has the same cells before and after.
    let kept = |low: &str, high: &str| match &write {
        Some((i, _)) => format!("({i} < {low} || {i} >= {high}) && "),
        None => String::new(),
    };
    let same_range = format!("{l} == {m} && {u} == {v}");
    let filled = if matches!(monoid, Monoid::Max | Monoid::Min) { "<" } else { "<=" };
    let last = cells.cell(u, t.after);
    let last = element(monoid, u, &last, cells);
    let first = cells.cell(m, t.after);
    let first = element(monoid, m, &first, cells);
    let here = kept(l, u);
    let mut laws = vec![
        format!("{here}{same_range} ==> {new} == {old}"),
        format!(
            "{here}{l} == {m} && {l} {filled} {u} && {v} == {u} + 1 ==> {new} == {}",
            both(monoid, old, &last)
        ),
        format!(
            "{here}{u} == {v} && {l} {filled} {u} && {m} == {l} - 1 ==> {new} == {}",
            both(monoid, &first, old)
        ),
    ];
    let part = format!("{}{l} <= {m} && {v} <= {u}", kept(m, v));
    laws.extend(match monoid {
        Monoid::Sum | Monoid::Count => None,
        Monoid::Forall => Some(format!("{part} && {old} ==> {new}")),
        Monoid::Exists => Some(format!("{part} && !{old} ==> !{new}")),
        Monoid::Max => Some(format!("{part} && {m} < {v} ==> {new} <= {old}")),
        Monoid::Min => Some(format!("{part} && {m} < {v} ==> {new} >= {old}")),
    });
    if let Some((i, x)) = write.filter(|_| !s.after) {
        let inside = format!("{same_range} && {l} <= {i} && {i} < {u}");
        laws.extend(written(monoid, &inside, (&i, &x), (s, t), indices, cells));
    }
    laws
}

/// The laws of a value after a write inside of its range.
fn written(
    monoid: Monoid,
    inside: &str,
    (i, x): (&str, &str),
    (s, t): (&Value, &Value),
    indices: &[String],
    cells: &mut dyn Cells,
) -> Vec<String> {
    let (old, new) = (&s.name, &t.name);
    let before = cells.cell(i, false);
    let gone = element(monoid, i, &before, cells);
    let added = element(monoid, i, x, cells);
    let (ge, lt) = if monoid == Monoid::Max { (">=", "<") } else { ("<=", ">") };
    match monoid {
        Monoid::Sum | Monoid::Count => {
            vec![format!("{inside} ==> {new} == {old} - {gone} + {added}")]
        }
        Monoid::Forall => vec![
            format!("{inside} && {old} ==> ({new} <==> {added})"),
            format!("{inside} && !{added} ==> !{new}"),
        ],
        Monoid::Exists => vec![
            format!("{inside} && !{old} ==> ({new} <==> {added})"),
            format!("{inside} && {added} ==> {new}"),
        ],
        Monoid::Max | Monoid::Min => {
            let best = both(monoid, old, x);
            let mut laws = vec![
                format!("{inside} && {x} {ge} {old} ==> {new} == {x}"),
                format!("{inside} && {before} {lt} {old} ==> {new} == {best}"),
            ];
            // Other cells have their old values.
            laws.extend(indices.iter().map(|j| {
                let other = cells.cell(j, false);
                let there = format!("{} <= {j} && {j} < {} && {j} != {i}", s.low, s.high);
                format!("{inside} && {there} && {other} == {old} ==> {new} == {best}")
            }));
            laws
        }
    }
}
