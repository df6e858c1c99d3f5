//! Programs without loops: each loop is replaced by what is known of all its rounds together, without any invariant.
//!
//! - `round`: what one round of a counted loop does, as far as it can be written over what the loop leaves alone
//! - `closed_form`: what all rounds do: sums, counts, and cells that are given by their index
//! - `consistency`: equal loops, and equal calls, on equal inputs have equal outputs (Ackermann's reduction)
//!
//! A variable of which nothing is known may have any value behind a loop. A function with a contract is known by its contract alone,
//! and loses its body.
//!
//! **Soundness.** Each run of the program that ends has its like among the runs of the program without loops: the same
//! run, where each loop is one step from the state in which it was entered to the state in which it was left. All that
//! is assumed behind a loop is true of this state:
//!
//! - *closed forms* by induction over the rounds. A round's values are written over the counter, over variables that no
//!   round changes and over cells that no earlier round has written, so they depend on the counter alone; so a variable
//!   that each round moves by such a value has moved by their sum, and a cell that one round writes has the value of that
//!   round. The rounds of a counted loop are known ([`crate::tiling::loops::Loop`]).
//! - *consistency*, as loops and functions without choices compute what they write from what they read, and two of them
//!   that are equal up to names compute the same. The values that are compared are copies from in front of the first one
//!   and from behind it.
//! - a loop that is not left early is left when its condition fails.
//!
//! So a claim outside of loops that no run of the program without loops violates is violated by no run of the program
//! that comes to it. Claims in loops, in functions whose calls are replaced, and in bodies that are dropped are not in the
//! program any more: [`SummarizedProgram::dropped`]. A program that shadows names, returns from a loop, or calls where a
//! call cannot be replaced has no such program.

mod closed_form;
mod consistency;
mod round;

use crate::declared_types::DeclaredTypes;
use crate::given::written::ChangedParams;
use crate::tiling::loops::{Segment, segments_of, shadowed, statements};
use consistency::{Equals, repeated};
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{
    Declarator, Expr, ExprKind, Function, Name, Program, ResultType, Stmt, StmtKind, TypeName,
    functions,
};
use hornbook_lang::rewrite::inline::inline_calls;
use hornbook_lang::rewrite::names::{Fresh, Names, introduced};
use hornbook_lang::rewrite::{build, effects, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The most statements of a program whose loops are replaced.
const MOST_STATEMENTS: usize = 2_000;

/// A program whose loops are replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct SummarizedProgram {
    /// The program.
    pub program: Program,
    /// The places of the claims that are not in it any more.
    pub dropped: BTreeSet<Span>,
}

/// The program without loops; `None` if it has none, if nothing is known of any of its loops and calls, or if it cannot be
/// made.
pub fn summarize_loops(original: &Program) -> Option<SummarizedProgram> {
    if shadowed(original).is_some() {
        return None;
    }
    let split = split_declarations(original);
    let program = inline_calls(&split).unwrap_or(split);
    let unit = statements(&program);
    let is_own = |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_));
    let unit: Vec<Stmt> = unit.iter().filter(is_own).cloned().collect();
    if shadowed(&program).is_some() || size(&unit) > MOST_STATEMENTS {
        return None;
    }
    let mut taken = introduced(&program.body);
    taken.extend(functions(&program.body).map(|f| f.name.text.clone()));
    let mut summarizer = Summarizer {
        types: DeclaredTypes::from_program(&Program { body: unit.clone(), ..Program::default() }),
        changed: ChangedParams::from_program(&program),
        functions: functions(&program.body).map(|f| (f.name.text.clone(), f.clone())).collect(),
        fresh: Fresh::avoiding(taken),
        changes: BTreeMap::new(),
        equals: vec![],
        repeated: BTreeSet::new(),
        dropped: BTreeSet::new(),
        knows: false,
    };
    let mut forms = vec![];
    outer_loops(&unit, &mut |l| forms.extend(summarizer.canonical(l).map(|form| form.key)));
    summarizer.repeated = repeated(forms);
    let body = summarizer.body(&unit)?;
    let mut whole = program.clone();
    let in_main = whole.body.iter().all(|stmt| !is_own(&stmt));
    let mut functions = whole.body.into_iter().filter(|stmt| !is_own(&stmt)).collect::<Vec<_>>();
    functions.retain_mut(|stmt| summarizer.function(stmt, in_main.then_some(&body)));
    whole.body = functions;
    if !in_main {
        whole.body.extend(body);
    }
    let Summarizer { dropped, knows, .. } = summarizer;
    knows.then_some(SummarizedProgram { program: whole, dropped })
}

/// The program with a declaration for each variable that gets its value from a call.
fn split_declarations(program: &Program) -> Program {
    let mut program = program.clone();
    walk::replace(&mut program.body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { constant, ty, declarators }
            if stmt.exprs().into_iter().any(|e| !effects::own_calls(e).is_empty()) =>
        {
            let one = |d: &Declarator| {
                let declarators = vec![d.clone()];
                let kind = StmtKind::Declare { constant: *constant, ty: *ty, declarators };
                Stmt { kind, span: stmt.span }
            };
            declarators.iter().map(one).collect()
        }
        _ => vec![stmt],
    });
    program
}

fn size(body: &[Stmt]) -> usize {
    let mut count = 0;
    body.iter().for_each(|stmt| stmt.visit(&mut |_| count += 1));
    count
}

/// The work on one program.
struct Summarizer {
    types: DeclaredTypes,
    changed: ChangedParams,
    functions: BTreeMap<String, Function>,
    fresh: Fresh,
    /// How often each variable has changed so far: what has not changed between two places is the same there.
    changes: BTreeMap<String, usize>,
    /// The loops and calls so far whose values are known here.
    equals: Vec<Equals>,
    /// The forms of loops that occur more than once.
    repeated: BTreeSet<String>,
    dropped: BTreeSet<Span>,
    /// Whether something is known of some loop or call.
    knows: bool,
}

impl Summarizer {
    fn body(&mut self, body: &[Stmt]) -> Option<Vec<Stmt>> {
        let around = self.equals.len();
        let mut out = vec![];
        for (stmt, segment) in body.iter().zip(segments_of(body)) {
            self.statement(stmt, &segment, &mut out)?;
            self.note_changes(stmt);
        }
        self.equals.truncate(around);
        Some(out)
    }

    /// Notes that the variables which a statement may change have changed.
    fn note_changes(&mut self, stmt: &Stmt) {
        for name in self.changed.written(std::slice::from_ref(stmt)) {
            *self.changes.entry(name).or_default() += 1;
        }
    }

    fn statement(&mut self, stmt: &Stmt, segment: &Segment, out: &mut Vec<Stmt>) -> Option<()> {
        match segment {
            Segment::Loop(l) => {
                self.drop_claims(&l.body);
                let replaced = self.closed_form(stmt, l);
                self.replace_loop(stmt, replaced, out)?;
            }
            Segment::Other(..) => {
                self.drop_claims(std::slice::from_ref(stmt));
                self.replace_loop(stmt, None, out)?;
            }
            Segment::Straight(_) if self.calls_unknown(stmt) => self.call(stmt, out)?,
            Segment::Straight(_) => out.push(self.straight(stmt)?),
        }
        Some(())
    }

    /// A statement that is no loop, with the loops inside replaced.
    fn straight(&mut self, stmt: &Stmt) -> Option<Stmt> {
        let kind = match &stmt.kind {
            StmtKind::If { cond, then, els } => {
                let then = self.body(then)?;
                let els = match els {
                    Some(els) => Some(self.body(els)?),
                    None => None,
                };
                StmtKind::If { cond: cond.clone(), then, els }
            }
            StmtKind::Block(body) => StmtKind::Block(self.body(body)?),
            _ => {
                self.knows |= !self.calls(stmt).is_empty();
                return Some(stmt.clone());
            }
        };
        Some(Stmt { kind, span: stmt.span })
    }

    /// The functions that a statement itself calls.
    fn calls(&self, stmt: &Stmt) -> Vec<&Function> {
        let calls = stmt.exprs().into_iter().flat_map(effects::own_calls);
        calls.filter_map(|call| self.functions.get(consistency::callee(call)?)).collect()
    }

    /// Whether a statement itself calls a function without a contract: those that are left cannot be inlined.
    fn calls_unknown(&self, stmt: &Stmt) -> bool {
        self.calls(stmt).iter().any(|f| f.contract.is_empty())
    }

    /// The claims in these statements are not in the program any more.
    fn drop_claims(&mut self, body: &[Stmt]) {
        for stmt in body {
            stmt.visit(&mut |s| {
                self.dropped.insert(s.span);
                s.exprs()
                    .into_iter()
                    .for_each(|e| e.visit(&mut |e| _ = self.dropped.insert(e.span)));
            });
        }
    }

    /// Replaces a loop by what is known of its rounds, and by what equal loops on equal inputs have computed.
    fn replace_loop(
        &mut self,
        stmt: &Stmt,
        closed: Option<Vec<Stmt>>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        if effects::any(std::slice::from_ref(stmt), &|s| matches!(s.kind, StmtKind::Return(_))) {
            return None;
        }
        self.knows |= closed.is_some();
        let replaced = match closed {
            Some(statements) => statements,
            None => self.any_rounds(stmt),
        };
        self.consistent_loop(stmt, replaced, out);
        Some(())
    }

    /// Any number of rounds of any kind: what the loop may change has any value, and its condition fails.
    fn any_rounds(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let written = self.changed.written(std::slice::from_ref(stmt));
        let mut inside: Vec<Stmt> = vec![];
        let (header, cond, body) = match &stmt.kind {
            StmtKind::For { init, cond, body, .. } => (init.as_slice(), cond.as_ref(), body),
            StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => {
                (&[][..], Some(cond), body)
            }
            _ => return vec![],
        };
        inside.extend(header.iter().cloned());
        let own: Names = header.iter().flat_map(effects::declares).collect();
        inside.extend(havoc(written.into_iter().chain(own)));
        let calls = |e: &Expr| !effects::own_calls(e).is_empty() || effects::chooses(e);
        if let Some(cond) = cond.filter(|cond| !breaks(body) && !calls(cond)) {
            inside.push(build::assume(build::not(cond.clone())));
        }
        vec![build::stmt(StmtKind::Block(inside))]
    }

    /// A function of the program without loops; whether it stays. `main` is the body of the program, if it is in `main`.
    fn function(&mut self, stmt: &mut Stmt, main: Option<&Vec<Stmt>>) -> bool {
        let StmtKind::Function(function) = &mut stmt.kind else { return true };
        if let Some(body) = main.filter(|_| function.name.text == "main") {
            function.body.clone_from(body);
            return true;
        }
        self.drop_claims(&function.body);
        let contract = function.contract.iter();
        self.dropped.extend(contract.map(|clause| clause.span));
        if function.contract.is_empty() {
            return false;
        }
        let zero = |result: &ResultType| {
            let cell = match result.ty {
                TypeName::Bool => build::truth(false),
                _ => build::int(&Int::ZERO),
            };
            let name = || Name { text: "const_array".to_owned(), span: Span::default() };
            (0..result.dimensions).fold(cell, |cell, _| {
                build::expr(ExprKind::Call { name: name(), args: vec![cell], lambda: None })
            })
        };
        let result: Vec<Expr> = function.results.iter().map(zero).collect();
        // A caller goes by the contract, and by which arrays the body may change; nothing returns from it.
        let params = &function.params;
        let changed = self.changed.places(&function.name.text).filter_map(|n| params.get(n));
        let changed = changed.map(|param| param.declarator.name.text.clone());
        let mut body: Vec<Stmt> = havoc(changed).into_iter().collect();
        body.push(build::assume(build::truth(false)));
        function.body = body;
        if !result.is_empty() {
            function.body.push(build::stmt(StmtKind::Return(result)));
        }
        true
    }
}

/// Visits the loops that are in no other loop.
fn outer_loops(body: &[Stmt], f: &mut impl FnMut(&Stmt)) {
    for stmt in body {
        match stmt.is_loop() {
            true => f(stmt),
            false => {
                stmt.children().into_iter().for_each(|s| outer_loops(std::slice::from_ref(s), f))
            }
        }
    }
}

/// `havoc` of these variables; nothing if there are none.
fn havoc(names: impl Iterator<Item = String>) -> Option<Stmt> {
    let targets: Vec<Expr> = names.map(|name| build::name(&name)).collect();
    (!targets.is_empty()).then(|| build::stmt(StmtKind::Havoc(targets)))
}

/// Whether statements may leave the loop around them.
fn breaks(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Break => true,
        _ if stmt.is_loop() => false,
        _ => breaks(&stmt.children().into_iter().cloned().collect::<Vec<_>>()),
    })
}
