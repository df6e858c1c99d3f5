//! The expressions of one step as terms.

use super::{Encoder, sort};
use hornbook_horn::clause::ExprTerm;
use hornbook_horn::polynomial::Polynomial;
use hornbook_horn::prenex::{negate, strip};
use hornbook_horn::term::{Names, Node, Op, Quantifier, Sort, Term, Var};
use hornbook_horn::{arrays, growth};
use hornbook_lang::typed as ast;
use hornbook_lang::typed::{Builtin, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp};

/// Translates the expressions of one step and contract_mentions_entry the variables that it introduced.
pub(super) struct Values<'e, 'p> {
    encoder: &'e Encoder<'p>,
    names: Names,
    introduced: Introduced,
    /// The variables that quantifiers around bind.
    bound: Vec<Var>,
    /// Values that terms cannot express, with the variables that stand for them.
    opaque: Vec<(Term, Var)>,
    /// Large numbers, with the variables that have their values.
    parts: Vec<(Term, Var)>,
    /// Truth values that stand for comparisons with such values below a quantifier.
    vague: Vec<Var>,
}

/// The variables and conditions that the expressions of a step introduce.
#[derive(Clone, Default)]
pub(super) struct Introduced {
    /// The fresh variables, in the order in which the interpreter chooses their values.
    pub inputs: Vec<Var>,
    /// The conditions on the fresh variables.
    pub conditions: Vec<Term>,
    /// Whether some value could not be expressed.
    pub opaque: bool,
    /// Every expression but constants with its term, inner ones first.
    pub expr_terms: Vec<ExprTerm>,
    /// Whether some term would be so large that it was not built.
    pub too_large: bool,
}

impl<'e, 'p> Values<'e, 'p> {
    pub(super) fn new(encoder: &'e Encoder<'p>) -> Values<'e, 'p> {
        Values {
            encoder,
            names: Names::avoiding_shared(&encoder.taken),
            introduced: Introduced::default(),
            bound: vec![],
            opaque: vec![],
            parts: vec![],
            vague: vec![],
        }
    }

    /// A translator whose names avoid those that others of the step have taken.
    pub(super) fn avoiding(encoder: &'e Encoder<'p>, names: Names) -> Values<'e, 'p> {
        Values { names, ..Values::new(encoder) }
    }

    /// The introduced variables and conditions, and the names that are still free.
    pub(super) fn into_parts(self) -> (Introduced, Names) {
        (self.introduced, self.names)
    }

    /// The introduced variables and conditions.
    pub(super) fn introduced(self) -> Introduced {
        self.introduced
    }

    /// A fresh variable of the sort of `like`, named after it, for a free choice.
    pub(super) fn any(&mut self, like: &Var) -> Term {
        let v = self.names.fresh(like);
        self.introduced.inputs.push(v.clone());
        Term::var(&v)
    }

    /// An expression whose value is kept. A truth value that only a formula with quantifiers can
    /// express becomes a variable that is equivalent to it.
    pub(super) fn value(&mut self, expr: &TypedExpr) -> Term {
        let term = self.term(expr);
        self.named(term)
    }

    /// Translates a premise.
    pub(super) fn condition(&mut self, expr: &TypedExpr) -> Term {
        let term = self.term(expr);
        strip(&self.settle(&term, true), Quantifier::Exists)
    }

    /// Translates the negation of a premise.
    pub(super) fn negated_condition(&mut self, expr: &TypedExpr) -> Term {
        let term = negate(&self.term(expr));
        strip(&self.settle(&term, true), Quantifier::Exists)
    }

    /// Translates a claim.
    pub(super) fn claim(&mut self, expr: &TypedExpr) -> Term {
        let term = self.term(expr);
        strip(&self.settle(&term, false), Quantifier::Forall)
    }

    fn term(&mut self, expr: &TypedExpr) -> Term {
        let term = self.translated(expr);
        if term.size() > growth::LIMIT {
            return self.placeholder(expr);
        }
        let said = ExprTerm { span: expr.span, term: term.clone() };
        let constant = matches!(term.node(), Node::Int(_) | Node::Bool(_));
        if !constant && !self.introduced.expr_terms.contains(&said) {
            self.introduced.expr_terms.push(said);
        }
        term
    }

    /// Any term in the place of one that would be too large.
    fn placeholder(&mut self, expr: &TypedExpr) -> Term {
        self.introduced.too_large = true;
        Term::var(&Var::new("large", sort(expr.ty)))
    }

    fn translated(&mut self, expr: &TypedExpr) -> Term {
        match &expr.kind {
            TypedExprKind::Int(n) => Term::int(n.clone()),
            TypedExprKind::Bool(b) => Term::bool(*b),
            TypedExprKind::Var(id) => Term::var(&self.encoder.var(*id)),
            TypedExprKind::Read(array, index) => {
                let array = self.term(array);
                let index = self.value(index);
                if growth::read_size(&array, &index, growth::LIMIT) > growth::LIMIT {
                    return self.placeholder(expr);
                }
                arrays::read(&array, &index)
            }
            TypedExprKind::Nondet(range) => self.nondet(expr, range.as_deref()),
            TypedExprKind::Unary(UnaryOp::Neg, e) => {
                let e = self.term(e);
                e.as_int().map_or_else(|| Term::app(Op::Neg, vec![e.clone()]), |n| Term::int(-n))
            }
            TypedExprKind::Unary(UnaryOp::Not, e) => Term::not(self.term(e)),
            TypedExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            TypedExprKind::Ite(cond, then, els) => {
                let cond = self.value(cond);
                let (then, els) = (self.term(then), self.term(els));
                Term::ite(cond, then, els)
            }
            TypedExprKind::Call(function, args) => self.call(*function, args, expr),
            TypedExprKind::Quant(q, vars, body) => {
                let q = match q {
                    ast::Quantifier::Forall => Quantifier::Forall,
                    ast::Quantifier::Exists => Quantifier::Exists,
                };
                let vars: Vec<Var> = vars.iter().map(|v| self.encoder.var(*v)).collect();
                let depth = self.bound.len();
                self.bound.extend(vars.iter().cloned());
                let body = self.term(body);
                self.bound.truncate(depth);
                Term::quant(q, vars, body)
            }
        }
    }

    fn nondet(&mut self, expr: &TypedExpr, range: Option<&(TypedExpr, TypedExpr)>) -> Term {
        let range = range.map(|(low, high)| (self.term(low), self.term(high)));
        let v = self.any(&Var::new("any", sort(expr.ty)));
        if let Some((low, high)) = range {
            let inside = Term::and([Term::le(low, v.clone()), Term::lt(v.clone(), high)]);
            self.introduced.conditions.push(inside);
        }
        v
    }

    fn binary(&mut self, op: TypedBinaryOp, a: &TypedExpr, b: &TypedExpr) -> Term {
        let (left, right) = (self.term(a), self.term(b));
        let (left_known, right_known) = (left.as_int().is_some(), right.as_int().is_some());
        match op {
            TypedBinaryOp::And => Term::and([left, right]),
            TypedBinaryOp::Or => Term::or([left, right]),
            TypedBinaryOp::Mul if !left_known && !right_known && !constant(a) && !constant(b) => {
                self.product(left, right)
            }
            TypedBinaryOp::Div | TypedBinaryOp::Mod if !right_known && !constant(b) => {
                self.divided(op, left, right)
            }
            _ => Term::app(operator(op), vec![left, right]),
        }
    }

    fn call(&mut self, function: Builtin, args: &[TypedExpr], whole: &TypedExpr) -> Term {
        let mut terms: Vec<Term> = match function {
            Builtin::CountWhere => self.range_and_formula(args),
            _ => args.iter().map(|arg| self.value(arg)).collect(),
        };
        let op = match function {
            Builtin::Min | Builtin::Max => {
                let op = if function == Builtin::Min { Op::Le } else { Op::Ge };
                let first = terms.remove(0);
                return terms.into_iter().fold(first, |a, b| {
                    let (a, b) = (self.shared(a), self.shared(b));
                    Term::ite(Term::app(op, vec![a.clone(), b.clone()]), a, b)
                });
            }
            Builtin::Abs => {
                let x = terms.remove(0);
                let x = self.shared(x);
                let negative = Term::lt(x.clone(), Term::int(0));
                return Term::ite(negative, Term::app(Op::Neg, vec![x.clone()]), x);
            }
            Builtin::SubArray => {
                terms.push(self.any(&Var::new("rest", sort(whole.ty))));
                Op::SubArray
            }
            Builtin::ConstArray => Op::ConstArray,
            Builtin::Insert => Op::Insert,
            Builtin::Erase => Op::Erase,
            Builtin::Fill => Op::Fill,
            Builtin::Sorted => Op::Sorted,
            Builtin::BoundEq => Op::BoundEq,
            Builtin::Permutation => {
                self.introduced.opaque = true;
                Op::Permutation
            }
            Builtin::Count if !function.is_opaque(args) => {
                self.introduced.opaque = true;
                Op::Count
            }
            Builtin::Sum => return self.summary("sum", terms),
            Builtin::MaxOf => return self.summary("maximum", terms),
            Builtin::MinOf => return self.summary("minimum", terms),
            Builtin::Count | Builtin::CountWhere => return self.summary("count", terms),
        };
        Term::app(op, terms)
    }

    /// The arguments of a count of indices for which a formula holds. The formula has no term of its own in
    /// the step, and the name of its index does not matter.
    fn range_and_formula(&mut self, args: &[TypedExpr]) -> Vec<Term> {
        let args = args.iter().map(|arg| match arg.kind {
            TypedExprKind::Quant(..) => named_alike(&self.translated(arg)),
            _ => self.value(arg),
        });
        args.collect()
    }

    /// A summary of a range; equal summaries have the same value within a step.
    fn summary(&mut self, name: &str, args: Vec<Term>) -> Term {
        self.unexpressed(Term::pred(name, args), name)
    }

    /// A product of two unknowns, multiplied out, so that equal ones are equal terms. One with very many
    /// monomials is a variable.
    pub(super) fn product(&mut self, left: Term, right: Term) -> Term {
        let whole = Term::app(Op::Mul, vec![left, right]);
        match Polynomial::from_term(&whole) {
            Some(polynomial) => polynomial.to_term(),
            None => self.unexpressed(whole, "product"),
        }
    }

    /// A variable for a value that terms cannot express: any integer, but the same one for the same value.
    /// Below a quantifier the value differs between instances, so there the comparison around it is given
    /// up instead ([`Values::settle`]).
    pub(super) fn unexpressed(&mut self, value: Term, name: &str) -> Term {
        self.introduced.opaque = true;
        self.standing_for(value, name)
    }

    /// The variable for such a value, which other conditions may constrain.
    pub(super) fn standing_for(&mut self, value: Term, name: &str) -> Term {
        if let Some((_, v)) = self.opaque.iter().find(|(known, _)| *known == value) {
            return Term::var(v);
        }
        let v = self.names.fresh(&Var::int(name));
        if !self.is_fixed(&value) {
            self.vague.push(v.clone());
        }
        self.opaque.push((value, v.clone()));
        Term::var(&v)
    }

    /// Whether there is a variable for a value already.
    pub(super) fn is_known(&self, value: &Term) -> bool {
        self.opaque.iter().any(|(known, _)| known == value)
    }

    /// Whether a variable that stands for a value is the same for all instances of the quantifiers around.
    pub(super) fn is_settled(&self, v: &Term) -> bool {
        v.as_var().is_some_and(|v| !self.vague.contains(v))
    }

    /// Notes that some value could not be expressed.
    pub(super) fn mark_opaque(&mut self) {
        self.introduced.opaque = true;
    }

    /// Adds conditions on variables that were introduced.
    pub(super) fn introduce(&mut self, conditions: Vec<Term>) {
        self.introduced.conditions.extend(conditions);
    }

    /// Replaces each comparison with an unconstrained value below a quantifier: by `true` where that
    /// weakens a premise, by `false` where that strengthens a claim. `up` says that `true` is safe.
    fn settle(&self, t: &Term, up: bool) -> Term {
        self.settle_within(t, up, &mut CASES.clone())
    }

    /// Settles a formula with at most `left` cases of comparisons.
    fn settle_within(&self, t: &Term, up: bool, left: &mut usize) -> Term {
        if !self.vague.iter().any(|v| t.mentions(v)) {
            return t.clone();
        }
        let mut part = |t: &Term, up: bool| self.settle_within(t, up, left);
        match t.node() {
            Node::App(Op::And | Op::Or, _) | Node::Quant(..) => t.map_children(|c| part(c, up)),
            Node::App(Op::Not, args) => Term::not(part(&args[0], !up)),
            Node::App(Op::Implies, args) => Term::implies(part(&args[0], !up), part(&args[1], up)),
            _ => {
                let enough = left.checked_sub(t.size());
                *left = enough.unwrap_or(0);
                let Some([cond, then, els]) = enough.and_then(|_| self.by_cases(t)) else {
                    return Term::bool(up);
                };
                let then = self.settle_within(&then, up, left);
                let els = self.settle_within(&els, up, left);
                let not = Term::not(cond.clone());
                Term::and([Term::implies(cond, then), Term::implies(not, els)])
            }
        }
    }

    /// The cases of a comparison by the first choice between numbers in it, if the condition of the choice
    /// is settled: in one of the cases nothing else may be vague.
    fn by_cases(&self, t: &Term) -> Option<[Term; 3]> {
        let choice = first_choice(t)?;
        let [cond, then, els] = choice.as_app(Op::Ite)? else { return None };
        let is_vague = self.vague.iter().any(|v| cond.mentions(v));
        let in_case = |case: &Term| replaced(t, &choice, case);
        (!is_vague).then(|| [cond.clone(), in_case(then), in_case(els)])
    }

    /// Whether a term has the same value in all instances of the quantifiers around. An unconstrained value
    /// differs between instances. Outside of quantifiers there is one instance.
    fn is_fixed(&self, t: &Term) -> bool {
        self.bound.is_empty() || !self.bound.iter().chain(&self.vague).any(|b| t.mentions(b))
    }

    /// A number that is used more than once: a large one becomes a variable with that value, the same one
    /// for the same number, so that equal values stay equal terms.
    pub(super) fn shared(&mut self, term: Term) -> Term {
        if term.size() <= SHARED || !self.is_fixed(&term) {
            return term;
        }
        if let Some((_, part)) = self.parts.iter().find(|(known, _)| *known == term) {
            return Term::var(part);
        }
        let part = self.names.fresh(&Var::int("part"));
        self.introduced.conditions.push(Term::eq(Term::var(&part), term.clone()));
        self.parts.push((term, part.clone()));
        Term::var(&part)
    }

    /// Replaces a truth value that needs a quantifier or a whole array by a variable.
    fn named(&mut self, term: Term) -> Term {
        if term.sort() != Sort::Bool || !needs_name(&term) || !self.is_fixed(&term) {
            return term;
        }
        let v = Term::var(&self.names.fresh(&Var::new("holds", Sort::Bool)));
        let holds = Term::implies(v.clone(), term.clone());
        let fails = Term::implies(Term::not(v.clone()), negate(&term));
        for condition in [holds, fails] {
            let condition = strip(&self.settle(&condition, true), Quantifier::Exists);
            self.introduced.conditions.push(condition);
        }
        v
    }
}

/// The first choice between numbers in a comparison, an outer one before those in it.
fn first_choice(t: &Term) -> Option<Term> {
    match t.node() {
        Node::App(Op::Ite, _) => Some(t.clone()),
        Node::App(_, args) => args.iter().find_map(first_choice),
        _ => None,
    }
}

/// Replaces a subterm by another one.
fn replaced(t: &Term, old: &Term, new: &Term) -> Term {
    if t == old { new.clone() } else { t.map_children(|c| replaced(c, old, new)) }
}

/// The largest size of a number whose term is written down several times.
const SHARED: usize = 60;

/// The largest size of all comparisons whose cases are written down: each choice doubles it.
const CASES: usize = 5_000;

/// Whether a formula has a quantifier, or an operation that is defined by one.
fn needs_name(t: &Term) -> bool {
    match t.node() {
        Node::Quant(..) | Node::App(Op::Sorted | Op::BoundEq | Op::Permutation, _) => true,
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) => args.iter().any(needs_name),
        _ => false,
    }
}

/// A quantified formula with canonical names for its variables, so that formulas that differ in these names
/// only are equal.
fn named_alike(t: &Term) -> Term {
    let Node::Quant(q, vars, body) = t.node() else { return t.clone() };
    let names: Vec<Var> = (0..vars.len()).map(|n| Var::int(format!("#{n}"))).collect();
    let map = vars.iter().cloned().zip(names.iter().map(Term::var)).collect();
    Term::quant(*q, names, body.subst(&map))
}

/// Whether an expression has no variables.
fn constant(expr: &TypedExpr) -> bool {
    !expr.any(&|e| {
        !matches!(
            e.kind,
            TypedExprKind::Int(_) | TypedExprKind::Unary(..) | TypedExprKind::Binary(..)
        )
    })
}

fn operator(op: TypedBinaryOp) -> Op {
    match op {
        TypedBinaryOp::And => Op::And,
        TypedBinaryOp::Or => Op::Or,
        TypedBinaryOp::Add => Op::Add,
        TypedBinaryOp::Sub => Op::Sub,
        TypedBinaryOp::Mul => Op::Mul,
        TypedBinaryOp::Div => Op::Div,
        TypedBinaryOp::Mod => Op::Mod,
        TypedBinaryOp::Lt => Op::Lt,
        TypedBinaryOp::Le => Op::Le,
        TypedBinaryOp::Gt => Op::Gt,
        TypedBinaryOp::Ge => Op::Ge,
        TypedBinaryOp::Eq => Op::Eq,
        TypedBinaryOp::Ne => Op::Ne,
        TypedBinaryOp::Implies => Op::Implies,
    }
}
