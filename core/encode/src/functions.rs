//! Calls of functions (T Sec. 2.1.3).
//!
//! A function is a relation between what it is given and what it leaves: its parameters as they were
//! at the call, the arrays that it changes as they are in the end, and what it returns (T Sec.
//! 2.1.3.1). A point of it has the former in variables of their own where the parameters change (T
//! Example 3). A call then has two clauses: what is given goes to the beginning of the function, and
//! the caller goes on with whatever the relation says (T Sec. 2.1.3.3, *modular*). With the contract
//! in the place of the relation the second one says less, and what a function owes is claimed once,
//! where it ends (*summaries*). A function that is written out is a block that `return` leaves
//! (*inlining*).

use super::values::{Introduced, Values};
use super::{Changes, Edge, Encoder};
use hornbook_base::Span;
use hornbook_horn::clause::{Goal, Instance, Instruction, Origin, Part, PredId, Premise, Within};
use hornbook_horn::term::{Names, Subst, Term};
use hornbook_lang::typed::{
    Call, CallEncoding, FunctionId, TypedExpr, TypedFunction, TypedParam, VarId,
};

/// Where a function returns to.
#[derive(Clone)]
pub(super) struct Return {
    to: PredId,
    /// The variables that stand for what is returned.
    results: Vec<VarId>,
}

/// The points of a function that is a relation.
#[derive(Clone, Copy)]
pub(super) struct Relation {
    /// At the beginning: over the parameters.
    entry: PredId,
    /// When it has ended: over what it was given, what became of the arrays and what it returns.
    exit: PredId,
}

impl<'p> Encoder<'p> {
    fn function(&self, id: FunctionId) -> Option<&'p TypedFunction> {
        self.program.functions.get(id.0 as usize)
    }

    /// Encodes the functions that are relations, as far as they are called.
    pub(super) fn functions(&mut self) {
        while let Some(id) = self.open.pop() {
            if let Some((function, relation)) = self.function(id).zip(self.relations.get(&id)) {
                self.within = Some(Within { function: id, part: Part::Body });
                self.body(id, function, *relation);
            }
        }
    }

    /// The points of a function; its statements are encoded later.
    fn relation(&mut self, id: FunctionId) -> Option<Relation> {
        if let Some(known) = self.relations.get(&id) {
            return Some(*known);
        }
        let function = self.function(id)?;
        let name = &function.name;
        let given: Vec<VarId> = function.params.iter().map(|p| p.var).collect();
        let title = format!("at the beginning of `{name}`");
        let around = self.within;
        let within = |part| Some(Within { function: id, part });
        self.within = within(Part::Beginning);
        let entry = self.point_with(name.clone(), title, function.span, given);
        self.within = within(Part::End);
        let title = format!("after `{name}`");
        let left = self.left(id, function);
        let exit = self.point_with(format!("{name}_end"), title, function.span, left);
        self.within = around;
        let relation = Relation { entry, exit };
        self.relations.insert(id, relation);
        self.open.push(id);
        Some(relation)
    }

    fn body(&mut self, id: FunctionId, function: &'p TypedFunction, relation: Relation) {
        let kept = self.kept(id, function);
        let changing = || function.params.iter().filter(|p| kept.contains(&p.entry));
        self.scope = function.params.iter().map(|p| p.var).collect();
        self.scope.extend(changing().map(|p| p.entry));
        let first = function.body.first().map_or(function.span, |stmt| stmt.span);
        let begin = self.point(first);
        let edge = changing().fold(Edge::new(function.span, Instruction::Skip), |edge, p| {
            edge.change(p.entry, Term::var(&self.var(p.var)))
        });
        self.step(relation.entry, edge, begin);
        self.returns = vec![Return { to: relation.exit, results: function.results.clone() }];
        self.sequence(&function.body, begin, Some(relation.exit), function.span);
        self.returns.clear();
        self.scope.clear();
        // Who only knows the contract never comes here, and any caller keeps its side at the beginning.
        let of_arrays = self.as_relations.contains(&id);
        self.owes(function, of_arrays, relation.exit);
    }

    /// The variables for what parameters were that change: where nobody asks for the relation only
    /// those that the contract speaks of.
    fn kept(&self, id: FunctionId, function: &TypedFunction) -> Vec<VarId> {
        let asked = self.as_relations.contains(&id);
        let is_array = |p: &TypedParam| self.program.var(p.var).ty.is_array();
        let all = |p: &TypedParam| asked || is_owed(function, p) || !is_array(p);
        function.params.iter().filter(|p| p.changes() && all(p)).map(|p| p.entry).collect()
    }

    /// What a function leaves, with what it was given: the parameters of its relation.
    fn left(&self, id: FunctionId, function: &TypedFunction) -> Vec<VarId> {
        let kept = self.kept(id, function);
        let given = function.params.iter().filter(|p| !p.changes() || kept.contains(&p.entry));
        let arrays = function.params.iter().filter(|p| changes_array(self, p)).map(|p| p.var);
        given.map(|p| p.entry).chain(arrays).chain(function.results.iter().copied()).collect()
    }

    /// What a function owes where it has ended, if the caller has kept its side of the contract; what
    /// that says of arrays may be left out where it holds anyway.
    fn owes(&mut self, function: &TypedFunction, of_arrays: bool, exit: PredId) {
        // What was required, of the values that the parameters had then.
        let entries: Subst = function
            .params
            .iter()
            .map(|p| (self.var(p.var), Term::var(&self.var(p.entry))))
            .collect();
        for check in &function.ensures {
            let mut values = Values::new(self);
            let claim = values.claim(&check.cond);
            let (own, names) = values.parts();
            let mut values = Values::beyond(self, names);
            let about_arrays = |c: &TypedExpr| c.any(&|e| e.ty.is_array());
            let required = function.requires.iter().filter(|c| of_arrays || !about_arrays(c));
            let kept: Vec<Term> = required.map(|c| values.condition(c)).collect();
            let kept_own = values.introduced();
            let span = self.program.assert_span(check.id);
            let mut edge = Edge::new(span, Instruction::Ensures).introducing(own);
            let kept = kept.into_iter().chain(kept_own.conditions);
            edge.conditions.extend(kept.map(|c| c.subst(&entries)));
            edge.origin.opaque |= kept_own.opaque;
            edge.too_large |= kept_own.too_large;
            edge.origin = Origin { assert: Some(check.id), ..edge.origin };
            self.go(exit, edge, vec![], Goal::Cond(claim));
        }
    }

    /// `return ..;`
    pub(super) fn return_from(&mut self, span: Span, values: &[TypedExpr], from: PredId) {
        let Some(Return { to, results }) = self.returns.last().cloned() else {
            let end = self.end();
            return self.jump(span, from, Some(end));
        };
        let mut terms = Values::new(self);
        let changes: Changes =
            results.into_iter().zip(values).map(|(var, v)| (var, terms.value(v))).collect();
        let introduced = terms.introduced();
        let edge = Edge { changes, ..Edge::new(span, Instruction::Jump) };
        self.step(from, edge.introducing(introduced), to);
    }

    /// A call of a function that is not written out.
    pub(super) fn call(&mut self, span: Span, call: &Call, from: PredId, to: PredId) {
        let Some(function) = self.function(call.function) else { return };
        let mut values = Values::new(self);
        let args: Vec<Term> = call.args.iter().map(|arg| values.value(arg)).collect();
        // Whatever one clause introduces has names of its own.
        let (introduced, names) = values.parts();
        let given: Subst = function
            .params
            .iter()
            .zip(&args)
            .map(|(p, arg)| (self.var(p.var), arg.clone()))
            .collect();
        self.requires(span, call, (&given, &introduced, &names), from);
        if call.encoding != CallEncoding::Contract
            && let Some(relation) = self.relation(call.function)
        {
            let edge = Edge::new(span, Instruction::Call).introducing(introduced.clone());
            self.go(
                from,
                edge,
                vec![],
                Goal::Instance(Instance::plain(relation.entry, args.clone())),
            );
        }
        if call.encoding == CallEncoding::Nothing {
            return;
        }
        let after = self.after(function, call, &given, names);
        let instruction = match call.encoding {
            CallEncoding::Contract => Instruction::Contract,
            _ => Instruction::Call,
        };
        let mut edge = Edge::new(span, instruction).introducing(introduced);
        edge.changes = after.changes;
        edge.conditions.extend(after.conditions);
        edge.origin.opaque |= after.opaque;
        edge.too_large |= after.too_large;
        let relation = match call.encoding {
            CallEncoding::Relation => self.relation(call.function),
            _ => None,
        };
        let exit = relation.map(|r| Premise::Instance(Instance::plain(r.exit, after.args)));
        let value = |id: &VarId| edge.changes.get(id).cloned().unwrap_or(Term::var(&self.var(*id)));
        let reached = self.scopes[to.0 as usize].iter().map(value).collect();
        self.go(
            from,
            edge,
            exit.into_iter().collect(),
            Goal::Instance(Instance::plain(to, reached)),
        );
    }

    /// A clause from a point, with more premises.
    fn go(&mut self, from: PredId, edge: Edge, more: Vec<Premise>, goal: Goal) {
        self.note(&edge);
        let conditions = edge.conditions.into_iter().filter(|c| !c.is_true()).map(Premise::Cond);
        let premises = std::iter::once(self.here(from)).chain(more).chain(conditions).collect();
        self.clause(edge.origin, premises, goal);
    }

    /// That the caller keeps its side of the contract.
    fn requires(
        &mut self,
        span: Span,
        call: &Call,
        (given, introduced, names): (&Subst, &Introduced, &Names),
        from: PredId,
    ) {
        let Some(function) = self.function(call.function) else { return };
        for (id, cond) in call.requires.iter().zip(&function.requires) {
            let mut values = Values::beyond(self, names.clone());
            let claim = values.claim(cond).subst(given);
            let own = values.introduced();
            let mut edge = Edge::new(span, Instruction::Requires).introducing(introduced.clone());
            edge.conditions.extend(own.conditions.iter().map(|c| c.subst(given)));
            edge.origin.opaque |= own.opaque;
            edge.too_large |= own.too_large;
            edge.origin = Origin { assert: Some(*id), ..edge.origin };
            self.go(from, edge, vec![], Goal::Cond(claim));
        }
    }

    /// What the caller has after a call: variables for what it leaves, of which the relation or the
    /// contract says something.
    fn after(
        &self,
        function: &TypedFunction,
        call: &Call,
        given: &Subst,
        mut names: Names,
    ) -> After {
        let mut after = After::default();
        // What is left, by the function's own variables.
        let mut meant = Subst::new();
        for p in &function.params {
            let arg = given.get(&self.var(p.var)).cloned();
            let arg = arg.unwrap_or_else(|| Term::var(&self.var(p.var)));
            meant.insert(self.var(p.entry), arg);
        }
        for (p, arg) in function.params.iter().zip(&call.args) {
            if let Some(var) = arg.variable().filter(|_| changes_array(self, p)) {
                let fresh = Term::var(&names.fresh(&self.var(var)));
                meant.insert(self.var(p.var), fresh.clone());
                after.changes.insert(var, fresh);
            }
        }
        for (n, result) in function.results.iter().enumerate() {
            let like = call.results.get(n).unwrap_or(result);
            let fresh = Term::var(&names.fresh(&self.var(*like)));
            meant.insert(self.var(*result), fresh.clone());
            after.changes.extend(call.results.get(n).map(|var| (*var, fresh)));
        }
        let value = |var: &VarId| meant.get(&self.var(*var)).cloned();
        after.args = self.left(call.function, function).iter().filter_map(value).collect();
        if call.encoding == CallEncoding::Contract {
            for check in &function.ensures {
                let mut values = Values::beyond(self, names);
                let cond = values.condition(&check.cond);
                let (own, left) = values.parts();
                names = left;
                let all = std::iter::once(cond).chain(own.conditions);
                after.conditions.extend(all.map(|c| c.subst(&meant)));
                after.opaque |= own.opaque;
                after.too_large |= own.too_large;
            }
        }
        after
    }

    /// A function that is written out: a block with its parameters, which take the places of the
    /// arrays that it is given.
    pub(super) fn inlined(
        &mut self,
        span: Span,
        (call, function): (&Call, &TypedFunction),
        from: PredId,
        to: PredId,
    ) {
        let mut values = Values::new(self);
        let args: Vec<Term> = call.args.iter().map(|arg| values.value(arg)).collect();
        let introduced = values.introduced();
        let around = self.scope.clone();
        let lent: Vec<VarId> = function
            .params
            .iter()
            .zip(&call.args)
            .filter_map(|(_, arg)| arg.variable())
            .filter(|var| self.program.var(*var).ty.is_array())
            .collect();
        self.scope.retain(|var| !lent.contains(var));
        let mut edge = Edge::new(span, Instruction::Call);
        for (p, arg) in function.params.iter().zip(args) {
            self.scope.push(p.var);
            if p.changes() && remembers(function, p) {
                self.scope.push(p.entry);
                edge = edge.change(p.entry, arg.clone());
            }
            edge = edge.change(p.var, arg);
        }
        let first = function.body.first().map_or(function.span, |stmt| stmt.span);
        let begin = self.point(first);
        self.step(from, edge.introducing(introduced), begin);
        for (id, cond) in call.requires.iter().zip(&function.requires) {
            self.assert(span, *id, cond, begin, None);
        }
        let mut scope = self.scope.clone();
        scope.extend(&function.results);
        let line = self.lines.line(span);
        let title = format!("when `{}` returns to line {line}", function.name);
        let exit = self.point_with(format!("{}_end", function.name), title, span, scope);
        self.returns.push(Return { to: exit, results: function.results.clone() });
        self.sequence(&function.body, begin, Some(exit), function.span);
        self.returns.pop();
        self.owes(function, true, exit);
        let mut back = Edge::new(span, Instruction::Call);
        for (p, arg) in function.params.iter().zip(&call.args) {
            if let Some(var) = arg.variable().filter(|var| lent.contains(var)) {
                back = back.change(var, Term::var(&self.var(p.var)));
            }
        }
        for (result, var) in function.results.iter().zip(&call.results) {
            back = back.change(*var, Term::var(&self.var(*result)));
        }
        self.step(exit, back, to);
        self.scope = around;
    }
}

/// What a caller has after a call.
#[derive(Default)]
struct After {
    /// The arguments of the relation.
    args: Vec<Term>,
    /// What the contract says.
    conditions: Vec<Term>,
    /// The caller's variables that are others now.
    changes: Changes,
    /// Whether something in the contract could not be expressed, or would be too large.
    opaque: bool,
    too_large: bool,
}

/// Whether a function may leave an array other than it was.
fn changes_array(encoder: &Encoder<'_>, param: &TypedParam) -> bool {
    param.changes() && encoder.program.var(param.var).ty.is_array()
}

/// Whether what a function owes speaks of what a parameter was.
fn is_owed(function: &TypedFunction, param: &TypedParam) -> bool {
    function.ensures.iter().any(|check| speaks(&check.cond, param.entry))
}

/// The same, or what it requires does: that is looked at in the end.
fn remembers(function: &TypedFunction, param: &TypedParam) -> bool {
    let required = || function.requires.iter().any(|cond| speaks(cond, param.var));
    is_owed(function, param) || !function.ensures.is_empty() && required()
}

fn speaks(cond: &TypedExpr, var: VarId) -> bool {
    cond.any(&|e| e.variable() == Some(var))
}
