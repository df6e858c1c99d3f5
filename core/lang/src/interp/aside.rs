//! Machines that are put aside in the middle of a run: where they are is said by places in the program, not by
//! references, so that they can be kept beside it.

use super::frame::Frame;
use super::origin::Tracking;
use super::{End, Machine, Round, StepRecord, Turn, Value, Work};
use crate::typed::{Call, Program, Stmt, StmtKind, VarId, all_statements, bodies};
use rustc_hash::FxHashMap;

/// The statements of a program and the lists of them, by their places.
pub(super) struct Places<'p> {
    program: &'p Program,
    stmts: Vec<&'p Stmt>,
    bodies: Vec<&'p [Stmt]>,
    /// The places of statements, and of lists by their first statement.
    of_stmt: FxHashMap<*const Stmt, usize>,
    of_body: FxHashMap<*const Stmt, usize>,
}

impl<'p> Places<'p> {
    pub(super) fn of(program: &'p Program) -> Places<'p> {
        let stmts = all_statements(program);
        let whole =
            program.functions.iter().map(|f| f.body.as_slice()).chain([program.body.as_slice()]);
        let inner = stmts.iter().flat_map(|stmt| bodies(stmt));
        let bodies: Vec<&[Stmt]> = whole.chain(inner).filter(|body| !body.is_empty()).collect();
        let of_stmt = stmts.iter().enumerate().map(|(n, stmt)| (std::ptr::from_ref(*stmt), n));
        let of_body = bodies.iter().enumerate().map(|(n, body)| (body.as_ptr(), n));
        let (of_stmt, of_body) = (of_stmt.collect(), of_body.collect());
        Places { program, stmts, bodies, of_stmt, of_body }
    }

    fn stmt(&self, stmt: &Stmt) -> Option<usize> {
        self.of_stmt.get(&std::ptr::from_ref(stmt)).copied()
    }

    /// The statement with this call.
    fn calling(&self, call: &Call) -> Option<usize> {
        self.stmts.iter().position(|stmt| call_of(stmt).is_some_and(|own| std::ptr::eq(own, call)))
    }
}

fn call_of(stmt: &Stmt) -> Option<&Call> {
    match &stmt.kind {
        StmtKind::Call(call) | StmtKind::Inlined(call, _) => Some(call),
        _ => None,
    }
}

/// What is still to be done, without references.
#[derive(Clone)]
enum Left {
    /// A list without statements has no place.
    Block {
        body: Option<usize>,
        next: usize,
        declared: Vec<VarId>,
    },
    Loop {
        stmt: usize,
        at: Turn,
    },
    Checked {
        stmt: usize,
        next: usize,
    },
    Frame(Frame<usize>),
}

/// A machine that was put aside.
#[derive(Clone)]
pub(super) struct Aside {
    values: Vec<Option<Value>>,
    track: Tracking,
    work: Vec<Left>,
    end: Option<End>,
    undecided: Option<End>,
    left: Vec<VarId>,
    record: Option<StepRecord>,
}

impl<'p> Machine<'p> {
    /// Puts it aside; `None` if it is not one of this program.
    pub(super) fn aside(self, places: &Places<'p>) -> Option<Aside> {
        let Machine { values, track, work, end, undecided, left, record, .. } = self;
        let left_of = |work: Work<'p>| {
            Some(match work {
                Work::Block { body, next, declared } => {
                    let place = places.of_body.get(&body.as_ptr()).copied();
                    let body = if body.is_empty() { None } else { Some(place?) };
                    Left::Block { body, next, declared }
                }
                Work::Loop { round, at } => Left::Loop { stmt: places.stmt(round.stmt)?, at },
                Work::Checked { stmt, next } => Left::Checked { stmt: places.stmt(stmt)?, next },
                Work::Frame(frame) => {
                    let place = places.calling(frame.call)?;
                    Left::Frame(frame.by(place))
                }
            })
        };
        let work = work.into_iter().map(left_of).collect::<Option<_>>()?;
        Some(Aside { values, track, work, end, undecided, left, record })
    }
}

impl Aside {
    /// Goes on with it; `None` if it is not one of this program.
    pub(super) fn again<'p>(self, places: &Places<'p>) -> Option<Machine<'p>> {
        let Aside { values, track, work, end, undecided, left, record } = self;
        let stmt = |place: usize| places.stmts.get(place).copied();
        let work_of = |left: Left| {
            Some(match left {
                Left::Block { body, next, declared } => {
                    let body =
                        body.map_or(Some(&[][..]), |place| places.bodies.get(place).copied());
                    Work::Block { body: body?, next, declared }
                }
                Left::Loop { stmt: place, at } => {
                    Work::Loop { round: Round::of(stmt(place)?)?, at }
                }
                Left::Checked { stmt: place, next } => Work::Checked { stmt: stmt(place)?, next },
                Left::Frame(frame) => {
                    let call = call_of(stmt(frame.call)?)?;
                    Work::Frame(frame.by(call))
                }
            })
        };
        let work = work.into_iter().map(work_of).collect::<Option<_>>()?;
        let program = places.program;
        Some(Machine { program, values, track, work, end, undecided, left, record })
    }
}
