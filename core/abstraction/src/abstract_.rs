//! `abstract` (T Algorithm 1): every `P(expr)` becomes
//! `forall a#, q: F_abs(P)[q](a#, expr) ==> P#(a#)`.

use super::sigma::{Abstraction, Shape, Value};
use hornbook_horn::prenex::{implications, unfold};
use hornbook_horn::{Clause, Goal, Instance, Names, Premise, Quantifier, System};

/// The system over abstract predicates. Its clauses are extended ones (T Def. 3) and have the
/// same numbers as those of `system`.
pub fn abstract_(system: &System, abstraction: &Abstraction) -> System {
    let preds = system.pred_ids().map(|id| abstraction.abstract_pred(id, system.pred(id)));
    let clauses = system.clauses.iter().map(|c| abstract_clause(c, system, abstraction));
    System { preds: preds.collect(), clauses: clauses.collect() }
}

/// One clause of [`abstract_`]. Conditions are put into the form in which `insts` understands most:
/// over reads and writes, with variables for the quantifiers that a clause does not need (T Sec.
/// 6.2).
pub fn abstract_clause(clause: &Clause, system: &System, abstraction: &Abstraction) -> Clause {
    let mut names = Names::avoiding(clause.all_vars());
    let premises = clause.premises.iter().map(|p| match p {
        Premise::Instance(i) => Premise::Instance(quantify(i, system, abstraction, &mut names)),
        Premise::Cond(c) => Premise::Cond(unfold(&implications(c), Quantifier::Exists, &mut names)),
    });
    let premises = premises.collect();
    let goal = match &clause.goal {
        Goal::Instance(i) => Goal::Instance(quantify(i, system, abstraction, &mut names)),
        Goal::Cond(c) => Goal::Cond(unfold(&implications(c), Quantifier::Forall, &mut names)),
    };
    clause.with_formulas(premises, goal)
}

/// The instances of the abstract predicate that an instance of a concrete one stands for. It holds in a
/// model of abstract clauses if these do; so this is also the way from such a model to one of the concrete
/// clauses.
pub fn quantify(
    instance: &Instance,
    system: &System,
    abstraction: &Abstraction,
    names: &mut Names,
) -> Instance {
    let sigma = abstraction.sigma_at(instance, system);
    let shape = Shape::of_params(&system.pred(instance.pred).params);
    let (sharp, q) = sigma.fresh(&shape, names);
    let args = sharp.leaves();
    let bound = args.iter().cloned().chain(q.leaves());
    Instance {
        bound: bound.filter_map(|t| t.as_var().cloned()).collect(),
        guard: sigma.formula(&sharp, &q, &concrete_value(instance)),
        pred: instance.pred,
        args,
    }
}

/// The arguments of a concrete instance as one tuple.
pub fn concrete_value(instance: &Instance) -> Value {
    Value::Tuple(instance.args.iter().cloned().map(Value::Leaf).collect())
}
