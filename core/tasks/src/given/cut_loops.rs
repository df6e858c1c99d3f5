//! A program without loops in which the lines about loops are judged: loops are cut at their heads (Floyd 1967).
//!
//! `while (c) { invariant I; decreases e; B }`, where `V` are the variables that it may change, becomes
//!
//! ```text
//! assert(I);                         // starts true
//! havoc V; assume(I);                // any state at the head of the loop
//! if (nondet()) {
//!   assume(c);
//!   int measure = e;
//!   B;
//!   assert(I);                       // stays true
//!   assert(0 <= measure && e < measure);
//!   assume(false);                   // nothing follows a round
//! } else {
//!   assume(!c);
//! }
//! ```
//!
//! A loop inside `B` is cut in the same way, and a loop without lines has no invariant but `true`. `before(x)` is
//! a variable that keeps `x` in front of the loop. After a `break` the run goes on behind the loop.
//!
//! **Soundness.** Let all copies of the lines hold in every run of the cut program. By induction over the steps of
//! a run of the program, at each visit to the head of a loop the state is one that the cut program has behind its
//! `assume(I)`: at the first visit as `I` was asserted, at each later one as the round before began in such a state
//! and asserted `I` at its end. So each run of the program to an assertion is, from the last visit to the head of a
//! loop on, a run of the cut program, and an assertion that holds in all runs of the cut program holds in all
//! runs of the program. Variables outside of `V` keep their values, as [`written`](super::written) finds every
//! variable that may change.

use super::written::ChangedParams;
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Function, Name, Program, Stmt, StmtKind,
    TypeName, functions, loop_head_length,
};
use hornbook_lang::rewrite::names::{Fresh, free, introduced};
use hornbook_lang::rewrite::operators::{CopiedParams, copy_old_params, replace_operator};
use hornbook_lang::rewrite::{build, substitute};
use std::collections::BTreeMap;

/// The name of the operator for values when a loop was entered.
const BEFORE: &str = "before";

/// The name of the operator for declared lengths.
const LENGTH: &str = "len";

/// The program whose loops are cut, and the lines about them.
#[derive(Clone, Debug, PartialEq)]
pub struct CutProgram {
    /// The program without loops.
    pub program: Program,
    /// The loops, in the order of the text.
    pub loops: Vec<CutLoop>,
}

/// A loop that was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct CutLoop {
    /// Its place.
    pub span: Span,
    /// The places of its invariants.
    pub invariants: Vec<Span>,
    /// The places of its measures.
    pub measures: Vec<Span>,
    /// The variables of the cut program that keep values of when it was entered, or its function called, each with what
    /// it stands for in a line: `before(i)`, `old(n)`.
    pub kept: Vec<(String, String)>,
}

/// Cuts all loops of a program.
pub fn cut_loops(program: &Program) -> CutProgram {
    let mut taken = introduced(&program.body);
    taken.extend(functions(&program.body).map(|function| function.name.text.clone()));
    let mut cutter = LoopCutter {
        changed: ChangedParams::from_program(program),
        fresh: Fresh::avoiding(taken),
        types: vec![BTreeMap::new()],
        flags: None,
        loops: vec![],
    };
    let body = cutter.sequence(&program.body);
    cutter.loops.sort_by_key(|cut| cut.span.start);
    CutProgram { program: Program { body, ..program.clone() }, loops: cutter.loops }
}

/// The type of a variable: of its values, and the number of indices.
type VarType = (TypeName, usize);

/// The variables that say whether a round was left.
#[derive(Clone)]
struct JumpFlags {
    /// Whether the rest of the round is skipped.
    skips: String,
    /// Whether the loop is left.
    leaves: String,
}

struct LoopCutter {
    changed: ChangedParams,
    fresh: Fresh,
    /// The types of the visible variables, from the outermost scope to the innermost.
    types: Vec<BTreeMap<String, VarType>>,
    /// The flags of the innermost loop.
    flags: Option<JumpFlags>,
    loops: Vec<CutLoop>,
}

/// The parts of a loop.
struct LoopParts<'s> {
    span: Span,
    cond: Expr,
    /// The lines about it.
    clauses: &'s [Stmt],
    body: &'s [Stmt],
    step: &'s [Stmt],
}

impl LoopCutter {
    /// Statements in a scope of their own.
    fn scoped(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        self.types.push(BTreeMap::new());
        let out = self.sequence(stmts);
        self.types.pop();
        out
    }

    /// Statements, of which those behind a jump run only if it was not made.
    fn sequence(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut out = vec![];
        for (n, stmt) in stmts.iter().enumerate() {
            self.statement(stmt, &mut out);
            let rest = &stmts[n + 1..];
            let Some(flags) = self.flags.clone().filter(|_| jumps(stmt) && !rest.is_empty()) else {
                continue;
            };
            let then = self.sequence(rest);
            let goes_on = build::not(build::name(&flags.skips));
            out.push(build::stmt(StmtKind::If { cond: goes_on, then, els: None }));
            break;
        }
        out
    }

    fn statement(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let kind = match &stmt.kind {
            StmtKind::Declare { ty, declarators, .. } => {
                declarators.iter().for_each(|d| self.declare(*ty, d));
                stmt.kind.clone()
            }
            StmtKind::If { cond, then, els } => StmtKind::If {
                cond: cond.clone(),
                then: self.scoped(then),
                els: els.as_ref().map(|els| self.scoped(els)),
            },
            StmtKind::Block(body) => StmtKind::Block(self.scoped(body)),
            StmtKind::Function(function) => StmtKind::Function(Box::new(self.function(function))),
            StmtKind::Break | StmtKind::Continue => {
                let Some(flags) = self.flags.clone() else { return out.push(stmt.clone()) };
                let is_break = stmt.kind == StmtKind::Break;
                let set = |name: &str| build::set(build::name(name), build::truth(true));
                out.push(build::stmt_at(stmt.span, set(&flags.skips)));
                out.extend(is_break.then(|| set(&flags.leaves)));
                return;
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                return self.any_loop(stmt, out);
            }
            _ => stmt.kind.clone(),
        };
        out.push(Stmt { kind, span: stmt.span });
    }

    fn declare(&mut self, ty: TypeName, declarator: &Declarator) {
        let known = (ty, declarator.dimensions.len());
        if let Some(scope) = self.types.last_mut() {
            scope.insert(declarator.name.text.clone(), known);
        }
    }

    fn function(&mut self, function: &Function) -> Function {
        let types = std::mem::replace(&mut self.types, vec![BTreeMap::new()]);
        let flags = self.flags.take();
        function.params.iter().for_each(|param| self.declare(param.ty, &param.declarator));
        let CopiedParams { function, copies } = copy_old_params(function);
        let first = self.loops.len();
        let body = self.scoped(&function.body);
        for cut_loop in &mut self.loops[first..] {
            let shown = copies.iter().map(|(copy, of)| (copy.clone(), format!("old({of})")));
            cut_loop.kept.extend(shown);
        }
        (self.types, self.flags) = (types, flags);
        Function { body, ..function }
    }

    fn any_loop(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let flags = self.flags.take();
        match &stmt.kind {
            StmtKind::While { cond, body } => {
                let (clauses, body) = body.split_at(loop_head_length(body));
                let parts =
                    LoopParts { span: stmt.span, cond: cond.clone(), clauses, body, step: &[] };
                self.cut(&parts, stmt, out);
            }
            StmtKind::DoWhile { body, cond } => {
                let (clauses, body) = body.split_at(loop_head_length(body));
                let parts =
                    LoopParts { span: stmt.span, cond: cond.clone(), clauses, body, step: &[] };
                self.cut_at_body(&parts, stmt, out);
            }
            StmtKind::For { init, cond, step, body } => {
                let (clauses, body) = body.split_at(loop_head_length(body));
                self.types.push(BTreeMap::new());
                let mut frame = self.sequence(init);
                let cond = cond.clone().unwrap_or_else(|| build::truth(true));
                self.cut(
                    &LoopParts { span: stmt.span, cond, clauses, body, step },
                    stmt,
                    &mut frame,
                );
                self.types.pop();
                out.push(build::stmt(StmtKind::Block(frame)));
            }
            _ => {}
        }
        self.flags = flags;
    }

    /// A loop that asks before each round.
    fn cut(&mut self, parts: &LoopParts<'_>, whole: &Stmt, out: &mut Vec<Stmt>) {
        let lines = self.lines(parts, out);
        self.begin(&lines, whole, out);
        let flags = self.flags(parts.body, out);
        let mut round = vec![build::assume(parts.cond.clone())];
        round.extend(lines.keep_measures());
        round.push(build::stmt(StmtKind::Block(self.round(parts.body, flags.as_ref()))));
        let mut end = parts.step.to_vec();
        end.extend(lines.stays().chain(lines.measures()));
        end.push(build::assume(build::truth(false)));
        round.extend(unless_left(flags.as_ref(), end));
        let leave = vec![build::assume(build::not(parts.cond.clone()))];
        out.push(either(round, leave));
    }

    /// A loop that asks after each round: its head is in front of the body.
    fn cut_at_body(&mut self, parts: &LoopParts<'_>, whole: &Stmt, out: &mut Vec<Stmt>) {
        let lines = self.lines(parts, out);
        self.begin(&lines, whole, out);
        let flags = self.flags(parts.body, out);
        out.extend(lines.keep_measures());
        out.push(build::stmt(StmtKind::Block(self.round(parts.body, flags.as_ref()))));
        let mut again = vec![build::assume(parts.cond.clone())];
        again.extend(lines.stays());
        again.push(build::assume(build::truth(false)));
        let leave = vec![build::assume(build::not(parts.cond.clone()))];
        let mut end: Vec<Stmt> = lines.measures().collect();
        end.push(either(again, leave));
        out.extend(unless_left(flags.as_ref(), end));
    }

    /// The lines about a loop, with variables for `before(..)`, which are declared in front of it.
    fn lines(&mut self, parts: &LoopParts<'_>, out: &mut Vec<Stmt>) -> Lines {
        let mut lines = Lines { invariants: vec![], measures: vec![] };
        let mut kept = BTreeMap::new();
        for stmt in parts.clauses {
            let (StmtKind::Invariant(e) | StmtKind::Decreases(e)) = &stmt.kind else { continue };
            let e = self.without_before(e, &mut kept);
            match stmt.kind {
                StmtKind::Invariant(_) => lines.invariants.push((stmt.span, e)),
                _ => lines.measures.push((stmt.span, self.fresh.name("measure"), e)),
            }
        }
        for (name, variable) in &kept {
            let (name, variable) = (name.clone(), variable.clone());
            out.extend(
                self.type_of(&name).map(|ty| build::declare_as(ty, &variable, build::name(&name))),
            );
        }
        self.loops.push(CutLoop {
            span: parts.span,
            invariants: lines.invariants.iter().map(|(span, _)| *span).collect(),
            measures: lines.measures.iter().map(|(span, ..)| *span).collect(),
            kept: kept
                .into_iter()
                .map(|(name, variable)| (variable, format!("{BEFORE}({name})")))
                .collect(),
        });
        lines
    }

    fn type_of(&self, name: &str) -> Option<VarType> {
        self.types.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// The expression with variables for what `before(..)` asks for.
    fn without_before(&mut self, e: &Expr, kept: &mut BTreeMap<String, String>) -> Expr {
        let mut out = e.clone();
        replace_operator(&mut out, BEFORE, &mut |inner, bound| {
            let mut value = inner.clone();
            // Lengths never change, and a copy has none.
            let mut lengths = BTreeMap::new();
            replace_operator(&mut value, LENGTH, &mut |array, _| {
                let variable = self.fresh.name("length");
                let name = Name { text: LENGTH.to_owned(), span: array.span };
                let args = vec![array.clone()];
                let length = build::expr(ExprKind::Call { name, args, lambda: None });
                lengths.insert(variable.clone(), length);
                Some(build::name(&variable))
            });
            let mut map = BTreeMap::new();
            for name in free(&value) {
                if bound.contains(&name) || self.type_of(&name).is_none() {
                    continue;
                }
                let variable = kept
                    .entry(name.clone())
                    .or_insert_with(|| self.fresh.name(&format!("{name}_before")));
                map.insert(name, build::name(variable));
            }
            substitute(&mut value, &map);
            substitute(&mut value, &lengths);
            Some(value)
        });
        out
    }

    /// The claims when the loop is entered, and any state at its head.
    fn begin(&mut self, lines: &Lines, whole: &Stmt, out: &mut Vec<Stmt>) {
        out.extend(lines.starts());
        let written = self.changed.written_in_rounds(whole);
        let targets: Vec<Expr> = written
            .iter()
            .filter(|name| self.type_of(name).is_some())
            .map(|name| build::name(name))
            .collect();
        if !targets.is_empty() {
            out.push(build::stmt_at(whole.span, build::stmt(StmtKind::Havoc(targets))));
        }
        out.extend(lines.invariants.iter().map(|(_, cond)| build::assume(cond.clone())));
    }

    /// Declares the flags that a body needs.
    fn flags(&mut self, body: &[Stmt], out: &mut Vec<Stmt>) -> Option<JumpFlags> {
        if !body.iter().any(jumps) {
            return None;
        }
        let flags =
            JumpFlags { skips: self.fresh.name("skips"), leaves: self.fresh.name("leaves") };
        for name in [&flags.skips, &flags.leaves] {
            out.push(build::declare_as((TypeName::Bool, 0), name, build::truth(false)));
        }
        Some(flags)
    }

    fn round(&mut self, body: &[Stmt], flags: Option<&JumpFlags>) -> Vec<Stmt> {
        self.flags = flags.cloned();
        let out = self.scoped(body);
        self.flags = None;
        out
    }
}

/// The lines about a loop without `before(..)`.
struct Lines {
    invariants: Vec<(Span, Expr)>,
    /// With the names of the variables that keep them.
    measures: Vec<(Span, String, Expr)>,
}

impl Lines {
    /// The claims that the invariants hold when the loop is entered, each for the place of its line.
    fn starts(&self) -> impl Iterator<Item = Stmt> {
        self.invariants.iter().map(|(span, cond)| claim(*span, cond.clone()))
    }

    /// The claims that they hold after a round, each for the place of its formula.
    fn stays(&self) -> impl Iterator<Item = Stmt> {
        self.invariants.iter().map(|(_, cond)| claim(cond.span, cond.clone()))
    }

    /// Declarations that keep the measures.
    fn keep_measures(&self) -> impl Iterator<Item = Stmt> {
        self.measures.iter().map(|(_, name, e)| build::declare(name, e.clone()))
    }

    /// The claims that measures have become smaller.
    fn measures(&self) -> impl Iterator<Item = Stmt> {
        self.measures.iter().map(|(_, name, e)| {
            let zero = build::int(&Int::ZERO);
            let before = build::compare(zero, CompareOp::Le, build::name(name));
            let after = build::compare(e.clone(), CompareOp::Lt, build::name(name));
            claim(e.span, build::binary(BinaryOp::And, before, after))
        })
    }
}

/// Whether a statement may leave the round that it is in.
fn jumps(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If { .. } | StmtKind::Block(_) => stmt.children().into_iter().any(jumps),
        _ => false,
    }
}

fn unless_left(flags: Option<&JumpFlags>, end: Vec<Stmt>) -> Vec<Stmt> {
    let Some(flags) = flags else { return end };
    let stays = build::not(build::name(&flags.leaves));
    vec![build::stmt(StmtKind::If { cond: stays, then: end, els: None })]
}

/// One of two lists of statements.
fn either(one: Vec<Stmt>, other: Vec<Stmt>) -> Stmt {
    let cond = build::expr(ExprKind::Nondet(None));
    build::stmt(StmtKind::If { cond, then: one, els: Some(other) })
}

fn claim(span: Span, cond: Expr) -> Stmt {
    build::stmt_at(span, build::stmt(StmtKind::Assert(cond)))
}
