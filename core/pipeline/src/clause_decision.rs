//! Questions about the program's own clauses with formulas in the place of predicates: exact, without abstraction.

use super::Input;
use hornbook_base::{Budget, Span};
use hornbook_check as check;
use hornbook_explain::sample::strip_rows;
use hornbook_explain::valuation::Valuation;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instruction, Origin, Premise, Subst, System, Term, Var,
};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_records::Strip;
use hornbook_records::induction::StateView;
use hornbook_runs::decide::{DecisionLimits, Violation, violation};
use std::collections::{BTreeMap, BTreeSet};

/// Steps for one question.
const QUESTION: u64 = 1_000_000;

/// The most cells of an array that get values of their own besides the mentioned ones: each makes the
/// evaluated formulas larger.
const FILLED: u64 = 60;

/// The least number of cells that are shown.
const CELLS: u32 = 5;

/// The claim of an assertion clause of a single step, quantified over all but the program's variables: `q` in `x / y`
/// is another one. Conditions of the clause that say what these are belong to the claim; others lead to it.
pub(super) fn asserted(clause: &Clause) -> Option<Term> {
    let Goal::Cond(goal) = &clause.goal else { return None };
    let known: BTreeSet<&Var> =
        clause.instances().flat_map(|i| &i.args).filter_map(Term::as_var).collect();
    let others = |term: &Term| -> Vec<Var> {
        term.free_vars().into_iter().filter(|v| !known.contains(v)).collect()
    };
    let mut free = BTreeSet::from_iter(others(goal));
    let mut meaning: Vec<&Term> = vec![];
    loop {
        let says = |c: &&Term| !meaning.contains(c) && others(c).iter().any(|v| free.contains(v));
        let Some(next) = clause.conditions().find(says) else { break };
        free.extend(others(next));
        meaning.push(next);
    }
    let claim = match meaning.is_empty() {
        true => goal.clone(),
        false => Term::implies(Term::and(meaning.into_iter().cloned()), goal.clone()),
    };
    Some(if free.is_empty() { claim } else { Term::forall(free.into_iter().collect(), claim) })
}

/// The result of deciding a clause.
pub(super) enum Decided {
    /// It was proved, and the proof checked.
    Holds,
    /// Its premises are true of these values, and its goal is false.
    Fails(Valuation),
    /// It is not known.
    Open,
}

/// Decides a clause without predicates: a proof is checked, and a violation evaluated.
pub(super) fn decide_clause(clause: &Clause, budget: &mut Budget) -> Decided {
    let limits = DecisionLimits { filled: FILLED, ..DecisionLimits::default() };
    let most = QUESTION.min(budget.left());
    match budget.run_limited(most, |own| violation(clause, &limits, own)) {
        Violation::None(used, proof) if check::proof::verify(&used, &proof).is_ok() => {
            Decided::Holds
        }
        Violation::Perhaps(all) => {
            let all = all.into_iter().map(Valuation::from_iter);
            all.filter(|values| is_violation(clause, values))
                .map(Decided::Fails)
                .next()
                .unwrap_or(Decided::Open)
        }
        Violation::None(..) | Violation::Unknown => Decided::Open,
    }
}

/// Decides whether formulas over the variables of a program imply another one, for all values.
pub(super) fn decide_implication(premises: &[Term], claim: &Term, budget: &mut Budget) -> Decided {
    let clause = Clause {
        id: ClauseId(0),
        origin: Origin::new(Span::default(), Instruction::Given),
        premises: premises.iter().cloned().map(Premise::Cond).collect(),
        goal: Goal::Cond(claim.clone()),
    };
    decide_clause(&clause, budget)
}

fn is_violation(clause: &Clause, values: &Valuation) -> bool {
    let Goal::Cond(goal) = &clause.goal else { return false };
    values.truth(goal) == Some(false)
        && clause.conditions().all(|condition| values.truth(condition) == Some(true))
}

/// A state of the program for people: its variables, and the cells of its arrays with these facts about them. `None`
/// if an end of a fact's range has no value.
pub(super) fn view_state(
    values: &[(&Var, Value)],
    input: &Input,
    mut strips: Vec<Strip>,
) -> Option<StateView> {
    let known =
        Valuation::from_iter(values.iter().map(|(var, value)| ((*var).clone(), value.clone())));
    // Others are those of inserted conditions.
    let is_of_the_program = |var: &Var| {
        let program = input.program.as_ref();
        program.is_some_and(|program| program.vars.iter().any(|info| *info.name == *var.name))
    };
    let scalars = values.iter().filter(|(var, _)| is_of_the_program(var));
    let scalars = scalars.filter_map(|(var, _)| {
        let value: &Term = known.scalars.get(*var)?;
        Some((var.name.to_string(), value.to_string()))
    });
    let scalars = scalars.collect();
    let arrays: BTreeMap<String, ArrayValue> =
        known.arrays.into_iter().map(|(var, array)| (var.name.to_string(), array)).collect();
    let bare = arrays.keys().filter(|name| !strips.iter().any(|s| s.array == **name));
    strips.extend(bare.map(|name| Strip::without_facts(name)).collect::<Vec<_>>());
    let rows = strip_rows(&strips, known.scalars, &arrays, CELLS)?;
    Some(StateView { scalars, strips, rows })
}

/// The names of the program's variables for those of a clause: its premise has them as arguments.
pub(super) fn names_of_params(system: &System, clause: &Clause) -> Option<Subst> {
    let premise = clause.instances().next()?;
    let params = system.pred(premise.pred).params.iter().map(Term::var);
    let pairs = premise.args.iter().zip(params);
    Some(pairs.filter_map(|(arg, param)| Some((arg.as_var()?.clone(), param))).collect())
}
