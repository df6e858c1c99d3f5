//! Decisions: justification of the asserted formulas only.
//!
//! Starting from the literals that must hold, the queue walks down the definitions: a true conjunction needs
//! all its parts, a false one needs a single false part, and so on. A part is decided only where the walk
//! meets an open choice, and only atoms on the walk reach the arithmetic (Barrett and Donham 2002, "don't
//! care" literals).

use super::cdcl::Cdcl;
use super::lit::Lit;
use super::tableau::TVar;

/// The definition of a propositional variable.
#[derive(Clone, Debug)]
pub(super) enum Gate {
    /// A boolean variable.
    Free,
    /// A bound on a theory variable.
    Atom(TVar),
    /// The conjunction.
    And(Box<[Lit]>),
    /// Both literals agree.
    Iff(Lit, Lit),
    /// If the first literal holds the second one, else the third one.
    Ite(Lit, Lit, Lit),
}

/// The walk over the definitions.
#[derive(Default)]
pub(super) struct Justification {
    gates: Vec<Gate>,
    /// True literals whose truth has been, or is to be, justified.
    queue: Vec<Lit>,
    position: usize,
    queued: Vec<bool>,
    /// Position and length at the start of each decision level.
    marks: Vec<(usize, usize)>,
}

impl Justification {
    pub(super) fn add_gate(&mut self, gate: Gate) {
        self.gates.push(gate);
        self.queued.push(false);
    }

    pub(super) fn set_gate(&mut self, lit: Lit, gate: Gate) {
        self.gates[lit.var()] = gate;
    }

    /// Follows the opening of a decision level.
    pub(super) fn open_level(&mut self) {
        self.marks.push((self.position, self.queue.len()));
    }

    /// Follows the closing of decision levels.
    pub(super) fn backtrack(&mut self, level: usize) {
        if let Some(&(position, len)) = self.marks.get(level) {
            for lit in self.queue.drain(len..) {
                self.queued[lit.var()] = false;
            }
            self.position = position;
            self.marks.truncate(level);
        }
    }

    /// Restarts the walk.
    pub(super) fn clear(&mut self) {
        for lit in self.queue.drain(..) {
            self.queued[lit.var()] = false;
        }
        self.position = 0;
        self.marks.clear();
    }

    /// Whether nothing has been demanded on the current branch.
    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Demands a justification for a true literal.
    pub(super) fn demand(&mut self, lit: Lit) {
        if !std::mem::replace(&mut self.queued[lit.var()], true) {
            self.queue.push(lit);
        }
    }

    /// The demanded literals, in the order of the demands.
    pub(super) fn demanded(&self) -> &[Lit] {
        &self.queue
    }

    /// The next step of the walk. `needs` gives literals that define the theory variable of an atom; `holds`
    /// says whether the current arithmetic solution agrees with a literal.
    pub(super) fn next(
        &mut self,
        cdcl: &Cdcl,
        needs: &[Vec<Lit>],
        holds: impl Fn(Lit) -> Option<bool>,
    ) -> NextDecision {
        while let Some(&lit) = self.queue.get(self.position) {
            let step = visit(&self.gates[lit.var()], lit, cdcl, needs, &self.queued, &holds);
            match step {
                GateStep::Decide(choice) => return NextDecision::Decide(choice),
                GateStep::Refuted(fact) => return NextDecision::Refuted(fact),
                GateStep::One(a) => self.demand(a),
                GateStep::Two(a, b) => {
                    self.demand(a);
                    self.demand(b);
                }
                GateStep::All => self.demand_parts(lit.var(), needs),
                GateStep::Nothing => {}
            }
            self.position += 1;
        }
        NextDecision::Done
    }

    fn demand_parts(&mut self, var: usize, needs: &[Vec<Lit>]) {
        let gate = std::mem::replace(&mut self.gates[var], Gate::Free);
        let parts = match &gate {
            Gate::And(parts) => parts,
            Gate::Atom(v) => &needs[*v as usize][..],
            _ => &[],
        };
        for &part in parts {
            self.demand(part);
        }
        self.gates[var] = gate;
    }
}

/// The result of the walk.
pub(super) enum NextDecision {
    /// A literal to decide.
    Decide(Lit),
    /// This definition of a theory variable is needed, always holds, and yet is false.
    Refuted(Lit),
    /// Everything is justified.
    Done,
}

enum GateStep {
    Decide(Lit),
    Refuted(Lit),
    One(Lit),
    Two(Lit, Lit),
    All,
    Nothing,
}

fn visit(
    gate: &Gate,
    lit: Lit,
    cdcl: &Cdcl,
    needs: &[Vec<Lit>],
    queued: &[bool],
    holds: impl Fn(Lit) -> Option<bool>,
) -> GateStep {
    let truth = |l: Lit| match cdcl.value(l) {
        Some(value) => Ok(l.with_sign(value)),
        None => Err(GateStep::Decide(cdcl.last_phase(l))),
    };
    match *gate {
        Gate::Free => GateStep::Nothing,
        Gate::Atom(v) if needs[v as usize].is_empty() => GateStep::Nothing,
        Gate::Atom(v) => {
            let missing = |l: &&Lit| cdcl.value(**l) != Some(true);
            match needs[v as usize].iter().find(missing) {
                None => GateStep::All,
                Some(&need) if cdcl.value(need).is_none() => GateStep::Decide(need),
                Some(&need) => GateStep::Refuted(need),
            }
        }
        Gate::And(_) if lit.is_positive() => GateStep::All,
        Gate::And(ref parts) => refute_one(parts, cdcl, queued, holds),
        Gate::Iff(a, b) => match (truth(a), truth(b)) {
            (Ok(a), Ok(b)) => GateStep::Two(a, b),
            (Err(step), _) | (_, Err(step)) => step,
        },
        Gate::Ite(c, a, b) => match truth(c) {
            Err(step) => step,
            Ok(condition) => match truth(if condition == c { a } else { b }) {
                Err(step) => step,
                Ok(branch) => GateStep::Two(condition, branch),
            },
        },
    }
}

/// Finds a false part, or chooses one to become false.
fn refute_one(
    parts: &[Lit],
    cdcl: &Cdcl,
    queued: &[bool],
    holds: impl Fn(Lit) -> Option<bool>,
) -> GateStep {
    let mut false_part = None;
    for &part in parts.iter().filter(|&&p| cdcl.value(p) == Some(false)) {
        if queued[part.var()] {
            return GateStep::Nothing;
        }
        false_part = false_part.or(Some(part));
    }
    if let Some(part) = false_part {
        return GateStep::One(!part);
    }
    // Prefer parts that the arithmetic already agrees with, then those of recent conflicts.
    let rank = |part: Lit| match holds(!part) {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    let mut best: Option<((i32, u64), Lit)> = None;
    for &part in parts.iter().filter(|&&p| cdcl.value(p).is_none()) {
        let score = (rank(part), cdcl.activity(part));
        if best.is_none_or(|(other, _)| score > other) {
            best = Some((score, part));
        }
    }
    best.map_or(GateStep::Nothing, |(_, part)| GateStep::Decide(!part))
}
