//! Propositional formulas as clauses.

use super::dice::Dice;
use hornbook_horn::term::{Sort, Term, Var};
use hornbook_lia::Solver;

/// Variables, counted from 1, negative where they are negated.
pub type Clause = Vec<i32>;

/// A name and formulas of the same kind.
pub struct Family {
    pub name: &'static str,
    pub formulas: Vec<Vec<Clause>>,
}

/// What the boolean layer is measured on.
pub fn families() -> Vec<Family> {
    let mut dice = Dice::new(0x2545_f491_4f6c_dd1d);
    let mut several = |name, count: usize, make: &dyn Fn(&mut Dice) -> Vec<Clause>| Family {
        name,
        formulas: (0..count).map(|_| make(&mut dice)).collect(),
    };
    vec![
        // The density at which about half of the formulas have a model.
        several("random-100", 10, &|dice| random(dice, 100, 426)),
        several("random-150", 4, &|dice| random(dice, 150, 639)),
        // Fewer clauses: nearly all have a model.
        several("sparse-200", 4, &|dice| random(dice, 200, 760)),
        several("pigeons-7", 1, &|_| pigeons(7)),
        several("pigeons-8", 1, &|_| pigeons(8)),
        several("colours-100", 10, &|dice| colouring(dice, 100, 230, 3)),
        several("colours-150", 4, &|dice| colouring(dice, 150, 345, 3)),
    ]
}

fn signed(dice: &mut Dice, var: u64) -> i32 {
    let lit = var as i32 + 1;
    if dice.roll(2) == 0 { lit } else { -lit }
}

/// Clauses of three literals.
pub fn random(dice: &mut Dice, vars: u64, clauses: usize) -> Vec<Clause> {
    (0..clauses)
        .map(|_| dice.hand(vars, 3).into_iter().map(|v| signed(dice, v)).collect())
        .collect()
}

/// Each pigeon has a hole, no hole has two pigeons, and there is one hole too few.
pub fn pigeons(count: i32) -> Vec<Clause> {
    let holes = count - 1;
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Clause> =
        (0..count).map(|p| (0..holes).map(|h| sits(p, h)).collect()).collect();
    for hole in 0..holes {
        for a in 0..count {
            clauses.extend((0..a).map(|b| vec![-sits(a, hole), -sits(b, hole)]));
        }
    }
    clauses
}

/// The nodes of a random graph have colours, neighbours different ones.
pub fn colouring(dice: &mut Dice, nodes: u64, edges: usize, colours: i32) -> Vec<Clause> {
    let has = |node: u64, colour: i32| node as i32 * colours + colour + 1;
    let mut clauses: Vec<Clause> =
        (0..nodes).map(|n| (0..colours).map(|c| has(n, c)).collect()).collect();
    for _ in 0..edges {
        let [a, b] = dice.hand(nodes, 2)[..] else { continue };
        clauses.extend((0..colours).map(|c| vec![-has(a, c), -has(b, c)]));
    }
    clauses
}

/// Random assumptions for many questions about one formula.
pub fn assumptions(dice: &mut Dice, vars: u64, length: usize, count: usize) -> Vec<Vec<i32>> {
    (0..count)
        .map(|_| dice.hand(vars, length).into_iter().map(|v| signed(dice, v)).collect())
        .collect()
}

/// A literal as a term.
pub fn literal(lit: i32) -> Term {
    let var = Term::var(&Var::new(format!("p{}", lit.unsigned_abs()), Sort::Bool));
    if lit > 0 { var } else { Term::not(var) }
}

/// Clauses as terms.
pub fn terms(clauses: &[Clause]) -> Vec<Term> {
    clauses.iter().map(|c| Term::or(c.iter().copied().map(literal))).collect()
}

/// A solver that knows these formulas.
pub fn solver(formulas: &[Term]) -> Solver {
    let mut solver = Solver::new();
    formulas.iter().for_each(|f| solver.assert(f).expect("a formula of the arithmetic"));
    solver
}
