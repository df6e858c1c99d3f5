//! Conflict analysis: the first unique implication point, and the assumptions behind a failure.
//!
//! Marques-Silva and Sakallah 1999; final analysis after MiniSat.

use super::cdcl::Cdcl;
use super::lit::Lit;

/// A learnt clause with its backjump level.
pub(super) struct LearntClause {
    /// The clause; its first literal becomes true after the jump.
    pub(super) clause: Vec<Lit>,
    /// The level of the backjump.
    pub(super) level: usize,
    /// The number of different decision levels in the clause.
    pub(super) glue: u32,
}

impl Cdcl {
    /// Analyzes a clause that is false now. At least one of its literals must belong to the current decision
    /// level, which is not zero.
    pub(super) fn analyze(&mut self, conflict: &[Lit]) -> LearntClause {
        let current = self.level() as u32;
        let mut clause = vec![Lit::TRUE];
        let mut open = 0;
        let mut position = self.trail().len();
        let mut lits: Vec<Lit> = conflict.to_vec();
        loop {
            for lit in lits {
                let level = self.level_of(lit);
                if level == 0 || self.seen[lit.var()] {
                    continue;
                }
                self.seen[lit.var()] = true;
                self.bump(lit);
                if level == current {
                    open += 1;
                } else {
                    clause.push(lit);
                }
            }
            let pivot = loop {
                position -= 1;
                let lit = self.trail()[position];
                if self.seen[lit.var()] {
                    break lit;
                }
            };
            open -= 1;
            self.seen[pivot.var()] = false;
            if open == 0 {
                clause[0] = !pivot;
                break;
            }
            lits = self.reason(pivot).map_or_else(Vec::new, |reason| {
                reason.iter().copied().filter(|&l| l != pivot).collect()
            });
        }
        self.decay();
        self.build_learnt_clause(clause)
    }

    /// Shortens the clause and computes the backjump level.
    fn build_learnt_clause(&mut self, clause: Vec<Lit>) -> LearntClause {
        let mut short: Vec<Lit> = vec![clause[0]];
        short.extend(clause[1..].iter().filter(|&&l| !self.is_redundant(l)));
        for lit in clause {
            self.seen[lit.var()] = false;
        }
        let mut levels: Vec<u32> = short.iter().map(|&l| self.level_of(l)).collect();
        // The second watched literal must be one that is unassigned last.
        if let Some(second) = (1..short.len()).max_by_key(|&i| (levels[i], std::cmp::Reverse(i))) {
            short.swap(1, second);
            levels.swap(1, second);
        }
        let level = levels.get(1).map_or(0, |&l| l as usize);
        levels.sort_unstable();
        levels.dedup();
        LearntClause { clause: short, level, glue: levels.len() as u32 }
    }

    /// Whether the other literals of the clause imply that this one is false.
    fn is_redundant(&self, lit: Lit) -> bool {
        self.reason(lit).is_some_and(|reason| {
            reason
                .iter()
                .all(|&r| r.var() == lit.var() || self.seen[r.var()] || self.level_of(r) == 0)
        })
    }

    /// The decisions (all of them assumptions) that make the assumption `failed` false, together
    /// with `failed` itself.
    pub(super) fn analyze_assumption(&mut self, failed: Lit) -> Vec<Lit> {
        let mut core = vec![failed];
        if self.level() == 0 || self.level_of(failed) == 0 {
            return core;
        }
        self.seen[failed.var()] = true;
        for position in (self.level_start(0)..self.trail().len()).rev() {
            let lit = self.trail()[position];
            if !std::mem::take(&mut self.seen[lit.var()]) {
                continue;
            }
            match self.reason(lit).map(<[Lit]>::to_vec) {
                None => core.push(lit),
                Some(reason) => {
                    for l in reason.into_iter().filter(|&l| l.var() != lit.var()) {
                        if self.level_of(l) > 0 {
                            self.seen[l.var()] = true;
                        }
                    }
                }
            }
        }
        core
    }
}
