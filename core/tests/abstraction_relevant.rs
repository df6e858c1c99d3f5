//! Relevant cells against T Def. 27, by brute force.

mod abstraction_common;

use abstraction_common::*;
use hornbook_core::abstraction::relevant::relevant;
use hornbook_core::horn::{Op, Term, Var};
use proptest::prelude::*;

/// A random formula over the arrays `a` and `b`, some equalities between them among its parts.
fn random_omega(dice: &mut Dice) -> Term {
    let (arrays, scalars) = (vec![array("a"), array("b")], vec![Var::int("i"), Var::int("x")]);
    let mut random = Random { dice, arrays, scalars };
    let mut parts = vec![];
    for _ in 0..1 + random.dice.below(3) {
        parts.push(match random.dice.below(3) {
            0 => {
                let (l, r) = (random.updated(), random.updated());
                let op = if random.dice.below(4) == 0 { Op::Ne } else { Op::Eq };
                Term::app(op, vec![l, r])
            }
            _ => random.formula(1),
        });
    }
    if random.dice.below(4) == 0 { Term::or(parts) } else { Term::and(parts) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Two arrays that agree on the cells found are as good as each other: if `ω` holds for the
    /// one, it can be made to hold for the other.
    #[test]
    fn cells_outside_the_set_do_not_matter(
        mut dice in prop::collection::vec(any::<u8>(), 64).prop_map(Dice::new),
    ) {
        let omega = random_omega(&mut dice);
        let a = array("a");
        let (indices, top) = relevant(&a, &omega).split();
        prop_assume!(top.is_none());
        let mut slots = Slots::default();
        let searched = slots.slot(&a);
        let omega_code = slots.compile(&omega);
        let codes: Vec<Code> = indices.iter().map(|i| slots.compile(i)).collect();
        let others: Vec<usize> = (0..slots.vars.len()).filter(|s| *s != searched).collect();
        let arrays = N.pow(N as u32);
        let none = Relations::new();
        let mut world = World::new(&slots, &none);
        let satisfiable: Vec<bool> = (0..arrays)
            .map(|n| {
                world.values[searched] = n;
                !world.all(&others, &mut |w| !w.holds(&omega_code))
            })
            .collect();
        for n in 0..arrays {
            world.values[searched] = n;
            let fine = world.all(&others, &mut |w| {
                if !w.holds(&omega_code) {
                    return true;
                }
                let cells: Vec<usize> = codes.iter().map(|c| w.eval(c)).collect();
                (0..arrays).all(|other| {
                    let agree = cells.iter().all(|k| select(n, *k) == select(other, *k));
                    !agree || satisfiable[other]
                })
            });
            prop_assert!(fine, "{} with {:?}", omega, indices);
        }
    }
}
