//! `insts` for one value of a multiset and its number (T Sec. 6.3.1.2).

use super::super::relevant::{self, Levels};
use super::{Algorithm, Answer, Insts, cell_at};
use hornbook_horn::arrays::counts;
use hornbook_horn::arrays::counts::Counted;
use hornbook_horn::{Names, Term, Var, arrays};
use std::rc::Rc;

impl Insts<'_> {
    /// T Sec. 6.3.1.2: the cells of a multiset are values; those that the context counts are relevant.
    pub(super) fn counts(&mut self, multiset: &Term, array: &Term, ctx: &Term) -> Answer {
        let relevant = counted_values(multiset, array, ctx, self.names);
        let mut chosen: Vec<Term> = relevant.split().0.into_iter().flatten().collect();
        let spoken = |t: &&Term| self.focus.freed.iter().any(|v| t.mentions(v));
        let of_goal = chosen.iter().filter(spoken).cloned().collect();
        let any = chosen.is_empty();
        if any {
            chosen.push(Term::var(&self.names.fresh(&Var::int("any"))));
        }
        let (left_out, tried) = (vec![], vec![]);
        let set = chosen.into_iter().map(|v| cell_at(multiset, v)).collect();
        (Algorithm::Cell { relevant, left_out, of_goal, tried, any }, set)
    }
}

/// The values whose counts in an array can matter to the context: those that it counts in the variables of
/// the array. Where it mentions the counts of all values, these may be linked to counts in other arrays, so
/// the values that it counts there are taken, too, and there is a `⊤`.
fn counted_values(
    multiset: &Term,
    array: &Term,
    ctx: &Term,
    names: &Names,
) -> relevant::RelevantCall {
    let own = array.free_vars();
    let multiset = names.unused(&Var::new("#a", multiset.sort()));
    let ctx = arrays::expand(ctx);
    let mut call = relevant::RelevantCall::new(&multiset, Levels::FIRST, &Rc::default(), &ctx);
    call.case = relevant::MatchedCase::Constructor;
    let all = counts::values(&ctx);
    let mine = |c: &Counted| c.array.free_vars().iter().any(|v| own.contains(v));
    let bound = all.iter().find_map(|c| c.under.clone());
    for counted in all.into_iter().filter(|c| c.under.is_none() && (bound.is_some() || mine(c))) {
        call.add(relevant::Cell::Index(vec![counted.value]));
    }
    if let Some(at) = bound {
        let reason = relevant::TopReason::BoundIndex;
        call.add(relevant::Cell::Top(relevant::Top { reason, at }));
    }
    call
}
