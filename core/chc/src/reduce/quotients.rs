//! Quotients by unknowns where the dividend is known to be near the divisor: an index that wraps is `tail +
//! 1` or `tail + 1 - n`, and there is no product.
//!
//! A quotient and its remainder are defined by cases for the quotients -1, 0 and 1, and by a product for all
//! others (`horn::encode::divisions`). Which cases are possible depends on comparisons of scalars, so these
//! are guessed and checked first (see `comparisons`). Then impossible cases are left out, and with the last one
//! the product.

use super::comparisons::find_comparisons;
use super::products::havoc_products;
use super::{Scalars, assume};
use crate::rule::Lemmas;
use crate::rule::Rule;
use hornbook_base::Budget;
use hornbook_horn::fold::fold;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{Op, Sort, System, Term};
use hornbook_lia::{Answer, Lit, Solver};

/// Steps that one question about a case may take.
const QUESTION: u64 = 20_000;

/// Nodes that a rule may have. In a chain each index is made of the one before, in every case: such rules
/// stay as they are.
const MOST: usize = 1_500;

/// Leaves out impossible cases of quotients; the result are the facts that the rules rely on now.
pub(super) fn bound_quotients(
    rules: &mut Vec<Rule>,
    system: &System,
    scalars: &Scalars,
    budget: &mut Budget,
) -> Lemmas {
    if !rules.iter().any(by_cases) {
        return Lemmas::new();
    }
    let known = PremiseFacts {
        system,
        facts: find_comparisons(&havoc_products(rules), system, scalars, budget),
    };
    let mut simpler = false;
    for rule in rules.iter_mut().filter(|rule| by_cases(rule)) {
        if let Some(decided) = known.simplify_rule(rule, budget).filter(|decided| decided != rule) {
            *rule = decided;
            simpler = true;
        }
    }
    rules.retain(|rule| !rule.is_void());
    if simpler { known.facts } else { Lemmas::new() }
}

/// Whether conditions of a rule have products and cases.
fn by_cases(rule: &Rule) -> bool {
    rule.cond.iter().any(has_product) && rule.cond.iter().any(chooses)
}

fn chooses(t: &Term) -> bool {
    t.post_order().iter().any(|part| part.as_app(Op::Ite).is_some())
}

/// Facts about premises.
struct PremiseFacts<'s> {
    system: &'s System,
    facts: Lemmas,
}

impl PremiseFacts<'_> {
    /// The rule without the cases that its other conditions exclude; `None` if it is too large for that.
    fn simplify_rule(&self, rule: &Rule, budget: &mut Budget) -> Option<Rule> {
        let fits = |rule: &Rule| rule.size() <= MOST;
        let mut short = Some(rule.clone()).filter(fits)?;
        short = Some(self.without_cases(short, budget).tidied()).filter(fits)?;
        short.cond = short.cond.iter().map(|c| fold(&spread(c))).collect();
        Some(self.without_cases(short.tidied(), budget).tidied())
    }

    /// Simplifies one condition after the other, so that the conditions by which one becomes weaker are still
    /// there.
    fn without_cases(&self, mut rule: Rule, budget: &mut Budget) -> Rule {
        for n in 0..rule.cond.len() {
            if budget.left() > 0
                && chooses(&rule.cond[n])
                && let Some(mut context) = self.context_without(&rule, n, budget)
            {
                rule.cond[n] = context.simplify(&rule.cond[n], budget);
            }
        }
        rule
    }

    /// All conditions of a rule but one, with havocked products.
    fn context_without(&self, rule: &Rule, n: usize, budget: &mut Budget) -> Option<Context> {
        budget.charge(rule.size() as u64);
        let mut others = rule.clone();
        others.cond.remove(n);
        let known = havoc_products(&assume(&[others], self.system, &self.facts)).pop()?;
        let mut solver = Solver::new();
        known.cond.iter().try_for_each(|c| solver.assert(c)).ok()?;
        Some(Context { solver, cases: vec![] })
    }
}

/// The assumptions under which a term is simplified.
struct Context {
    solver: Solver,
    cases: Vec<Lit>,
}

impl Context {
    fn implies(&mut self, t: &Term, budget: &mut Budget) -> bool {
        if has_product(t) || budget.left() == 0 {
            return false;
        }
        budget.charge(t.size() as u64);
        let Ok(lit) = self.solver.literal(t) else { return false };
        let assumed: Vec<Lit> = self.cases.iter().copied().chain([!lit]).collect();
        budget.run_limited(QUESTION, |own| self.solver.check(&assumed, own)) == Answer::Unsat
    }

    /// The term without implied parts and impossible cases.
    fn simplify(&mut self, t: &Term, budget: &mut Budget) -> Term {
        if t.sort() == Sort::Bool {
            let mut known = |holds: bool| {
                let said = if holds { t.clone() } else { Term::not(t.clone()) };
                self.implies(&said, budget).then(|| Term::bool(holds))
            };
            if let Some(known) = known(true).or_else(|| known(false)) {
                return known;
            }
        }
        let Some([c, a, b]) = t.as_app(Op::Ite) else {
            return t.map_children(|part| self.simplify(part, budget));
        };
        let c = self.simplify(c, budget);
        if c.is_true() {
            return self.simplify(a, budget);
        }
        if c.is_false() {
            return self.simplify(b, budget);
        }
        let Ok(lit) = self.solver.literal(&c) else { return t.clone() };
        let (a, b) = (self.case(lit, a, budget), self.case(!lit, b, budget));
        Term::ite(c, a, b)
    }

    fn case(&mut self, case: Lit, t: &Term, budget: &mut Budget) -> Term {
        self.cases.push(case);
        let within = self.simplify(t, budget);
        self.cases.pop();
        within
    }
}

/// Turns products with a choice between numbers into choices.
fn spread(t: &Term) -> Term {
    let t = t.map_children(spread);
    match t.as_app(Op::Mul) {
        Some([a, b]) if is_number(a) && a.as_int().is_none() => times(b, a),
        Some([a, b]) if is_number(b) && b.as_int().is_none() => times(a, b),
        _ => t,
    }
}

fn is_number(t: &Term) -> bool {
    match t.as_app(Op::Ite) {
        Some([_, a, b]) => is_number(a) && is_number(b),
        _ => t.as_int().is_some(),
    }
}

fn times(t: &Term, number: &Term) -> Term {
    match number.as_app(Op::Ite) {
        Some([c, a, b]) => Term::ite(c.clone(), times(t, a), times(t, b)),
        _ => Term::app(Op::Mul, vec![t.clone(), number.clone()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Skeleton;
    use hornbook_horn::{ClauseId, Subst, Var, read};

    /// `xy` is the product of `x` and `y`.
    fn term(text: &str) -> Term {
        let sort =
            |name: &str| Some(Var::new(name, if name == "p" { Sort::Bool } else { Sort::Int }));
        let [x, y] = ["x", "y"].map(|v| Term::var(&Var::int(v)));
        let product = Subst::from([(Var::int("xy"), product(x, y))]);
        read::term(text, &sort).expect(text).subst(&product)
    }

    fn product(a: Term, b: Term) -> Term {
        Term::app(Op::Mul, vec![a, b])
    }

    /// The term without the cases that the premises exclude.
    fn decided(premises: &[&str], t: &str) -> Term {
        let conditions = premises.iter().chain([&t]).map(|c| term(c));
        let rule = Rule {
            head: None,
            body: vec![],
            cond: conditions.collect(),
            skeleton: Skeleton::for_clause(ClauseId(0), 0),
            assert: None,
        };
        let system = System { preds: vec![], clauses: vec![] };
        let known = PremiseFacts { system: &system, facts: Lemmas::new() };
        let mut context = known
            .context_without(&rule, premises.len(), &mut Budget::steps(1_000))
            .expect("no arrays");
        context.simplify(&term(t), &mut Budget::steps(1_000_000))
    }

    const RULES: [(&[&str], &str, &str); 6] = [
        (&["0 <= x", "x < y"], "z == (x < y ? x : z)", "z == x"),
        (
            &["0 <= x", "x < 2*y"],
            "z == (x < y ? x : x < y + y ? x - y : z)",
            "z == (x < y ? x : x - y)",
        ),
        (&["x < 0"], "(x < y ? (y <= x ? 1 : 2) : 3) == z", "(x < y ? 2 : 3) == z"),
        (&["x < y"], "p || x == y", "p || false"),
        (&["xy < z", "x == 1"], "z == (x == 1 && y < z ? 1 : 2)", "z == (true && y < z ? 1 : 2)"),
        (&["x < y"], "z == (y < z ? 1 : 2)", "z == (y < z ? 1 : 2)"),
    ];

    #[test]
    fn cases_that_cannot_be_are_left_out() {
        for (premises, t, expected) in RULES {
            assert_eq!(fold(&decided(premises, t)), fold(&term(expected)), "{premises:?} {t}");
        }
    }

    /// The simplified term is equivalent where the premises hold.
    #[test]
    fn what_is_left_says_the_same() {
        let numbers = || -4..=4i64;
        for (premises, t, _) in RULES {
            let (left, t) = (decided(premises, t), term(t));
            let all = numbers()
                .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| (x, y, z))));
            for (x, y, z) in all {
                for p in [false, true] {
                    let values =
                        [("x", x), ("y", y), ("z", z)].map(|(v, n)| (Var::int(v), Term::int(n)));
                    let mut values = Subst::from_iter(values);
                    values.insert(Var::new("p", Sort::Bool), Term::bool(p));
                    let of = |t: &Term| fold(&t.subst(&values));
                    if premises.iter().all(|c| of(&term(c)).is_true()) {
                        assert_eq!(of(&left), of(&t), "{premises:?} {t} with {x}, {y}, {z}, {p}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_with_choices_between_numbers_are_choices() {
        let choices = |t: Term| fold(&spread(&t));
        let choice = product(term("x"), term("y < z ? 0 : p ? 1 : -2"));
        assert_eq!(choices(choice), fold(&term("y < z ? 0 : p ? x : -2*x")));
        let sum = Term::add(product(term("p ? 1 : 0"), term("x")), term("z"));
        assert_eq!(choices(sum), fold(&term("(p ? x : 0) + z")));
        let other = product(term("x"), term("y < z ? 0 : y"));
        assert_eq!(spread(&other), other);
    }
}
