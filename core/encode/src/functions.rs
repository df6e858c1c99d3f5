//! Calls of functions (T Sec. 2.1.3).
//!
//! A function is a relation between its parameters at the call, the final values of the arrays that it
//! changes, and its results (T Sec. 2.1.3.1). A point of it has parameters that change in variables of
//! their own (T Example 3). A call then has two clauses: the arguments go to the beginning of the function,
//! and the caller goes on with any values that the relation allows (T Sec. 2.1.3.3, *modular*). With the
//! contract in the place of the relation the second clause says less, and the function proves its contract
//! once, where it ends (*summaries*). An inlined function is a block that `return` leaves (*inlining*).

use super::values::{Introduced, Values};
use super::{Changes, Edge, Encoder};
use hornbook_base::Span;
use hornbook_horn::clause::{
    FunctionPart, FunctionPosition, Goal, Instance, Instruction, Origin, PredId, Premise,
};
use hornbook_horn::term::{Names, Subst, Term};
use hornbook_lang::typed::{
    Call, CallEncoding, FunctionId, TypedExpr, TypedFunction, TypedParam, VarId,
};

/// The target of `return` in a function.
#[derive(Clone)]
pub(super) struct Return {
    to: PredId,
    /// The variables of the results.
    results: Vec<VarId>,
}

/// The points of a function that is encoded as a relation.
#[derive(Clone, Copy)]
pub(super) struct Relation {
    /// The point at the beginning: over the parameters.
    entry: PredId,
    /// The point at the end: over the parameters, the final arrays and the results.
    exit: PredId,
}

impl<'p> Encoder<'p> {
    fn function(&self, id: FunctionId) -> Option<&'p TypedFunction> {
        self.program.functions.get(id.0 as usize)
    }

    /// Encodes the functions that are relations and are called.
    pub(super) fn functions(&mut self) {
        while let Some(id) = self.open.pop() {
            if let Some((function, relation)) = self.function(id).zip(self.relations.get(&id)) {
                self.within = Some(FunctionPosition { function: id, part: FunctionPart::Body });
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
        let position = |part| Some(FunctionPosition { function: id, part });
        self.within = position(FunctionPart::Beginning);
        let entry = self.point_with(name.clone(), title, function.span, given);
        self.within = position(FunctionPart::End);
        let title = format!("after `{name}`");
        let left = self.relation_params(id, function);
        let exit = self.point_with(format!("{name}_end"), title, function.span, left);
        self.within = around;
        let relation = Relation { entry, exit };
        self.relations.insert(id, relation);
        self.open.push(id);
        Some(relation)
    }

    fn body(&mut self, id: FunctionId, function: &'p TypedFunction, relation: Relation) {
        let kept = self.entry_vars(id, function);
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
        // A caller that only knows the contract never comes here, and any caller keeps its side at the
        // beginning.
        let of_arrays = self.as_relations.contains(&id);
        self.claim_ensures(function, of_arrays, relation.exit);
    }

    /// The entry variables of parameters that change: without a caller that needs the relation only those
    /// that the contract mentions.
    fn entry_vars(&self, id: FunctionId, function: &TypedFunction) -> Vec<VarId> {
        let asked = self.as_relations.contains(&id);
        let is_array = |p: &TypedParam| self.program.var(p.var).ty.is_array();
        let all = |p: &TypedParam| asked || ensures_mentions_entry(function, p) || !is_array(p);
        function.params.iter().filter(|p| p.changes() && all(p)).map(|p| p.entry).collect()
    }

    /// The parameters of a function's relation.
    fn relation_params(&self, id: FunctionId, function: &TypedFunction) -> Vec<VarId> {
        let kept = self.entry_vars(id, function);
        let given = function.params.iter().filter(|p| !p.changes() || kept.contains(&p.entry));
        let arrays = function.params.iter().filter(|p| changes_array(self, p)).map(|p| p.var);
        given.map(|p| p.entry).chain(arrays).chain(function.results.iter().copied()).collect()
    }

    /// The claims of `ensures` at the end of a function whose caller has kept `requires`; claims about
    /// arrays may be left out where they hold anyway.
    fn claim_ensures(&mut self, function: &TypedFunction, of_arrays: bool, exit: PredId) {
        // `requires`, over the entry values of the parameters.
        let entries: Subst = function
            .params
            .iter()
            .map(|p| (self.var(p.var), Term::var(&self.var(p.entry))))
            .collect();
        for check in &function.ensures {
            let mut values = Values::new(self);
            let claim = values.claim(&check.cond);
            let (own, names) = values.into_parts();
            let mut values = Values::avoiding(self, names);
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
            self.add_call_clause(exit, edge, vec![], Goal::Cond(claim));
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

    /// Encodes a call of a function that is not inlined.
    pub(super) fn call(&mut self, span: Span, call: &Call, from: PredId, to: PredId) {
        let Some(function) = self.function(call.function) else { return };
        let mut values = Values::new(self);
        let args: Vec<Term> = call.args.iter().map(|arg| values.value(arg)).collect();
        // Each clause has names of its own for variables that it introduces.
        let (introduced, names) = values.into_parts();
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
            self.add_call_clause(
                from,
                edge,
                vec![],
                Goal::Instance(Instance::plain(relation.entry, args.clone())),
            );
        }
        if call.encoding == CallEncoding::Nothing {
            return;
        }
        let after = self.state_after_call(function, call, &given, names);
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
        self.add_call_clause(
            from,
            edge,
            exit.into_iter().collect(),
            Goal::Instance(Instance::plain(to, reached)),
        );
    }

    /// Adds a clause from a point, with more premises.
    fn add_call_clause(&mut self, from: PredId, edge: Edge, more: Vec<Premise>, goal: Goal) {
        self.note_size(&edge);
        let conditions = edge.conditions.into_iter().filter(|c| !c.is_true()).map(Premise::Cond);
        let premises = std::iter::once(self.here(from)).chain(more).chain(conditions).collect();
        self.clause(edge.origin, premises, goal);
    }

    /// Adds the claims that the caller keeps `requires`.
    fn requires(
        &mut self,
        span: Span,
        call: &Call,
        (given, introduced, names): (&Subst, &Introduced, &Names),
        from: PredId,
    ) {
        let Some(function) = self.function(call.function) else { return };
        for (id, cond) in call.requires.iter().zip(&function.requires) {
            let mut values = Values::avoiding(self, names.clone());
            let claim = values.claim(cond).subst(given);
            let own = values.introduced();
            let mut edge = Edge::new(span, Instruction::Requires).introducing(introduced.clone());
            edge.conditions.extend(own.conditions.iter().map(|c| c.subst(given)));
            edge.origin.opaque |= own.opaque;
            edge.too_large |= own.too_large;
            edge.origin = Origin { assert: Some(*id), ..edge.origin };
            self.add_call_clause(from, edge, vec![], Goal::Cond(claim));
        }
    }

    /// The state of the caller after a call: fresh variables, constrained by the relation or the contract.
    fn state_after_call(
        &self,
        function: &TypedFunction,
        call: &Call,
        given: &Subst,
        mut names: Names,
    ) -> StateAfterCall {
        let mut after = StateAfterCall::default();
        // The final arrays and results, by the function's own variables.
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
        after.args =
            self.relation_params(call.function, function).iter().filter_map(value).collect();
        if call.encoding == CallEncoding::Contract {
            for check in &function.ensures {
                let mut values = Values::avoiding(self, names);
                let cond = values.condition(&check.cond);
                let (own, left) = values.into_parts();
                names = left;
                let all = std::iter::once(cond).chain(own.conditions);
                after.conditions.extend(all.map(|c| c.subst(&meant)));
                after.opaque |= own.opaque;
                after.too_large |= own.too_large;
            }
        }
        after
    }

    /// Encodes an inlined function: a block with its parameters, which take the places of the array
    /// arguments.
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
            if p.changes() && contract_mentions_entry(function, p) {
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
        self.claim_ensures(function, true, exit);
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

/// The state of a caller after a call.
#[derive(Default)]
struct StateAfterCall {
    /// The arguments of the relation.
    args: Vec<Term>,
    /// The conditions of the contract.
    conditions: Vec<Term>,
    /// The new values of the caller's variables.
    changes: Changes,
    /// Whether some expression of the contract could not be expressed, or would be too large.
    opaque: bool,
    too_large: bool,
}

/// Whether a function may change an array.
fn changes_array(encoder: &Encoder<'_>, param: &TypedParam) -> bool {
    param.changes() && encoder.program.var(param.var).ty.is_array()
}

/// Whether `ensures` mentions the entry value of a parameter.
fn ensures_mentions_entry(function: &TypedFunction, param: &TypedParam) -> bool {
    function.ensures.iter().any(|check| mentions(&check.cond, param.entry))
}

/// Whether the contract mentions the entry value of a parameter; `requires` is looked at where the function
/// ends.
fn contract_mentions_entry(function: &TypedFunction, param: &TypedParam) -> bool {
    let required = || function.requires.iter().any(|cond| mentions(cond, param.var));
    ensures_mentions_entry(function, param) || !function.ensures.is_empty() && required()
}

fn mentions(cond: &TypedExpr, var: VarId) -> bool {
    cond.any(&|e| e.variable() == Some(var))
}
