//! What is tried one after the other: the rungs of a ladder, each an engine on a form of the clauses over a
//! vocabulary. It is plain data: [`crate::portfolio`] makes the engines.

use serde::{Deserialize, Serialize};

/// Two forms of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The clauses that were asked about.
    Given,
    /// The clauses with the steps between two loop heads taken together: these lose less, and have
    /// fewer predicates.
    Merged,
}

/// How rich a vocabulary to mine. Each has all that the ones before it have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Richness {
    /// Assert mentions, hull, order closure, initial values.
    Lean,
    /// Also what guards say and what holds of derived instances.
    Guards,
    /// Also the atoms of neighbours that are about values, carried over by the rules.
    Transport,
    /// Also all other atoms of neighbours, equations of four variables, and counters compared with
    /// each other.
    Relations,
    /// Also residues of counters.
    Stride,
}

/// An engine by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Property-directed reachability ([`crate::pdr`]).
    Reachability,
    /// Forward abstract interpretation ([`crate::forward`]).
    Interpretation,
}

/// One thing to try: on which form of the clauses, with which engine, over which vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The form of the clauses.
    pub form: Form,
    /// The engine.
    pub engine: EngineKind,
    /// How rich its vocabulary is.
    pub vocabulary: Richness,
    /// Whether what runs suggest is added to it.
    pub learns: bool,
    /// Whether a counterexample that no derivation follows adds atoms to it.
    pub invents: bool,
    /// Whether it is left soon, as mostly it suffices soon or not at all. If no later one tries the same it comes again when
    /// all others were tried.
    pub quick: bool,
    /// Whether it is only for clauses whose steps cannot be merged.
    pub unmerged: bool,
    /// Why it stands where it stands.
    pub why: &'static str,
}

impl Rung {
    /// Whether another rung of the ladder, where there is one engine only, has the same question for it: what is not in
    /// the clauses may be another from rung to rung.
    pub(super) fn tries_the_same(&self, other: &Rung) -> bool {
        let plain = |rung: &Rung| !rung.learns && !rung.invents;
        plain(self)
            && plain(other)
            && (self.form, self.vocabulary) == (other.form, other.vocabulary)
    }
}

/// If the given clauses contradict each other, this shows on the first rungs, and merging steps does
/// not come to hide that the choice of the user is too weak.
pub(super) fn ladder() -> Vec<Rung> {
    use Form::{Given, Merged};
    use Richness::{Guards, Lean, Stride, Transport};
    let rung = |form, vocabulary, why| Rung {
        form,
        engine: EngineKind::Reachability,
        vocabulary,
        learns: false,
        invents: false,
        quick: false,
        unmerged: false,
        why,
    };
    let learning = |form, why| Rung { learns: true, ..rung(form, Guards, why) };
    let inventing = |form, why| Rung { invents: true, ..rung(form, Guards, why) };
    vec![
        rung(Given, Lean, "most programs need no more, and it is the fastest"),
        rung(Given, Guards, "what tests say matters for searches and flags"),
        Rung { quick: true, ..rung(Merged, Transport, "fewer points need fewer facts") },
        Rung {
            quick: true,
            ..learning(Merged, "what small runs have in common is often all that is missing")
        },
        Rung {
            quick: true,
            unmerged: true,
            ..learning(Given, "the same where no steps can be merged")
        },
        rung(
            Merged,
            Transport,
            "the same with more time: values are carried through several loops",
        ),
        rung(Given, Stride, "cells that are several apart, and where no steps can be merged"),
        inventing(Given, "what is missing is read off counterexamples"),
    ]
}

/// What the clauses derive is said with the richest vocabulary that is not too much.
pub(super) fn exploration() -> Vec<Rung> {
    let rung = |vocabulary, why| Rung {
        form: Form::Given,
        engine: EngineKind::Interpretation,
        vocabulary,
        learns: false,
        invents: false,
        quick: false,
        unmerged: false,
        why,
    };
    vec![
        rung(Richness::Stride, "it says most"),
        rung(Richness::Guards, "it is found where that is too much"),
    ]
}
