//! One search for failing runs for several roads of one program: runs do not depend on how arrays are abstracted.
//!
//! Each road has a share. Whoever has its turn goes on with the search, and all are told what was found. So what is
//! found depends on the order of the turns only, which is the same however they are cut into slices.

use super::bounded::Bounded;
use crate::Candidate;
use hornbook_base::Budget;
use hornbook_chc::engine::Learned;
use hornbook_chc::scout::{Scout, Search};
use hornbook_lang::interp::Value;
use hornbook_lang::typed::AssertId;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A search that roads can have shares in.
#[derive(Clone)]
pub struct Shared(Rc<RefCell<Common>>);

struct Common {
    search: Bounded,
    /// All assertions that it was begun for.
    about: BTreeSet<AssertId>,
    /// What these found, once they were asked for.
    at_once: Option<Vec<Candidate>>,
    soon: Option<Vec<Candidate>>,
    /// What was found since, in order.
    found: Vec<Candidate>,
    /// Whether it came to its end, and whether that was because there was too much.
    over: Option<bool>,
}

/// The share of a road.
struct Share {
    common: Rc<RefCell<Common>>,
    /// The assertions that the road still looks for.
    wanted: BTreeSet<AssertId>,
    /// How much of what was found it knows.
    seen: usize,
    /// Questions that were asked in its turns.
    questions: u64,
}

impl Shared {
    /// A search that nobody has a share in yet, which looks for violations of these assertions.
    pub fn new(search: Bounded, about: BTreeSet<AssertId>) -> Shared {
        let (at_once, soon, found, over) = (None, None, vec![], None);
        Shared(Rc::new(RefCell::new(Common { search, about, at_once, soon, found, over })))
    }

    /// Whether it was begun for all of these assertions.
    pub fn is_about(&self, asserts: &BTreeSet<AssertId>) -> bool {
        asserts.is_subset(&self.0.borrow().about)
    }

    /// A share for a road that looks for violations of these assertions, of those that it is about.
    pub fn share(&self, wanted: BTreeSet<AssertId>) -> Box<dyn Scout<Vec<Value>>> {
        Box::new(Share { common: self.0.clone(), wanted, seen: 0, questions: 0 })
    }
}

impl Scout<Vec<Value>> for Share {
    fn at_once(&mut self) -> Vec<Candidate> {
        let Common { search, at_once, .. } = &mut *self.common.borrow_mut();
        at_once.get_or_insert_with(|| search.at_once()).clone()
    }

    fn soon(&mut self) -> Vec<Candidate> {
        let Common { search, soon, .. } = &mut *self.common.borrow_mut();
        soon.get_or_insert_with(|| search.soon()).clone()
    }

    fn step(&mut self, long: bool, budget: &mut Budget) -> Option<Search<Vec<Value>>> {
        let mut common = self.common.borrow_mut();
        if self.wanted.is_empty() {
            return Some(Search::Exhausted);
        }
        if let Some(known) = common.found.get(self.seen) {
            self.seen += 1;
            budget.charge(1);
            return Some(Search::Found(known.clone()));
        }
        let too_wide = match common.over {
            Some(too_wide) => too_wide,
            None => {
                let before = common.search.questions();
                let came = common.search.step(long, budget);
                self.questions += common.search.questions() - before;
                match came? {
                    Search::Found(candidate) => {
                        common.found.push(candidate.clone());
                        self.seen = common.found.len();
                        return Some(Search::Found(candidate));
                    }
                    Search::Exhausted => false,
                    Search::TooWide => true,
                }
            }
        };
        common.over = Some(too_wide);
        Some(if too_wide { Search::TooWide } else { Search::Exhausted })
    }

    fn may_find(&self, long: bool) -> bool {
        let common = self.common.borrow();
        let more = common.over.is_none() && common.search.may_find(long);
        more || self.seen < common.found.len()
    }

    fn can_wait(&self) -> bool {
        let common = self.common.borrow();
        self.seen == common.found.len() && common.search.can_wait()
    }

    fn settled(&mut self, assert: AssertId) {
        self.wanted.remove(&assert);
        self.common.borrow_mut().search.settled(assert);
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn learned(&self) -> Learned {
        self.common.borrow().search.learned()
    }
}
