//! Horn clauses from SMT-LIB.

use super::clauses::{Parts, clauses};
use super::count;
use super::sexp::{Sexp, SexpKind, parse};
use super::terms::{Elaborator, Symbol};
use crate::clause::{Clause, ClauseId, Goal, Instance, Instruction, Origin, Pred, PredId, System};
use crate::term::{Names, Sort, Term, Var};
use hornbook_base::{Diagnostic, Severity, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Reads a system of Horn clauses, with diagnostics. There is a system exactly if there is no error.
pub fn read(text: &str) -> (Option<System>, Vec<Diagnostic>) {
    let mut reader = ClauseReader::default();
    let commands = parse(text, &mut reader.scope.diagnostics);
    for command in &commands {
        reader.command(command);
    }
    let mut diagnostics = reader.scope.diagnostics;
    diagnostics.sort_by_key(|d| d.span);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    let mut system = reader.system;
    name_parameters(&mut system);
    mark_loops(&mut system);
    ((!failed).then_some(system), diagnostics)
}

#[derive(Default)]
struct ClauseReader {
    scope: Elaborator,
    system: System,
    ids: BTreeMap<Rc<str>, PredId>,
}

/// Commands without effect on the clauses.
const IGNORED: [&str; 11] = [
    "set-logic",
    "set-info",
    "set-option",
    "check-sat",
    "get-model",
    "get-info",
    "get-option",
    "get-proof",
    "get-unsat-core",
    "echo",
    "exit",
];

impl ClauseReader {
    fn command(&mut self, command: &Sexp) {
        let (Some(name), Some(items)) = (command.head(), command.list()) else {
            self.scope
                .error(command.span, "a command is expected here, such as `(assert formula)`");
            return;
        };
        match (&**name, &items[1..]) {
            ("declare-fun", [name, params, result]) => self.declare(name, params, Some(result)),
            ("declare-fun", _) => {
                let message = "a predicate is declared as `(declare-fun P (Int Int) Bool)`";
                self.scope.error(command.span, message);
            }
            // A constant that is true or false is a predicate without parameters.
            ("declare-const", [name, sort]) if sort.symbol().is_some_and(|s| &**s == "Bool") => {
                let none = Sexp { kind: SexpKind::List(vec![]), span: name.span };
                self.declare(name, &none, Some(sort));
            }
            ("define-fun", [name, params, sort, body]) => {
                if let Some(definition) = self.scope.definition(params, sort, body) {
                    self.scope.declare(name, definition);
                }
            }
            ("define-fun", _) => {
                let message = "a definition is written `(define-fun f ((x Int)) Int term)`";
                self.scope.error(command.span, message);
            }
            ("define-fun-rec", _) if count::is_definition(command) => {}
            ("declare-rel", [name, params, ..]) => self.relation(name, params),
            ("declare-rel", _) => {
                let message = "a predicate is declared as `(declare-rel P (Int Int))`";
                self.scope.error(command.span, message);
            }
            ("declare-var", [name, sort]) => self.variable(name, sort),
            ("declare-var", _) => {
                let message = "a variable is declared as `(declare-var x Int)`";
                self.scope.error(command.span, message);
            }
            // A rule may have a name, a query options.
            ("rule", [formula, ..]) => self.rule(formula, command.span),
            ("query", [formula, ..]) => self.query(formula, command.span),
            ("rule" | "query", []) => {
                let message = format!("`{name}` takes a formula");
                self.scope.error(command.span, message);
            }
            ("assert", [formula]) => self.assert(formula, command.span),
            ("assert", _) => {
                self.scope.error(command.span, "`assert` takes one formula");
            }
            (name, _) if IGNORED.contains(&name) => {}
            _ => self.foreign(name, items[0].span),
        }
    }

    fn foreign(&mut self, name: &str, span: Span) {
        let message = match name {
            "declare-datatype" | "declare-datatypes" => "data types are not supported".to_owned(),
            _ => format!("the command `{name}` is not supported for Horn clauses"),
        };
        let mut diagnostic = Diagnostic::error(span, message);
        let hint = match name {
            "declare-datatype" | "declare-datatypes" => {
                "give each field a parameter of its own, and the constructors numbers"
            }
            "push" | "pop" => "leave the scopes out and keep the clauses of one question",
            "declare-const" => {
                "bind variables where they are used: `(assert (forall ((x Int)) ...))`"
            }
            _ => {
                "there are `declare-fun`, `define-fun` and `assert`, or `declare-rel`, \
                  `declare-var`, `rule` and `query`"
            }
        };
        diagnostic = diagnostic.hint(hint);
        self.scope.diagnostics.push(diagnostic);
    }

    /// Declares a predicate; `result` is the sort that `declare-fun` gives.
    fn declare(&mut self, name: &Sexp, params: &Sexp, result: Option<&Sexp>) {
        let sorts: Option<Vec<Sort>> = match params.list() {
            Some(items) => {
                let sorts: Vec<_> = items.iter().map(|s| self.scope.sort(s)).collect();
                sorts.into_iter().collect()
            }
            None => {
                self.scope.error(params.span, "a list of sorts is expected, such as `(Int Bool)`");
                None
            }
        };
        let result_sort = result.map(|result| (self.scope.sort(result), result.span));
        let (Some(sorts), (Some(result_sort), span)) =
            (sorts, result_sort.unwrap_or((Some(Sort::Bool), params.span)))
        else {
            return;
        };
        if result_sort != Sort::Bool {
            let message = "only predicates can be declared: the result must be of sort `Bool`";
            self.scope.error(span, message);
            return;
        }
        let symbol = Symbol::Pred(sorts.iter().cloned().collect());
        let (Some(()), Some(text)) = (self.scope.declare(name, symbol), name.symbol()) else {
            return;
        };
        let id = PredId(self.system.preds.len() as u32);
        self.ids.insert(text.clone(), id);
        self.system.preds.push(Pred {
            name: text.to_string(),
            title: format!("the predicate {text}"),
            span: name.span,
            loop_head: false,
            params: sorts.into_iter().map(|sort| Var::new("", sort)).collect(),
            witnesses: vec![],
            within: None,
        });
    }

    fn relation(&mut self, name: &Sexp, params: &Sexp) {
        self.declare(name, params, None);
    }

    /// `(declare-var x Int)`: a variable that rules and queries use without a quantifier.
    fn variable(&mut self, name: &Sexp, sort: &Sexp) {
        if let (Some(sort), Some(text)) = (self.scope.sort(sort), name.symbol()) {
            let var = Var { name: text.clone(), sort };
            self.scope.declare(name, Symbol::Const(var));
        } else if name.symbol().is_none() {
            self.scope.error(name.span, "a name is expected here");
        }
    }

    fn rule(&mut self, formula: &Sexp, span: Span) {
        if let Some((term, _)) = self.scope.assertion(formula) {
            self.clauses(closed(term), formula.span, span);
        }
    }

    /// A query asks whether a formula can hold; the clause says that it cannot.
    fn query(&mut self, formula: &Sexp, span: Span) {
        let bare = formula.symbol().and_then(|name| Some((name, self.scope.predicate(name)?)));
        let term = match bare {
            Some((name, sorts)) => {
                let var = |(n, sort): (usize, &Sort)| Var::new(format!("x{}", n + 1), sort.clone());
                let vars = sorts.iter().enumerate().map(var);
                Some(Term::pred(name, vars.map(|v| Term::var(&v)).collect()))
            }
            None => self.scope.assertion(formula).map(|(term, _)| term),
        };
        if let Some(term) = term {
            let never = closed(Term::implies(term, Term::bool(false)));
            self.clauses(never, formula.span, span);
        }
    }

    fn assert(&mut self, formula: &Sexp, span: Span) {
        let Some(term) = self.scope.formula(formula) else { return };
        if let Some(free) = term.free_vars().first() {
            let name = &free.name;
            let diagnostic = Diagnostic::error(
                formula.span,
                format!("the variable `{name}` is not bound in this formula"),
            );
            let hint = "variables of `declare-var` are for `rule` and `query`";
            self.scope.diagnostics.push(diagnostic.hint(hint));
            return;
        }
        self.clauses(term, formula.span, span);
    }

    fn clauses(&mut self, term: Term, at: Span, span: Span) {
        let ids = &self.ids;
        match clauses(&term, &|name| ids.get(name).copied()) {
            Ok(all) => all.into_iter().for_each(|parts| self.add(parts, span)),
            Err(why) => self.scope.error(at, why),
        }
    }

    fn add(&mut self, parts: Parts, span: Span) {
        let id = ClauseId(self.system.clauses.len() as u32);
        let origin = Origin::new(span, Instruction::Given);
        let Parts { premises, goal } = parts;
        self.system.clauses.push(Clause { id, origin, premises, goal });
    }
}

/// The formula for all values of its free variables.
fn closed(t: Term) -> Term {
    Term::forall(t.free_vars().into_iter().collect(), t)
}

/// Names the parameters of each predicate after the variables it is first applied to, premises
/// before goals: that is how people speak of them.
fn name_parameters(system: &mut System) {
    let mut found: BTreeMap<(PredId, usize), Rc<str>> = BTreeMap::new();
    let premises = system.clauses.iter().flat_map(Clause::instances);
    let goals = system.clauses.iter().filter_map(|c| match &c.goal {
        Goal::Instance(i) => Some(i),
        Goal::Cond(_) => None,
    });
    for instance in premises.chain(goals) {
        note_names(instance, &mut found);
    }
    for (id, pred) in (0..).map(PredId).zip(&mut system.preds) {
        let mut names = Names::default();
        for (n, param) in pred.params.iter_mut().enumerate() {
            let name = found.get(&(id, n)).cloned().unwrap_or_else(|| format!("x{}", n + 1).into());
            *param = names.fresh(&Var { name, sort: param.sort.clone() });
        }
    }
}

/// Notes the variables among the arguments, each name only once for a predicate.
fn note_names(instance: &Instance, found: &mut BTreeMap<(PredId, usize), Rc<str>>) {
    for (n, arg) in instance.args.iter().enumerate() {
        if let Some(v) = Term::as_var(arg) {
            let key = |n| (instance.pred, n);
            let of_pred = found.range(key(0)..=key(usize::MAX));
            let used = of_pred.into_iter().any(|(_, name)| *name == v.name);
            if !used {
                found.entry(key(n)).or_insert_with(|| v.name.clone());
            }
        }
    }
}

/// Marks predicates so that every cycle has at least one that is marked: the targets of the back
/// edges of a walk in depth.
fn mark_loops(system: &mut System) {
    let mut next: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); system.preds.len()];
    for clause in &system.clauses {
        if let Goal::Instance(goal) = &clause.goal {
            for premise in clause.instances() {
                next[premise.pred.0 as usize].insert(goal.pred.0 as usize);
            }
        }
    }
    let next: Vec<Vec<usize>> = next.into_iter().map(|s| s.into_iter().collect()).collect();
    let mut seen = vec![false; next.len()];
    let mut on_path = vec![false; next.len()];
    for root in 0..next.len() {
        let mut path: Vec<(usize, usize)> = vec![];
        if !seen[root] {
            (seen[root], on_path[root]) = (true, true);
            path.push((root, 0));
        }
        while let Some((at, edge)) = path.last_mut() {
            let Some(&to) = next[*at].get(*edge) else {
                on_path[*at] = false;
                path.pop();
                continue;
            };
            *edge += 1;
            if on_path[to] {
                system.preds[to].loop_head = true;
            } else if !seen[to] {
                (seen[to], on_path[to]) = (true, true);
                path.push((to, 0));
            }
        }
    }
}
