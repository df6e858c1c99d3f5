//! Premises that are redundant by symmetry: with two samples of a function, `(x, y)` implies `(y, x)` and
//! `(x, x)`, and one of these premises is enough.
//!
//! A rule with fewer premises is stronger, so a model of the result is one of the rules; that needs no proof.
//! A derivation from fewer premises counts for nothing by itself.

use crate::hints::Copies;
use crate::rule::{Atom, Rule};
use hornbook_horn::{PredId, System, Term, Var};

/// The rules without premises that others imply by an exchange of copies; `None` if there are none.
///
/// The skeletons still have leaves for all premises.
pub(crate) fn prune(rules: &[Rule], system: &System, copies: &Copies) -> Option<Vec<Rule>> {
    let pruned: Vec<Rule> = rules.iter().map(|r| without_implied(r, system, copies)).collect();
    let fewer = pruned.iter().zip(rules).any(|(new, old)| new.body.len() < old.body.len());
    fewer.then_some(pruned)
}

fn without_implied(rule: &Rule, system: &System, copies: &Copies) -> Rule {
    let premises: Vec<Premise> =
        rule.body.iter().map(|atom| Premise::new(atom, system, copies)).collect();
    let implied = |n: usize| {
        premises.iter().enumerate().any(|(m, other)| {
            // Of premises that imply each other the first one stays.
            m != n && other.implies(&premises[n]) && (m < n || !premises[n].implies(other))
        })
    };
    let kept = (0..premises.len()).filter(|n| !implied(*n));
    Rule { body: kept.map(|n| rule.body[n].clone()).collect(), ..rule.clone() }
}

/// A premise with its copies separated from its other arguments.
struct Premise<'a> {
    pred: PredId,
    others: Vec<&'a Term>,
    groups: Vec<Vec<Vec<&'a Term>>>,
}

impl<'a> Premise<'a> {
    fn new(atom: &'a Atom, system: &System, copies: &Copies) -> Premise<'a> {
        let params = &system.pred(atom.pred).params;
        let groups = copies.get(&atom.pred).map(Vec::as_slice).unwrap_or_default();
        let arg = |v: &Var| params.iter().position(|p| p == v).and_then(|n| atom.args.get(n));
        let copied = |v: &Var| groups.iter().flatten().flatten().any(|c| c == v);
        let others = params.iter().zip(&atom.args).filter(|(p, _)| !copied(p));
        let of_group = |group: &Vec<Vec<Var>>| {
            group.iter().map(|copy| copy.iter().filter_map(arg).collect()).collect()
        };
        Premise {
            pred: atom.pred,
            others: others.map(|(_, arg)| arg).collect(),
            groups: groups.iter().map(of_group).collect(),
        }
    }

    /// Whether each copy in the other premise is one in this premise, too.
    fn implies(&self, other: &Premise) -> bool {
        let within = |(mine, theirs): (&Vec<Vec<&Term>>, &Vec<Vec<&Term>>)| {
            theirs.iter().all(|copy| mine.contains(copy))
        };
        self.pred == other.pred
            && self.others == other.others
            && self.groups.iter().zip(&other.groups).all(within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Skeleton;
    use hornbook_base::Span;
    use hornbook_horn::{ClauseId, Pred};

    fn x(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    /// `p(k, v, l, w, n)` with the copies `k, v` and `l, w`.
    fn symmetric() -> (System, Copies) {
        let params: Vec<Var> = ["k", "v", "l", "w", "n"].map(Var::int).into();
        let copies = vec![vec![params[..2].to_vec(), params[2..4].to_vec()]];
        let pred = Pred {
            name: "p".to_owned(),
            title: String::new(),
            span: Span::default(),
            loop_head: true,
            params,
            witnesses: vec![],
            within: None,
        };
        let system = System { preds: vec![pred], clauses: vec![] };
        (system, Copies::from([(PredId(0), copies)]))
    }

    /// The premises with the given arguments that are left.
    fn left(premises: &[[&str; 5]]) -> Option<Vec<Vec<String>>> {
        let (system, copies) = symmetric();
        let atom = |args: &[&str; 5]| Atom { pred: PredId(0), args: args.map(x).into() };
        let body: Vec<Atom> = premises.iter().map(atom).collect();
        let skeleton = Skeleton::for_clause(ClauseId(0), 0);
        let rule = Rule { head: None, body, cond: vec![], skeleton, assert: None };
        let pruned = prune(&[rule], &system, &copies)?;
        let args = |a: &Atom| a.args.iter().map(Term::to_string).collect();
        Some(pruned[0].body.iter().map(args).collect())
    }

    #[test]
    fn of_exchanged_and_equal_cells_one_premise_is_enough() {
        let (there, back) = (["i", "a", "j", "b", "n"], ["j", "b", "i", "a", "n"]);
        let (one, other) = (["i", "a", "i", "a", "n"], ["j", "b", "j", "b", "n"]);
        let expected = Some(vec![there.map(str::to_owned).to_vec()]);
        assert_eq!(left(&[there, back]), expected);
        assert_eq!(left(&[one, there, other, back]), expected);
    }

    #[test]
    fn premises_about_something_else_stay() {
        // Another value of the sample, another sample, another scalar.
        let premise = ["i", "a", "j", "b", "n"];
        assert_eq!(left(&[premise, ["j", "c", "i", "a", "n"]]), None);
        assert_eq!(left(&[premise, ["k", "c", "k", "c", "n"]]), None);
        assert_eq!(left(&[premise, ["j", "b", "i", "a", "m"]]), None);
    }
}
