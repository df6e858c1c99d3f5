//! The text with all rounds of its loops, and with its calls inlined: for programs whose rounds constants bound.
//!
//! **Soundness.** The only proof obligation of a claim is that claim of the same text, where calls are inlined. Runs of the
//! program inline their calls. Claims in a function with a contract, and those of the contract, are about all calls that
//! keep it, whether a run makes them or not; so they cannot be certified in this way.

use crate::choices::Choices;
use crate::method_result::{ClaimResult, Plan, ProofKind, ProofObligation};
use crate::task::{Answer, Claims, Source, Task, TaskResult};
use hornbook_lang::calls::{ChosenHandling, Handling};
use hornbook_lang::typed::{AssertId, TypedFunction, TypedProgram, TypedStmtKind, statements};
use hornbook_lang::{Options, front_end};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The plan that looks at all rounds of loops.
#[derive(Clone, Debug)]
pub struct UnwindingPlan {
    /// The choices for the text.
    options: Choices,
    /// The claims of the text, in their order.
    claims: Vec<Option<AssertId>>,
    /// The weight of the task in the scheduler, in percent.
    share: u64,
}

impl UnwindingPlan {
    /// The plan for these claims.
    pub fn new(options: &Choices, claims: Vec<Option<AssertId>>, share: u64) -> UnwindingPlan {
        UnwindingPlan { options: options.clone(), claims, share }
    }

    /// The choices with all calls of a program inlined, unless the handling of calls was chosen.
    pub fn inlining(options: &Choices, program: &TypedProgram) -> Choices {
        let (own, _) = Choices::from_pragmas(&program.pragmas);
        let is_chosen = !options.calls.is_empty() || !own.calls.is_empty();
        if program.functions.is_empty() || is_chosen {
            return options.clone();
        }
        let calls = ChosenHandling { all: Some(Handling::Inline), by_name: BTreeMap::new() };
        Choices { calls, ..options.clone() }
    }

    /// Makes the task about a text.
    pub fn task(&self, source: &Source) -> Task {
        let options = match read(source, &self.options) {
            Some(program) => UnwindingPlan::inlining(&self.options, &program),
            None => self.options.clone(),
        };
        let why = "Constants bound the rounds of its loops, so each round can be looked at.";
        let task = Task::new("with all rounds of loops", why, source.clone());
        Task { options, share: self.share, exact: true, unwinds: true, ..task }
    }

    /// The result for a claim by the answer to the task.
    pub fn claim_result(
        self: &Rc<UnwindingPlan>,
        source: &Source,
        task: usize,
        claim: usize,
        answer: &Answer,
    ) -> Option<ClaimResult> {
        let (at, result) = answer.find_assert((*self.claims.get(claim)?)?)?;
        match result {
            TaskResult::Certified => {
                self.obligations(source, claim).ok()?;
                Some(ClaimResult::Certified(self.clone()))
            }
            TaskResult::Buggy(_) => Some(ClaimResult::Buggy(task, at)),
            TaskResult::TooWeak | TaskResult::Unknown(_) => None,
        }
    }
}

impl Plan for UnwindingPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::AllRounds)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let id = self.claims.get(claim).copied().flatten().ok_or("there is no such claim")?;
        let program = read(source, &self.options).ok_or("the text has errors")?;
        if about_all_calls(&program).contains(&id) {
            return Err("the claim is about all calls that keep a contract".into());
        }
        Ok(vec![ProofObligation { task: self.task(source), claims: Claims::Asserts(vec![id]) }])
    }
}

fn read(source: &Source, options: &Choices) -> Option<TypedProgram> {
    front_end(source.text(), Options { check_bounds: options.check_bounds }).0
}

/// The claims in functions with contracts, and those of the contracts themselves.
fn about_all_calls(program: &TypedProgram) -> BTreeSet<AssertId> {
    let has_contract = |f: &&TypedFunction| !f.requires.is_empty() || !f.ensures.is_empty();
    let mut found = BTreeSet::new();
    for function in program.functions.iter().filter(has_contract) {
        found.extend(function.ensures.iter().map(|check| check.id));
        for stmt in statements(&function.body) {
            found.extend(stmt.checks.iter().map(|check| check.id));
            match &stmt.kind {
                TypedStmtKind::Assert { id, .. } => found.extend([*id]),
                TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
                    found.extend(&call.requires);
                }
                _ => {}
            }
        }
    }
    found
}
