//! The soundness of an operator (PI Def. 1), as programs without loops that Hornbook certifies itself.
//!
//! A rule has no loops, jumps or calls, so what it does is a substitution, and its Hoare triple one
//! implication. For a rule with guards `g`, ghost variables `G` that become `G'`, and an invariant `I`:
//!
//! | PI Def. 1 | here |
//! |---|---|
//! | 1: the invariant holds at first | `I` for the first values of the ghost variables |
//! | 2a: a rule ends | by its form |
//! | 2b: it only assigns to ghost variables | checked when the operator is read |
//! | 2c: it keeps the invariant | `I && g ==> I'`, where `I'` is `I` for `G'` and the array after the write |
//! | 2d: it keeps what the statement does | the statement stays as it is; a value that is replaced: `I && g ==> value == replacement` |
//!
//! A rule for `havoc a` must give the invariant for any array afterwards. Aggregates are one variable each, of which
//! the program assumes their [laws](super::aggregate); a formula over cells is one truth value for each
//! value and index, the same for the same ones.

use super::aggregate::{self, Aggregate, Cells, Value};
use super::operator::{Operator, RuleStep, conjuncts};
use hornbook_lang::ast::{CompareOp, Expr, ExprKind, Rule, Trigger, TypeName};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Fresh, names};
use hornbook_lang::rewrite::{build, substitute, walk};
use std::collections::{BTreeMap, BTreeSet};

/// A program that must be certified before the operator may be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// A title of a few words: the rule, and the property that it must keep.
    pub title: String,
    /// The reason, one sentence.
    pub why: String,
    /// The program.
    pub text: String,
}

/// The proof obligations of an operator.
pub fn obligations(operator: &Operator) -> Vec<Obligation> {
    let rules = operator.tree.rules.iter().map(|rule| of_rule(operator, rule));
    std::iter::once(at_first(operator)).chain(rules).collect()
}

const FACTS: &str =
    "The program assumes the laws of aggregates, and a variable stands for the value of each.";

fn at_first(operator: &Operator) -> Obligation {
    let first = operator.ghosts().into_iter().map(|ghost| (ghost.name, ghost.init)).collect();
    let mut formula = Formula::new(operator, None);
    let invariant = formula.after(&operator.tree.invariant, &first);
    Obligation {
        title: format!("{}: the invariant holds at first", operator.name()),
        why: format!(
            "Rules only keep the invariant, so it must hold for the first values of the ghost variables. {FACTS}"
        ),
        text: formula.program(&format!("assert({invariant});"), BTreeSet::new()),
    }
}

fn of_rule(operator: &Operator, rule: &Rule) -> Obligation {
    let write = match &rule.on {
        Trigger::Write(target, value) => match &target.kind {
            ExprKind::Index(_, index) => Some(((**index).clone(), value.clone())),
            _ => None,
        },
        _ => None,
    };
    let mut formula = Formula::new(operator, write);
    let invariant = &operator.tree.invariant;
    let mut premises = vec![formula.before(invariant)];
    let mut ghosts: BTreeMap<String, Expr> = BTreeMap::new();
    let mut replacement = None;
    for deed in Operator::rule_steps(rule) {
        match deed {
            RuleStep::Guard(cond) => premises.push(formula.before(&put(&cond, &ghosts))),
            RuleStep::Set(name, value) => {
                let value = put(&value, &ghosts);
                ghosts.insert(name, value);
            }
            RuleStep::Return(value) => replacement = Some(formula.before(&put(&value, &ghosts))),
        }
    }
    // The invariant's definitions of ghosts are put in their places, so that products of them are equal.
    let meant = meant(operator);
    ghosts.values_mut().for_each(|value| *value = put(value, &meant));
    // After any change the array is an unknown one.
    formula.other = matches!(rule.on, Trigger::Change(_));
    let mut conclusion = formula.after(invariant, &ghosts);
    let (mut keeps, name) = ("keeps the invariant", &rule.name.text);
    if let (Trigger::Value(value), Some(replacement)) = (&rule.on, replacement) {
        // Equal factors have equal products: a guard's definition of a name is put in its place.
        let known = known(operator, rule);
        let value = formula.before(&put(value, &known));
        conclusion = format!("({value}) == ({replacement}) && {conclusion}");
        keeps = "gives the value";
    }
    let claim = format!("assert({} ==> {conclusion});", premises.join(" && "));
    Obligation {
        title: format!("{}: {name} {keeps}", operator.name()),
        why: format!(
            "Where its guards hold, the rule {name} must be right, whatever the program is. {FACTS}"
        ),
        text: formula.program(&claim, operator.open(rule)),
    }
}

/// The invariant's definitions of ghost variables of an operator without an array.
fn meant(operator: &Operator) -> BTreeMap<String, Expr> {
    let is_ghost = |name: &String| operator.ghosts().iter().any(|g| g.name == *name);
    let equation = |part: &Expr| {
        let ExprKind::Compare(left, rest) = &part.kind else { return None };
        let ([(CompareOp::Eq, right)], ExprKind::Name(name)) = (rest.as_slice(), &left.kind) else {
            return None;
        };
        (is_ghost(name) && !names(right).contains(name)).then(|| (name.clone(), right.clone()))
    };
    let parts = conjuncts(&operator.tree.invariant);
    match operator.array() {
        None => parts.into_iter().filter_map(equation).collect(),
        Some(_) => BTreeMap::new(),
    }
}

/// The guards' definitions of names in the rule's pattern.
fn known(operator: &Operator, rule: &Rule) -> BTreeMap<String, Expr> {
    let open = operator.open(rule);
    let (mut known, mut ghosts) = (BTreeMap::new(), BTreeMap::new());
    for deed in Operator::rule_steps(rule) {
        match deed {
            RuleStep::Guard(cond) => {
                let cond = put(&cond, &ghosts);
                known.extend(conjuncts(&cond).into_iter().filter_map(|part| equation(part, &open)));
            }
            RuleStep::Set(name, value) => {
                let value = put(&value, &ghosts);
                ghosts.insert(name, value);
            }
            RuleStep::Return(_) => {}
        }
    }
    known
}

/// `name == e`, where `e` has no such names.
fn equation(part: &Expr, of: &BTreeSet<String>) -> Option<(String, Expr)> {
    let ExprKind::Compare(left, rest) = &part.kind else { return None };
    let ([(CompareOp::Eq, right)], ExprKind::Name(name)) = (rest.as_slice(), &left.kind) else {
        return None;
    };
    (of.contains(name) && names(right).is_disjoint(of)).then(|| (name.clone(), right.clone()))
}

/// The expression with these definitions in the place of ghost variables.
fn put(expr: &Expr, ghosts: &BTreeMap<String, Expr>) -> Expr {
    let mut out = expr.clone();
    substitute(&mut out, ghosts);
    out
}

/// The translation of formulas, in which aggregates and formulas over cells become variables.
struct Formula<'o> {
    operator: &'o Operator,
    /// The index and the value of the write.
    write: Option<(Expr, Expr)>,
    /// Whether the array afterwards is an unknown one.
    other: bool,
    values: Vec<Value>,
    /// Truth values for formulas over cells: value, index, variable.
    holds: Vec<(String, String, String)>,
    /// The mentioned indices.
    indices: BTreeSet<String>,
    /// The name of the array after any change.
    other_array: String,
    /// Fresh names for the operator.
    fresh: Fresh,
}

impl<'o> Formula<'o> {
    fn new(operator: &'o Operator, write: Option<(Expr, Expr)>) -> Formula<'o> {
        let mut fresh = Fresh::avoiding(operator.names());
        let other_array = fresh.name("other");
        Formula {
            operator,
            write,
            other_array,
            fresh,
            other: false,
            values: vec![],
            holds: vec![],
            indices: BTreeSet::new(),
        }
    }

    /// A formula about the state before the rule.
    fn before(&mut self, expr: &Expr) -> String {
        let expr = self.plain(expr, false);
        bracketed(&expr)
    }

    /// A formula about the state after the rule, in which ghost variables have become these.
    fn after(&mut self, expr: &Expr, ghosts: &BTreeMap<String, Expr>) -> String {
        let mut expr = expr.clone();
        let array = self.operator.array().map(str::to_owned);
        let other = self.other.then(|| self.other_array.clone());
        let write = self.write.clone();
        walk::subexprs(&mut expr, &mut |e| {
            let ExprKind::Index(of, index) = &e.kind else { return };
            if of.root() != array.as_deref() {
                return;
            }
            if let Some(other) = &other {
                let other = Box::new(build::name(other));
                *e = build::expr(ExprKind::Index(other, index.clone()));
            } else if let Some((i, x)) = &write {
                let here = build::compare((**index).clone(), CompareOp::Eq, i.clone());
                let new = ExprKind::Ite(Box::new(here), Box::new(x.clone()), Box::new(e.clone()));
                *e = build::expr(new);
            }
        });
        let expr = put(&expr, ghosts);
        let expr = self.plain(&expr, true);
        bracketed(&expr)
    }

    /// The expression with variables in the place of aggregates and formulas over cells.
    fn plain(&mut self, expr: &Expr, after: bool) -> Expr {
        let array = self.operator.array().unwrap_or_default();
        let expr = super::pattern::explicit(expr);
        if let Some(aggregate) =
            Aggregate::from_expr(&expr, &|a| a.kind == ExprKind::Name(array.to_owned()))
        {
            let changed = after && (self.write.is_some() || self.other);
            return build::name(&self.value(&aggregate, changed));
        }
        if let ExprKind::Call { name, args, lambda: None } = &expr.kind
            && self.operator.formula() == Some(name.text.as_str())
            && let [value, index] = args.as_slice()
        {
            let [value, index] = [value, index].map(|e| bracketed(&self.plain(e, after)));
            return build::name(&self.holds(&value, &index));
        }
        if let ExprKind::Index(_, index) = &expr.kind {
            self.indices.insert(bracketed(index));
        }
        let mut out = expr;
        for operand in walk::operands(&mut out) {
            *operand = self.plain(operand, after);
        }
        out
    }

    fn value(&mut self, aggregate: &Aggregate, after: bool) -> String {
        let [low, high] = [&aggregate.low, &aggregate.high].map(bracketed);
        let known = |v: &&Value| {
            (v.monoid, &v.low, &v.high, v.after) == (aggregate.monoid, &low, &high, after)
        };
        if let Some(value) = self.values.iter().find(known) {
            return value.name.clone();
        }
        let name = self.fresh.name("value");
        let monoid = aggregate.monoid;
        self.values.push(Value { name: name.clone(), monoid, low, high, after });
        name
    }

    /// The program that assumes all laws and makes the claim about any values.
    fn program(mut self, claim: &str, open: BTreeSet<String>) -> String {
        let laws = self.laws();
        let mut text = String::new();
        if let Some(array) = self.operator.array() {
            text += &format!("int {array}[];\n");
        }
        if self.other {
            text += &format!("int {}[];\n", self.other_array);
        }
        let mut declared = |ty: TypeName, name: &str, meaning: &str| {
            let ty = if ty == TypeName::Bool { "bool" } else { "int" };
            let meaning = if meaning.is_empty() { String::new() } else { format!(" // {meaning}") };
            text += &format!("{ty} {name};{meaning}\n");
        };
        for ghost in self.operator.ghosts() {
            declared(ghost.ty, &ghost.name, "");
        }
        for name in open.iter().filter(|name| Some(name.as_str()) != self.operator.formula()) {
            declared(TypeName::Int, name, "");
        }
        for v in &self.values {
            let after = if v.after { ", afterwards" } else { "" };
            let meaning = format!("{} from {} to {}{after}", v.monoid.function(), v.low, v.high);
            declared(v.monoid.ty(), &v.name, &meaning);
        }
        for (value, index, name) in &self.holds {
            declared(TypeName::Bool, name, &format!("the formula for {value} at {index}"));
        }
        for law in laws {
            text += &format!("assume({law});\n");
        }
        text + claim + "\n"
    }

    /// The laws of the variables.
    fn laws(&mut self) -> Vec<String> {
        let mut indices: Vec<String> = self.indices.iter().cloned().collect();
        if let Some((i, _)) = &self.write {
            indices.push(bracketed(i));
        }
        indices.dedup();
        let values = self.values.clone();
        let mut laws = vec![];
        for v in &values {
            laws.extend(aggregate::laws_of_one(v, &indices, self));
        }
        for (n, s) in values.iter().enumerate() {
            for (_, t) in values.iter().enumerate().filter(|(k, t)| *k != n && t.monoid == s.monoid)
            {
                // Laws relate no two unrelated arrays.
                if !(self.other && s.after != t.after) {
                    laws.extend(aggregate::laws(s, t, &indices, self));
                }
            }
        }
        for (n, (value, index, name)) in self.holds.iter().enumerate() {
            for (other_value, other_index, other) in &self.holds[..n] {
                laws.push(format!(
                    "{value} == {other_value} && {index} == {other_index} ==> {name} == {other}"
                ));
            }
        }
        laws
    }
}

impl Cells for Formula<'_> {
    fn cell(&mut self, index: &str, after: bool) -> String {
        let array = self.operator.array().unwrap_or_default();
        match &self.write {
            _ if after && self.other => format!("{}[{index}]", self.other_array),
            Some((i, x)) if after => {
                format!("({index} == {} ? {} : {array}[{index}])", bracketed(i), bracketed(x))
            }
            _ => format!("{array}[{index}]"),
        }
    }

    fn holds(&mut self, value: &str, index: &str) -> String {
        if let Some((.., name)) =
            self.holds.iter().find(|(v, i, _)| (v.as_str(), i.as_str()) == (value, index))
        {
            return name.clone();
        }
        let name = self.fresh.name("holds");
        self.holds.push((value.to_owned(), index.to_owned(), name.clone()));
        name
    }

    fn write(&self) -> Option<(String, String)> {
        self.write.as_ref().map(|(i, x)| (bracketed(i), bracketed(x)))
    }
}

/// An expression in brackets.
fn bracketed(expr: &Expr) -> String {
    let text = print::expr(expr);
    let plain = names(expr).contains(&text) || text.bytes().all(|b| b.is_ascii_digit());
    if plain || text == "true" || text == "false" { text } else { format!("({text})") }
}
