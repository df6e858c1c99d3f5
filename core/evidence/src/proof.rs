//! Proofs of unsatisfiability: plain data, checked by `check::proof`.
//!
//! A proof names atoms, states theory lemmas over them, each with a certificate that needs only additions,
//! and lists clauses that follow by unit propagation, the last one empty. The clauses of the formula itself
//! are not part of the proof: the checker makes them on its own. Integer terms `ite` and `div` and products
//! count as variables; the checker adds definitions of the first two, and the laws of products that the proof
//! names.

use hornbook_base::Int;
use hornbook_horn::term::Term;
use serde::{Deserialize, Serialize};

/// An integer linear form: coefficients of terms that are variables, `ite`, `div` or products of such.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form(pub Vec<(Term, Int)>);

/// The atom of a literal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Atom {
    /// `form <= bound`; its negation is `form >= bound + 1`.
    AtMost {
        /// The left side.
        form: Form,
        /// The right side.
        bound: Int,
    },
    /// `form = value`.
    Equal {
        /// The left side.
        form: Form,
        /// The right side.
        value: Int,
    },
    /// A boolean term: a variable or a part of the formula.
    Formula(Term),
}

/// An atom of the table or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ProofLit {
    /// The index in [`Proof::atoms`].
    pub atom: usize,
    /// Whether the atom is to hold.
    pub positive: bool,
}

/// A disjunction.
pub type ProofClause = Vec<ProofLit>;

/// An assumption at a leaf of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Premise {
    /// The negation of the lemma's literal with this index; it must be a bound.
    Literal(usize),
    /// The assumption of the enclosing split with this number.
    Split(u32),
}

/// One node of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Node {
    /// With these non-negative multipliers the premises add up to `0 <= n` for a negative `n`
    /// (Farkas).
    Farkas(Vec<(Premise, Int)>),
    /// An integer form is at most `bound`, or at least `bound + 1`; both halves are refuted.
    Split {
        /// The name by which leaves refer to the assumption.
        id: u32,
        /// The form.
        form: Form,
        /// The bound of the lower half.
        bound: Int,
        /// The index of the node that refutes `form <= bound`; smaller than this node's.
        low: usize,
        /// The index of the node that refutes `form >= bound + 1`; smaller than this node's.
        high: usize,
    },
}

/// A clause of bounds that holds for all integers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lemma {
    /// The clause.
    pub clause: ProofClause,
    /// The nodes of the certificate; the last one is the root.
    pub certificate: Vec<Node>,
}

/// A law of multiplication, for two integer terms. It holds for all integers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Law {
    /// `p = 0 ==> p * q = 0`.
    Zero(Term, Term),
    /// `p >= 0 && q >= 0 ==> p * q >= 0`.
    Sign(Term, Term),
}

/// A proof that formulas contradict each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Laws that count as formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laws: Vec<Law>,
    /// The atoms of the literals.
    pub atoms: Vec<Atom>,
    /// Facts of arithmetic.
    pub lemmas: Vec<Lemma>,
    /// Clauses, each a consequence of the formulas, the lemmas and the clauses before it by
    /// reverse unit propagation; the last one is empty.
    pub steps: Vec<ProofClause>,
}
