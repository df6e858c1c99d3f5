//! Mathematical notation as data for viewers, with the sub-term of each piece.
//!
//! Only this module knows signs and brackets of formulas for people; `horn::latex` and the page draw its
//! pieces. (The plain text of a term, in the syntax of programs, is `Term`'s `Display`.)

mod name;

use super::clause::{Clause, Goal, Instance, Premise, System};
use super::term::{Node, Op, Quantifier, Term, Var, function};
pub use name::NameParts;
use serde::{Deserialize, Serialize};

/// A term, or part of a clause, as a row of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notation {
    /// The path to the sub-term: the numbers of the children from the root on. In a clause the first number
    /// is that of the premise, or the number of premises for the goal, and a guard's parts are those that
    /// are [shown](super::clause::Instance::shortened).
    pub path: Vec<u32>,
    /// Whether a line should not break inside.
    pub tight: bool,
    /// The pieces from left to right.
    pub pieces: Vec<Piece>,
}

/// One piece of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A sub-term.
    Term(Notation),
    /// The name of a variable.
    Variable(NameParts),
    /// The name of a predicate.
    Predicate(NameParts),
    /// A number, with the mathematical minus sign.
    Number(String),
    /// A word: `true`, `if`, `then`, `else`.
    Word(String),
    /// The name of a function.
    Function(String),
    /// A sign between or before operands.
    Sign(Sign),
    /// A bracket, a comma, a full stop.
    Mark(char),
    /// A quantifier with its variables.
    Binder(Quantifier, Vec<NameParts>),
    /// A space at which a line may break.
    Break,
    /// A space at which it may not.
    Space,
}

/// The signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Sign {
    Implies,
    Or,
    And,
    Not,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Becomes,
}

impl Sign {
    /// The sign as text.
    pub fn text(self) -> &'static str {
        match self {
            Sign::Implies => "→",
            Sign::Or => "∨",
            Sign::And => "∧",
            Sign::Not => "¬",
            Sign::Equal => "=",
            Sign::Unequal => "≠",
            Sign::Less => "<",
            Sign::LessEqual => "≤",
            Sign::Greater => ">",
            Sign::GreaterEqual => "≥",
            Sign::Plus => "+",
            Sign::Minus => "−",
            Sign::Times => "·",
            Sign::Div => "div",
            Sign::Mod => "mod",
            Sign::Becomes => "←",
        }
    }
}

/// Binding strength; an operand that binds less tightly than its place has brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A formula of its own.
    Formula,
    /// Beside an implication.
    Implies,
    /// Beside a disjunction.
    Or,
    /// Beside a conjunction.
    And,
    /// Beside a comparison.
    Compare,
    /// Beside a sum.
    Sum,
    /// Beside a product.
    Product,
    /// Behind a sign.
    Prefix,
    /// In front of an index.
    Postfix,
}

impl Level {
    fn tighter(self) -> Level {
        match self {
            Level::Formula => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Compare,
            Level::Compare => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Prefix,
            Level::Prefix | Level::Postfix => Level::Postfix,
        }
    }
}

/// The sign between operands and how tightly it binds.
fn infix(op: Op) -> Option<(Sign, Level)> {
    Some(match op {
        Op::Implies => (Sign::Implies, Level::Implies),
        Op::Or => (Sign::Or, Level::Or),
        Op::And => (Sign::And, Level::And),
        Op::Eq => (Sign::Equal, Level::Compare),
        Op::Ne => (Sign::Unequal, Level::Compare),
        Op::Lt => (Sign::Less, Level::Compare),
        Op::Le => (Sign::LessEqual, Level::Compare),
        Op::Gt => (Sign::Greater, Level::Compare),
        Op::Ge => (Sign::GreaterEqual, Level::Compare),
        Op::Add => (Sign::Plus, Level::Sum),
        Op::Sub => (Sign::Minus, Level::Sum),
        Op::Mul => (Sign::Times, Level::Product),
        Op::Div => (Sign::Div, Level::Product),
        Op::Mod => (Sign::Mod, Level::Product),
        _ => return None,
    })
}

/// The widest term, in nodes, that is kept on one line.
const UNBROKEN: usize = 14;

/// A term as a formula of its own.
pub fn term(t: &Term) -> Notation {
    operand(t, Level::Formula)
}

/// A term as an operand of something that binds as tightly as `outer`.
pub fn operand(t: &Term, outer: Level) -> Notation {
    notation_at(t, outer, &[])
}

/// The parts of a clause: premises in order, then the goal. A premise with an arrow of its own is in
/// brackets, so that all can be put on one line.
pub fn clause(system: &System, clause: &Clause) -> (Vec<Notation>, Notation) {
    let premises = clause.premises.iter().enumerate().map(|(n, premise)| match premise {
        Premise::Instance(i) => instance(system, i, false, &[n as u32]),
        Premise::Cond(c) => notation_at(c, Level::And, &[n as u32]),
    });
    let premises: Vec<Notation> = premises.collect();
    let path = [premises.len() as u32];
    let goal = match &clause.goal {
        Goal::Instance(i) => instance(system, i, true, &path),
        Goal::Cond(c) => notation_at(c, Level::Formula, &path),
    };
    (premises, goal)
}

/// `∀k, v. guard → L#(k, v)` of an instance as it is shown, in brackets unless it stands alone. The
/// first child is the guard, the others are the arguments.
fn instance(system: &System, i: &Instance, alone: bool, path: &[u32]) -> Notation {
    let i = &i.shortened();
    let brackets = !alone && !i.is_plain();
    let mut pieces = vec![];
    pieces.extend(brackets.then_some(Piece::Mark('(')));
    if !i.bound.is_empty() {
        pieces.extend([binder(Quantifier::Forall, &i.bound), Piece::Break]);
    }
    if !i.guard.is_true() {
        pieces.push(Piece::Term(notation_at(&i.guard, Level::Or, &child(path, 0))));
        pieces.extend([Piece::Break, Piece::Sign(Sign::Implies), Piece::Space]);
    }
    pieces.push(Piece::Predicate(NameParts::predicate(&system.pred(i.pred).name)));
    pieces.extend(arguments(&i.args, path, 1));
    pieces.extend(brackets.then_some(Piece::Mark(')')));
    Notation { path: path.to_vec(), tight: false, pieces }
}

/// A quantifier with its variables.
pub fn binder(q: Quantifier, vars: &[Var]) -> Piece {
    Piece::Binder(q, vars.iter().map(|v| NameParts::variable(&v.name)).collect())
}

fn child(path: &[u32], n: usize) -> Vec<u32> {
    let mut path = path.to_vec();
    path.push(n as u32);
    path
}

/// `(x, y)`, or nothing when there are no arguments; `first` is the number of the first one.
fn arguments(args: &[Term], path: &[u32], first: usize) -> Vec<Piece> {
    let mut pieces = vec![];
    for (n, arg) in args.iter().enumerate() {
        match n {
            0 => pieces.push(Piece::Mark('(')),
            _ => pieces.extend([Piece::Mark(','), Piece::Break]),
        }
        pieces.push(Piece::Term(notation_at(arg, Level::Formula, &child(path, first + n))));
    }
    if !args.is_empty() {
        pieces.push(Piece::Mark(')'));
    }
    pieces
}

fn notation_at(t: &Term, outer: Level, path: &[u32]) -> Notation {
    let mut tight = false;
    let pieces = match t.node() {
        Node::Var(v) => vec![Piece::Variable(NameParts::variable(&v.name))],
        Node::Int(n) => {
            let number = Piece::Number(n.to_string().replace('-', "−"));
            bracketed(n.is_negative() && outer > Level::Sum, vec![number])
        }
        Node::Bool(b) => vec![Piece::Word(b.to_string())],
        Node::App(op, args) => match infix(*op) {
            Some((sign, level)) => {
                tight = level >= Level::Compare && t.size() <= UNBROKEN;
                bracketed(outer > level, chain(*op, sign, level, args, path))
            }
            None => {
                tight = matches!(op, Op::Select | Op::Store) && t.size() <= UNBROKEN;
                application(*op, args, path)
            }
        },
        Node::Pred(name, args) => {
            let mut pieces = vec![Piece::Predicate(NameParts::predicate(name))];
            pieces.extend(arguments(args, path, 0));
            pieces
        }
        Node::Quant(q, vars, body) => {
            let body = Piece::Term(notation_at(body, Level::Formula, &child(path, 0)));
            let pieces = vec![binder(*q, vars), Piece::Break, body];
            bracketed(outer > Level::Formula, pieces)
        }
    };
    Notation { path: path.to_vec(), tight, pieces }
}

fn bracketed(needed: bool, mut pieces: Vec<Piece>) -> Vec<Piece> {
    if needed {
        pieces.insert(0, Piece::Mark('('));
        pieces.push(Piece::Mark(')'));
    }
    pieces
}

/// Operands with a sign between them; lines break before the sign and never after it.
fn chain(op: Op, sign: Sign, level: Level, args: &[Term], path: &[u32]) -> Vec<Piece> {
    let mut pieces = vec![];
    for (n, arg) in args.iter().enumerate() {
        // Only conjunction, disjunction and sums may stand beside themselves unbracketed.
        let same = n == 0 && level >= Level::Sum || matches!(op, Op::And | Op::Or | Op::Add);
        if n > 0 {
            pieces.extend([Piece::Break, Piece::Sign(sign), Piece::Space]);
        }
        let level = if same { level } else { level.tighter() };
        pieces.push(Piece::Term(notation_at(arg, level, &child(path, n))));
    }
    pieces
}

fn application(op: Op, args: &[Term], path: &[u32]) -> Vec<Piece> {
    let inner = |n: usize, level: Level| Piece::Term(notation_at(&args[n], level, &child(path, n)));
    let word = |text: &str| Piece::Word(text.to_owned());
    match (op, args.len()) {
        (Op::Not, 1) => vec![Piece::Sign(Sign::Not), inner(0, Level::Prefix)],
        (Op::Neg, 1) => vec![Piece::Sign(Sign::Minus), inner(0, Level::Prefix)],
        (Op::Select, 2) => vec![
            inner(0, Level::Postfix),
            Piece::Mark('['),
            inner(1, Level::Formula),
            Piece::Mark(']'),
        ],
        (Op::Store, 3) => vec![
            inner(0, Level::Postfix),
            Piece::Mark('['),
            inner(1, Level::Formula),
            Piece::Space,
            Piece::Sign(Sign::Becomes),
            Piece::Space,
            inner(2, Level::Formula),
            Piece::Mark(']'),
        ],
        (Op::Ite, 3) => vec![
            Piece::Mark('('),
            word("if"),
            Piece::Space,
            inner(0, Level::Implies),
            Piece::Break,
            word("then"),
            Piece::Space,
            inner(1, Level::Implies),
            Piece::Break,
            word("else"),
            Piece::Space,
            inner(2, Level::Implies),
            Piece::Mark(')'),
        ],
        _ => {
            let mut pieces = vec![Piece::Function(function(op).to_owned())];
            pieces.extend(arguments(args, path, 0));
            pieces
        }
    }
}

impl Notation {
    /// The pieces as one line of text, for people who copy formulas and for tests.
    pub fn text(&self) -> String {
        self.pieces.iter().map(Piece::text).collect()
    }
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Piece::Term(t) => t.text(),
            Piece::Variable(name) | Piece::Predicate(name) => name.text(),
            Piece::Number(text) | Piece::Word(text) | Piece::Function(text) => text.clone(),
            Piece::Sign(sign) => sign.text().to_owned(),
            Piece::Mark(mark) => mark.to_string(),
            Piece::Binder(q, names) => {
                let sign = if *q == Quantifier::Forall { "∀" } else { "∃" };
                let names: Vec<String> = names.iter().map(NameParts::text).collect();
                format!("{sign}{}.", names.join(", "))
            }
            Piece::Break | Piece::Space => " ".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;
    use proptest::prelude::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn formulas_look_like_mathematics() {
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let read = Term::select(Term::store(a.clone(), v("i"), Term::int(-1)), v("k'"));
        let t = Term::forall(vec![Var::int("k'")], Term::le(read, v("n_2")));
        assert_eq!(term(&t).text(), "∀k′. a[i ← −1][k′] ≤ n₂");
        let sum = Term::sub(v("x"), Term::add(v("y"), Term::int(-2)));
        assert_eq!(term(&sum).text(), "x − (y + −2)");
        let choice = Term::ite(Term::lt(v("x"), v("y")), v("x"), v("y"));
        assert_eq!(term(&choice).text(), "(if x < y then x else y)");
        let erased = Term::app(Op::Erase, vec![a, v("i")]);
        assert_eq!(term(&erased).text(), "erase(a, i)");
        let negated = Term::not(Term::or([Term::bool(true), Term::lt(v("x"), v("y"))]));
        assert_eq!(term(&negated).text(), "¬(true ∨ x < y)");
    }

    fn arbitrary() -> impl Strategy<Value = Term> {
        let leaf = prop_oneof![
            (-3..4i64).prop_map(Term::int),
            prop::sample::select(vec!["x", "y'", "k_a"]).prop_map(v)
        ];
        leaf.prop_recursive(5, 40, 3, |inner| {
            let ops = vec![
                Op::Implies,
                Op::Or,
                Op::And,
                Op::Eq,
                Op::Lt,
                Op::Add,
                Op::Sub,
                Op::Mul,
                Op::Mod,
            ];
            let pair = (prop::sample::select(ops), inner.clone(), inner.clone());
            prop_oneof![
                4 => pair.prop_map(|(op, a, b)| Term::app(op, vec![a, b])),
                1 => inner.clone().prop_map(|a| Term::app(Op::Not, vec![a])),
                1 => inner.clone().prop_map(|a| Term::app(Op::Neg, vec![a])),
                1 => inner.prop_map(|a| Term::forall(vec![Var::int("k")], a)),
            ]
        })
    }

    fn every(n: &Notation, f: &mut impl FnMut(&Notation)) {
        f(n);
        for piece in &n.pieces {
            if let Piece::Term(inner) = piece {
                every(inner, f);
            }
        }
    }

    /// The plain text with the signs of mathematics: an independent way to the same brackets.
    fn translated(t: &Term) -> String {
        let plain = t.to_string();
        let pairs = [
            ("==>", "→"),
            ("||", "∨"),
            ("&&", "∧"),
            ("==", "="),
            ("forall ", "∀"),
            (": ", ". "),
            ("!", "¬"),
            ("*", "·"),
            ("%", "mod"),
            ("-", "−"),
            ("y'", "y′"),
            ("k_a", "kₐ"),
        ];
        pairs.iter().fold(plain, |text, (from, to)| text.replace(from, to))
    }

    proptest! {
        #[test]
        fn brackets_are_those_of_the_plain_text(t in arbitrary()) {
            prop_assert_eq!(term(&t).text(), translated(&t));
        }

        /// Every piece knows its sub-term: drawing that alone gives the same pieces, up to the
        /// brackets that its place asks for.
        #[test]
        fn pieces_belong_to_their_sub_terms(t in arbitrary()) {
            let whole = term(&t);
            every(&whole, &mut |n| {
                let alone = term(t.sub_term(&n.path).expect("a sub-term")).text();
                let here = n.text();
                assert!(here == alone || here == format!("({alone})"), "{here} {alone}");
            });
        }
    }
}
