//! Suspended machines: they refer to statements by index instead of by reference, so that they can be kept
//! beside the program.

use super::frame::Frame;
use super::origin::Tracking;
use super::{End, LoopParts, LoopPhase, Machine, StepRecord, Value, WorkItem};
use crate::typed::{Call, TypedProgram, TypedStmt, TypedStmtKind, VarId, all_statements, bodies};
use rustc_hash::FxHashMap;

/// The statements of a program and the lists of them, by index.
pub(super) struct StmtIndex<'p> {
    program: &'p TypedProgram,
    stmts: Vec<&'p TypedStmt>,
    bodies: Vec<&'p [TypedStmt]>,
    /// The indices of statements, and of lists by their first statement.
    of_stmt: FxHashMap<*const TypedStmt, usize>,
    of_body: FxHashMap<*const TypedStmt, usize>,
}

impl<'p> StmtIndex<'p> {
    pub(super) fn for_program(program: &'p TypedProgram) -> StmtIndex<'p> {
        let stmts = all_statements(program);
        let whole =
            program.functions.iter().map(|f| f.body.as_slice()).chain([program.body.as_slice()]);
        let inner = stmts.iter().flat_map(|stmt| bodies(stmt));
        let bodies: Vec<&[TypedStmt]> =
            whole.chain(inner).filter(|body| !body.is_empty()).collect();
        let of_stmt = stmts.iter().enumerate().map(|(n, stmt)| (std::ptr::from_ref(*stmt), n));
        let of_body = bodies.iter().enumerate().map(|(n, body)| (body.as_ptr(), n));
        let (of_stmt, of_body) = (of_stmt.collect(), of_body.collect());
        StmtIndex { program, stmts, bodies, of_stmt, of_body }
    }

    fn stmt(&self, stmt: &TypedStmt) -> Option<usize> {
        self.of_stmt.get(&std::ptr::from_ref(stmt)).copied()
    }

    /// The index of the statement with this call.
    fn calling(&self, call: &Call) -> Option<usize> {
        self.stmts.iter().position(|stmt| call_of(stmt).is_some_and(|own| std::ptr::eq(own, call)))
    }
}

fn call_of(stmt: &TypedStmt) -> Option<&Call> {
    match &stmt.kind {
        TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => Some(call),
        _ => None,
    }
}

/// A work item without references.
#[derive(Clone)]
enum SuspendedWork {
    /// An empty list has no index.
    Block {
        body: Option<usize>,
        next: usize,
        declared: Vec<VarId>,
    },
    Loop {
        stmt: usize,
        at: LoopPhase,
    },
    Checked {
        stmt: usize,
        next: usize,
    },
    Frame(Frame<usize>),
}

/// A machine without references to its program.
#[derive(Clone)]
pub(super) struct SuspendedMachine {
    values: Vec<Option<Value>>,
    track: Tracking,
    work: Vec<SuspendedWork>,
    end: Option<End>,
    undecided: Option<End>,
    left: Vec<VarId>,
    record: Option<StepRecord>,
}

impl<'p> Machine<'p> {
    /// Suspends the machine; `None` if it belongs to another program.
    pub(super) fn suspend(self, index: &StmtIndex<'p>) -> Option<SuspendedMachine> {
        let Machine { values, track, work, end, undecided, left, record, .. } = self;
        let work = work.into_iter().map(|item| item.suspend(index)).collect::<Option<_>>()?;
        Some(SuspendedMachine { values, track, work, end, undecided, left, record })
    }
}

impl<'p> WorkItem<'p> {
    fn suspend(self, index: &StmtIndex<'p>) -> Option<SuspendedWork> {
        Some(match self {
            WorkItem::Block { body, next, declared } => {
                let place = index.of_body.get(&body.as_ptr()).copied();
                let body = if body.is_empty() { None } else { Some(place?) };
                SuspendedWork::Block { body, next, declared }
            }
            WorkItem::Loop { round, at } => {
                SuspendedWork::Loop { stmt: index.stmt(round.stmt)?, at }
            }
            WorkItem::Checked { stmt, next } => {
                SuspendedWork::Checked { stmt: index.stmt(stmt)?, next }
            }
            WorkItem::Frame(frame) => {
                let place = index.calling(frame.call)?;
                SuspendedWork::Frame(frame.with_call(place))
            }
        })
    }
}

impl SuspendedWork {
    fn resume<'p>(self, index: &StmtIndex<'p>) -> Option<WorkItem<'p>> {
        let stmt = |place: usize| index.stmts.get(place).copied();
        Some(match self {
            SuspendedWork::Block { body, next, declared } => {
                let body = body.map_or(Some(&[][..]), |place| index.bodies.get(place).copied());
                WorkItem::Block { body: body?, next, declared }
            }
            SuspendedWork::Loop { stmt: place, at } => {
                WorkItem::Loop { round: LoopParts::from_stmt(stmt(place)?)?, at }
            }
            SuspendedWork::Checked { stmt: place, next } => {
                WorkItem::Checked { stmt: stmt(place)?, next }
            }
            SuspendedWork::Frame(frame) => {
                let call = call_of(stmt(frame.call)?)?;
                WorkItem::Frame(frame.with_call(call))
            }
        })
    }
}

impl SuspendedMachine {
    /// Resumes the machine; `None` if it belongs to another program.
    pub(super) fn resume<'p>(self, index: &StmtIndex<'p>) -> Option<Machine<'p>> {
        let SuspendedMachine { values, track, work, end, undecided, left, record } = self;
        let work = work.into_iter().map(|item| item.resume(index)).collect::<Option<_>>()?;
        let program = index.program;
        Some(Machine { program, values, track, work, end, undecided, left, record })
    }
}
