//! Rules as papers print them, and what follows from what: the exact solver decides.

use hornbook_base::Budget;
use hornbook_check as check;
use hornbook_horn::{Clause, Goal, Instance, Op, Subst, System, Term, Var, read};
use hornbook_lia::{Outcome, prove};
use std::collections::BTreeSet;
use std::slice::from_ref;

// ---- Rules -----------------------------------------------------------------------------------

/// A predicate applied to arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    pub pred: String,
    pub args: Vec<Term>,
}

/// `premises && conditions ==> goal`; without a goal, `false` follows.
#[derive(Clone, Debug)]
pub struct Rule {
    pub premises: Vec<Atom>,
    pub conditions: Vec<Term>,
    pub goal: Option<Atom>,
}

impl Atom {
    pub fn subst(&self, map: &Subst) -> Atom {
        Atom { pred: self.pred.clone(), args: self.args.iter().map(|t| t.subst(map)).collect() }
    }

    /// The instance of a simplified clause.
    pub fn from_instance(instance: &Instance, system: &System) -> Atom {
        assert!(instance.is_plain(), "an instance with a guard or a quantifier is left");
        let name = &system.pred(instance.pred).name;
        Atom { pred: name.trim_end_matches('#').to_owned(), args: instance.args.clone() }
    }
}

impl Rule {
    /// A simplified clause.
    pub fn from_clause(clause: &Clause, system: &System) -> Rule {
        let premises = clause.instances().map(|i| Atom::from_instance(i, system)).collect();
        let mut conditions: Vec<Term> = clause.conditions().cloned().collect();
        let goal = match &clause.goal {
            Goal::Instance(i) => Some(Atom::from_instance(i, system)),
            Goal::Cond(claim) => {
                conditions.push(Term::not(claim.clone()));
                None
            }
        };
        Rule { premises, conditions, goal }
    }

    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.premises.iter().chain(&self.goal)
    }

    pub fn vars(&self) -> BTreeSet<Var> {
        let args = self.atoms().flat_map(|a| &a.args);
        args.chain(&self.conditions).flat_map(Term::free_vars).collect()
    }

    pub fn subst(&self, map: &Subst) -> Rule {
        Rule {
            premises: self.premises.iter().map(|a| a.subst(map)).collect(),
            conditions: self.conditions.iter().map(|c| c.subst(map)).collect(),
            goal: self.goal.as_ref().map(|a| a.subst(map)),
        }
    }

    /// The same rule over variables that no other rule has.
    pub fn apart(&self) -> Rule {
        let apart = |v: Var| (v.clone(), Term::var(&v.renamed(format!("{}~", v.name))));
        self.subst(&self.vars().into_iter().map(apart).collect())
    }

    /// The stronger rules that lack one premise or condition.
    pub fn with_less(&self) -> impl Iterator<Item = Rule> {
        let premises = (0..self.premises.len()).map(|n| {
            let mut less = self.clone();
            less.premises.remove(n);
            less
        });
        premises.chain((0..self.conditions.len()).map(|n| {
            let mut less = self.clone();
            less.conditions.remove(n);
            less
        }))
    }

    /// The rule with one more condition.
    pub fn under(&self, condition: &str) -> Rule {
        let mut rule = self.clone();
        rule.conditions.extend(term(condition).conjuncts());
        rule
    }
}

pub fn term(text: &str) -> Term {
    let any = |name: &str| Some(Var::int(name));
    read::term(text, &any).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// `P(t, ..)`, if the text is that.
pub fn atom(text: &str) -> Option<Atom> {
    let (name, args) = text.trim().strip_suffix(')')?.split_once('(')?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    is_name.then(|| Atom { pred: name.to_owned(), args: args.split(',').map(term).collect() })
}

/// A rule as it is printed: `P(t, ..) && condition ==> Q(t, ..)`, or a claim behind the arrow.
pub fn rule(text: &str) -> Rule {
    let (before, after) = text.split_once("==>").expect("an arrow");
    let mut rule = Rule { premises: vec![], conditions: vec![], goal: atom(after) };
    for part in before.split("&&").filter(|part| !part.trim().is_empty()) {
        match atom(part) {
            Some(atom) => rule.premises.push(atom),
            None => rule.conditions.push(term(part)),
        }
    }
    if rule.goal.is_none() {
        rule.conditions.push(Term::not(term(after)));
    }
    rule
}

pub fn rules<const N: usize>(texts: [&str; N]) -> Vec<Rule> {
    texts.map(rule).into()
}

// ---- What follows from what ------------------------------------------------------------------

/// For each way to use `rule` once on the premises of `onto`: that it can be used, and derives the
/// goal of `onto`.
pub fn uses(rule: &Rule, onto: &Rule) -> Vec<Term> {
    let mut ways: Vec<Vec<(&Atom, &Atom)>> = match (&rule.goal, &onto.goal) {
        (None, None) => vec![vec![]],
        (Some(a), Some(b)) if a.pred == b.pred => vec![vec![(a, b)]],
        _ => vec![],
    };
    for premise in &rule.premises {
        let targets = || onto.premises.iter().filter(|p| p.pred == premise.pred);
        let extend = |way: Vec<_>| targets().map(move |t| [&way[..], &[(premise, t)]].concat());
        ways = ways.into_iter().flat_map(extend).collect();
    }
    ways.iter().map(|way| applies(rule, way)).collect()
}

/// The conditions of a rule, and that its atoms are the ones they are paired with.
pub fn applies(rule: &Rule, way: &[(&Atom, &Atom)]) -> Term {
    assert!(way.iter().all(|(a, b)| a.args.len() == b.args.len()), "another arity: {way:?}");
    let pairs: Vec<(&Term, &Term)> =
        way.iter().flat_map(|(a, b)| a.args.iter().zip(&b.args)).collect();
    let mut map = Subst::new();
    for (arg, value) in &pairs {
        if let Some(v) = arg.as_var() {
            map.entry(v.clone()).or_insert((*value).clone());
        }
    }
    // A condition that defines a variable gives its value.
    while let Some((v, t)) = rule.conditions.iter().find_map(|c| definition(c, &map)) {
        map.insert(v, t);
    }
    // So no other values of the variables need be tried.
    assert!(rule.vars().iter().all(|v| map.contains_key(v)), "not an argument: {rule:?}");
    let equal = pairs.iter().map(|(a, b)| Term::eq(a.subst(&map), (*b).clone()));
    Term::and(rule.conditions.iter().map(|c| c.subst(&map)).chain(equal))
}

/// `v = t` with a value for all of `t` but not for `v`.
fn definition(condition: &Term, known: &Subst) -> Option<(Var, Term)> {
    let [a, b] = condition.as_app(Op::Eq)? else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(v, t)| {
        let v = v.as_var().filter(|v| !known.contains_key(v))?;
        let is_known = t.free_vars().iter().all(|w| known.contains_key(w));
        is_known.then(|| (v.clone(), t.subst(known)))
    })
}

/// Whether `weak` follows from one use of one of the `strong` rules, whatever the predicates mean.
/// Premises and goals have different predicates wherever this is asked, so one use is enough.
pub fn entails(strong: &[Rule], weak: &Rule) -> bool {
    let uses = strong.iter().flat_map(|rule| uses(&rule.apart(), weak));
    let question: Vec<Term> = weak.conditions.iter().cloned().chain(uses.map(Term::not)).collect();
    match prove(&question, &mut Budget::steps(20_000_000)) {
        Ok(Outcome::Unsat(proof)) => {
            check::proof::verify(&question, &proof).expect("a proof");
            true
        }
        Ok(Outcome::Sat(_)) => false,
        other => panic!("{other:?}"),
    }
}

/// The clause and the printed rules together say the same, and no rule, premise or condition of
/// the printed ones is superfluous.
#[track_caller]
pub fn reproduces(ours: &Rule, printed: &[Rule]) {
    assert!(entails(printed, ours), "{printed:?} do not give {ours:?}");
    for (n, rule) in printed.iter().enumerate() {
        assert!(entails(from_ref(ours), rule), "{ours:?} does not give {rule:?}");
        let others = [&printed[..n], &printed[n + 1..]].concat();
        assert!(!entails(&others, ours), "{rule:?} is superfluous");
        for less in rule.with_less() {
            assert!(!entails(from_ref(ours), &less), "{ours:?} gives even {less:?}");
        }
    }
}

/// The printed rules give the clause, but the clause does not give any of them.
#[track_caller]
pub fn is_weaker(ours: &Rule, printed: &[Rule]) {
    assert!(entails(printed, ours), "{printed:?} do not give {ours:?}");
    for rule in printed {
        assert!(!entails(from_ref(ours), rule), "{ours:?} gives {rule:?}");
    }
}
