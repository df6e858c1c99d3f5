//! The abstraction room's definitions, executable: brute force over a finite structure.
//!
//! Integers are the numbers below [`n`] with their usual order, arrays are *all* maps from them to
//! them. Nothing that is tested here needs more: `abstract`, `insts`, `eliminate` and the proofs of
//! the conditions C0, C1 and C2 work cell by cell, for any index and value domain, as long as an
//! array may have any value in any cell and there is at least one cell. So they must hold here.
//! The converse is not true, and not tested: a call that loses information may not do so here, for
//! instance because its cells are already the whole domain. Sums are taken modulo the size of the
//! domain: adding a constant is one to one then, which is all that moved cells need, but the order
//! is not that of the integers, so no random clause has both.

use hornbook_abstraction::abstract_::{abstract_, concrete_value};
use hornbook_abstraction::eliminate::{Elimination, Setting, eliminate};
use hornbook_abstraction::heuristic::Policy;
use hornbook_abstraction::sigma::{Abstraction, Sigma, Value};
use hornbook_base::Span;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Instruction, Node, Op, Origin, Pred, PredId, Premise,
    Quantifier, Sort, Subst, System, Term, Var,
};
use std::collections::BTreeMap;

thread_local! {
    static DOMAIN: std::cell::Cell<usize> = const { std::cell::Cell::new(3) };
}

/// How many integers there are; 3 unless told otherwise.
pub fn n() -> usize {
    DOMAIN.get()
}

/// Tells how many integers there are in this thread from now on.
pub fn set_n(n: usize) {
    DOMAIN.set(n);
}

/// How many values a sort has. Values are numbered from zero; an array by its digits in the base
/// that its elements need.
pub fn size(sort: &Sort) -> usize {
    match sort {
        Sort::Int => n(),
        Sort::Bool => 2,
        Sort::Array(element) => size(element).pow(n() as u32),
    }
}

/// A cell of an array with elements of the given number of values.
pub fn cell_of(array: usize, index: usize, base: usize) -> usize {
    array / base.pow(index as u32) % base
}

pub fn store_of(array: usize, index: usize, value: usize, base: usize) -> usize {
    let place = base.pow(index as u32);
    array - cell_of(array, index, base) * place + value * place
}

/// A set of tuples of values of the given sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    sizes: Vec<usize>,
    has: Vec<bool>,
}

impl Relation {
    pub fn empty(sorts: &[Sort]) -> Relation {
        let sizes: Vec<usize> = sorts.iter().map(size).collect();
        let has = vec![false; sizes.iter().product()];
        Relation { sizes, has }
    }

    fn code(&self, tuple: &[usize]) -> usize {
        tuple.iter().zip(&self.sizes).fold(0, |code, (digit, size)| code * size + digit)
    }

    pub fn has(&self, tuple: &[usize]) -> bool {
        self.has[self.code(tuple)]
    }

    pub fn insert(&mut self, tuple: &[usize]) {
        let code = self.code(tuple);
        self.has[code] = true;
    }

    fn flip(&mut self, dice: &mut Dice) {
        let at = (dice.below(256) * 256 + dice.below(256)) % self.has.len();
        self.has[at] = !self.has[at];
    }
}

/// What predicates mean, by name.
pub type Relations = BTreeMap<String, Relation>;

/// A valuation with numbered variables.
#[derive(Default)]
pub struct Slots {
    pub vars: Vec<Var>,
}

/// A term over numbered variables.
pub enum Code {
    Var(usize),
    Const(usize),
    App(Op, Vec<Code>),
    /// A read, and how many values the elements have.
    Select(Box<[Code; 2]>, usize),
    /// A write, likewise.
    Store(Box<[Code; 3]>, usize),
    Pred(String, Vec<Code>),
    Forall(Vec<usize>, Box<Code>),
    Exists(Vec<usize>, Box<Code>),
}

/// Whether a term adds or subtracts, which is done modulo [`n`] here.
pub fn has_sum(t: &Term) -> bool {
    match t.node() {
        Node::App(op, args) => matches!(op, Op::Add | Op::Sub) || args.iter().any(has_sum),
        Node::Pred(_, args) => args.iter().any(has_sum),
        Node::Quant(_, _, body) => has_sum(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

impl Slots {
    pub fn slot(&mut self, v: &Var) -> usize {
        self.vars.iter().position(|w| w == v).unwrap_or_else(|| {
            self.vars.push(v.clone());
            self.vars.len() - 1
        })
    }

    /// Bound variables must have names of their own or may be overwritten: values are restored.
    pub fn compile(&mut self, t: &Term) -> Code {
        match t.node() {
            Node::Var(v) => Code::Var(self.slot(v)),
            Node::Int(n) => {
                let n = n.to_i64().expect("a small number").rem_euclid(self::n() as i64) as usize;
                Code::Const(n % self::n())
            }
            Node::Bool(b) => Code::Const(usize::from(*b)),
            Node::App(Op::Select, args) => {
                let base = size(&t.sort());
                Code::Select(Box::new([self.compile(&args[0]), self.compile(&args[1])]), base)
            }
            Node::App(Op::Store, args) => {
                let parts = [0, 1, 2].map(|n| self.compile(&args[n]));
                Code::Store(Box::new(parts), size(&args[2].sort()))
            }
            Node::App(op, args) => Code::App(*op, args.iter().map(|a| self.compile(a)).collect()),
            Node::Pred(p, args) => {
                Code::Pred(p.to_string(), args.iter().map(|a| self.compile(a)).collect())
            }
            Node::Quant(q, vars, body) => {
                let vars = vars.iter().map(|v| self.slot(v)).collect();
                let body = Box::new(self.compile(body));
                match q {
                    Quantifier::Forall => Code::Forall(vars, body),
                    Quantifier::Exists => Code::Exists(vars, body),
                }
            }
        }
    }
}

/// A valuation and what predicates mean.
pub struct World<'w> {
    pub values: Vec<usize>,
    pub sizes: Vec<usize>,
    pub relations: &'w Relations,
}

impl<'w> World<'w> {
    pub fn new(slots: &Slots, relations: &'w Relations) -> World<'w> {
        let sizes: Vec<usize> = slots.vars.iter().map(|v| size(&v.sort)).collect();
        World { values: vec![0; sizes.len()], sizes, relations }
    }

    /// Whether `f` holds for all values of the given variables.
    pub fn all(&mut self, vars: &[usize], f: &mut dyn FnMut(&mut World<'w>) -> bool) -> bool {
        let Some((v, rest)) = vars.split_first() else {
            return f(self);
        };
        let before = self.values[*v];
        let all = (0..self.sizes[*v]).all(|n| {
            self.values[*v] = n;
            self.all(rest, f)
        });
        self.values[*v] = before;
        all
    }

    pub fn holds(&mut self, code: &Code) -> bool {
        self.eval(code) == 1
    }

    pub fn eval(&mut self, code: &Code) -> usize {
        match code {
            Code::Var(v) => self.values[*v],
            Code::Const(n) => *n,
            Code::App(op, args) => self.apply(*op, args),
            Code::Select(parts, base) => {
                let (a, i) = (self.eval(&parts[0]), self.eval(&parts[1]));
                cell_of(a, i, *base)
            }
            Code::Store(parts, base) => {
                let [a, i, v] = [0, 1, 2].map(|n| self.eval(&parts[n]));
                store_of(a, i, v, *base)
            }
            Code::Pred(p, args) => {
                let tuple: Vec<usize> = args.iter().map(|a| self.eval(a)).collect();
                usize::from(self.relations[p].has(&tuple))
            }
            Code::Forall(vars, body) => {
                usize::from(self.all(&vars.clone(), &mut |w| w.holds(body)))
            }
            Code::Exists(vars, body) => {
                usize::from(!self.all(&vars.clone(), &mut |w| !w.holds(body)))
            }
        }
    }

    fn apply(&mut self, op: Op, args: &[Code]) -> usize {
        match op {
            Op::And => return usize::from(args.iter().all(|a| self.holds(a))),
            Op::Or => return usize::from(args.iter().any(|a| self.holds(a))),
            Op::Implies => return usize::from(!self.holds(&args[0]) || self.holds(&args[1])),
            Op::Ite => {
                let branch = if self.holds(&args[0]) { &args[1] } else { &args[2] };
                return self.eval(branch);
            }
            _ => {}
        }
        let values: Vec<usize> = args.iter().map(|a| self.eval(a)).collect();
        match (op, values.as_slice()) {
            (Op::Not, [a]) => 1 - a,
            (Op::Eq, [a, b]) => usize::from(a == b),
            (Op::Ne, [a, b]) => usize::from(a != b),
            (Op::Lt, [a, b]) => usize::from(a < b),
            (Op::Le, [a, b]) => usize::from(a <= b),
            (Op::Gt, [a, b]) => usize::from(a > b),
            (Op::Ge, [a, b]) => usize::from(a >= b),
            (Op::Add, args) => args.iter().sum::<usize>() % n(),
            (Op::Sub, [a, b]) => (a + n() - b) % n(),
            _ => panic!("{op:?} is not in the random clauses"),
        }
    }
}

/// Valuations that are tried at most.
const TRIED: usize = 70_000;

/// Instances of quantified premises that are looked at at most.
const LOOKED_AT: usize = 5_000_000;

/// Whether a clause holds for all valuations. `None` when there are too many to try.
pub fn valid(clause: &Clause, system: &System, relations: &Relations) -> Option<bool> {
    let mut slots = Slots::default();
    clause.free_vars().iter().for_each(|v| {
        slots.slot(v);
    });
    let free = slots.vars.len();
    let premises: Vec<Code> = clause
        .premises
        .iter()
        .map(|p| match p {
            Premise::Instance(i) => slots.compile(&i.to_term(system)),
            Premise::Cond(c) => slots.compile(c),
        })
        .collect();
    let goal = match &clause.goal {
        Goal::Instance(i) => i.to_term(system),
        Goal::Cond(c) => c.clone(),
    };
    // Values that the goal's guard rules out make the clause true, so variables that the guard
    // defines need not be tried.
    let defined = match &clause.goal {
        Goal::Instance(i) if i.bound.is_empty() => definitions(i),
        _ => vec![],
    };
    let defined: Vec<(usize, Code)> =
        defined.iter().map(|(v, t)| (slots.slot(v), slots.compile(t))).collect();
    let goal = slots.compile(&goal);
    let tried: Vec<usize> = (0..free).filter(|s| !defined.iter().any(|(d, _)| d == s)).collect();
    let count: usize = tried.iter().map(|s| size(&slots.vars[*s].sort)).product();
    let instances = clause.instances().map(|i| i.bound.iter().map(|v| size(&v.sort)).product());
    let deepest: usize = instances.max().unwrap_or(1);
    if count > TRIED || count.saturating_mul(deepest) > LOOKED_AT {
        return None;
    }
    let mut world = World::new(&slots, relations);
    Some(world.all(&tried, &mut |w| {
        if !premises.iter().all(|p| w.holds(p)) {
            return true;
        }
        for (v, t) in &defined {
            w.values[*v] = w.eval(t);
        }
        w.holds(&goal)
    }))
}

/// The equations `v = t` of a guard whose `v` are arguments and in none of the `t`.
fn definitions(goal: &Instance) -> Vec<(Var, Term)> {
    let pairs: Vec<(Var, Term)> = goal
        .guard
        .conjuncts()
        .iter()
        .filter_map(|c| {
            let args = c.as_app(Op::Eq)?;
            let v = args[0].as_var()?;
            goal.args.iter().any(|a| a.as_var() == Some(v)).then(|| (v.clone(), args[1].clone()))
        })
        .collect();
    let free = |v: &Var| !pairs.iter().any(|(_, t)| t.mentions(v));
    pairs.iter().filter(|(v, _)| free(v)).cloned().collect()
}

/// An element of a concrete or abstract domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Val {
    Leaf(usize, Sort),
    Tuple(Vec<Val>),
}

impl Val {
    pub fn leaves(&self) -> Vec<usize> {
        match self {
            Val::Leaf(n, _) => vec![*n],
            Val::Tuple(parts) => parts.iter().flat_map(Val::leaves).collect(),
        }
    }

    /// The same shape with zeros.
    fn default(&self) -> Val {
        match self {
            Val::Leaf(_, sort) => Val::Leaf(0, sort.clone()),
            Val::Tuple(parts) => Val::Tuple(parts.iter().map(Val::default).collect()),
        }
    }

    fn typed_leaves(&self) -> Vec<(usize, Sort)> {
        match self {
            Val::Leaf(n, sort) => vec![(*n, sort.clone())],
            Val::Tuple(parts) => parts.iter().flat_map(Val::typed_leaves).collect(),
        }
    }
}

/// `σ(value)` by T Def. 16 to 18 and Sec. 7.3.
pub fn abstract_values(sigma: &Sigma, value: &Val) -> Vec<Val> {
    let parts_of = |v: &Val| match v {
        Val::Tuple(parts) => parts.clone(),
        leaf => vec![leaf.clone()],
    };
    match (sigma, value) {
        (Sigma::Id, _) => vec![value.clone()],
        (Sigma::Cell, Val::Leaf(a, Sort::Array(element))) => {
            let cell = |k: usize| {
                let v = Val::Leaf(cell_of(*a, k, size(element)), (**element).clone());
                Val::Tuple(vec![Val::Leaf(k, Sort::Int), v])
            };
            (0..n()).map(cell).collect()
        }
        (Sigma::Tuple(parts), _) => {
            let values = parts_of(value);
            product(parts.iter().zip(&values).map(|(s, v)| abstract_values(s, v)))
        }
        (Sigma::Compose(second, first), _) => {
            let mut out = vec![];
            for between in abstract_values(first, value) {
                for sharp in abstract_values(second, &between) {
                    if !out.contains(&sharp) {
                        out.push(sharp);
                    }
                }
            }
            out
        }
        (Sigma::Product(parts), _) => product(parts.iter().map(|p| abstract_values(p, value))),
        (Sigma::Power(base, n), _) => product((0..*n).map(|_| abstract_values(base, value))),
        (Sigma::Ordered(base, n), _) => {
            let mut all = product((0..*n).map(|_| abstract_values(base, value)));
            let keys = |v: &Val| match (&**base, v) {
                (Sigma::Cell, Val::Tuple(cell)) => cell[0].leaves(),
                _ => v.leaves(),
            };
            all.retain(|v| parts_of(v).windows(2).all(|p| keys(&p[0]) < keys(&p[1])));
            all
        }
        (Sigma::Sum(parts), _) => {
            let images: Vec<Vec<Val>> = parts.iter().map(|p| abstract_values(p, value)).collect();
            let mut out = vec![];
            for (tag, image) in images.iter().enumerate() {
                for element in image {
                    let mut all = vec![Val::Leaf(tag, Sort::Int)];
                    for (m, other) in images.iter().enumerate() {
                        all.push(if m == tag { element.clone() } else { other[0].default() });
                    }
                    out.push(Val::Tuple(all));
                }
            }
            out
        }
        (Sigma::Finite(finite), _) => {
            let mut slots = Slots::default();
            let params: Vec<usize> = finite.params.iter().map(|p| slots.slot(p)).collect();
            let codes: Vec<(Code, Vec<(Code, Sort)>)> = finite
                .cases
                .iter()
                .map(|c| {
                    let leaves = c.value.leaves();
                    let leaves = leaves.iter().map(|t| (slots.compile(t), t.sort())).collect();
                    (slots.compile(&c.when), leaves)
                })
                .collect();
            let none = Relations::new();
            let mut world = World::new(&slots, &none);
            for (slot, (n, _)) in params.iter().zip(value.typed_leaves()) {
                world.values[*slot] = n;
            }
            let mut out = vec![];
            for ((when, leaves), case) in codes.iter().zip(&finite.cases) {
                if world.holds(when) {
                    let values: Vec<Val> =
                        leaves.iter().map(|(c, s)| Val::Leaf(world.eval(c), s.clone())).collect();
                    let value = match case.value {
                        Value::Leaf(_) => values[0].clone(),
                        Value::Tuple(_) => Val::Tuple(values),
                    };
                    if !out.contains(&value) {
                        out.push(value);
                    }
                }
            }
            out
        }
        (Sigma::Cell, _) => panic!("cells of what is no array"),
    }
}

fn product(sets: impl Iterator<Item = Vec<Val>>) -> Vec<Val> {
    let all = sets.fold(vec![vec![]], |prefixes: Vec<Vec<Val>>, set| {
        let extend = |p: &Vec<Val>| -> Vec<Vec<Val>> {
            set.iter().map(|s| p.iter().chain([s]).cloned().collect()).collect()
        };
        prefixes.iter().flat_map(extend).collect()
    });
    all.into_iter().map(Val::Tuple).collect()
}

/// The abstract values of a tuple of a predicate, whose formulas may speak of its scalars.
pub fn abstract_tuple(
    abstraction: &Abstraction,
    id: PredId,
    pred: &Pred,
    tuple: &[usize],
) -> Vec<Vec<usize>> {
    let typed = || pred.params.iter().zip(tuple);
    let scalars: Subst = typed()
        .filter_map(|(v, n)| match v.sort {
            Sort::Int => Some((v.clone(), Term::int(*n))),
            Sort::Bool => Some((v.clone(), Term::bool(*n == 1))),
            Sort::Array(_) => None,
        })
        .collect();
    let value = Val::Tuple(typed().map(|(v, n)| Val::Leaf(*n, v.sort.clone())).collect());
    let all = abstract_values(&abstraction.sigma(id).subst(&scalars), &value);
    all.iter().map(Val::leaves).collect()
}

/// `α` of a set of tuples of a predicate (T Def. 15).
pub fn alpha(
    abstraction: &Abstraction,
    id: PredId,
    pred: &Pred,
    tuples: &[Vec<usize>],
) -> Relation {
    let sorts: Vec<Sort> = abstraction.formal(id).leaves().iter().map(Term::sort).collect();
    let mut out = Relation::empty(&sorts);
    for tuple in tuples {
        abstract_tuple(abstraction, id, pred, tuple).iter().for_each(|s| out.insert(s));
    }
    out
}

/// Whether a tuple is in `γ` of a set of abstract values (T Def. 15).
pub fn in_gamma(
    abstraction: &Abstraction,
    id: PredId,
    pred: &Pred,
    relation: &Relation,
    tuple: &[usize],
) -> bool {
    abstract_tuple(abstraction, id, pred, tuple).iter().all(|s| relation.has(s))
}

/// A source of choices for random clauses and models.
#[derive(Clone, Debug)]
pub struct Dice {
    bytes: Vec<u8>,
    at: usize,
}

impl Dice {
    pub fn new(bytes: Vec<u8>) -> Dice {
        Dice { bytes, at: 0 }
    }

    /// A number below `n`; zero when the source is used up.
    pub fn below(&mut self, n: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % n
    }
}

/// What random clauses are made of.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Arrays among the premise's parameters.
    pub arrays: usize,
    /// Whether a further array is set equal to an updated one, as in normalised clauses.
    pub equation: bool,
    /// Whether conditions have quantifiers.
    pub quantifiers: bool,
    /// Whether there is a second premise, on a further array and the same scalar.
    pub second: bool,
}

pub fn array(name: &str) -> Var {
    Var::new(name, Sort::int_array())
}

const ARRAYS: [&str; 2] = ["a", "b"];

/// Random terms and clauses.
pub struct Random<'d> {
    pub dice: &'d mut Dice,
    pub arrays: Vec<Var>,
    pub scalars: Vec<Var>,
}

impl Random<'_> {
    pub fn index(&mut self) -> Term {
        match self.dice.below(5) {
            0 => Term::int(0),
            1 => Term::int(1),
            2 if !self.arrays.is_empty() && self.dice.below(3) == 0 => {
                let (a, i) = (self.array(), self.scalar());
                Term::select(a, i)
            }
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Term {
        let n = self.dice.below(self.scalars.len());
        Term::var(&self.scalars[n])
    }

    fn array(&mut self) -> Term {
        let n = self.dice.below(self.arrays.len());
        Term::var(&self.arrays[n])
    }

    pub fn value(&mut self) -> Term {
        match self.dice.below(3) {
            0 => self.index(),
            _ => {
                let a = self.updated();
                let i = self.index();
                Term::select(a, i)
            }
        }
    }

    pub fn updated(&mut self) -> Term {
        let a = self.array();
        match self.dice.below(3) {
            0 => {
                let (i, v) = (self.index(), self.index());
                Term::store(a, i, v)
            }
            _ => a,
        }
    }

    pub fn formula(&mut self, depth: usize) -> Term {
        if depth > 0 && self.dice.below(3) == 0 {
            let (f, g) = (self.formula(depth - 1), self.formula(depth - 1));
            return match self.dice.below(3) {
                0 => Term::app(Op::And, vec![f, g]),
                1 => Term::app(Op::Or, vec![f, g]),
                _ => Term::implies(f, g),
            };
        }
        let ops = [Op::Eq, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
        let op = ops[self.dice.below(ops.len())];
        let (l, r) = (self.value(), self.value());
        let atom = Term::app(op, vec![l, r]);
        if self.dice.below(5) == 0 { Term::not(atom) } else { atom }
    }
}

fn pred(name: &str, params: Vec<Var>) -> Pred {
    let (title, span) = (name.to_owned(), Span::default());
    let (name, witnesses, within) = (name.to_owned(), vec![], None);
    Pred { name, title, span, loop_head: false, params, witnesses, within }
}

/// A clause over the predicates `P` and `Q` of a system.
pub fn clause_of(premises: Vec<Premise>, goal: Goal) -> Clause {
    let origin = Origin::new(Span::default(), Instruction::Given);
    Clause { id: ClauseId(0), origin, premises, goal }
}

/// The system of one clause over the given predicates.
pub fn system_of(preds: Vec<(&str, Vec<Var>)>, clause: Clause) -> System {
    let preds = preds.into_iter().map(|(name, params)| pred(name, params)).collect();
    System { preds, clauses: vec![clause] }
}

/// A system with one random clause: `P(..) && conditions ==> Q(..)`, or an assertion.
pub fn random_system(dice: &mut Dice, shape: Shape) -> System {
    let arrays: Vec<Var> = ARRAYS[..shape.arrays].iter().map(|n| array(n)).collect();
    let scalars = vec![Var::int("i")];
    let params: Vec<Var> = arrays.iter().chain(&scalars).cloned().collect();
    let args = params.iter().map(Term::var).collect();
    let mut premises = vec![Premise::Instance(Instance::plain(PredId(0), args))];
    let mut random = Random { dice, arrays, scalars };
    if shape.second {
        // Another array, or one that the first premise speaks of too.
        let other = if random.dice.below(2) == 0 { array("d") } else { array("a") };
        let mut args: Vec<Term> = (0..shape.arrays).map(|_| Term::var(&other)).collect();
        args.push(random.index());
        premises.push(Premise::Instance(Instance::plain(PredId(0), args)));
        if !random.arrays.contains(&other) {
            random.arrays.push(other);
        }
    }
    for _ in 0..random.dice.below(3) {
        let f = random.formula(1);
        premises.push(Premise::Cond(f));
    }
    if shape.quantifiers && random.dice.below(2) == 0 {
        let k = Var::int("q");
        random.scalars.push(k.clone());
        let body = random.formula(1);
        random.scalars.pop();
        premises.push(Premise::Cond(Term::forall(vec![k], body)));
    }
    if shape.equation && random.dice.below(2) == 0 {
        let c = array("c");
        premises.push(Premise::Cond(Term::eq(Term::var(&c), random.updated())));
        random.arrays.push(c);
    }
    let goal = if random.dice.below(4) == 0 {
        Goal::Cond(random.formula(2))
    } else {
        let mut args: Vec<Term> = (0..shape.arrays).map(|_| random.updated()).collect();
        args.push(random.value());
        Goal::Instance(Instance::plain(PredId(1), args))
    };
    system_of(vec![("P", params.clone()), ("Q", params)], clause_of(premises, goal))
}

/// A system with one random assertion over two predicates that speak of the same or of linked
/// arrays: `P(a, i) && Q(b) && conditions ==> claim`, where `b` is `a`, an update of it, or made of it.
pub fn random_joined_system(dice: &mut Dice) -> System {
    let (a, c, i) = (array("a"), array("c"), Var::int("i"));
    let mut random = Random { dice, arrays: vec![a.clone()], scalars: vec![i.clone()] };
    let mut conditions = vec![];
    let other = match random.dice.below(3) {
        0 => Term::var(&a),
        1 => random.updated(),
        _ => {
            let renamed = Subst::from([(a.clone(), Term::var(&c))]);
            let made = random.updated().subst(&renamed);
            conditions.push(Term::eq(Term::var(&a), made));
            Term::var(&c)
        }
    };
    for _ in 0..random.dice.below(2) {
        let f = random.formula(1);
        conditions.push(f);
    }
    let claim = if random.dice.below(2) == 0 { Term::bool(false) } else { random.formula(1) };
    let mut premises = vec![
        Premise::Instance(Instance::plain(PredId(0), vec![Term::var(&a), Term::var(&i)])),
        Premise::Instance(Instance::plain(PredId(1), vec![other])),
    ];
    premises.extend(conditions.into_iter().map(Premise::Cond));
    let preds = vec![("P", vec![a, i]), ("Q", vec![array("b")])];
    system_of(preds, clause_of(premises, Goal::Cond(claim)))
}

/// A random concrete model: a few tuples for each predicate, and what `α` makes of them.
pub fn random_model(dice: &mut Dice, system: &System, abstraction: &Abstraction) -> Relations {
    let mut out = Relations::new();
    for id in system.pred_ids() {
        let pred = system.pred(id);
        let count = dice.below(5);
        let tuple = |dice: &mut Dice| -> Vec<usize> {
            pred.params.iter().map(|v| dice.below(size(&v.sort))).collect()
        };
        let tuples: Vec<Vec<usize>> = (0..count).map(|_| tuple(dice)).collect();
        let relation = alpha(abstraction, id, pred, &tuples);
        out.insert(format!("{}#", pred.name), relation);
    }
    out
}

/// A random abstract model: `α` of a concrete one with some abstract values more or less.
pub fn random_abstract_model(
    dice: &mut Dice,
    system: &System,
    abstraction: &Abstraction,
) -> Relations {
    let mut out = random_model(dice, system, abstraction);
    for relation in out.values_mut() {
        for _ in 0..dice.below(4) {
            relation.flip(dice);
        }
    }
    out
}

/// A model of the abstract clause that says as little of `Q` as it can: `M(P)` has a few tuples
/// that differ in few cells, and `M(Q)` the images of all tuples of `γ(α(M(P)))`.
pub fn closed_model(dice: &mut Dice, way: &Way) -> Option<Relations> {
    let clause = &way.concrete.clauses[0];
    let premise = clause.instances().next()?;
    let name = |id: PredId| format!("{}#", way.concrete.pred(id).name);
    let params = &way.concrete.pred(premise.pred).params;
    let base: Vec<usize> = params.iter().map(|v| dice.below(size(&v.sort))).collect();
    let tuple = |dice: &mut Dice| -> Vec<usize> {
        let near = |(v, m): (&Var, &usize)| match (&v.sort, dice.below(4)) {
            (Sort::Array(element), 1..) => {
                let base = size(element);
                store_of(*m, dice.below(n()), dice.below(base), base)
            }
            (Sort::Int, 0) => dice.below(n()),
            _ => *m,
        };
        params.iter().zip(&base).map(near).collect()
    };
    let tuples: Vec<Vec<usize>> = (0..1 + dice.below(4)).map(|_| tuple(dice)).collect();
    let source = alpha(&way.abstraction, premise.pred, way.concrete.pred(premise.pred), &tuples);
    let mut out = Relations::from([(name(premise.pred), source)]);
    let Goal::Instance(goal) = &clause.goal else {
        return Some(out);
    };
    let mut slots = Slots::default();
    let args: Vec<Code> = premise.args.iter().map(|t| slots.compile(t)).collect();
    let conditions: Vec<Code> = clause.conditions().map(|c| slots.compile(c)).collect();
    let image: Vec<Code> = goal.args.iter().map(|t| slots.compile(t)).collect();
    let free: Vec<usize> = clause.free_vars().iter().map(|v| slots.slot(v)).collect();
    if free.iter().map(|s| size(&slots.vars[*s].sort)).product::<usize>() > TRIED {
        return None;
    }
    let mut images = vec![];
    let mut world = World::new(&slots, &out);
    let pred = way.concrete.pred(premise.pred);
    world.all(&free, &mut |w| {
        let tuple: Vec<usize> = args.iter().map(|a| w.eval(a)).collect();
        if conditions.iter().all(|c| w.holds(c))
            && in_gamma(
                &way.abstraction,
                premise.pred,
                pred,
                &w.relations[&name(premise.pred)],
                &tuple,
            )
        {
            images.push(image.iter().map(|a| w.eval(a)).collect());
        }
        true
    });
    let target = alpha(&way.abstraction, goal.pred, way.concrete.pred(goal.pred), &images);
    out.insert(name(goal.pred), target);
    Some(out)
}

/// A clause on its way through the abstraction.
pub struct Way {
    pub concrete: System,
    pub abstraction: Abstraction,
    pub abstracted: System,
    pub elimination: Elimination,
}

pub fn way(concrete: System, choice: &str) -> Way {
    way_with(concrete, choice, &Policy::default())
}

pub fn way_with(concrete: System, choice: &str, policy: &Policy) -> Way {
    let choice = choice.parse().expect("an abstraction");
    let abstraction = Abstraction::new(&choice, &concrete);
    let abstracted = abstract_(&concrete, &abstraction);
    let (c, a) = (&concrete.clauses[0], &abstracted.clauses[0]);
    let (abstraction, abstracted) = (&abstraction, &abstracted);
    let setting = Setting { concrete: &concrete, abstracted, abstraction, policy };
    let elimination = eliminate(c, a, setting);
    let (abstraction, abstracted) = (abstraction.clone(), abstracted.clone());
    Way { concrete, abstraction, abstracted, elimination }
}

/// Whether the concrete clause holds in `γ(M#)`, for all valuations.
pub fn valid_in_gamma(way: &Way, relations: &Relations) -> Option<bool> {
    let clause = &way.concrete.clauses[0];
    let mut slots = Slots::default();
    let instance = |i: &Instance, slots: &mut Slots| -> (PredId, Vec<Code>) {
        (i.pred, concrete_value(i).leaves().iter().map(|t| slots.compile(t)).collect())
    };
    let premises: Vec<_> = clause.instances().map(|i| instance(i, &mut slots)).collect();
    let conditions: Vec<Code> = clause.conditions().map(|c| slots.compile(c)).collect();
    let goal = match &clause.goal {
        Goal::Instance(i) => Ok(instance(i, &mut slots)),
        Goal::Cond(c) => Err(slots.compile(c)),
    };
    let free: Vec<usize> = clause.free_vars().iter().map(|v| slots.slot(v)).collect();
    if free.iter().map(|s| size(&slots.vars[*s].sort)).product::<usize>() > TRIED {
        return None;
    }
    let holds = |w: &mut World<'_>, (pred, args): &(PredId, Vec<Code>)| {
        let tuple: Vec<usize> = args.iter().map(|a| w.eval(a)).collect();
        let name = format!("{}#", way.concrete.pred(*pred).name);
        in_gamma(&way.abstraction, *pred, way.concrete.pred(*pred), &w.relations[&name], &tuple)
    };
    let mut world = World::new(&slots, relations);
    Some(world.all(&free, &mut |w| {
        let before = conditions.iter().all(|c| w.holds(c)) && premises.iter().all(|p| holds(w, p));
        !before
            || match &goal {
                Ok(goal) => holds(w, goal),
                Err(goal) => w.holds(goal),
            }
    }))
}
