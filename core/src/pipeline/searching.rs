//! The searches for failing runs of the programs that a method asks about, one for each program. What is found does not
//! depend on how arrays are abstracted, so the roads of one program share it, and no run is replayed twice.

use super::Input;
use crate::chc::settings::Settings;
use crate::lang::calls::Chosen;
use crate::lang::typed::AssertId;
use crate::runs::bounded::Bounded;
use crate::runs::shared::Shared;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What roads share. An empty one knows nothing.
#[derive(Clone, Default)]
pub(super) struct Searches(Rc<RefCell<Vec<Known>>>);

/// What a program is made from, and the search for its failing runs.
struct Known {
    text: String,
    check_bounds: bool,
    calls: Chosen,
    search: Shared,
}

impl Known {
    fn is_of(&self, input: &Input) -> bool {
        let same = self.check_bounds == input.options.check_bounds;
        same && self.calls == input.settings.calls && self.text == input.text
    }
}

impl Searches {
    /// The search for runs of a program that violate these assertions; `None` if there is no program.
    pub(super) fn of(
        &self,
        input: &Input,
        about: &BTreeSet<AssertId>,
        settings: &Rc<Settings>,
    ) -> Option<Shared> {
        let mut known = self.0.borrow_mut();
        if let Some(known) = known.iter().find(|k| k.is_of(input) && k.search.is_about(about)) {
            return Some(known.search.clone());
        }
        // Runs are followed step by step, whatever the abstraction starts from.
        let system = input.paths.as_ref().or(input.system.as_ref())?;
        let program = Rc::new(input.program.clone()?);
        let search = Bounded::new(Rc::new(system.clone()), about.clone(), settings.clone());
        let search = Shared::new(search.with_program(program), about.clone());
        known.push(Known {
            text: input.text.clone(),
            check_bounds: input.options.check_bounds,
            calls: input.settings.calls.clone(),
            search: search.clone(),
        });
        Some(search)
    }
}
