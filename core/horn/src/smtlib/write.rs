//! Horn clauses as SMT-LIB.

use super::count::{COUNT, DEFINITION};
use super::sexp::is_symbol_char;
use super::terms::{RESERVED, show};
use crate::arrays;
use crate::arrays::counts::counts;
use crate::clause::{Clause, Goal, Instance, Pred, Premise, System};
use crate::term::{Names, Node, Op, Quantifier, Term, Var, function};
use hornbook_base::{Int, LineIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::rc::Rc;

/// A system of clauses as an SMT-LIB 2 script. A comment before each clause has its number, its instruction
/// and, with the lines of its text, its place.
pub fn write(system: &System, lines: Option<&LineIndex>) -> String {
    let mut out = String::from("(set-logic HORN)\n");
    out.push_str(definitions(system));
    let fixed = fixed(&system.preds);
    for pred in &system.preds {
        let sorts: Vec<String> = pred.params.iter().map(|v| show(&v.sort)).collect();
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", symbol(&pred.name), sorts.join(" "));
    }
    for clause in &system.clauses {
        let _ = writeln!(out, "\n{}", comment(clause, lines));
        let mut writer = Writer::new(&system.preds, &fixed);
        writer.clause(clause);
        out.push_str(&writer.out);
    }
    out.push_str("\n(check-sat)\n");
    out
}

/// The definitions of the functions that SMT-LIB lacks and the clauses use.
fn definitions(system: &System) -> &'static str {
    if system.clauses.iter().any(|c| c.terms().any(counts)) { DEFINITION } else { "" }
}

/// The comment of a clause: its number, its place and its instruction.
fn comment(clause: &Clause, lines: Option<&LineIndex>) -> String {
    let place = lines.map(|l| format!(", line {}", l.line(clause.origin.span)));
    let (number, what) = (clause.id.0, clause.origin.instruction.describe());
    format!("; clause {number}{}: {what}", place.unwrap_or_default())
}

/// A clause of a system as one `assert`, with its line end. The predicates are not declared.
pub fn clause(system: &System, clause: &Clause) -> String {
    let mut writer = Writer::new(&system.preds, &fixed(&system.preds));
    writer.clause(clause);
    writer.out
}

/// A system of clauses in the form of z3's fixedpoint engine: `declare-rel`, `rule` and `query`.
/// Queries can only name a predicate, so for each assertion there is one that holds where its
/// claim does not.
pub fn write_fixedpoint(system: &System, lines: Option<&LineIndex>) -> String {
    let mut out = String::from(definitions(system));
    let fixed = fixed(&system.preds);
    for pred in &system.preds {
        let sorts: Vec<String> = pred.params.iter().map(|v| show(&v.sort)).collect();
        let _ = writeln!(out, "(declare-rel {} ({}))", symbol(&pred.name), sorts.join(" "));
    }
    let mut names = Names::avoiding(system.preds.iter().map(|p| Var::int(&p.name)));
    for clause in &system.clauses {
        let _ = writeln!(out, "\n{}", comment(clause, lines));
        let mut writer = Writer::new(&system.preds, &fixed);
        match (&clause.goal, clause.premises.as_slice()) {
            (Goal::Instance(_), _) => writer.command("rule", clause, None),
            (Goal::Cond(claim), [Premise::Instance(i)])
                if claim.is_false() && i.is_plain() && i.args.is_empty() =>
            {
                let name = symbol(&system.pred(i.pred).name);
                let _ = writeln!(writer.out, "(query {name})");
            }
            _ => {
                let name = symbol(&names.fresh(&Var::int("violated")).name);
                let _ = writeln!(writer.out, "(declare-rel {name} ())");
                writer.command("rule", clause, Some(&name));
                let _ = writeln!(writer.out, "(query {name})");
            }
        }
        out.push_str(&writer.out);
    }
    out
}

/// A name as a symbol, between bars where it needs them.
pub fn symbol(name: &str) -> String {
    let plain = |c: char| is_symbol_char(c) && c.is_ascii() && c != '\'';
    let simple = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(plain);
    if simple { name.to_owned() } else { format!("|{name}|") }
}

/// A term on its own. Predicates in it are written by their names.
pub fn term(t: &Term) -> String {
    let mut writer = Writer::new(&[], &fixed(&[]));
    for v in t.free_vars() {
        writer.bind(&v);
    }
    writer.term(t);
    writer.out
}

/// The names that mean something else than a variable.
type Fixed = Rc<FxHashSet<Rc<str>>>;

fn fixed(preds: &[Pred]) -> Fixed {
    Rc::new(preds.iter().map(|p| &*p.name).chain(RESERVED).map(Rc::from).collect())
}

struct Writer<'s> {
    out: String,
    preds: &'s [Pred],
    fixed: Fixed,
    names: Names,
    scope: Scope,
    /// The text behind the arrow of the next clause instead of its goal.
    goal: Option<String>,
}

/// The variables in scope with their written names.
#[derive(Default)]
struct Scope {
    /// All variables, innermost last.
    bound: Vec<(Var, Rc<str>)>,
    /// The written name of each variable, innermost last.
    written: FxHashMap<Var, Vec<Rc<str>>>,
    /// The variables of each written name.
    meant: FxHashMap<Rc<str>, Vec<Var>>,
}

impl Scope {
    fn push(&mut self, v: &Var, name: &Rc<str>) {
        self.bound.push((v.clone(), name.clone()));
        self.written.entry(v.clone()).or_default().push(name.clone());
        self.meant.entry(name.clone()).or_default().push(v.clone());
    }

    /// Leaves only the outermost variables.
    fn truncate(&mut self, depth: usize) {
        for (v, name) in self.bound.drain(depth..).rev() {
            self.written.get_mut(&v).and_then(Vec::pop);
            self.meant.get_mut(&name).and_then(Vec::pop);
        }
    }

    fn name(&self, v: &Var) -> Option<&Rc<str>> {
        self.written.get(v)?.last()
    }

    /// Whether a name stands for another variable than `v`.
    fn is_of_another(&self, name: &Rc<str>, v: &Var) -> bool {
        self.meant.get(name).is_some_and(|vars| vars.iter().any(|w| w != v))
    }
}

impl<'s> Writer<'s> {
    fn new(preds: &'s [Pred], fixed: &Fixed) -> Writer<'s> {
        Writer {
            out: String::new(),
            preds,
            fixed: fixed.clone(),
            names: Names::avoiding_shared(fixed),
            scope: Scope::default(),
            goal: None,
        }
    }

    /// Brings a variable into scope, renamed if its name means something else already.
    fn bind(&mut self, v: &Var) -> Rc<str> {
        let fixed = self.fixed.contains(&v.name);
        let clash = self.scope.is_of_another(&v.name, v);
        let name = if clash || fixed { self.names.fresh(v).name } else { v.name.clone() };
        self.scope.push(v, &name);
        name
    }

    fn binders<'v>(&mut self, vars: impl IntoIterator<Item = &'v Var>) {
        let mut parts = vec![];
        for v in vars {
            let name = self.bind(v);
            parts.push(format!("({} {})", symbol(&name), show(&v.sort)));
        }
        self.out.push_str(&parts.join(" "));
    }

    fn clause(&mut self, clause: &Clause) {
        self.command("assert", clause, None);
    }

    /// A clause as the formula of a command. With `violated`, that predicate follows from the
    /// premises and the negation of the goal, which is a claim.
    fn command(&mut self, command: &str, clause: &Clause, violated: Option<&str>) {
        if let (Some(name), Goal::Cond(claim)) = (violated, &clause.goal) {
            let refused = Premise::Cond(Term::not(claim.clone()));
            let mut clause = clause.clone();
            clause.premises.push(refused);
            self.goal = Some(name.to_owned());
            return self.command(command, &clause, None);
        }
        let clause = &arrays::standard(clause);
        // A new name must not be one that another variable has already.
        clause.all_vars().iter().for_each(|v| self.names.take(v));
        let free = clause.free_vars();
        let _ = write!(self.out, "({command} ");
        if !free.is_empty() {
            self.out.push_str("(forall (");
            self.binders(&free);
            self.out.push_str(")\n  ");
        }
        let bare = clause.premises.is_empty() && matches!(clause.goal, Goal::Instance(_));
        if !bare {
            self.out.push_str("(=> ");
            self.premises(&clause.premises);
            self.out.push_str("\n      ");
        }
        match (self.goal.take(), &clause.goal) {
            (Some(name), _) => self.out.push_str(&name),
            (None, Goal::Instance(i)) => self.instance(i),
            (None, Goal::Cond(c)) => self.term(c),
        }
        self.out.push_str(if bare { "" } else { ")" });
        self.out.push_str(if free.is_empty() { ")\n" } else { "))\n" });
    }

    /// The premises as one formula that falls into the same premises again.
    fn premises(&mut self, premises: &[Premise]) {
        match premises {
            [] => self.out.push_str("true"),
            [Premise::Cond(c)] if c.as_app(Op::And).is_some() => {
                self.out.push_str("(and ");
                self.term(c);
                self.out.push_str(" true)");
            }
            [only] => self.premise(only),
            _ => {
                self.out.push_str("(and");
                for premise in premises {
                    self.out.push(' ');
                    self.premise(premise);
                }
                self.out.push(')');
            }
        }
    }

    fn premise(&mut self, premise: &Premise) {
        match premise {
            Premise::Instance(i) => self.instance(i),
            Premise::Cond(c) => self.term(c),
        }
    }

    fn instance(&mut self, i: &Instance) {
        let depth = self.scope.bound.len();
        let (quantified, guarded) = (!i.bound.is_empty(), !i.guard.is_true());
        if quantified {
            self.out.push_str("(forall (");
            self.binders(&i.bound);
            self.out.push_str(") ");
        }
        if guarded {
            self.out.push_str("(=> ");
            self.term(&i.guard);
            self.out.push(' ');
        }
        let name = symbol(&self.preds[i.pred.0 as usize].name);
        self.application(&name, &i.args);
        self.out.push_str(if guarded { ")" } else { "" });
        self.out.push_str(if quantified { ")" } else { "" });
        self.scope.truncate(depth);
    }

    /// An application; without arguments it has no brackets.
    fn application(&mut self, head: &str, args: &[Term]) {
        if args.is_empty() {
            self.out.push_str(head);
            return;
        }
        self.out.push('(');
        self.out.push_str(head);
        for arg in args {
            self.out.push(' ');
            self.term(arg);
        }
        self.out.push(')');
    }

    fn term(&mut self, t: &Term) {
        match t.node() {
            Node::Var(v) => {
                let name = self.scope.name(v).unwrap_or(&v.name);
                self.out.push_str(&symbol(name));
            }
            Node::Int(n) => self.int(n),
            Node::Bool(b) => {
                let _ = write!(self.out, "{b}");
            }
            Node::App(Op::And, args) if args.is_empty() => self.out.push_str("true"),
            Node::App(Op::Or, args) if args.is_empty() => self.out.push_str("false"),
            Node::App(Op::ConstArray, args) => {
                let head = format!("(as const {})", show(&t.sort()));
                self.application(&head, args);
            }
            Node::App(op, args) => self.application(operator(*op), args),
            Node::Pred(name, args) => self.application(&symbol(name), args),
            Node::Quant(q, vars, body) => {
                let depth = self.scope.bound.len();
                let word = if *q == Quantifier::Forall { "forall" } else { "exists" };
                let _ = write!(self.out, "({word} (");
                self.binders(vars);
                self.out.push_str(") ");
                self.term(body);
                self.out.push(')');
                self.scope.truncate(depth);
            }
        }
    }

    fn int(&mut self, n: &Int) {
        let _ = match n.is_negative() {
            true => write!(self.out, "(- {})", n.abs()),
            false => write!(self.out, "{n}"),
        };
    }
}

fn operator(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub | Op::Neg => "-",
        Op::Mul => "*",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Eq => "=",
        Op::Ne => "distinct",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Ite => "ite",
        Op::Select => "select",
        Op::Store => "store",
        Op::Count => COUNT,
        // Only in texts for people: `arrays::standard` replaces them in scripts.
        Op::ConstArray
        | Op::Insert
        | Op::Erase
        | Op::Fill
        | Op::SubArray
        | Op::Sorted
        | Op::BoundEq
        | Op::Multiset
        | Op::Permutation => function(op),
    }
}
