//! Lemmas from disjuncts: a fact of several disjuncts is said once, under as few guards as tell these
//! disjuncts from the others.

use super::{PredicateStates, Role, signed};
use hornbook_horn::Term;

/// A set of literals over guards: `(index, value)`.
type GuardCube = Vec<(usize, bool)>;

impl PredicateStates {
    /// The disjunction of the reachable states.
    pub(super) fn formula(&self) -> Term {
        Term::or(self.disjuncts.iter().map(|(minterm, disjunct)| {
            let guards = self.guards.iter().zip(minterm).map(|((g, _), v)| signed(g, *v));
            let facts = self.facts.iter().zip(&disjunct.facts);
            Term::and(guards.chain(facts.filter_map(|((f, _), v)| Some(signed(f, (*v)?)))))
        }))
    }

    /// Lemmas about the reachable states, the simplest first.
    pub(super) fn lemmas(&self) -> Vec<Term> {
        if self.disjuncts.is_empty() {
            return vec![Term::bool(false)];
        }
        let mut lemmas: Vec<(usize, Term)> = vec![];
        for cube in self.absent() {
            lemmas.push((cube.len(), self.clause(&cube, None)));
        }
        for fact in 0..self.facts.len() {
            for value in [true, false] {
                for cube in self.cover(fact, value) {
                    let claim = signed(&self.facts[fact].0, value);
                    lemmas.push((cube.len() + 1, self.clause(&cube, Some(claim))));
                }
            }
        }
        lemmas.sort_by_key(|(size, _)| *size);
        lemmas.into_iter().map(|(_, lemma)| lemma).collect()
    }

    fn clause(&self, cube: &GuardCube, claim: Option<Term>) -> Term {
        let guards = cube.iter().map(|(g, v)| signed(&self.guards[*g].0, !v));
        Term::or(guards.chain(claim))
    }

    /// Single guards and pairs of guards that no reachable state satisfies.
    fn absent(&self) -> Vec<GuardCube> {
        let literals = (0..self.guards.len()).flat_map(|g| [(g, true), (g, false)]);
        let literals: Vec<(usize, bool)> = literals.collect();
        let is_absent = |cube: &GuardCube| !self.disjuncts.keys().any(|m| matches(cube, m));
        let singles: Vec<GuardCube> =
            literals.iter().map(|l| vec![*l]).filter(|cube| is_absent(cube)).collect();
        let mut out = singles.clone();
        for (n, a) in literals.iter().enumerate() {
            for b in &literals[n + 1..] {
                let known = singles.iter().any(|s| s.contains(a) || s.contains(b));
                let cube = vec![*a, *b];
                if a.0 != b.0 && !known && is_absent(&cube) {
                    out.push(cube);
                }
            }
        }
        out
    }

    /// Few cubes of guards that contain exactly disjuncts in which a fact has this value. A lemma about
    /// scalars must not depend on the choice of a sample.
    fn cover(&self, fact: usize, value: bool) -> Vec<GuardCube> {
        let has = |m: &[bool]| self.disjuncts.get(m).is_some_and(|p| p.facts[fact] == Some(value));
        let (with, without): (Vec<&Vec<bool>>, Vec<&Vec<bool>>) =
            self.disjuncts.keys().partition(|m| has(m));
        let mut cubes: Vec<GuardCube> = vec![];
        for minterm in with {
            if cubes.iter().any(|cube| matches(cube, minterm)) {
                continue;
            }
            let may_tell =
                |g: &usize| self.facts[fact].1 == Role::Content || self.guards[*g].1 == Role::Flag;
            let all = minterm.iter().copied().enumerate();
            let mut cube: GuardCube = all.filter(|(g, _)| may_tell(g)).collect();
            if without.iter().any(|m| matches(&cube, m)) {
                continue;
            }
            // The guards found last are the most far-fetched: they go first.
            for guard in (0..self.guards.len()).rev() {
                let fewer: GuardCube = cube.iter().copied().filter(|(g, _)| *g != guard).collect();
                if !without.iter().any(|m| matches(&fewer, m)) {
                    cube = fewer;
                }
            }
            cubes.push(cube);
        }
        cubes
    }
}

fn matches(cube: &GuardCube, minterm: &[bool]) -> bool {
    cube.iter().all(|(guard, value)| minterm[*guard] == *value)
}
