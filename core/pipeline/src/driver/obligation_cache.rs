//! The proof obligations of plans, made once: while a search goes on its outcome is asked for often, and the conditions of
//! tiles, for one, take longer to make than to decide.

use hornbook_tasks::method_result::{Plan, ProofObligation};
use hornbook_tasks::task::Source;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The obligations of a plan for a claim, or why there are none.
pub(super) type MadeObligations = Rc<Result<Vec<ProofObligation>, String>>;

/// The most plans and claims whose obligations are kept: some methods make a new plan for each outcome.
const MOST: usize = 64;

/// The obligations of plans for the claims of one text.
#[derive(Default)]
pub(super) struct ObligationCache {
    /// The newest ones last.
    known: RefCell<VecDeque<KnownObligations>>,
}

struct KnownObligations {
    /// A plan that is kept has an address that no other has.
    plan: Rc<dyn Plan>,
    claim: usize,
    made: MadeObligations,
}

impl KnownObligations {
    fn is_about(&self, plan: &Rc<dyn Plan>, claim: usize) -> bool {
        self.claim == claim && std::ptr::addr_eq(Rc::as_ptr(&self.plan), Rc::as_ptr(plan))
    }
}

impl ObligationCache {
    /// The obligations of a plan for a claim of the text, which is the same at each call.
    pub(super) fn obligations(
        &self,
        plan: &Rc<dyn Plan>,
        claim: usize,
        source: &Source,
    ) -> MadeObligations {
        let mut known = self.known.borrow_mut();
        if let Some(found) = known.iter().find(|known| known.is_about(plan, claim)) {
            return found.made.clone();
        }
        let made: MadeObligations = Rc::new(plan.obligations(source, claim));
        if known.len() == MOST {
            known.pop_front();
        }
        known.push_back(KnownObligations { plan: plan.clone(), claim, made: made.clone() });
        made
    }
}
