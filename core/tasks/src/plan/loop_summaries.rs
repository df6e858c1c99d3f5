//! The text with its loops replaced by what they do, and its contracts by what they say.
//!
//! **Soundness.** The plan makes the program again from the text, by [`summarize_loops`]. A claim rests on its copies there,
//! on all `requires` of the calls there, and on the contracts of the text, each by a plan of its own: a claim of a
//! contract is about all calls that keep `requires`. That this suffices is said in [`crate::loop_summaries`]. A claim
//! that has no copy for some place where it stands cannot be certified in this way, and neither can any claim where
//! calls are not handled by contract, or accesses are checked.

use super::DerivedProgram;
use crate::choices::Choices;
use crate::given::range_summaries::{SummaryForm, expand_summaries};
use crate::loop_summaries::summarize_loops;
use crate::method_result::{ClaimResult, Plan, ProofKind, ProofObligation};
use crate::task::{Answer, Claims, Source, Task};
use hornbook_base::Span;
use hornbook_lang::calls::{ChosenHandling, Handling};
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::{AssertId, AssertionKind, TypedProgram};
use hornbook_lang::{Options, front_end, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The title of the question.
const TITLE: &str = "with its loops replaced by what they do";

/// The reason for the question.
const WHY: &str = "Sums and cells that are given by their index are known behind a loop without any invariant, and equal \
                   loops and calls on equal inputs compute the same.";

/// The plan that replaces loops.
#[derive(Clone, Debug)]
pub struct LoopSummaryPlan {
    /// The choices for the text.
    options: Choices,
    /// The claims of the text, in their order.
    claims: Vec<Option<AssertId>>,
    /// For the claims that are lines of contracts a plan that certifies them, as far as there is one.
    contracts: BTreeMap<usize, Rc<dyn Plan>>,
}

/// The program whose loops are replaced.
pub struct LoopFreeProgram {
    program: DerivedProgram,
    /// The assertions of the text that it certifies, each with those of the program that have to hold.
    certifies: BTreeMap<AssertId, Vec<AssertId>>,
    /// The lines of the contracts of the text.
    contracts: Vec<AssertId>,
}

impl LoopFreeProgram {
    /// The question about the program, within so many steps.
    pub fn task(&self, limit: u64, share: u64) -> Task {
        Task { limit: Some(limit), share, ..self.program.task.clone() }
    }
}

impl LoopSummaryPlan {
    /// The plan for these claims.
    pub fn new(options: &Choices, claims: Vec<Option<AssertId>>) -> LoopSummaryPlan {
        LoopSummaryPlan { options: options.clone(), claims, contracts: BTreeMap::new() }
    }

    /// Builds the program without loops.
    ///
    /// # Errors
    /// In words, if the text has errors, or no such program.
    pub fn build_program(&self, original: &str) -> Result<LoopFreeProgram, String> {
        let tree = parse(original).0;
        let typed = front_end(original, Options::default()).0.ok_or("the text has errors")?;
        let options = self.options.over(&Choices::from_pragmas(&typed.pragmas).0);
        let contracts: Vec<AssertId> = of_kind(&typed, AssertionKind::Ensures).collect();
        let by_contract = typed.functions.iter().filter(|f| f.has_contract());
        let by_contract: BTreeMap<String, Handling> =
            by_contract.map(|f| (f.name.clone(), Handling::Summary)).collect();
        if options.check_bounds || !by_contract.is_empty() && !options.calls.is_empty() {
            return Err("accesses are checked, or calls are not handled by contract".into());
        }
        let summarized = summarize_loops(&tree).ok_or("nothing is known of its loops")?;
        let straight = expand_summaries(&summarized.program, SummaryForm::Related)
            .map_or(summarized.program, |expanded| expanded.program);
        let rewritten = SourceMap::from_trees(&tree, &straight);
        let mut program =
            DerivedProgram::from_rewriting((TITLE, WHY), rewritten, original, &self.options)?;
        // Bodies are no bodies any more.
        program.task.options.calls = ChosenHandling { all: None, by_name: by_contract };
        program.task.exact = true;
        let text = program.task.source.text();
        let derived = front_end(text, Options::default()).0.ok_or("the program has errors")?;
        let calls: Vec<AssertId> = of_kind(&derived, AssertionKind::Requires).collect();
        let certifies = self.certified(&typed, &program, &summarized.dropped, &calls);
        program.task.about = Claims::Asserts(certifies.values().flatten().copied().collect());
        Ok(LoopFreeProgram { program, certifies, contracts })
    }

    /// The assertions of the text that stand outside of what is replaced.
    fn certified(
        &self,
        typed: &TypedProgram,
        program: &DerivedProgram,
        dropped: &BTreeSet<Span>,
        calls: &[AssertId],
    ) -> BTreeMap<AssertId, Vec<AssertId>> {
        let own = of_kind(typed, AssertionKind::Asserted);
        let stays = |id: &AssertId| !dropped.contains(&typed.asserts[id.0 as usize].span);
        let with_copies = |id: AssertId| {
            let copies = program.find_copies(id);
            (!copies.is_empty())
                .then(|| (id, copies.into_iter().chain(calls.iter().copied()).collect()))
        };
        own.filter(stays).filter_map(with_copies).collect()
    }

    /// The result for a claim by the answer about the program, where the contracts are certified by these plans.
    pub fn claim_result(
        &self,
        program: &LoopFreeProgram,
        claim: usize,
        answer: &Answer,
        contracts: impl Fn(usize) -> Option<Rc<dyn Plan>>,
    ) -> Option<ClaimResult> {
        let original = (*self.claims.get(claim)?)?;
        let asserts = program.certifies.get(&original)?.clone();
        if !answer.certifies(&Claims::Asserts(asserts)) {
            return None;
        }
        let contract = |id: &AssertId| {
            let at = self.claims.iter().position(|claim| *claim == Some(*id))?;
            Some((at, contracts(at)?))
        };
        let contracts = program.contracts.iter().map(contract).collect::<Option<_>>()?;
        Some(ClaimResult::Certified(Rc::new(LoopSummaryPlan { contracts, ..self.clone() })))
    }
}

impl Plan for LoopSummaryPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::LoopSummaries)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let program = self.build_program(source.text())?;
        let asserts = program.certifies.get(&original).ok_or("the assertion is replaced")?;
        let claims = Claims::Asserts(asserts.clone());
        let mut all = vec![ProofObligation { task: program.program.task.clone(), claims }];
        for id in &program.contracts {
            let at = self.claims.iter().position(|claim| *claim == Some(*id));
            let plan = at.and_then(|at| Some((at, self.contracts.get(&at)?)));
            let (at, plan) = plan.ok_or("a line of a contract has no plan")?;
            all.extend(plan.obligations(source, at)?);
        }
        Ok(all)
    }
}

/// The assertions of a kind.
fn of_kind(program: &TypedProgram, kind: AssertionKind) -> impl Iterator<Item = AssertId> {
    let all = (0..).map(AssertId).zip(&program.asserts);
    all.filter(move |(_, assertion)| assertion.kind == kind).map(|(id, _)| id)
}
