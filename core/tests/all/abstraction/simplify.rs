//! Every step of the simplification keeps or strengthens the clause, by brute force.

use crate::support::finite::*;
use hornbook_abstraction::simplify::{Simplified, simplify};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// A rule that may lose gives a clause that implies the one before; any other rule gives an
    /// equivalent one. Arrays are finite maps here; the rules know nothing of their size.
    #[test]
    fn steps_are_equivalent_or_stronger(
        mut dice in prop::collection::vec(any::<u8>(), 128).prop_map(Dice::new),
        choice in prop::sample::select(vec!["cell", "cell2", "id"]),
        equation in any::<bool>(),
        quantifiers in any::<bool>(),
    ) {
        let shape = Shape { arrays: 1, equation, quantifiers, second: false };
        let way = way(random_system(&mut dice, shape), choice);
        let mut before = way.elimination.clause.clone();
        for step in simplify(&before) {
            // That conditions are kept whole is shown for unbounded indices and values only.
            let exempt = step.may_lose() || !step.keeping.is_empty();
            let Simplified { rule, clause, .. } = step;
            for _ in 0..4 {
                let relations = random_abstract_model(&mut dice, &way.concrete, &way.abstraction);
                let (Some(old), Some(new)) = (
                    valid(&before, &way.abstracted, &relations),
                    valid(&clause, &way.abstracted, &relations),
                ) else {
                    continue;
                };
                let (b, a) = (way.abstracted.show(&before), way.abstracted.show(&clause));
                prop_assert!(!new || old, "{rule:?} strengthens a premise: {b} to {a}");
                prop_assert!(exempt || new || !old, "{rule:?} loses: {b} to {a}");
            }
            // An index of an instance may be `i - 1`, which orders no finite set of sums: no condition
            // on it can be judged here from now on.
            if clause.terms().any(has_sum) {
                break;
            }
            before = clause;
        }
    }
}
