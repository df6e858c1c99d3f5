//! Values of terms as far as they are known: constants, and arrays of which some cells are constants.

use super::arrays;
use super::fold::fold;
use super::linear::{Constraint, Linear};
use super::term::{Node, Op, Quantifier, Term, Var};
use hornbook_base::Int;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most values of quantified variables that are looked at one by one.
const MAX_CASES: usize = 4_096;

/// The most instances of a quantified formula that is written out.
const MAX_INSTANCES: usize = 64;

/// The most bits of a product.
const MAX_BITS: u64 = 4_096;

/// The most rounds in which bounds of variables are passed on.
const MAX_PROPAGATION: usize = 6;

/// The knowledge about a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownValue {
    /// It may be any value.
    Nothing,
    /// This integer.
    Int(Int),
    /// This truth value.
    Bool(bool),
    /// An array with these cells.
    Array(Rc<KnownCells>),
}

/// The knowledge about the cells of an array.
///
/// **Invariant:** no cell says the same as the others, and some cell is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KnownCells {
    /// Single cells.
    at: BTreeMap<Int, KnownValue>,
    /// All others.
    others: KnownValue,
}

/// The knowledge about variables; none about those that are missing.
pub type KnownValues = BTreeMap<Var, KnownValue>;

impl KnownValue {
    /// The integer.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            KnownValue::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The truth value.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            KnownValue::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// Whether the whole value is known.
    pub fn is_whole(&self) -> bool {
        match self {
            KnownValue::Nothing => false,
            KnownValue::Int(_) | KnownValue::Bool(_) => true,
            KnownValue::Array(cells) => {
                cells.others.is_whole() && cells.at.values().all(KnownValue::is_whole)
            }
        }
    }

    /// The constant, if it is a number or a truth value.
    pub fn to_term(&self) -> Option<Term> {
        match self {
            KnownValue::Int(n) => Some(Term::int(n.clone())),
            KnownValue::Bool(b) => Some(Term::bool(*b)),
            KnownValue::Nothing | KnownValue::Array(_) => None,
        }
    }

    /// An array with these cells, and `others` in all that are not among them.
    pub fn array(
        cells: impl IntoIterator<Item = (Int, KnownValue)>,
        others: KnownValue,
    ) -> KnownValue {
        let write = |array: KnownValue, (i, known)| array.with_cell(&KnownValue::Int(i), known);
        cells.into_iter().fold(others.in_each_cell(), write)
    }

    /// The array with `self` in every cell.
    fn in_each_cell(self) -> KnownValue {
        match self {
            KnownValue::Nothing => KnownValue::Nothing,
            value => KnownValue::Array(Rc::new(KnownCells { at: BTreeMap::new(), others: value })),
        }
    }

    /// The knowledge about a cell of this array.
    pub fn cell(&self, index: &KnownValue) -> KnownValue {
        let KnownValue::Array(cells) = self else { return KnownValue::Nothing };
        match index {
            KnownValue::Int(i) => cells.at.get(i).unwrap_or(&cells.others).clone(),
            _ if cells.at.is_empty() => cells.others.clone(),
            _ => KnownValue::Nothing,
        }
    }

    /// The knowledge about this array once a cell is written. At an unknown index any cell may be the one.
    fn with_cell(&self, index: &KnownValue, value: KnownValue) -> KnownValue {
        let mut cells = match self {
            KnownValue::Array(cells) => KnownCells::clone(cells),
            _ => KnownCells { at: BTreeMap::new(), others: KnownValue::Nothing },
        };
        match index {
            KnownValue::Int(i) => {
                cells.at.insert(i.clone(), value);
            }
            _ => {
                let keep = |known: &mut KnownValue| {
                    if *known != value {
                        *known = KnownValue::Nothing;
                    }
                };
                cells.at.values_mut().for_each(keep);
                keep(&mut cells.others);
            }
        }
        cells.at.retain(|_, known| *known != cells.others);
        match cells.at.is_empty() && cells.others == KnownValue::Nothing {
            true => KnownValue::Nothing,
            false => KnownValue::Array(Rc::new(cells)),
        }
    }

    /// Whether two values are equal.
    fn equals(&self, other: &KnownValue) -> Option<bool> {
        match (self, other) {
            (KnownValue::Int(a), KnownValue::Int(b)) => Some(a == b),
            (KnownValue::Bool(a), KnownValue::Bool(b)) => Some(a == b),
            (KnownValue::Array(a), KnownValue::Array(b)) => a.equals(b),
            _ => None,
        }
    }
}

impl KnownCells {
    /// The cells that are not like the others, by their indices.
    pub fn single(&self) -> impl Iterator<Item = (&Int, &KnownValue)> {
        self.at.iter()
    }

    /// All other cells.
    pub fn others(&self) -> &KnownValue {
        &self.others
    }

    fn equals(&self, other: &KnownCells) -> Option<bool> {
        let indices = self.at.keys().chain(other.at.keys());
        let cell = |cells: &KnownCells, i: &Int| cells.at.get(i).unwrap_or(&cells.others).clone();
        let pairs = indices.map(|i| cell(self, i).equals(&cell(other, i)));
        // Infinitely many cells are among the others.
        conjunction(pairs.chain([self.others.equals(&other.others)]))
    }
}

/// Whether all of them hold.
fn conjunction(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => all = None,
        }
    }
    all
}

fn truth(b: Option<bool>) -> KnownValue {
    b.map_or(KnownValue::Nothing, KnownValue::Bool)
}

fn number(n: Option<Int>) -> KnownValue {
    n.map_or(KnownValue::Nothing, KnownValue::Int)
}

/// The knowledge about a term.
pub fn evaluate(t: &Term, values: &KnownValues) -> KnownValue {
    Evaluation::new(MAX_CASES).evaluate(t, values)
}

/// The term with what is known in it, and folded: it has the same value wherever the variables have the
/// known values. Quantifiers over few values are written out.
pub fn residual(t: &Term, values: &KnownValues) -> Term {
    Evaluation::new(MAX_CASES).residual(t, values)
}

/// The evaluation of terms, with a limit on the cases of quantified variables and cells of ranges that are looked at one
/// by one. Beyond the limit less is known.
pub struct Evaluation {
    left: usize,
}

impl Evaluation {
    /// An evaluation that looks at no more than so many cases.
    pub fn new(cases: usize) -> Evaluation {
        Evaluation { left: cases }
    }

    /// The cases that may still be looked at.
    pub fn cases_left(&self) -> usize {
        self.left
    }

    /// The knowledge about a term.
    pub fn evaluate(&mut self, t: &Term, values: &KnownValues) -> KnownValue {
        let (op, args) = match t.node() {
            Node::Var(v) => return values.get(v).cloned().unwrap_or(KnownValue::Nothing),
            Node::Int(n) => return KnownValue::Int(n.clone()),
            Node::Bool(b) => return KnownValue::Bool(*b),
            Node::Pred(..) => return KnownValue::Nothing,
            Node::Quant(quantifier, vars, body) => {
                let mut values = without(values, vars);
                return truth(self.over_all(*quantifier, vars, body, &mut values));
            }
            Node::App(op, args) => (*op, args.as_slice()),
        };
        let mut known = |t: &Term| self.evaluate(t, values);
        match (op, args) {
            (Op::And, _) => truth(conjunction(args.iter().map(|t| known(t).as_bool()))),
            (Op::Or, _) => {
                let none = conjunction(args.iter().map(|t| known(t).as_bool().map(|b| !b)));
                truth(none.map(|none| !none))
            }
            (Op::Implies, [a, b]) => match (known(a).as_bool(), known(b).as_bool()) {
                (Some(false), _) | (_, Some(true)) => KnownValue::Bool(true),
                (Some(true), b) => truth(b),
                (None, _) => KnownValue::Nothing,
            },
            (Op::Ite, [c, a, b]) => match known(c).as_bool() {
                Some(true) => known(a),
                Some(false) => known(b),
                None => {
                    let (a, b) = (known(a), known(b));
                    if a == b { a } else { KnownValue::Nothing }
                }
            },
            (Op::Not, [a]) => truth(known(a).as_bool().map(|b| !b)),
            (Op::Eq, [a, b]) => truth(known(a).equals(&known(b))),
            (Op::Ne, [a, b]) => truth(known(a).equals(&known(b)).map(|equal| !equal)),
            (Op::Select, [a, i]) => known(a).cell(&known(i)),
            (Op::Store, [a, i, v]) => known(a).with_cell(&known(i), known(v)),
            (Op::ConstArray, [v]) => known(v).in_each_cell(),
            (Op::Fill, [a, lo, hi, v]) => {
                let (a, lo, hi, v) = (known(a), known(lo), known(hi), known(v));
                self.fill(&a, [&lo, &hi], &v)
            }
            (Op::Count, [a, lo, hi, v]) => {
                let (a, lo, hi, v) = (known(a), known(lo), known(hi), known(v));
                self.count(&a, [&lo, &hi], &v)
            }
            (Op::Sorted | Op::BoundEq, _) => known(&arrays::expand(t)),
            _ => {
                let numbers: Option<Vec<Int>> =
                    args.iter().map(|t| known(t).as_int().cloned()).collect();
                numbers.map_or(KnownValue::Nothing, |numbers| arithmetic(op, &numbers))
            }
        }
    }

    /// The numbers from `lo` to before `hi`, if they are few.
    fn range(
        &mut self,
        lo: &KnownValue,
        hi: &KnownValue,
    ) -> Option<impl Iterator<Item = Int> + use<>> {
        let (lo, hi) = (lo.as_int()?.clone(), hi.as_int()?.clone());
        let length = usize::try_from((&hi - &lo).to_i64()?.max(0)).ok()?;
        self.left = self.left.checked_sub(length).filter(|_| length <= MAX_CASES)?;
        let numbers = std::iter::successors(Some(lo), |n| Some(n + &Int::ONE));
        Some(numbers.take(length))
    }

    fn fill(
        &mut self,
        array: &KnownValue,
        [lo, hi]: [&KnownValue; 2],
        value: &KnownValue,
    ) -> KnownValue {
        let Some(range) = self.range(lo, hi) else {
            return array.with_cell(&KnownValue::Nothing, value.clone());
        };
        range.fold(array.clone(), |array, i| array.with_cell(&KnownValue::Int(i), value.clone()))
    }

    fn count(
        &mut self,
        array: &KnownValue,
        [lo, hi]: [&KnownValue; 2],
        value: &KnownValue,
    ) -> KnownValue {
        let Some(mut range) = self.range(lo, hi) else { return KnownValue::Nothing };
        let add = |sum: Int, i| {
            let is_one = array.cell(&KnownValue::Int(i)).equals(value)?;
            Some(if is_one { &sum + &Int::ONE } else { sum })
        };
        number(range.try_fold(Int::ZERO, add))
    }

    /// The truth of a quantified formula, by looking at all values that its guards allow.
    fn over_all(
        &mut self,
        quantifier: Quantifier,
        vars: &[Var],
        body: &Term,
        values: &mut KnownValues,
    ) -> Option<bool> {
        if vars.is_empty() {
            return self.evaluate(body, values).as_bool();
        }
        let (var, range) = self.bounded_variable(quantifier, vars, body, values)?;
        let others: Vec<Var> = vars.iter().filter(|v| **v != var).cloned().collect();
        // Values outside of the range make a guard false.
        let decides = quantifier == Quantifier::Exists;
        let mut result = Some(!decides);
        for n in range {
            values.insert(var.clone(), KnownValue::Int(n));
            match self.over_all(quantifier, &others, body, values) {
                Some(truth) if truth == decides => {
                    result = Some(decides);
                    break;
                }
                Some(_) => {}
                None => result = None,
            }
        }
        values.remove(&var);
        result
    }

    /// The instances of a quantified formula for all values that its guards allow, if they are few.
    fn instances(
        &mut self,
        quantifier: Quantifier,
        vars: &[Var],
        body: &Term,
        values: &mut KnownValues,
        out: &mut Vec<Term>,
    ) -> Option<()> {
        if vars.is_empty() {
            out.push(self.put_in(body, values));
            return (out.len() <= MAX_INSTANCES).then_some(());
        }
        let (var, mut range) = self.bounded_variable(quantifier, vars, body, values)?;
        let others: Vec<Var> = vars.iter().filter(|v| **v != var).cloned().collect();
        let done = range.try_for_each(|n| {
            values.insert(var.clone(), KnownValue::Int(n));
            self.instances(quantifier, &others, body, values, out)
        });
        values.remove(&var);
        done
    }

    /// A quantified variable to which the guards leave finitely many values.
    fn bounded_variable(
        &mut self,
        quantifier: Quantifier,
        vars: &[Var],
        body: &Term,
        values: &KnownValues,
    ) -> Option<(Var, impl Iterator<Item = Int> + use<>)> {
        let guards = match (quantifier, body.as_app(Op::Implies)) {
            (Quantifier::Forall, Some([guard, _])) => guard.conjuncts(),
            (Quantifier::Forall, _) => vec![],
            (Quantifier::Exists, _) => body.conjuncts(),
        };
        // Guards are comparisons; a quantifier among them bounds nothing.
        let guards = guards.iter().filter(|guard| !guard.has_quantifier());
        let guards: Vec<Term> = guards.map(|guard| fold(&self.put_in(guard, values))).collect();
        let (var, (least, most)) = vars.iter().find_map(|v| Some((v, bounds(v, &guards)?)))?;
        let range = self.range(&KnownValue::Int(least), &KnownValue::Int(&most + &Int::ONE))?;
        Some((var.clone(), range))
    }

    /// The term with what is known in it, see [`residual`].
    pub fn residual(&mut self, t: &Term, values: &KnownValues) -> Term {
        fold(&self.put_in(t, values))
    }

    fn put_in(&mut self, t: &Term, values: &KnownValues) -> Term {
        if let Some(constant) = self.evaluate(t, values).to_term() {
            return constant;
        }
        match t.node() {
            Node::Quant(quantifier, vars, body) => {
                let mut values = without(values, vars);
                let mut cases = vec![];
                let written_out = self.instances(*quantifier, vars, body, &mut values, &mut cases);
                match (written_out, quantifier) {
                    (Some(()), Quantifier::Forall) => Term::and(cases),
                    (Some(()), Quantifier::Exists) => Term::or(cases),
                    (None, _) => {
                        let body = self.put_in(body, &without(&values, vars));
                        Term::quant(*quantifier, vars.clone(), body)
                    }
                }
            }
            Node::App(Op::Sorted | Op::BoundEq, _) => {
                let expanded = self.put_in(&arrays::expand(t), values);
                if expanded.has_quantifier() { t.clone() } else { expanded }
            }
            Node::App(..) | Node::Pred(..) => t.map_children(|child| self.put_in(child, values)),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => t.clone(),
        }
    }
}

/// The knowledge about all variables but these.
fn without(values: &KnownValues, vars: &[Var]) -> KnownValues {
    let others = values.iter().filter(|(v, _)| !vars.contains(v));
    others.map(|(v, known)| (v.clone(), known.clone())).collect()
}

fn arithmetic(op: Op, args: &[Int]) -> KnownValue {
    match (op, args) {
        (Op::Add, _) => KnownValue::Int(args.iter().cloned().sum()),
        (Op::Sub, [a, b]) => KnownValue::Int(a - b),
        (Op::Neg, [a]) => KnownValue::Int(-a),
        (Op::Mul, [a, b]) if a.bits() + b.bits() > MAX_BITS => KnownValue::Nothing,
        (Op::Mul, [a, b]) => KnownValue::Int(a * b),
        (Op::Div, [a, b]) => number(a.div_euclid(b)),
        (Op::Mod, [a, b]) => number(a.rem_euclid(b)),
        (Op::Lt, [a, b]) => KnownValue::Bool(a < b),
        (Op::Le, [a, b]) => KnownValue::Bool(a <= b),
        (Op::Gt, [a, b]) => KnownValue::Bool(a > b),
        (Op::Ge, [a, b]) => KnownValue::Bool(a >= b),
        _ => KnownValue::Nothing,
    }
}

/// The least and the greatest value that conditions allow a variable, if they say both.
pub fn bounds(v: &Var, conditions: &[Term]) -> Option<(Int, Int)> {
    let mut intervals = Intervals::default();
    let forms: Vec<Linear> =
        conditions.iter().flat_map(Term::conjuncts).flat_map(|c| upper_forms(&c)).collect();
    // Each round passes bounds on to the next variable.
    for _ in 0..conditions.len().min(MAX_PROPAGATION) {
        forms.iter().for_each(|form| intervals.propagate(form));
    }
    Some((intervals.least.remove(v)?, intervals.most.remove(v)?))
}

/// The forms that a condition says to be at most zero.
fn upper_forms(condition: &Term) -> Vec<Linear> {
    match Constraint::from_literal(condition) {
        Some(Constraint::Le(form)) => vec![form],
        Some(Constraint::Eq(form)) => vec![form.scale(&Int::MINUS_ONE), form],
        _ => vec![],
    }
}

/// Bounds of variables.
#[derive(Default)]
struct Intervals {
    least: BTreeMap<Var, Int>,
    most: BTreeMap<Var, Int>,
}

impl Intervals {
    /// Adds the bounds that follow from `form <= 0` and the others.
    fn propagate(&mut self, form: &Linear) {
        for (v, c) in form.coeffs() {
            let others = form.coeffs().iter().filter(|(w, _)| *w != v);
            let smallest = others.map(|(w, d)| {
                let end = if d.is_positive() { self.least.get(w) } else { self.most.get(w) };
                end.map(|end| d * end)
            });
            let Some(rest) = smallest.sum::<Option<Int>>() else { continue };
            // `c * v <= most`
            let most = -(&rest + form.constant_part());
            if c.is_positive() {
                let n = most.div_floor(c);
                let known = self.most.entry(v.clone()).or_insert_with(|| n.clone());
                *known = n.min(known.clone());
            } else {
                let n = (-most).div_ceil(&-c);
                let known = self.least.entry(v.clone()).or_insert_with(|| n.clone());
                *known = n.max(known.clone());
            }
        }
    }
}
