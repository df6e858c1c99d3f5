//! The checker for proofs of the arithmetic (see [`hornbook_evidence::proof`]).
//!
//! It makes clauses of the formulas by its own code, adds up the multipliers of each certificate,
//! and replays the clauses by unit propagation. It never searches.

use super::formula::{Bound, Coefficients, Formulas, Literal, UnsupportedTerm, add_scaled};
use super::unit_propagation::Propagation;
use hornbook_base::Int;
use hornbook_evidence::proof::{Atom, Form, Law, Lemma, Node, Premise, Proof, ProofClause};
use hornbook_horn::term::{Op, Term};
use std::collections::BTreeMap;
use std::fmt;

/// The reason why a proof was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// This part of a formula or atom is not linear integer arithmetic with booleans.
    Unsupported(Term),
    /// A clause mentions an atom that is not in the table.
    NoSuchAtom(usize),
    /// The certificate of the lemma with this index proves nothing.
    Lemma(usize),
    /// The step with this index does not follow by unit propagation.
    Step(usize),
    /// No step is the empty clause.
    NoContradiction,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Unsupported(t) => write!(f, "not linear integer arithmetic: {t}"),
            Rejection::NoSuchAtom(i) => write!(f, "there is no atom {i}"),
            Rejection::Lemma(i) => write!(f, "lemma {i} is not certified"),
            Rejection::Step(i) => write!(f, "step {i} does not follow by unit propagation"),
            Rejection::NoContradiction => f.write_str("the proof does not reach a contradiction"),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<UnsupportedTerm> for Rejection {
    fn from(UnsupportedTerm(term): UnsupportedTerm) -> Rejection {
        Rejection::Unsupported(term)
    }
}

/// Whether the proof shows that the assertions have no common model.
///
/// # Errors
/// The first flaw found.
pub fn verify(assertions: &[Term], proof: &Proof) -> Result<(), Rejection> {
    check_with_laws(assertions, proof, &proof.laws.iter().collect::<Vec<_>>()).map(|_| ())
}

/// Checks the proof with other laws than its own; the result is whether products of sums were multiplied out.
pub(super) fn check_with_laws(
    assertions: &[Term],
    proof: &Proof,
    laws: &[&Law],
) -> Result<bool, Rejection> {
    let mut formulas = Formulas::new();
    for assertion in assertions {
        let lit = formulas.read(assertion)?;
        formulas.clauses.push(vec![lit]);
    }
    for law in laws {
        let lit = formulas.read(&law_formula(law))?;
        formulas.clauses.push(vec![lit]);
    }
    let atoms: Vec<Literal> =
        proof.atoms.iter().map(|atom| read_atom(&mut formulas, atom)).collect::<Result<_, _>>()?;
    let mut clauses = Vec::new();
    for (i, lemma) in proof.lemmas.iter().enumerate() {
        let clause = read_clause(&atoms, &lemma.clause)?;
        check_certificate(&mut formulas, &clause, lemma)?.ok_or(Rejection::Lemma(i))?;
        clauses.push(clause);
    }
    let mut propagation = Propagation::new(formulas.variables);
    for clause in formulas.clauses.iter().chain(&clauses) {
        propagation.add(clause);
    }
    for (i, step) in proof.steps.iter().enumerate() {
        let clause = read_clause(&atoms, step)?;
        if !propagation.implies(&clause) {
            return Err(Rejection::Step(i));
        }
        if clause.is_empty() {
            return Ok(formulas.multiplied_out);
        }
        propagation.add(&clause);
    }
    Err(Rejection::NoContradiction)
}

/// The formula of a law.
fn law_formula(law: &Law) -> Term {
    let (Law::Zero(p, q) | Law::Sign(p, q)) = law;
    let product = Term::app(Op::Mul, vec![p.clone(), q.clone()]);
    let below = |t: &Term| Term::lt(t.clone(), Term::int(0));
    match law {
        Law::Zero(..) => {
            Term::or([below(p), Term::lt(Term::int(0), p.clone()), Term::eq(product, Term::int(0))])
        }
        Law::Sign(..) => Term::or([below(p), below(q), Term::le(Term::int(0), product)]),
    }
}

fn read_form(formulas: &mut Formulas, form: &Form) -> Result<Coefficients, Rejection> {
    let mut out = Coefficients::new();
    for (term, c) in &form.0 {
        let unit = Coefficients::from([(formulas.unit(term)?, Int::ONE)]);
        add_scaled(&mut out, c, &unit);
    }
    Ok(out)
}

fn read_atom(formulas: &mut Formulas, atom: &Atom) -> Result<Literal, Rejection> {
    Ok(match atom {
        Atom::AtMost { form, bound } => {
            let form = read_form(formulas, form)?;
            formulas.at_most(&form, bound)
        }
        Atom::Equal { form, value } => {
            let form = read_form(formulas, form)?;
            formulas.equal(&form, value)
        }
        Atom::Formula(t) => formulas.read(t)?,
    })
}

fn read_clause(atoms: &[Literal], clause: &ProofClause) -> Result<Vec<Literal>, Rejection> {
    let read = |lit: &hornbook_evidence::proof::ProofLit| match atoms.get(lit.atom) {
        Some(atom) if lit.positive => Ok(*atom),
        Some(atom) => Ok(!*atom),
        None => Err(Rejection::NoSuchAtom(lit.atom)),
    };
    clause.iter().map(read).collect()
}

/// One step of the traversal of a certificate.
enum CertificateStep<'a> {
    Node(usize),
    Assume(u32, Bound),
    Forget(&'a u32),
}

/// `Some` if the certificate refutes the negation of the clause.
fn check_certificate(
    formulas: &mut Formulas,
    clause: &[Literal],
    lemma: &Lemma,
) -> Result<Option<()>, Rejection> {
    let hypotheses: Vec<Option<Bound>> = clause.iter().map(|&lit| formulas.bound(!lit)).collect();
    let mut splits: BTreeMap<u32, Bound> = BTreeMap::new();
    let mut visited = vec![false; lemma.certificate.len()];
    let Some(root) = lemma.certificate.len().checked_sub(1) else {
        return Ok(None);
    };
    let mut walk = vec![CertificateStep::Node(root)];
    while let Some(step) = walk.pop() {
        let index = match step {
            CertificateStep::Assume(id, bound) => {
                splits.insert(id, bound);
                continue;
            }
            CertificateStep::Forget(id) => {
                splits.remove(id);
                continue;
            }
            CertificateStep::Node(index) => index,
        };
        // Certificates are trees, which also bounds the work.
        if std::mem::replace(&mut visited[index], true) {
            return Ok(None);
        }
        match &lemma.certificate[index] {
            Node::Farkas(parts) => {
                if !adds_up(parts, &hypotheses, &splits) {
                    return Ok(None);
                }
            }
            Node::Split { id, form, bound, low, high } => {
                if *low >= index || *high >= index || splits.contains_key(id) {
                    return Ok(None);
                }
                let below = Bound { form: read_form(formulas, form)?, bound: bound.clone() };
                let above = below.negated();
                // The last step pushed is the first one done.
                walk.push(CertificateStep::Forget(id));
                walk.push(CertificateStep::Node(*high));
                walk.push(CertificateStep::Assume(*id, above));
                walk.push(CertificateStep::Node(*low));
                walk.push(CertificateStep::Assume(*id, below));
            }
        }
    }
    Ok(Some(()))
}

/// Whether the weighted sum of the premises is `0 <= n` for a negative `n`.
fn adds_up(
    parts: &[(Premise, Int)],
    hypotheses: &[Option<Bound>],
    splits: &BTreeMap<u32, Bound>,
) -> bool {
    let (mut form, mut total) = (Coefficients::new(), Int::ZERO);
    for (premise, multiplier) in parts {
        let bound = match premise {
            Premise::Literal(i) => hypotheses.get(*i).and_then(Option::as_ref),
            Premise::Split(id) => splits.get(id),
        };
        let Some(bound) = bound.filter(|_| !multiplier.is_negative()) else {
            return false;
        };
        add_scaled(&mut form, multiplier, &bound.form);
        total += &(multiplier * &bound.bound);
    }
    form.is_empty() && total.is_negative()
}
