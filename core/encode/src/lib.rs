//! From a typed program to Horn clauses: one predicate for each program point, one clause for each step
//! between points, one assertion clause for each claim (T Sec. 2.1).
//!
//! Products of unknowns are multiplied out, so that the same product is recognised
//! ([`hornbook_horn::polynomial`]). A value that terms cannot express (a quotient by an unknown, a sum of
//! cells) is an unconstrained variable, and the clause says so ([`Origin::opaque`]). Within a step it is the
//! same variable for the same value. Below a quantifier the comparison around it is given up instead, towards
//! the weaker premise or the stronger claim. `runs::probe` looks for failing runs of such programs by the
//! interpreter alone.
//!
//! Where an operand would be written down several times, a large one becomes a variable with an equation; a
//! step that is still too large is measured before it is built ([`growth`]) and refused with its place.

#![forbid(unsafe_code)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

mod divisions;
mod functions;
mod values;
mod witnesses;

use functions::{Relation, Return};
use hornbook_base::{Diagnostic, LineIndex, Span};
use hornbook_horn::clause::{
    Clause, ClauseId, FunctionPosition, Goal, Instance, Instruction, Origin, Pred, PredId, Premise,
    System,
};
use hornbook_horn::growth;
use hornbook_horn::term::{Sort, Term, Var};
use hornbook_lang::calls::encoded_as_relations;
use hornbook_lang::typed::{
    AssertId, AssertionKind, Check, Element, FunctionId, Type, TypedExpr, TypedProgram, TypedStmt,
    TypedStmtKind, VarId, Write,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use values::{Introduced, Values};
use witnesses::{sure_after, witnesses};

/// The largest number of witnesses that points remember: each makes the search slower.
const WITNESSES: usize = 4;

/// The number of characters of a statement in the title of its point.
const WORDS: usize = 32;

/// The clauses of a program: satisfiable exactly if no run violates an assertion, but for values
/// that clauses cannot express ([`Origin::opaque`]).
///
/// `lines` is the index of the program's text; it only serves names and titles. A step whose
/// formulas would be too large ([`growth::LIMIT`]) is an error.
pub fn encode(program: &TypedProgram, lines: &LineIndex) -> Result<System, Diagnostic> {
    let end_span = program.body.last().map_or(Span::default(), |s| s.span.after());
    let first_span = program.body.first().map_or(end_span, |s| s.span);
    let mut encoder = Encoder {
        program,
        lines,
        system: System::default(),
        scope: vec![],
        witnesses: FxHashSet::default(),
        scopes: vec![],
        loops: vec![],
        returns: vec![],
        relations: BTreeMap::new(),
        as_relations: encoded_as_relations(program),
        open: vec![],
        within: None,
        end_span,
        end: None,
        points_named: FxHashMap::default(),
        taken: Rc::new(program.vars.iter().map(|v| Rc::from(&*v.name)).collect()),
        too_large: None,
    };
    let start = encoder.point(first_span);
    let start_goal = Goal::Instance(Instance::plain(start, vec![]));
    let span = Span::new(first_span.start as usize, first_span.start as usize);
    encoder.clause(Origin::new(span, Instruction::Start), vec![], start_goal);
    encoder.sequence(&program.body, start, None, end_span);
    encoder.functions();
    if let Some(span) = encoder.too_large {
        return Err(too_large(span));
    }
    disambiguate_titles(&mut encoder.system.preds, lines);
    Ok(encoder.system)
}

fn too_large(span: Span) -> Diagnostic {
    let limit = growth::LIMIT;
    let message = format!("this step is too large: as a formula it has over {limit} parts");
    Diagnostic::error(span, message)
        .hint(
            "split it: what is computed on the way can be given to variables of its own; if the program has \
             thousands of variables, every step speaks of all of them: make them fewer",
        )
}

struct Encoder<'p> {
    program: &'p TypedProgram,
    lines: &'p LineIndex,
    system: System,
    /// The variables in scope, outermost first.
    scope: Vec<VarId>,
    /// The witnesses of existential conditions, in scope or not.
    witnesses: FxHashSet<VarId>,
    /// The variables in scope at each point, in the order of its parameters.
    scopes: Vec<Vec<VarId>>,
    /// The loops around, innermost last.
    loops: Vec<Loop>,
    /// The functions around, innermost last, with the targets of their `return`.
    returns: Vec<Return>,
    /// The functions that are relations, with their points.
    relations: BTreeMap<FunctionId, Relation>,
    /// The functions that some call encodes as relations.
    as_relations: BTreeSet<FunctionId>,
    /// The relations whose statements are still to be encoded.
    open: Vec<FunctionId>,
    /// The function whose points are being made, with the part of it.
    within: Option<FunctionPosition>,
    /// The place of the end of the program.
    end_span: Span,
    /// The point at the end, once a step leads there.
    end: Option<PredId>,
    /// The names of the points, each with the last number that was added to it.
    points_named: FxHashMap<String, u32>,
    /// The names of the program's variables.
    taken: Rc<FxHashSet<Rc<str>>>,
    /// The place of the first step that is too large.
    too_large: Option<Span>,
}

/// The targets of the jumps inside a loop.
#[derive(Clone, Copy)]
struct Loop {
    on_break: PredId,
    on_continue: PredId,
}

/// The variables that a step changes, with their new values.
type Changes = BTreeMap<VarId, Term>;

/// Points and clauses.
impl Encoder<'_> {
    /// Makes a point with the variables now in scope. `at` is the place of the following statement.
    fn point(&mut self, at: Span) -> PredId {
        let line = self.lines.line(at);
        let title = format!("before line {line}");
        self.point_with(format!("L{line}"), title, at, self.scope.clone())
    }

    fn point_with(&mut self, name: String, title: String, at: Span, scope: Vec<VarId>) -> PredId {
        let id = PredId(self.system.preds.len() as u32);
        let name = self.unique_name(&name);
        let vars = |of: &[VarId]| of.iter().map(|v| self.var(*v)).collect();
        let witnesses: Vec<VarId> =
            scope.iter().filter(|v| self.witnesses.contains(v)).copied().collect();
        let (params, witnesses) = (vars(&scope), vars(&witnesses));
        let (span, loop_head, within) = (at, false, self.within);
        self.system.preds.push(Pred { name, title, span, loop_head, params, witnesses, within });
        self.scopes.push(scope);
        id
    }

    fn unique_name(&mut self, name: &str) -> String {
        let mut number = self.points_named.get(name).copied().unwrap_or_default();
        loop {
            number += 1;
            let unique = if number > 1 { format!("{name}_{number}") } else { name.to_owned() };
            if !self.points_named.contains_key(&unique) {
                self.points_named.insert(name.to_owned(), number);
                self.points_named.entry(unique.clone()).or_insert(1);
                return unique;
            }
        }
    }

    /// The point at the end of the program: with the outermost variables that exist on all paths.
    fn end(&mut self) -> PredId {
        if let Some(end) = self.end {
            return end;
        }
        let all = self.program.body.iter();
        let before_returns = all.take_while(|stmt| !returns(stmt));
        let scope = before_returns.filter_map(|stmt| match stmt.kind {
            TypedStmtKind::Declare { var, .. } => Some(var),
            _ => None,
        });
        let title = "at the end of the program".to_owned();
        let end = self.point_with("end".to_owned(), title, self.end_span, scope.collect());
        self.end = Some(end);
        end
    }

    /// The term-level variable of a program variable.
    fn var(&self, id: VarId) -> Var {
        let info = self.program.var(id);
        Var::new(&info.name, sort(info.ty))
    }

    fn clause(&mut self, origin: Origin, premises: Vec<Premise>, goal: Goal) {
        if self.too_large.is_some() {
            // There will be no system.
            return;
        }
        let id = ClauseId(self.system.clauses.len() as u32);
        let clause = Clause { id, origin, premises, goal };
        if growth::expanded_size(&clause, growth::LIMIT) > growth::LIMIT {
            self.too_large = Some(clause.origin.span);
        }
        self.system.clauses.push(clause);
    }

    /// The instance of a point with the program's variables themselves as arguments.
    fn here(&self, point: PredId) -> Premise {
        let params = &self.system.pred(point).params;
        Premise::Instance(Instance::plain(point, params.iter().map(Term::var).collect()))
    }

    /// Notes an edge with formulas that were too large to be built.
    fn note_size(&mut self, edge: &Edge) {
        if edge.too_large {
            self.too_large.get_or_insert(edge.origin.span);
        }
    }

    /// Adds the clause for going along an edge from one point to another.
    fn step(&mut self, from: PredId, edge: Edge, to: PredId) {
        let value = |id: &VarId| edge.changes.get(id).cloned().unwrap_or(Term::var(&self.var(*id)));
        let args = self.scopes[to.0 as usize].iter().map(value).collect();
        self.note_size(&edge);
        let conditions = edge.conditions.into_iter().filter(|c| !c.is_true()).map(Premise::Cond);
        let premises = std::iter::once(self.here(from)).chain(conditions).collect();
        self.clause(edge.origin, premises, Goal::Instance(Instance::plain(to, args)));
    }
}

/// Statements.
impl Encoder<'_> {
    /// Encodes statements from the point `from` to the point `to`, or to the end of the program.
    /// Variables declared here leave the scope at the end. `end` is where the end stands.
    fn sequence(&mut self, stmts: &[TypedStmt], from: PredId, to: Option<PredId>, end: Span) {
        let depth = self.scope.len();
        let mut at = from;
        for (i, stmt) in stmts.iter().enumerate() {
            let before = self.scope.len();
            self.enter(stmt);
            let next = match (stmts.get(i + 1), to) {
                (Some(next), _) => self.point(next.span),
                (None, Some(to)) => to,
                (None, None) => self.end(),
            };
            // Inside of a statement its declarations are not visible yet.
            let left = self.scope.split_off(before);
            self.stmt(stmt, at, next);
            self.scope.extend(left);
            at = next;
        }
        if let (true, Some(to)) = (stmts.is_empty(), to) {
            self.step(from, Edge::new(end, Instruction::Skip), to);
        }
        self.scope.truncate(depth);
    }

    /// Brings into scope the variables that a statement adds: its declaration, or the witnesses of a
    /// condition.
    fn enter(&mut self, stmt: &TypedStmt) {
        if let TypedStmtKind::Declare { var, .. } = stmt.kind {
            self.scope.push(var);
        } else if let TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) = &stmt.kind {
            self.scope.extend(call.results.iter().filter(|_| call.declares));
        } else if let Some((cond, holds)) = sure_after(stmt) {
            self.enter_witnesses(cond, holds);
        }
    }

    /// Brings the witnesses of a condition, or of its negation, into scope.
    fn enter_witnesses(&mut self, cond: &TypedExpr, holds: bool) {
        let known = self.scope.iter().filter(|v| self.witnesses.contains(v)).count();
        let found = witnesses(cond, holds);
        let found = found.into_iter().take(WITNESSES.saturating_sub(known));
        for var in found {
            self.witnesses.insert(var);
            self.scope.push(var);
        }
    }

    fn stmt(&mut self, stmt: &TypedStmt, from: PredId, to: PredId) {
        let span = stmt.span;
        if !matches!(stmt.kind, TypedStmtKind::DoWhile { .. }) {
            self.checks(&stmt.checks, from);
        }
        match &stmt.kind {
            TypedStmtKind::Declare { var, init } => {
                let mut values = Values::new(self);
                let value = match init {
                    Some(init) => values.value(init),
                    None => values.any(&self.var(*var)),
                };
                let introduced = values.introduced();
                let edge = Edge::new(span, Instruction::Declare)
                    .change(*var, value)
                    .introducing(introduced);
                self.step(from, edge, to);
            }
            TypedStmtKind::Assign(writes) => self.assign(span, writes, from, to),
            TypedStmtKind::If { cond, then, els } => {
                self.branch(cond, true, then, from, to, span);
                self.branch(cond, false, els, from, to, span);
            }
            TypedStmtKind::While { cond, body, step } => {
                self.loop_head(from, span, at_condition);
                let round = match step.first() {
                    Some(first) => self.point(first.span),
                    None => from,
                };
                self.loops.push(Loop { on_break: to, on_continue: round });
                self.branch(cond, true, body, from, round, span);
                self.loops.pop();
                self.branch(cond, false, &[], from, to, span);
                if !step.is_empty() {
                    self.sequence(step, round, Some(from), span);
                }
            }
            TypedStmtKind::DoWhile { body, cond } => {
                self.loop_head(from, span, at_body);
                let test = self.point(cond.span);
                self.loops.push(Loop { on_break: to, on_continue: test });
                self.sequence(body, from, Some(test), span);
                self.loops.pop();
                self.checks(&stmt.checks, test);
                self.branch(cond, true, &[], test, from, span);
                self.branch(cond, false, &[], test, to, span);
            }
            TypedStmtKind::Block(stmts) => self.sequence(stmts, from, Some(to), span),
            TypedStmtKind::Assume(cond) => {
                let mut values = Values::new(self);
                let cond = values.condition(cond);
                let edge = Edge::new(span, Instruction::Assume)
                    .introducing(values.introduced())
                    .when(cond);
                self.step(from, edge, to);
            }
            TypedStmtKind::Assert { id, cond } => self.assert(span, *id, cond, from, Some(to)),
            TypedStmtKind::Break => self.jump(span, from, self.loops.last().map(|l| l.on_break)),
            TypedStmtKind::Continue => {
                self.jump(span, from, self.loops.last().map(|l| l.on_continue))
            }
            TypedStmtKind::Return(values) => self.return_from(span, values, from),
            TypedStmtKind::Call(call) => self.call(span, call, from, to),
            TypedStmtKind::Inlined(call, function) => {
                self.inlined(span, (call, function), from, to)
            }
        }
    }

    fn jump(&mut self, span: Span, from: PredId, to: Option<PredId>) {
        if let Some(to) = to {
            self.step(from, Edge::new(span, Instruction::Jump), to);
        }
    }

    fn loop_head(&mut self, head: PredId, span: Span, title: fn(u32) -> String) {
        let line = self.lines.line(span);
        let pred = &mut self.system.preds[head.0 as usize];
        pred.loop_head = true;
        pred.title = title(line);
    }

    /// All indices and values are those from before the first write.
    fn assign(&mut self, span: Span, writes: &[Write], from: PredId, to: PredId) {
        let mut values = Values::new(self);
        let mut new = vec![];
        for write in writes {
            let indices: Vec<Term> = write.indices.iter().map(|i| values.value(i)).collect();
            new.push((write.var, indices, values.value(&write.value)));
        }
        let introduced = values.introduced();
        let one_cell = matches!(writes, [only] if !only.indices.is_empty());
        let mut edge =
            Edge::new(span, if one_cell { Instruction::Store } else { Instruction::Assign });
        for (var, indices, value) in new {
            let old = edge.changes.get(&var).cloned().unwrap_or(Term::var(&self.var(var)));
            // Each write to a cell of a row mentions the old array more than once.
            if old.size() > growth::LIMIT {
                self.too_large.get_or_insert(span);
                break;
            }
            edge = edge.change(var, written(&old, &indices, value));
        }
        self.step(from, edge.introducing(introduced), to);
    }

    fn checks(&mut self, checks: &[Check], at: PredId) {
        for check in checks {
            let span = self.program.assert_span(check.id);
            self.assert(span, check.id, &check.cond, at, None);
        }
    }

    /// Adds the assertion clause and, for a statement, the step to the next point: each assertion is judged
    /// by itself, so it is not assumed there.
    fn assert(
        &mut self,
        span: Span,
        id: AssertId,
        cond: &TypedExpr,
        from: PredId,
        to: Option<PredId>,
    ) {
        let mut values = Values::new(self);
        let goal = values.claim(cond);
        let introduced = values.introduced();
        let kind = self.program.asserts.get(id.0 as usize).map(|a| a.kind);
        let instruction = match kind {
            Some(AssertionKind::Hint) => Instruction::Hint,
            Some(AssertionKind::Bounds | AssertionKind::Divisor) => Instruction::Bounds,
            Some(AssertionKind::Requires) => Instruction::Requires,
            Some(AssertionKind::Ensures) => Instruction::Ensures,
            _ => Instruction::Assert,
        };
        let edge = Edge::new(span, instruction).introducing(introduced.clone());
        self.note_size(&edge);
        let conditions = edge.conditions.into_iter().map(Premise::Cond);
        let premises = std::iter::once(self.here(from)).chain(conditions).collect();
        let origin = Origin { assert: Some(id), ..edge.origin };
        self.clause(origin, premises, Goal::Cond(goal));
        if let Some(to) = to {
            self.step(from, Edge::new(span, Instruction::Skip).introducing(introduced), to);
        }
    }

    /// Encodes one side of a condition: from `from`, through `body`, to `to`.
    fn branch(
        &mut self,
        cond: &TypedExpr,
        holds: bool,
        body: &[TypedStmt],
        from: PredId,
        to: PredId,
        whole: Span,
    ) {
        let mut values = Values::new(self);
        let term = if holds { values.condition(cond) } else { values.negated_condition(cond) };
        let instruction = if holds { Instruction::BranchTrue } else { Instruction::BranchFalse };
        let introduced = values.introduced();
        let depth = self.scope.len();
        self.enter_witnesses(cond, holds);
        let entry = match body.first() {
            Some(first) => self.point(first.span),
            None => to,
        };
        self.step(
            from,
            Edge::new(cond.span, instruction).when(term).introducing(introduced),
            entry,
        );
        if !body.is_empty() {
            self.sequence(body, entry, Some(to), whole);
        }
        self.scope.truncate(depth);
    }
}

fn returns(stmt: &TypedStmt) -> bool {
    match &stmt.kind {
        TypedStmtKind::Return(_) => true,
        TypedStmtKind::If { then, els, .. } => then.iter().chain(els).any(returns),
        TypedStmtKind::While { body, .. }
        | TypedStmtKind::DoWhile { body, .. }
        | TypedStmtKind::Block(body) => body.iter().any(returns),
        _ => false,
    }
}

/// `old` with the cell behind the indices set to `value`; without indices just `value`.
fn written(old: &Term, indices: &[Term], value: Term) -> Term {
    match indices {
        [] => value,
        [index, rest @ ..] => {
            let row = Term::select(old.clone(), index.clone());
            Term::store(old.clone(), index.clone(), written(&row, rest, value))
        }
    }
}

fn at_condition(line: u32) -> String {
    format!("each time the loop of line {line} is at its condition")
}

fn at_body(line: u32) -> String {
    format!("each time the loop of line {line} is about to do its body")
}

/// Gives points with the same title one that names their statement, and where that does not suffice the
/// column as well.
fn disambiguate_titles(preds: &mut [Pred], lines: &LineIndex) {
    for with_column in [false, true] {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        preds.iter().for_each(|p| *counts.entry(p.title.clone()).or_default() += 1);
        let shared = |p: &&mut Pred| counts.get(&p.title).is_some_and(|n| *n > 1);
        for pred in preds.iter_mut().filter(shared) {
            pred.title = exact_title(pred, lines, with_column);
        }
    }
}

fn exact_title(pred: &Pred, lines: &LineIndex, with_column: bool) -> String {
    let at = lines.line_column(pred.span.start);
    let line = format!("line {}", at.line);
    let place = match with_column {
        true => format!("{line} (column {})", at.column),
        false => line.clone(),
    };
    match statement_start(pred.span, lines) {
        _ if pred.loop_head => pred.title.replace(&line, &place),
        Some(words) => format!("before `{words}` in {place}"),
        None => format!("before {place}"),
    }
}

/// The beginning of the statement at a place: at most its first line, without blocks in braces.
fn statement_start(span: Span, lines: &LineIndex) -> Option<String> {
    let at = lines.line_column(span.start);
    let line = lines.line_text(at.line).chars().skip(at.column as usize - 1);
    let length = span.end.saturating_sub(span.start) as usize;
    let mut bytes = 0;
    let within = line.take_while(|c| {
        bytes += c.len_utf8();
        bytes <= length && *c != '{'
    });
    // Backquotes around it mark the words as program text.
    let text: String = within.filter(|c| *c != '`').collect();
    let text = text.trim().trim_end_matches(';');
    let short: String = text.chars().take(WORDS).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    (!short.is_empty()).then(|| format!("{}{more}", short.trim_end()))
}

/// A step from one point to the next.
struct Edge {
    origin: Origin,
    conditions: Vec<Term>,
    changes: Changes,
    /// Whether some value of it would be too large.
    too_large: bool,
}

impl Edge {
    fn new(span: Span, instruction: Instruction) -> Edge {
        let origin = Origin::new(span, instruction);
        Edge { origin, conditions: vec![], changes: Changes::new(), too_large: false }
    }

    fn when(mut self, condition: Term) -> Edge {
        self.conditions.insert(0, condition);
        self
    }

    fn change(mut self, var: VarId, value: Term) -> Edge {
        self.changes.insert(var, value);
        self
    }

    fn introducing(mut self, introduced: Introduced) -> Edge {
        self.origin.inputs = introduced.inputs;
        self.origin.opaque = introduced.opaque;
        self.origin.expr_terms = introduced.expr_terms.into();
        self.conditions.extend(introduced.conditions);
        self.too_large = introduced.too_large;
        self
    }
}

/// The sort of a type.
pub fn sort(ty: Type) -> Sort {
    match ty {
        Type::Int => Sort::Int,
        Type::Bool => Sort::Bool,
        Type::Array(array) => {
            let element = match array.element {
                Element::Int => Sort::Int,
                Element::Bool => Sort::Bool,
            };
            (0..array.dimensions).fold(element, |sort, _| Sort::array_of(sort))
        }
    }
}
