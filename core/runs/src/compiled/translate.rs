//! From statements to instructions.

use super::{Chooser, Code, CompiledProgram, Reg, Target};
use hornbook_lang::typed::{
    AssertId, Builtin, Call, FunctionId, Type, TypedExpr, TypedExprKind, TypedFunction,
    TypedProgram, TypedStmt, TypedStmtKind, VarId, Write,
};
use rustc_hash::FxHashMap;

/// The depth of calls that are inlined.
const DEPTH: usize = 8;
/// The most instructions of a program.
const MOST: usize = 50_000;

/// A position in the instructions that gets its number later.
pub(super) type Label = Target;

/// A loop, or a function, around statements.
#[derive(Clone, Copy)]
struct Enclosing {
    again: Label,
    end: Label,
}

/// A program under translation.
pub(super) struct Translation {
    functions: Vec<TypedFunction>,
    types: Vec<Type>,
    code: Vec<Code>,
    /// The positions by label.
    places: Vec<Target>,
    registers: Vec<i64>,
    constants: FxHashMap<i64, Reg>,
    /// Arguments that are arrays, by the parameters of functions.
    given: FxHashMap<VarId, Reg>,
    choosers: Vec<Chooser>,
    loops: Vec<Enclosing>,
    /// The functions around, each with the variables for its results and its end.
    calls: Vec<(FunctionId, Vec<VarId>, Label)>,
}

impl Translation {
    /// Translates a program, if possible.
    pub(super) fn translate(program: &TypedProgram) -> Option<CompiledProgram> {
        let flat = |ty: &Type| !matches!(ty, Type::Array(array) if array.dimensions > 2);
        let types: Vec<Type> = program.vars.iter().map(|var| var.ty).collect();
        if !types.iter().all(flat) || types.len() > usize::from(Reg::MAX) {
            return None;
        }
        let mut this = Translation {
            functions: program.functions.clone(),
            registers: vec![0; types.len()],
            types,
            code: vec![],
            places: vec![],
            constants: FxHashMap::default(),
            given: FxHashMap::default(),
            choosers: vec![],
            loops: vec![],
            calls: vec![],
        };
        this.stmts(&program.body)?;
        this.emit(Code::End);
        this.finished()
    }

    /// The instructions with the positions of labels.
    fn finished(mut self) -> Option<CompiledProgram> {
        let (arrays, places) = (self.types.len(), self.places);
        for code in &mut self.code {
            if let Code::Jump(to)
            | Code::Unless(_, to)
            | Code::When(_, to)
            | Code::UnlessLt(_, _, to)
            | Code::UnlessLe(_, _, to)
            | Code::UnlessEq(_, _, to)
            | Code::UnlessNe(_, _, to) = code
            {
                *to = *places.get(*to as usize)?;
            }
        }
        let Translation { code, registers, choosers, .. } = self;
        Some(CompiledProgram { code, registers, arrays, choosers })
    }

    pub(super) fn emit(&mut self, code: Code) {
        self.code.push(code);
    }

    pub(super) fn label(&mut self) -> Label {
        self.places.push(0);
        self.places.len() as Label - 1
    }

    /// Puts a label here.
    pub(super) fn here(&mut self, label: Label) {
        self.places[label as usize] = self.code.len() as Target;
    }

    pub(super) fn fresh(&mut self) -> Option<Reg> {
        self.registers.push(0);
        Reg::try_from(self.registers.len() - 1).ok()
    }

    pub(super) fn constant(&mut self, n: i64) -> Option<Reg> {
        if let Some(known) = self.constants.get(&n) {
            return Some(*known);
        }
        let new = self.fresh()?;
        self.registers[new as usize] = n;
        self.constants.insert(n, new);
        Some(new)
    }

    pub(super) fn variable(&self, var: VarId) -> Option<Reg> {
        Reg::try_from(var.0).ok()
    }

    pub(super) fn array(&self, var: VarId) -> Option<Reg> {
        self.given.get(&var).copied().or(Reg::try_from(var.0).ok())
    }

    pub(super) fn chooser(&mut self, chooser: Chooser) -> Option<u16> {
        self.choosers.push(chooser);
        u16::try_from(self.choosers.len() - 1).ok()
    }

    fn is_array(&self, var: VarId) -> bool {
        self.types.get(var.0 as usize).is_some_and(|ty| ty.is_array())
    }

    fn stmts(&mut self, stmts: &[TypedStmt]) -> Option<()> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &TypedStmt) -> Option<()> {
        if self.code.len() > MOST {
            return None;
        }
        match &stmt.kind {
            TypedStmtKind::While { cond, body, step } => {
                return self.rounds(stmt, (Some(cond), cond), body, step);
            }
            TypedStmtKind::DoWhile { body, cond } => {
                return self.rounds(stmt, (None, cond), body, &[]);
            }
            _ => self.checks(stmt)?,
        }
        match &stmt.kind {
            TypedStmtKind::Declare { var, init: None } => self.declare(*var)?,
            TypedStmtKind::Declare { var, init: Some(value) } => self.set(*var, value)?,
            TypedStmtKind::Assign(writes) => self.assign(writes)?,
            TypedStmtKind::If { cond, then, els } => self.branch(cond, then, els)?,
            TypedStmtKind::Break => self.emit(Code::Jump(self.loops.last()?.end)),
            TypedStmtKind::Continue => self.emit(Code::Jump(self.loops.last()?.again)),
            TypedStmtKind::Return(values) => self.leave(values)?,
            TypedStmtKind::Block(body) => self.stmts(body)?,
            TypedStmtKind::Assume(cond) => {
                let holds = self.label();
                self.jump(cond, true, holds)?;
                self.emit(Code::End);
                self.here(holds);
            }
            TypedStmtKind::Assert { id, cond } => self.claim(*id, cond)?,
            TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => self.call(call)?,
            TypedStmtKind::While { .. } | TypedStmtKind::DoWhile { .. } => {}
        }
        Some(())
    }

    fn checks(&mut self, stmt: &TypedStmt) -> Option<()> {
        stmt.checks.iter().try_for_each(|check| self.claim(check.id, &check.cond))
    }

    /// A claim; one that does not fit on machine words is left to others.
    fn claim(&mut self, id: AssertId, cond: &TypedExpr) -> Option<()> {
        let (holds, before) = (self.label(), self.code.len());
        if self.jump(cond, true, holds).is_some() {
            self.emit(Code::Fail(id));
        } else if chooses(cond) {
            return None;
        } else {
            self.code.truncate(before);
        }
        self.here(holds);
        Some(())
    }

    fn declare(&mut self, var: VarId) -> Option<()> {
        let by = self.chooser(Chooser::Declaration(var))?;
        let code = match self.is_array(var) {
            true => Code::ChooseArray(self.array(var)?, by),
            false => Code::Choose(self.variable(var)?, by),
        };
        self.emit(code);
        Some(())
    }

    /// An assignment to a variable.
    fn set(&mut self, var: VarId, value: &TypedExpr) -> Option<()> {
        if !self.is_array(var) {
            let to = self.variable(var)?;
            return self.put(value, to);
        }
        let to = self.array(var)?;
        let code = match value.kind {
            TypedExprKind::Nondet(None) => {
                Code::ChooseArray(to, self.chooser(Chooser::Place(value.span, value.ty))?)
            }
            TypedExprKind::Var(from) => Code::Copy(to, self.array(from)?),
            _ => return None,
        };
        self.emit(code);
        Some(())
    }

    fn assign(&mut self, writes: &[Write]) -> Option<()> {
        match writes {
            [Write { var, indices, value }] if indices.is_empty() => self.set(*var, value),
            [write] => {
                let (place, value) = (self.place(write)?, self.term(&write.value)?);
                self.store(&place, value);
                Some(())
            }
            _ => {
                let mut values = vec![];
                for write in writes.iter() {
                    if write.value.ty.is_array() {
                        return None;
                    }
                    let (place, value) = (self.place(write)?, self.fresh()?);
                    self.put(&write.value, value)?;
                    values.push((place, value));
                }
                values.iter().for_each(|(place, value)| self.store(place, *value));
                Some(())
            }
        }
    }

    /// The target of an assignment: a variable and indices.
    fn place(&mut self, write: &Write) -> Option<(VarId, Vec<Reg>)> {
        // An index that is a variable may be written by the same statement.
        let index = |this: &mut Translation, index: &TypedExpr| {
            let to = this.fresh()?;
            this.put(index, to)?;
            Some(to)
        };
        let single = |this: &mut Translation, e: &TypedExpr| match e.kind {
            TypedExprKind::Var(_) => index(this, e),
            _ => this.term(e),
        };
        let indices = write.indices.iter().map(|e| single(self, e)).collect::<Option<_>>()?;
        Some((write.var, indices))
    }

    fn store(&mut self, (var, indices): &(VarId, Vec<Reg>), value: Reg) {
        let at = self.array(*var).unwrap_or_default();
        self.emit(match indices.as_slice() {
            [] => Code::Move(at, value),
            [i] => Code::Store(at, *i, value),
            [i, j, ..] => Code::StoreIn(at, *i, *j, value),
        });
    }

    fn branch(&mut self, cond: &TypedExpr, then: &[TypedStmt], els: &[TypedStmt]) -> Option<()> {
        let (otherwise, end) = (self.label(), self.label());
        self.jump(cond, false, otherwise)?;
        self.stmts(then)?;
        if !els.is_empty() {
            self.emit(Code::Jump(end));
        }
        self.here(otherwise);
        self.stmts(els)?;
        self.here(end);
        Some(())
    }

    /// A loop. Its condition stands behind its body, and the first time before it.
    fn rounds(
        &mut self,
        stmt: &TypedStmt,
        (first, cond): (Option<&TypedExpr>, &TypedExpr),
        body: &[TypedStmt],
        step: &[TypedStmt],
    ) -> Option<()> {
        let (head, again, end) = (self.label(), self.label(), self.label());
        if let Some(cond) = first {
            self.checks(stmt)?;
            self.jump(cond, false, end)?;
        }
        self.here(head);
        self.loops.push(Enclosing { again, end });
        self.stmts(body)?;
        self.loops.pop();
        self.here(again);
        self.stmts(step)?;
        self.checks(stmt)?;
        self.jump(cond, true, head)?;
        self.here(end);
        Some(())
    }

    /// Inlines a call.
    fn call(&mut self, call: &Call) -> Option<()> {
        let function = self.functions.get(call.function.0 as usize)?.clone();
        let inside = self.calls.iter().any(|(around, ..)| *around == call.function);
        if inside || self.calls.len() == DEPTH {
            return None;
        }
        self.give(call, &function)?;
        let end = self.label();
        for (id, cond) in call.requires.iter().zip(&function.requires) {
            // A call that violates a precondition ends the run without a failure.
            let holds = self.label();
            self.jump(cond, true, holds)?;
            self.emit(Code::Fail(*id));
            self.emit(Code::End);
            self.here(holds);
        }
        let loops = std::mem::take(&mut self.loops);
        self.calls.push((call.function, function.results.clone(), end));
        self.stmts(&function.body)?;
        self.calls.pop();
        self.loops = loops;
        self.here(end);
        function.ensures.iter().try_for_each(|check| self.claim(check.id, &check.cond))?;
        for (to, from) in call.results.iter().zip(&function.results) {
            if self.is_array(*to) {
                return None;
            }
            let code = Code::Move(self.variable(*to)?, self.variable(*from)?);
            self.emit(code);
        }
        Some(())
    }

    /// Passes the arguments of a call. No array is passed twice, and only the function sees it until it
    /// returns, so it works on the array itself.
    fn give(&mut self, call: &Call, function: &TypedFunction) -> Option<()> {
        let mut values = vec![];
        for arg in &call.args {
            values.push(match arg.ty.is_array() {
                true => self.array(arg.variable()?)?,
                false => {
                    let to = self.fresh()?;
                    self.put(arg, to)?;
                    to
                }
            });
        }
        for (param, from) in function.params.iter().zip(values) {
            if !self.is_array(param.var) {
                self.emit(Code::Move(self.variable(param.var)?, from));
                self.emit(Code::Move(self.variable(param.entry)?, from));
                continue;
            }
            self.given.insert(param.var, from);
            if param.changes() && mentions(function, param.entry) {
                self.emit(Code::Copy(self.array(param.entry)?, from));
            }
        }
        Some(())
    }

    fn leave(&mut self, values: &[TypedExpr]) -> Option<()> {
        let Some((_, results, end)) = self.calls.last().cloned() else {
            self.emit(Code::End);
            return Some(());
        };
        let mut returned = vec![];
        for value in values {
            let to = self.fresh()?;
            self.put(value, to)?;
            returned.push(to);
        }
        for (var, from) in results.iter().zip(returned) {
            let code = Code::Move(self.variable(*var)?, from);
            self.emit(code);
        }
        self.emit(Code::Jump(end));
        Some(())
    }
}

/// Whether a contract or a statement of a function mentions a variable.
fn mentions(function: &TypedFunction, var: VarId) -> bool {
    let of = |e: &TypedExpr| e.any(&|e| e.variable() == Some(var));
    let owes = function.ensures.iter().any(|check| of(&check.cond));
    owes || function.requires.iter().any(of) || statement_mentions(&function.body, &of)
}

fn statement_mentions(stmts: &[TypedStmt], of: &dyn Fn(&TypedExpr) -> bool) -> bool {
    let all = hornbook_lang::typed::statements(stmts);
    all.into_iter().any(|stmt| stmt.exprs().into_iter().any(of))
}

/// Whether an expression makes a choice.
pub(super) fn chooses(e: &TypedExpr) -> bool {
    e.any(&|e| {
        matches!(e.kind, TypedExprKind::Nondet(_) | TypedExprKind::Call(Builtin::SubArray, _))
    })
}
