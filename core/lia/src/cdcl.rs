//! The propositional half: clauses, assignments, unit propagation with two watched literals.
//!
//! After MiniSat (Eén and Sörensson 2003). Conflict analysis stands in `analyze_conflict`, the
//! choice of decisions in `justify`.

use super::lit::Lit;

/// The identifier of a clause.
pub(super) type ClauseId = u32;

/// "No clause": the reason of decisions and of facts.
pub(super) const NO_CLAUSE: ClauseId = u32::MAX;

/// Marks reasons that are theory propagations.
const THEORY: ClauseId = 1 << 31;

/// Clauses are simplified after one new fact for so many clauses.
const FACTS: usize = 8;

#[derive(Clone, Copy)]
struct Header {
    start: u32,
    len: u32,
    /// Zero for permanent clauses, else the literal block distance of a learnt clause.
    glue: u32,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseId,
    /// Some literal of the clause; while it holds, the clause need not be visited.
    blocker: Lit,
}

/// Clauses and a partial assignment.
pub(super) struct Cdcl {
    clauses: Vec<Header>,
    arena: Vec<Lit>,
    watches: Vec<Vec<Watch>>,
    /// By literal: whether it holds.
    values: Vec<Option<bool>>,
    levels: Vec<u32>,
    reasons: Vec<ClauseId>,
    trail: Vec<Lit>,
    level_starts: Vec<usize>,
    head: usize,
    /// The explanations of theory propagations, in the order of the trail.
    explanations: Vec<Lit>,
    explanation_starts: Vec<u32>,
    learnt: usize,
    /// The number of facts at the last simplification.
    facts: usize,
    /// Marks of conflict analysis, all false otherwise.
    pub(super) seen: Vec<bool>,
    /// The activity of each variable in conflicts, recent ones counting more.
    activity: Vec<u64>,
    bump: u64,
    /// The last value of each variable.
    phase: Vec<bool>,
    /// Whether the clauses alone, without assumptions, are still consistent.
    pub(super) consistent: bool,
}

impl Cdcl {
    pub(super) fn new() -> Cdcl {
        let mut cdcl = Cdcl {
            clauses: Vec::new(),
            arena: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            head: 0,
            explanations: Vec::new(),
            explanation_starts: Vec::new(),
            learnt: 0,
            facts: 0,
            seen: Vec::new(),
            activity: Vec::new(),
            bump: 1 << 8,
            phase: Vec::new(),
            consistent: true,
        };
        cdcl.new_var();
        cdcl.add_clause(&[Lit::TRUE]);
        cdcl
    }

    pub(super) fn new_var(&mut self) -> usize {
        let var = self.levels.len();
        self.values.extend([None, None]);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.levels.push(0);
        self.reasons.push(NO_CLAUSE);
        self.seen.push(false);
        self.activity.push(0);
        self.phase.push(false);
        var
    }

    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.var()]
    }

    pub(super) fn level(&self) -> usize {
        self.level_starts.len()
    }

    pub(super) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    pub(super) fn level_start(&self, level: usize) -> usize {
        self.level_starts[level]
    }

    pub(super) fn reason(&self, lit: Lit) -> Option<&[Lit]> {
        match self.reasons[lit.var()] {
            NO_CLAUSE => None,
            number if number & THEORY != 0 => Some(self.explanation(number & !THEORY)),
            clause => Some(self.clause(clause)),
        }
    }

    pub(super) fn clause(&self, id: ClauseId) -> &[Lit] {
        let Header { start, len, .. } = self.clauses[id as usize];
        &self.arena[start as usize..(start + len) as usize]
    }

    pub(super) fn activity(&self, lit: Lit) -> u64 {
        self.activity[lit.var()]
    }

    /// The literal of `lit`'s variable that held last.
    pub(super) fn last_phase(&self, lit: Lit) -> Lit {
        Lit::new(lit.var(), self.phase[lit.var()])
    }

    pub(super) fn learnt_count(&self) -> usize {
        self.learnt
    }

    /// Counts a variable as part of the current conflict.
    pub(super) fn bump(&mut self, lit: Lit) {
        self.activity[lit.var()] += self.bump;
    }

    /// Makes future conflicts count more than past ones.
    pub(super) fn decay(&mut self) {
        self.bump += self.bump >> 4;
        if self.bump > 1 << 50 {
            self.bump >>= 42;
            self.activity.iter_mut().for_each(|a| *a >>= 42);
        }
    }

    /// Adds a permanent clause. Only between searches.
    pub(super) fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert_eq!(self.level(), 0);
        let mut clause: Vec<Lit> = lits.to_vec();
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|w| w[0] == !w[1]);
        if tautology || clause.iter().any(|&l| self.value(l) == Some(true)) {
            return;
        }
        clause.retain(|&l| self.value(l).is_none());
        match clause[..] {
            [] => self.consistent = false,
            [unit] => self.enqueue(unit, NO_CLAUSE),
            _ => {
                self.attach(&clause, 0);
            }
        }
    }

    /// Adds a learnt clause whose first literal follows from the others, and propagates that literal.
    pub(super) fn add_learnt(&mut self, lits: &[Lit], glue: u32) {
        if let [unit] = lits {
            self.enqueue(*unit, NO_CLAUSE);
        } else {
            let id = self.attach(lits, glue.max(1));
            self.enqueue(lits[0], id);
        }
    }

    /// Propagates the first literal of a theory clause, whose other literals are false. The clause is kept
    /// only as long as the literal is assigned.
    pub(super) fn enqueue_explained(&mut self, lits: &[Lit]) {
        let start = self.explanations.len() as u32;
        self.explanations.extend_from_slice(lits);
        let reason = THEORY | self.explanation_starts.len() as u32;
        self.explanation_starts.push(start);
        self.enqueue(lits[0], reason);
    }

    fn explanation(&self, number: u32) -> &[Lit] {
        let number = number as usize;
        let start = self.explanation_starts[number] as usize;
        let end = self
            .explanation_starts
            .get(number + 1)
            .map_or(self.explanations.len(), |&e| e as usize);
        &self.explanations[start..end]
    }

    fn attach(&mut self, lits: &[Lit], glue: u32) -> ClauseId {
        let id = self.clauses.len() as ClauseId;
        self.clauses.push(Header { start: self.arena.len() as u32, len: lits.len() as u32, glue });
        self.learnt += usize::from(glue > 0);
        self.arena.extend_from_slice(lits);
        self.watches[lits[0].index()].push(Watch { clause: id, blocker: lits[1] });
        self.watches[lits[1].index()].push(Watch { clause: id, blocker: lits[0] });
        id
    }

    /// Assigns true to an unassigned literal.
    fn enqueue(&mut self, lit: Lit, reason: ClauseId) {
        debug_assert_eq!(self.value(lit), None);
        self.values[lit.index()] = Some(true);
        self.values[(!lit).index()] = Some(false);
        self.levels[lit.var()] = self.level() as u32;
        self.reasons[lit.var()] = reason;
        self.trail.push(lit);
    }

    /// Opens a decision level, with `decision` assigned true if there is one.
    pub(super) fn decide(&mut self, decision: Option<Lit>) {
        self.level_starts.push(self.trail.len());
        if let Some(lit) = decision {
            self.enqueue(lit, NO_CLAUSE);
        }
    }

    /// Unassigns all levels above `level`.
    pub(super) fn backtrack(&mut self, level: usize) {
        if level < self.level() {
            let keep = self.level_starts[level];
            for &lit in &self.trail[keep..] {
                self.values[lit.index()] = None;
                self.values[(!lit).index()] = None;
                self.phase[lit.var()] = lit.is_positive();
            }
            self.drop_explanations(keep);
            self.trail.truncate(keep);
            self.level_starts.truncate(level);
            self.head = keep.min(self.head);
        }
    }

    /// Drops the explanations of theory propagations from position `keep` of the trail on.
    fn drop_explanations(&mut self, keep: usize) {
        let reason = |lit: &Lit| self.reasons[lit.var()];
        let concluded = |r: &ClauseId| *r != NO_CLAUSE && r & THEORY != 0;
        if let Some(first) = self.trail[keep..].iter().map(reason).find(concluded) {
            let number = (first & !THEORY) as usize;
            self.explanations.truncate(self.explanation_starts[number] as usize);
            self.explanation_starts.truncate(number);
        }
    }

    /// Propagates all units; gives a clause that became false, if any.
    pub(super) fn propagate(&mut self) -> Option<ClauseId> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let conflict = self.visit_watches(!lit);
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn visit_watches(&mut self, falsified: Lit) -> Option<ClauseId> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut kept = 0;
        let mut conflict = None;
        let mut next = 0;
        while let Some(&watch) = watches.get(next) {
            next += 1;
            let blocker = match self.value(watch.blocker) {
                Some(true) => watch.blocker,
                _ => match self.visit_clause(watch.clause, falsified) {
                    Visit::Moved => continue,
                    Visit::Holds(lit) => lit,
                    Visit::Unit(lit) => {
                        self.enqueue(lit, watch.clause);
                        lit
                    }
                    Visit::False(lit) => {
                        conflict = Some(watch.clause);
                        lit
                    }
                },
            };
            watches[kept] = Watch { clause: watch.clause, blocker };
            kept += 1;
            if conflict.is_some() {
                break;
            }
        }
        watches.drain(kept..next);
        self.watches[falsified.index()] = watches;
        conflict
    }

    /// Visits one clause whose watched literal `falsified` became false.
    fn visit_clause(&mut self, id: ClauseId, falsified: Lit) -> Visit {
        let Header { start, len, .. } = self.clauses[id as usize];
        let lits = &mut self.arena[start as usize..(start + len) as usize];
        if lits[0] == falsified {
            lits.swap(0, 1);
        }
        let other = lits[0];
        let value = self.values[other.index()];
        if value == Some(true) {
            return Visit::Holds(other);
        }
        for k in 2..lits.len() {
            if self.values[lits[k].index()] != Some(false) {
                lits.swap(1, k);
                self.watches[lits[1].index()].push(Watch { clause: id, blocker: other });
                return Visit::Moved;
            }
        }
        match value {
            Some(_) => Visit::False(other),
            None => Visit::Unit(other),
        }
    }

    /// Drops the less useful half of the learnt clauses. Only between searches.
    pub(super) fn reduce_db(&mut self) {
        debug_assert_eq!(self.level(), 0);
        let mut glues: Vec<u32> = self.clauses.iter().map(|c| c.glue).collect();
        glues.retain(|&g| g > 0);
        glues.sort_unstable();
        let limit = glues.get(glues.len() / 2).map_or(2, |&g| g.max(2));
        // Of equally good clauses the younger ones stay.
        let mut room = glues.len() / 2;
        let mut keep: Vec<bool> = vec![false; self.clauses.len()];
        for (i, clause) in self.clauses.iter().enumerate().rev() {
            keep[i] = clause.glue == 0 || (clause.glue <= limit && room > 0);
            room -= usize::from(keep[i] && clause.glue > 0);
        }
        self.rebuild(&keep);
    }

    /// Whether there are many facts since the last simplification.
    pub(super) fn has_many_facts(&self) -> bool {
        (self.trail.len() - self.facts) * FACTS > self.clauses.len()
    }

    /// Drops satisfied clauses. Only between searches.
    pub(super) fn drop_satisfied(&mut self) {
        self.rebuild(&vec![true; self.clauses.len()]);
    }

    fn rebuild(&mut self, keep: &[bool]) {
        self.facts = self.trail.len();
        let clauses = std::mem::take(&mut self.clauses);
        let arena = std::mem::take(&mut self.arena);
        self.watches.iter_mut().for_each(Vec::clear);
        self.reasons.fill(NO_CLAUSE);
        self.explanations.clear();
        self.explanation_starts.clear();
        self.learnt = 0;
        for (header, _) in clauses.iter().zip(keep).filter(|(_, k)| **k) {
            let lits = &arena[header.start as usize..(header.start + header.len) as usize];
            if lits.iter().any(|&l| self.value(l) == Some(true)) {
                continue;
            }
            // Facts are propagated completely, so at least two literals are open.
            let open: Vec<Lit> =
                lits.iter().copied().filter(|&l| self.value(l).is_none()).collect();
            self.attach(&open, header.glue);
        }
    }
}

enum Visit {
    /// Another literal is watched now.
    Moved,
    /// The clause holds because of this literal.
    Holds(Lit),
    /// The clause forces this literal.
    Unit(Lit),
    /// The clause is false; this is the other watched literal.
    False(Lit),
}
