//! Sums and counts over ranges of cells in a program without loops, known from what they were at other points.
//!
//! Each evaluation of `sum(a, lo, hi)` or `count(a, lo, hi, ..)` becomes a variable, about which only true things are
//! assumed. Beside it stand the ends of its range, so that the next evaluation can begin with it: a range with one cell
//! more has that cell's value more. Where a cell of the array is written, the variables of the ranges with that cell
//! change by the difference; where the array changes otherwise, they are not known any more. `max` and `min` have a
//! definition with quantifiers, which is assumed.
//!
//! There are two forms of the program. In [`SummaryForm::Related`] every run of the original has its like, so what
//! holds there holds. In [`SummaryForm::Small`] ranges have at most [`MOST_CELLS`] cells and their values are written
//! out, so each of its runs has its like in the original.
//!
//! **Soundness.** All that is assumed of a variable in the first form is true of the value that it stands for: the
//! relations between ranges hold of any sum of contributions of single cells, an array is only followed if its name
//! means the same everywhere, and whatever may change it is a write to a cell that is accounted for or ends the
//! knowledge. A summary is evaluated in front of its statement, where it has the value that it has within, as no statement
//! with a call is expanded: only a call could change the array before the statement comes to it.

mod known;

use crate::declared_types::DeclaredTypes;
use hornbook_base::Span;
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, Lambda, Name, Program, Quantifier, Stmt, StmtKind,
    TypeName, UnaryOp, functions,
};
use hornbook_lang::print;
use hornbook_lang::rewrite::effects;
use hornbook_lang::rewrite::names::{Fresh, free, introduced};
use hornbook_lang::rewrite::{build, walk};
use known::{
    CELL, COUNTED, Contribution, KnownSummary, and, cell, choose, compare, equal,
    equal_where_cells_are, implies, minus, not_equal, number, relations, relations_to_two,
};

/// The most cells of a range in [`SummaryForm::Small`], and those by which ranges may differ and still be related.
const MOST_CELLS: i64 = 3;

/// The most evaluations over one array that are followed: each is related to all before it.
const MOST_SUMMARIES: usize = 24;

/// The last so many evaluations are also related by twos: more would make the program too long.
const MOST_IN_PAIRS: usize = 8;

/// The most bytes of a program with relations: beyond, nothing is followed. A longer one would not be read in time.
const MOST_TEXT: usize = 400_000;

/// The two forms of a program with summaries of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryForm {
    /// Values are related to earlier ones: no run is lost.
    Related,
    /// Ranges are small and values are exact: no run is added.
    Small,
}

/// A program whose summaries are variables.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandedSummaries {
    /// The program.
    pub program: Program,
    /// The variables, each with the expression whose value it has; there may be other ones in it.
    pub values: Vec<(String, String)>,
    /// The places of these expressions.
    pub places: Vec<Span>,
}

/// The program, which has no loops, with its summaries expanded; `None` if there are none that can be followed.
pub fn expand_summaries(program: &Program, form: SummaryForm) -> Option<ExpandedSummaries> {
    if effects::any(&program.body, &|stmt| stmt.is_loop()) {
        return None;
    }
    let mut taken = introduced(&program.body);
    taken.extend(functions(&program.body).map(|f| f.name.text.clone()));
    let mut expander = SummaryExpander {
        form,
        types: DeclaredTypes::from_program(program),
        fresh: Fresh::avoiding(taken),
        known: vec![],
        declarations: vec![],
        values: vec![],
        places: vec![],
        visible: vec![],
    };
    let body = expander.unit(&program.body);
    let SummaryExpander { values, places, .. } = expander;
    let program = Program { body, ..program.clone() };
    let is_readable = form == SummaryForm::Small || print::program(&program).len() <= MOST_TEXT;
    (is_readable && !values.is_empty()).then_some(ExpandedSummaries { program, values, places })
}

struct SummaryExpander {
    form: SummaryForm,
    types: DeclaredTypes,
    fresh: Fresh,
    /// The summaries that were evaluated so far in this body.
    known: Vec<KnownSummary>,
    /// The declarations of their variables.
    declarations: Vec<Stmt>,
    values: Vec<(String, String)>,
    places: Vec<Span>,
    /// The arrays that can be named.
    visible: Vec<String>,
}

impl SummaryExpander {
    /// The body of the program or of a function.
    fn unit(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let known = std::mem::take(&mut self.known);
        let declarations = std::mem::take(&mut self.declarations);
        let statements = self.block(body);
        let mut out = std::mem::replace(&mut self.declarations, declarations);
        self.known = known;
        out.extend(statements);
        out
    }

    fn block(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let (mut out, around) = (vec![], self.visible.len());
        body.iter().for_each(|stmt| self.statement(stmt, &mut out));
        self.visible.truncate(around);
        out
    }

    fn statement(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let mut stmt = stmt.clone();
        if let StmtKind::Function(function) = &mut stmt.kind {
            let outside = std::mem::take(&mut self.visible);
            self.visible.extend(function.params.iter().map(|p| p.declarator.name.text.clone()));
            function.body = self.unit(&function.body);
            self.visible = outside;
            return out.push(stmt);
        }
        if is_expanded(&stmt) {
            for e in walk::own_exprs(&mut stmt) {
                self.expression(e, out);
            }
        }
        let written = self.before_writes(&stmt, out);
        let is_branch = matches!(stmt.kind, StmtKind::If { .. });
        for inner in walk::bodies(&mut stmt) {
            let around = is_branch.then(|| self.known.clone());
            *inner = self.block(inner);
            // What a branch evaluates is forgotten behind it. What it changes may be known behind the other branch.
            self.known = around.unwrap_or_else(|| std::mem::take(&mut self.known));
        }
        self.visible.extend(effects::declares(&stmt));
        out.push(stmt);
        out.extend(written);
    }

    /// Replaces the summaries of an expression that does not lie below a quantifier, innermost ones first.
    fn expression(&mut self, e: &mut Expr, out: &mut Vec<Stmt>) {
        match &mut e.kind {
            ExprKind::Quant { range, .. } => {
                for end in range.iter_mut().flat_map(|ends| [&mut ends.0, &mut ends.1]) {
                    self.expression(end, out);
                }
                return;
            }
            ExprKind::Call { args, .. } => {
                args.iter_mut().for_each(|arg| self.expression(arg, out));
            }
            _ => walk::operands(e).into_iter().for_each(|inner| self.expression(inner, out)),
        }
        let written = print::expr(e);
        if let Some(value) = self.summary(e, out) {
            self.places.push(e.span);
            *e = build::expr_at(e.span, build::name(&value));
            self.values.push((value, written));
        }
    }

    /// Evaluates a summary in front of a statement, if it is one that can be followed: the variable with its value.
    fn summary(&mut self, e: &Expr, out: &mut Vec<Stmt>) -> Option<String> {
        let ExprKind::Call { name, args, lambda } = &e.kind else { return None };
        let [Expr { kind: ExprKind::Name(array), .. }, lo, hi, rest @ ..] = &args[..] else {
            return None;
        };
        let cells = *self.types.arrays.get(array)?;
        let known = self.known.iter().filter(|known| known.array == *array);
        if known.count() >= MOST_SUMMARIES || !args.iter().all(is_simple) {
            return None;
        }
        let equal_to = |value: &Expr| {
            let cell = Contribution::OneIf(equal(build::name(CELL), build::name(COUNTED)));
            (cell, vec![(COUNTED.to_owned(), TypeName::Int, value.clone())])
        };
        let (cell, spoken) = match (name.text.as_str(), rest, lambda, cells) {
            ("sum", [], None, TypeName::Int) => (Contribution::Value, vec![]),
            ("count", [counted], None, TypeName::Int) => equal_to(counted),
            ("count", [], Some(formula), _) => match counted_value(formula) {
                Some(value) if cells == TypeName::Int => equal_to(value),
                _ => (Contribution::from_formula(formula), self.spoken(formula)?),
            },
            ("max", [], None, TypeName::Int) => {
                return Some(self.extremum(array, CompareOp::Le, (lo, hi), out));
            }
            ("min", [], None, TypeName::Int) => {
                return Some(self.extremum(array, CompareOp::Ge, (lo, hi), out));
            }
            _ => return None,
        };
        Some(self.evaluate(array, cell, &spoken, (lo, hi), out))
    }

    /// The scalars that a formula over a cell speaks of, with their types; `None` if it speaks of more.
    fn spoken(&self, formula: &Lambda) -> Option<Vec<(String, TypeName, Expr)>> {
        let mut names = free(&formula.body);
        names.retain(|name| formula.params.iter().all(|param| param.text != *name));
        let typed = |name: String| {
            let ty = *self.types.scalars.get(&name)?;
            let value = build::name(&name);
            Some((name, ty, value))
        };
        names.into_iter().map(typed).collect::<Option<_>>().filter(|_| is_pure(&formula.body))
    }

    fn evaluate(
        &mut self,
        array: &str,
        cell: Contribution,
        spoken: &[(String, TypeName, Expr)],
        (lo, hi): (&Expr, &Expr),
        out: &mut Vec<Stmt>,
    ) -> String {
        let copies = spoken.iter().map(|(name, ty, value)| {
            let copy = self.fresh.name("spoken");
            self.declarations.push(build::declare_as((*ty, 0), &copy, zero(*ty)));
            out.push(set(&copy, value.clone()));
            (name.clone(), copy)
        });
        let copies = copies.collect();
        let mut variable = |word: &str, ty: TypeName, value: Option<Expr>| {
            let name = self.fresh.name(word);
            self.declarations.push(build::declare_as((ty, 0), &name, zero(ty)));
            out.extend(value.map(|value| set(&name, value)));
            name
        };
        let new = KnownSummary {
            array: array.to_owned(),
            cell,
            copies,
            lo: variable("low", TypeName::Int, Some(lo.clone())),
            hi: variable("high", TypeName::Int, Some(hi.clone())),
            value: variable("summary", TypeName::Int, Some(build::expr(ExprKind::Nondet(None)))),
            valid: variable("known", TypeName::Bool, None),
        };
        out.extend(self.facts(&new).into_iter().map(build::assume));
        out.push(set(&new.valid, build::truth(true)));
        let value = new.value.clone();
        self.known.push(new);
        value
    }

    /// Facts that hold of a new summary.
    fn facts(&self, new: &KnownSummary) -> Vec<Expr> {
        let (lo, hi, value) = (build::name(&new.lo), build::name(&new.hi), build::name(&new.value));
        let is = |sum: Expr| equal(value.clone(), sum);
        let mut facts =
            vec![implies(compare(hi.clone(), CompareOp::Le, lo.clone()), is(number(0)))];
        for count in 1..=MOST_CELLS {
            let has_so_many = equal(hi.clone(), build::plus(lo.clone(), count));
            facts.extend(new.cells(&lo, count).map(|sum| implies(has_so_many, is(sum))));
        }
        if self.form == SummaryForm::Small {
            facts.push(compare(hi, CompareOp::Le, build::plus(lo, MOST_CELLS)));
            return facts;
        }
        if matches!(new.cell, Contribution::OneIf(_)) {
            let most =
                choose(compare(lo.clone(), CompareOp::Le, hi.clone()), minus(hi, lo), number(0));
            facts.push(compare(number(0), CompareOp::Le, value.clone()));
            facts.push(compare(value, CompareOp::Le, most));
        }
        let known: Vec<&KnownSummary> =
            self.known.iter().filter(|old| old.is_about_the_same(new)).collect();
        let elsewhere = self.known.iter().filter(|old| self.is_about_other_cells(old, new));
        facts.extend(elsewhere.map(|old| equal_where_cells_are(old, new)));
        for old in &known {
            let relations = relations(old, new).into_iter();
            facts.extend(relations.map(|(when, is)| implies(and([old.valid_for(new), when]), is)));
        }
        let last = &known[known.len().saturating_sub(MOST_IN_PAIRS)..];
        let pairs = last.iter().flat_map(|one| last.iter().map(move |other| (one, other)));
        for (one, other) in pairs.filter(|(one, other)| one.value != other.value) {
            let relations = relations_to_two(one, other, new).into_iter();
            let valid = || and([one.valid_for(new), other.valid_for(new)]);
            facts.extend(relations.map(|(when, is)| implies(and([valid(), when]), is)));
        }
        facts
    }

    /// Whether two summaries have one formula over the cells of two arrays of one type.
    fn is_about_other_cells(&self, old: &KnownSummary, new: &KnownSummary) -> bool {
        let ty = |of: &KnownSummary| self.types.arrays.get(&of.array);
        let is_visible = self.visible.contains(&old.array);
        old.array != new.array && old.cell.is_same(&new.cell) && ty(old) == ty(new) && is_visible
    }

    /// The greatest or least value of a range by its definition: `op` is how all cells compare to it.
    fn extremum(
        &mut self,
        array: &str,
        op: CompareOp,
        (lo, hi): (&Expr, &Expr),
        out: &mut Vec<Stmt>,
    ) -> String {
        let value = self.fresh.name("summary");
        self.declarations.push(build::declare_as((TypeName::Int, 0), &value, number(0)));
        out.push(set(&value, build::expr(ExprKind::Nondet(None))));
        let k = self.fresh.name("k");
        let over = |quantifier, op| {
            let body = compare(cell(array, &build::name(&k)), op, build::name(&value));
            build::expr(ExprKind::Quant {
                quantifier,
                vars: vec![Name { text: k.clone(), span: Span::default() }],
                range: Some(Box::new((lo.clone(), hi.clone()))),
                body: Box::new(body),
            })
        };
        let is_not_empty = compare(lo.clone(), CompareOp::Lt, hi.clone());
        let is_met = over(Quantifier::Exists, CompareOp::Eq);
        out.push(build::assume(over(Quantifier::Forall, op)));
        out.push(build::assume(match self.form {
            // The value of an empty range is not defined: it may be any.
            SummaryForm::Related => implies(is_not_empty, is_met),
            SummaryForm::Small => is_met,
        }));
        value
    }

    /// Keeps the summaries right over the writes of a statement: what is to be done in front of it is put there, and
    /// what behind it is returned.
    fn before_writes(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) -> Vec<Stmt> {
        if self.form == SummaryForm::Small || self.known.is_empty() {
            return vec![];
        }
        let cells: Vec<(&str, &Expr)> =
            targets(stmt).into_iter().filter_map(written_cell).collect();
        let mut behind = vec![];
        for array in effects::writes(stmt) {
            let known: Vec<KnownSummary> =
                self.known.iter().filter(|known| known.array == array).cloned().collect();
            if known.is_empty() {
                continue;
            }
            let all = targets(stmt).into_iter().filter(|target| target.root() == Some(&array));
            let own: Vec<&Expr> =
                cells.iter().filter(|(of, _)| *of == array).map(|(_, index)| *index).collect();
            // An array may also be given to a function, or change as a whole.
            // What a `havoc` changes first may be an index of what it changes next.
            let follows = own.len() == all.count()
                && !matches!(stmt.kind, StmtKind::Call(_) | StmtKind::Havoc(_))
                && stmt.exprs().into_iter().all(|e| effects::own_calls(e).is_empty())
                && own.iter().all(|index| is_pure(index));
            match follows {
                true => self.follow_writes(&array, &own, &known, (&mut *out, &mut behind)),
                false => {
                    behind.extend(known.iter().map(|known| set(&known.valid, build::truth(false))));
                    self.known.retain(|known| known.array != array);
                }
            }
        }
        behind
    }

    /// Changes the known summaries of an array by what cells contribute more after a statement than before it.
    fn follow_writes(
        &mut self,
        array: &str,
        indices: &[&Expr],
        known: &[KnownSummary],
        (before, behind): (&mut Vec<Stmt>, &mut Vec<Stmt>),
    ) {
        let ty = self.types.arrays[array];
        let mut kept: Vec<String> = vec![];
        for index in indices {
            let (at, old) = (self.fresh.name("at"), self.fresh.name("was"));
            self.declarations.push(build::declare_as((TypeName::Int, 0), &at, number(0)));
            self.declarations.push(build::declare_as((ty, 0), &old, zero(ty)));
            before.push(set(&at, (*index).clone()));
            before.push(set(&old, cell(array, &build::name(&at))));
            let at_index = build::name(&at);
            for known in known {
                let is_other =
                    kept.iter().map(|other| not_equal(at_index.clone(), build::name(other)));
                let in_range = [
                    build::name(&known.valid),
                    compare(build::name(&known.lo), CompareOp::Le, at_index.clone()),
                    compare(at_index.clone(), CompareOp::Lt, build::name(&known.hi)),
                ];
                let old = known.contribution(build::name(&old), at_index.clone());
                let change = minus(known.now(&at_index), old);
                let sum = build::binary(BinaryOp::Add, build::name(&known.value), change);
                behind.push(build::stmt(StmtKind::If {
                    cond: and(in_range.into_iter().chain(is_other)),
                    then: vec![set(&known.value, sum)],
                    els: None,
                }));
            }
            kept.push(at);
        }
    }
}

/// Whether summaries in the statement are evaluated in front of it: several declarations see each other, and a call may
/// change an array before it is read.
fn is_expanded(stmt: &Stmt) -> bool {
    let has_calls = stmt.exprs().into_iter().any(|e| !effects::own_calls(e).is_empty());
    !has_calls && has_one_moment(stmt)
}

/// Whether all of a statement that is no call is evaluated in one state.
fn has_one_moment(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Declare { declarators, .. } => declarators.len() == 1,
        StmtKind::Update { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Return(_)
        | StmtKind::If { .. }
        | StmtKind::Assume(_)
        | StmtKind::Assert(_) => true,
        _ => false,
    }
}

/// The targets of a statement.
fn targets(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Update { target, .. } => vec![target],
        StmtKind::Assign { targets, .. } | StmtKind::Havoc(targets) => targets.iter().collect(),
        _ => vec![],
    }
}

/// The array and the index of a target that is a cell.
fn written_cell(target: &Expr) -> Option<(&str, &Expr)> {
    let ExprKind::Index(array, index) = &target.kind else { return None };
    match &array.kind {
        ExprKind::Name(array) => Some((array, index)),
        _ => None,
    }
}

/// Whether an expression can be evaluated earlier than its statement does: it claims nothing and is always defined.
fn is_simple(e: &Expr) -> bool {
    let mut simple = true;
    e.visit(&mut |e| {
        simple &= match &e.kind {
            ExprKind::Int(_) | ExprKind::Name(_) => true,
            ExprKind::Unary(op, _) => *op == UnaryOp::Neg,
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            _ => false,
        };
    });
    simple
}

/// The value that a formula over a cell asks for, as in `(x) -> x == 7`: it speaks of no cell.
fn counted_value(formula: &Lambda) -> Option<&Expr> {
    let ExprKind::Compare(first, rest) = &formula.body.kind else { return None };
    let [(CompareOp::Eq, second)] = &rest[..] else { return None };
    let is_cell = |e: &Expr| matches!((&e.kind, formula.params.first()), (ExprKind::Name(name), Some(p)) if *name == p.text);
    let value = match (is_cell(first), is_cell(second)) {
        (true, false) => second,
        (false, true) => &**first,
        _ => return None,
    };
    let speaks = formula.params.iter().any(|param| free(value).contains(&param.text));
    (!speaks && is_pure(value)).then_some(value)
}

/// Whether an expression has one value, which reads no cells.
fn is_pure(e: &Expr) -> bool {
    let mut pure = true;
    e.visit(&mut |e| {
        pure &= match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Name(_)
            | ExprKind::Unary(..)
            | ExprKind::Compare(..)
            | ExprKind::Ite(..) => true,
            ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Mod),
            _ => false,
        };
    });
    pure
}

fn set(name: &str, value: Expr) -> Stmt {
    build::set(build::name(name), value)
}

/// A first value for a variable of a type.
fn zero(ty: TypeName) -> Expr {
    if ty == TypeName::Bool { build::truth(false) } else { number(0) }
}
