//! How a reader could have found the facts of an invariant: mechanical rules, each of them checked.
//!
//! - A fact that becomes a claim, or a part of one, when the loop is at its end: the claim with the counter in the place
//!   of the end.
//! - A bound that is the loop's condition, weakened by the last round.
//! - All others are what the rounds of a run have in common.
//!
//! Each comes with the fact in some rounds of a small run.

use super::Input;
use super::clause_decision::{asserted, names_of_params};
use hornbook_base::Int;
use hornbook_explain::invariant::{are_equivalent, make_strips};
use hornbook_explain::sample::sample_rounds;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Clause, Goal, Instruction, Node, Op, Quantifier, Subst, System, Term, Var};
use hornbook_records::induction::{ExplainedFact, FactOrigin};
use hornbook_records::sample::LoopVisit;
use hornbook_records::{Invariant, Outcome};
use std::collections::BTreeSet;

/// The number for unknown inputs of the run, and how many of its first rounds are shown.
const SIZE: u32 = 5;
const FIRST_ROUNDS: usize = 4;

/// The origin of each part of an invariant; `None` if the text is no program, or there is no such invariant.
pub fn find_fact_origins(
    input: &Input,
    outcome: &Outcome,
    place: usize,
) -> Option<Vec<ExplainedFact>> {
    let (system, invariant) = (input.system.as_ref()?, outcome.invariants.get(place)?);
    let claims = claims(input, system);
    let ends = ends(system, invariant);
    let conditions = conditions(system, invariant, Instruction::BranchTrue);
    let origin = |part: &Term| {
        let of_claim = || generalised(part, &ends, &claims);
        let of_condition = || weakened(part, &conditions);
        of_claim().or_else(of_condition).unwrap_or(FactOrigin::Rounds)
    };
    let facts: Vec<Invariant> = invariant.parts.iter().map(|part| alone(invariant, part)).collect();
    let run = sample_rounds(input.program.as_ref()?, &facts, SIZE);
    let rounds = |n: usize| {
        let visits = run.as_ref().and_then(|run| run.visits.get(n));
        visits.map_or(vec![], |visits| some_rounds(visits, &invariant.parts[n]))
    };
    let explained = facts.iter().enumerate().map(|(n, fact)| ExplainedFact {
        origin: origin(&invariant.parts[n]),
        strips: fact.strips.clone(),
        rounds: rounds(n),
    });
    Some(explained.collect())
}

/// The invariant with one part only.
fn alone(invariant: &Invariant, part: &Term) -> Invariant {
    let parts = vec![part.clone()];
    Invariant { strips: make_strips(&parts), parts, ..invariant.clone() }
}

/// The first rounds of a loop, and the last one before it ends for the first time, with the variables of a fact.
fn some_rounds(visits: &[LoopVisit], fact: &Term) -> Vec<LoopVisit> {
    let Some(first) = visits.first() else { return vec![] };
    let around = |visit: &LoopVisit| visit.rounds.split_last().map(|(_, around)| around.to_vec());
    let own: Vec<&LoopVisit> =
        visits.iter().take_while(|visit| around(visit) == around(first)).collect();
    let last = own.last().filter(|_| own.len() > FIRST_ROUNDS);
    let mentioned = fact.free_vars();
    let told = own.iter().take(FIRST_ROUNDS).chain(last).map(|visit| {
        let mut told = (**visit).clone();
        told.scalars.retain(|(name, _)| mentioned.iter().any(|var| *var.name == **name));
        told
    });
    told.collect()
}

/// A claim of a program, or a part of one.
struct Claimed {
    line: u32,
    /// Over the names of the program's variables.
    formula: Term,
    is_part: bool,
}

/// The claims of a program and their parts, whole ones first.
fn claims(input: &Input, system: &System) -> Vec<Claimed> {
    let claimed = |clause: &Clause| match &clause.goal {
        Goal::Cond(_) if clause.origin.assert.is_some() => {
            let formula = asserted(clause)?.subst(&names_of_params(system, clause)?);
            let line = input.lines.line(clause.origin.span);
            Some(Claimed { line, formula, is_part: false })
        }
        _ => None,
    };
    let mut all: Vec<Claimed> = system.clauses.iter().filter_map(claimed).collect();
    let of_claim = |claim: &Claimed| {
        let (line, parts) = (claim.line, parts(&claim.formula));
        let parts = if parts.len() > 1 { parts } else { vec![] };
        parts.into_iter().map(move |formula| Claimed { line, formula, is_part: true })
    };
    let parts: Vec<Claimed> = all.iter().flat_map(of_claim).collect();
    all.extend(parts);
    all
}

/// The parts of a conjunction, each under the conditions and quantifiers around it.
fn parts(formula: &Term) -> Vec<Term> {
    match formula.node() {
        Node::App(Op::And, args) => args.iter().flat_map(parts).collect(),
        Node::App(Op::Implies, args) => match &args[..] {
            [when, then] => {
                parts(then).into_iter().map(|part| Term::implies(when.clone(), part)).collect()
            }
            _ => vec![formula.clone()],
        },
        Node::Quant(Quantifier::Forall, vars, body) => {
            parts(body).into_iter().map(|part| Term::forall(vars.clone(), part)).collect()
        }
        _ => vec![formula.clone()],
    }
}

/// The conditions of the steps of this kind that leave the point of an invariant.
fn conditions(system: &System, invariant: &Invariant, instruction: Instruction) -> Vec<Term> {
    let leaves = |clause: &&Clause| {
        let is_at = |pred| system.pred(pred).name == invariant.name;
        clause.origin.instruction == instruction
            && clause.instances().next().is_some_and(|premise| is_at(premise.pred))
    };
    let conditions = |clause: &Clause| -> Vec<Term> {
        let Some(names) = names_of_params(system, clause) else { return vec![] };
        clause.conditions().flat_map(|condition| condition.subst(&names).conjuncts()).collect()
    };
    system.clauses.iter().filter(leaves).flat_map(conditions).collect()
}

/// The values that variables of a loop's condition have when it has just become false: `i` is `n` after `i < n`.
fn ends(system: &System, invariant: &Invariant) -> Vec<(Var, Term)> {
    let mut out = vec![];
    for condition in conditions(system, invariant, Instruction::BranchFalse) {
        let Some(Constraint::Le(f) | Constraint::Eq(f)) = Constraint::from_literal(&condition)
        else {
            continue;
        };
        for var in condition.free_vars().into_iter().collect::<BTreeSet<Var>>() {
            let c = f.coeff(&var);
            if c.abs().is_one() {
                let rest = f.sub(&Linear::var(&var).scale(&c)).scale(&-c);
                out.push((var, rest.to_term()));
            }
        }
    }
    out
}

/// A fact that becomes a claim with the value at the end in the place of a variable.
fn generalised(fact: &Term, ends: &[(Var, Term)], claims: &[Claimed]) -> Option<FactOrigin> {
    ends.iter().filter(|(var, _)| fact.mentions(var)).find_map(|(var, end)| {
        let at_end = fact.subst(&Subst::from([(var.clone(), end.clone())]));
        let claim = claims.iter().find(|claim| are_equivalent(&at_end, &claim.formula))?;
        let (variable, value) = (var.name.to_string(), end.to_string());
        Some(FactOrigin::Claim { line: claim.line, variable, value, is_part: claim.is_part })
    })
}

/// A bound that is a condition of the loop, but for a constant.
fn weakened(part: &Term, conditions: &[Term]) -> Option<FactOrigin> {
    let form = |t: &Term| match Constraint::from_literal(t)? {
        Constraint::Le(f) => Some(f),
        _ => None,
    };
    let bound = form(part)?;
    let is_weaker = |condition: &&Term| {
        let Some(condition) = form(condition) else { return false };
        let difference = condition.sub(&bound);
        difference.as_constant().is_some_and(Int::is_positive)
    };
    let condition = conditions.iter().find(is_weaker)?;
    Some(FactOrigin::Condition { condition: condition.to_string() })
}
