//! Reverse unit propagation: a clause follows if its negation leads to a contradiction by unit propagation.
//!
//! Goldberg and Novikov 2003. Two literals of each clause are watched.

use super::formula::Literal;

/// Clauses and the literals that follow from them by unit propagation.
pub(super) struct Propagation {
    clauses: Vec<Vec<Literal>>,
    /// By literal: clauses that watch it.
    watches: Vec<[Vec<usize>; 2]>,
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    head: usize,
    /// Whether the clauses are contradictory by unit propagation.
    contradiction: bool,
}

impl Propagation {
    pub(super) fn new(variables: usize) -> Propagation {
        Propagation {
            clauses: Vec::new(),
            watches: vec![[Vec::new(), Vec::new()]; variables],
            values: vec![None; variables],
            trail: Vec::new(),
            head: 0,
            contradiction: false,
        }
    }

    fn value(&self, lit: Literal) -> Option<bool> {
        self.values[lit.var].map(|v| v == lit.positive)
    }

    /// Adds a permanent clause.
    pub(super) fn add(&mut self, clause: &[Literal]) {
        let mut open: Vec<Literal> = Vec::new();
        for &lit in clause {
            match self.value(lit) {
                Some(true) => return,
                Some(false) => {}
                None if open.contains(&!lit) => return,
                None if open.contains(&lit) => {}
                None => open.push(lit),
            }
        }
        match open[..] {
            [] => self.contradiction = true,
            [unit] => {
                self.assign(unit);
                self.contradiction |= !self.propagate();
            }
            _ => {
                for lit in &open[..2] {
                    self.watches[lit.var][usize::from(lit.positive)].push(self.clauses.len());
                }
                self.clauses.push(open);
            }
        }
    }

    /// Whether the clause follows by reverse unit propagation.
    pub(super) fn implies(&mut self, clause: &[Literal]) -> bool {
        if self.contradiction {
            return true;
        }
        let start = self.trail.len();
        let mut conflict = false;
        for &lit in clause {
            match self.value(lit) {
                Some(true) => conflict = true,
                Some(false) => {}
                None => self.assign(!lit),
            }
        }
        conflict = conflict || !self.propagate();
        for lit in self.trail.drain(start..) {
            self.values[lit.var] = None;
        }
        self.head = start;
        conflict
    }

    fn assign(&mut self, lit: Literal) {
        self.values[lit.var] = Some(lit.positive);
        self.trail.push(lit);
    }

    /// Whether unit propagation ends without a false clause.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let falsified = !lit;
            let slot = usize::from(falsified.positive);
            let watching = std::mem::take(&mut self.watches[falsified.var][slot]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut consistent = true;
            for id in watching {
                if !consistent {
                    kept.push(id);
                } else if self.moves_watch(id, falsified) {
                    continue;
                } else {
                    kept.push(id);
                    let other = self.clauses[id][0];
                    match self.value(other) {
                        None => self.assign(other),
                        Some(value) => consistent = value,
                    }
                }
            }
            self.watches[falsified.var][slot] = kept;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Finds another literal to watch; if there is none, puts the other watched one first.
    fn moves_watch(&mut self, id: usize, falsified: Literal) -> bool {
        if self.clauses[id][0] == falsified {
            self.clauses[id].swap(0, 1);
        }
        if self.value(self.clauses[id][0]) == Some(true) {
            return false;
        }
        let replacement =
            (2..self.clauses[id].len()).find(|&k| self.value(self.clauses[id][k]) != Some(false));
        if let Some(k) = replacement {
            self.clauses[id].swap(1, k);
            let lit = self.clauses[id][1];
            self.watches[lit.var][usize::from(lit.positive)].push(id);
        }
        replacement.is_some()
    }
}
