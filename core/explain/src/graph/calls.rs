//! The calls in a graph, and their targets.
//!
//! A call has two clauses: one leads to the beginning of the function, the other one continues behind the
//! call with the results. The second one has the end of the function as a premise, too, which is no edge.

use hornbook_base::Span;
use hornbook_horn::{Clause, FunctionPart, Goal, Instruction, PredId, System};
use hornbook_lang::typed::{FunctionId, TypedProgram, TypedStmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The target of a step.
pub(super) enum StepTarget {
    /// A point of the same drawing, or a claim.
    Within,
    /// The beginning of a function.
    Into(FunctionId),
}

/// The calls of a system.
pub(super) struct Calls<'a> {
    system: &'a System,
    steps: Option<&'a System>,
    program: Option<&'a TypedProgram>,
    /// The functions that are called at places of the text.
    at: BTreeMap<Span, FunctionId>,
}

impl<'a> Calls<'a> {
    pub(super) fn new(
        system: &'a System,
        steps: Option<&'a System>,
        program: Option<&'a TypedProgram>,
    ) -> Calls<'a> {
        let statements = program.map(hornbook_lang::typed::all_statements).unwrap_or_default();
        let called = statements.into_iter().filter_map(|stmt| match &stmt.kind {
            TypedStmtKind::Call(call) => Some((stmt.span, call.function)),
            _ => None,
        });
        Calls { system, steps, program, at: called.collect() }
    }

    /// The function that a point is in.
    pub(super) fn function_of(&self, pred: PredId) -> Option<FunctionId> {
        self.system.pred(pred).within.map(|within| within.function)
    }

    fn is_part(&self, pred: PredId, part: FunctionPart) -> bool {
        self.system.pred(pred).within.is_some_and(|within| within.part == part)
    }

    /// The name of a function.
    pub(super) fn name(&self, id: FunctionId) -> String {
        let function = self.program.and_then(|program| program.functions.get(id.0 as usize));
        function.map_or_else(String::new, |function| function.name.clone())
    }

    /// The functions that a clause calls, in order; it may be made of several steps.
    pub(super) fn calls_in(&self, clause: &Clause) -> Vec<FunctionId> {
        let parts = clause.origin.parts.iter().filter_map(|id| self.steps?.clause(*id));
        let mut out = vec![];
        for step in std::iter::once(clause).chain(parts) {
            let instruction = step.origin.instruction;
            let calls = matches!(instruction, Instruction::Call | Instruction::Contract);
            let function = self.at.get(&step.origin.span).filter(|_| calls);
            out.extend(function.filter(|function| !out.contains(*function)).copied());
        }
        out
    }

    /// The target of a clause from one of its premises; `None` if there is no such edge.
    pub(super) fn target_of(&self, clause: &Clause, from: PredId) -> Option<StepTarget> {
        let premises: Vec<PredId> = clause.instances().map(|premise| premise.pred).collect();
        let of_callers = |pred: &PredId| !self.is_part(*pred, FunctionPart::End);
        // What is claimed of a function where it has ended has no other premise.
        let mut callers: Vec<PredId> = match premises.iter().any(of_callers) {
            true => premises.into_iter().filter(of_callers).collect(),
            false => premises,
        };
        let rooms: BTreeSet<Option<FunctionId>> =
            callers.iter().map(|p| self.function_of(*p)).collect();
        let mut way = StepTarget::Within;
        if let Goal::Instance(goal) = &clause.goal {
            let room = self.function_of(goal.pred);
            match room {
                Some(function)
                    if self.is_part(goal.pred, FunctionPart::Beginning)
                        || !rooms.contains(&room) =>
                {
                    way = StepTarget::Into(function);
                }
                _ => callers.retain(|pred| self.function_of(*pred) == room),
            }
        }
        let calls = matches!(way, StepTarget::Into(_)) || !self.calls_in(clause).is_empty();
        let walked = if calls { callers.first() == Some(&from) } else { callers.contains(&from) };
        walked.then_some(way)
    }
}
