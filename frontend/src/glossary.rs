//! The field's words that the page uses, each explained in two sentences.

use hornbook_abstraction::heuristic::Heuristic;

/// A word that is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word itself.
    pub word: &'static str,
    /// Two plain sentences.
    pub text: &'static str,
    /// The paper and the number of the place where it comes from.
    pub source: &'static str,
}

macro_rules! glossary {
    ($($term:ident: $word:literal, $text:literal, $source:literal;)*) => {
        /// The words, grouped as they are met on the way from a program to its verdict.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $(#[doc = $word] $term,)*
        }

        impl Term {
            /// Every word.
            pub const ALL: &[Term] = &[$(Term::$term,)*];

            /// The word's entry.
            pub fn entry(self) -> Entry {
                match self {
                    $(Term::$term => Entry { word: $word, text: $text, source: $source },)*
                }
            }
        }
    };
}

glossary! {
    HornClause: "constrained Horn clause",
        "A statement of the form: if all premises hold, then so does the goal. A premise is a predicate or a condition on values, and there is at most one predicate behind the arrow.",
        "Braine's thesis, Definition 3";
    Premise: "premise",
        "What stands before the arrow of a clause. It is either a condition or a predicate that speaks of an earlier point of the program.",
        "Braine's thesis, Definition 3";
    Goal: "goal",
        "What stands behind the arrow of a clause: the predicate of the next point, or a condition that is claimed. A clause with a condition as its goal stands for an assertion.",
        "Braine's thesis, Definition 3";
    ProgramPoint: "program point",
        "A place between two steps of the program. Each point has a predicate, an unknown set that must hold all states in which a run can be there.",
        "Braine's thesis, Section 2.1.1";
    LoopHead: "loop head",
        "The point at which a loop tests its condition. Runs come back to it, so this is where an invariant has to be found.",
        "Braine's thesis, Section 2.1.5";
    Invariant: "invariant",
        "A formula that is true whenever a run is at a certain point. If the invariants of all points satisfy every clause, no run breaks an assertion.",
        "Braine's thesis, Section 2.1.1 and Theorem 1";
    Measure: "measure",
        "A number that each round of a loop makes smaller and that is not negative while the loop goes on, as in decreases n - i. A loop with a measure ends, because no number can fall below zero for ever.",
        "Turing 1949; Floyd 1967";
    Start: "start clause",
        "A clause without a predicate before its arrow. It says in which states runs begin.",
        "Braine's thesis, Definition 3";
    Linear: "linear clause",
        "A clause with one predicate before its arrow. Programs without function calls give only such clauses and those that start or assert.",
        "Braine's thesis, Definition 3";
    NonLinear: "non-linear clause",
        "A clause with several predicates before its arrow. Replacing a quantified premise by several instances makes linear clauses non-linear.",
        "Braine's thesis, Definition 3";
    Assertion: "assertion clause",
        "A clause whose goal is a condition: it must hold in every state that the premises allow. An assertion is proved when its clause is satisfied.",
        "Braine's thesis, Section 2.1.2";
    Extended: "extended clause",
        "A clause in which a predicate stands below a quantifier. The stage Abstract makes such clauses and the stage Eliminate removes them.",
        "Braine's thesis, Definition 3 and Algorithm 1";
    Trivial: "trivial clause",
        "A clause without any operation on arrays. Its arrays are only passed on.",
        "Braine's thesis, Table 2.3 and Section 6.1";
    Basic: "basic clause",
        "A clause that only reads and writes single cells. Most lines of a program become such clauses.",
        "Braine's thesis, Table 2.3 and Section 6.1";
    Complex: "complex clause",
        "A clause in which arrays are compared, or in which something is said about any number of cells. It may have no finite set of relevant cells.",
        "Braine's thesis, Table 2.3 and Section 6.1";
    BoundPermMap: "bound-perm-map clause",
        "A clause that makes an array cell by cell: moved by one, restricted to a range, or computed from another cell. Following the cells through such an equation keeps their number finite.",
        "Braine's thesis, Tables 2.3 and 6.1";
    Collapsing: "collapsing clause",
        "A clause in which one value depends on any number of cells, such as a sum. No finite set of cells determines such a value.",
        "Braine's thesis, Tables 2.3 and 6.1";
    LargeBlocks: "large blocks",
        "All steps between two loop heads taken as one clause. There are fewer predicates to find then, and fewer places at which an abstraction can lose something.",
        "Braine's thesis, Section 2.1.5";
    Method: "method",
        "How a question about a program becomes questions that can be answered. Data abstraction asks about cells of arrays, instrumentation about programs with ghost variables.",
        "Hornbook's engine";
    Instrumentation: "instrumentation",
        "Adds ghost variables to a program that follow sums, maxima or numbers of its cells. A claim about these is then about plain numbers, which a solver can handle.",
        "Program instrumentation, Section 2";
    Operator: "instrumentation operator",
        "Ghost variables, an invariant that says what they stand for, and rules that keep it. Each rule fits certain statements and is proved once, whatever the program is.",
        "Program instrumentation, Definition 1";
    GhostVariable: "ghost variable",
        "A variable that is added to a program to say something about it. It never changes what the program does.",
        "Program instrumentation, Section 2";
    Guard: "guard",
        "The condition under which a rule of an operator may be applied. Where it fails on a run the rule is wrong, which says nothing about the program itself.",
        "Program instrumentation, Section 3";
    Tiling: "tiling",
        "Splits a claim about a whole array by the rounds of the loops that write it. Each round takes care of its own cells, and small programs without loops say when that is enough.",
        "Tiling, Section 4";
    Tile: "tile",
        "The cells that one round of a loop takes care of: it writes them, and no later round writes them again. Another tile can be named by hand, and the conditions tell whether it suffices.",
        "Tiling, Algorithm 2";
    CountedLoop: "counted loop",
        "A loop in which one variable takes equal steps towards a bound that stays as it is. So its rounds are known by the value of that variable.",
        "Tiling, Section 3";
    CutPoint: "cut-point",
        "A place between two segments of a program, in front of a loop or behind it. A fact about all cells there leads from one loop to the next.",
        "Tiling, Section 3";
    TilingCondition: "conditions T0 to T3",
        "T1: the tiles cover all cells that the claim is about; T2: a round makes the claim hold for its tile; T3: a later round leaves earlier tiles alone. T0, which the paper lacks: no round spoils what a later one needs.",
        "Tiling, Section 4.2 and Theorem 1; T0: Hornbook";
    DataAbstraction: "data abstraction",
        "Replaces a value of unbounded size by small pieces of it. A predicate then speaks of one piece, and holds for an array if it holds for all pieces of that array.",
        "Braine's thesis, Definition 15";
    Sigma: "σ expression",
        "How an abstraction is written: which pieces stand for a value. Larger ones are made from smaller ones by combinators.",
        "Braine's thesis, Definitions 15 to 18";
    Composition: "composition ⊙",
        "Abstracts by one abstraction and then the pieces by another. So sign ⊙ cell keeps the index of each cell and the sign of its value.",
        "Braine's thesis, Definition 16";
    Cell1: "cell1",
        "The abstraction that watches an array through one cell: an index and the value there. It can express what holds for each cell, but not how two cells compare.",
        "Braine's thesis, Definition 17; cell morphing, Section 3";
    Cell2: "cell2",
        "The abstraction that watches an array through two cells at a time. It can express how two cells compare, for example that an array is sorted.",
        "Braine's thesis, Definitions 17 and 18";
    CellOrdered: "cell<2",
        "Two cells at a time, the first before the second. It is as strong as cell2 with fewer instances, as pairs in the other order are left out.",
        "Braine's thesis, Section 7.3";
    Cell3: "cell3",
        "The abstraction that watches an array through three cells at a time. It can express how three cells are related, and needs many more instances than two cells do.",
        "Braine's thesis, Definitions 17 and 18";
    Smash: "smash",
        "The abstraction that keeps the values of an array and forgets their places. It can express a bound for all values, but not what stands where.",
        "Braine's thesis, Example 12";
    First: "first",
        "The abstraction that keeps the value at index 0 and nothing else. It is small, and enough where no other cell matters.",
        "Braine's thesis, Example 11";
    Sign: "sign",
        "The abstraction that keeps the sign of a number: negative, zero or positive. For an array it keeps the sign of each cell's value.",
        "Braine's thesis, Definition 16";
    Multiset: "cell . multiset",
        "The abstraction that watches an array through one value and how often it occurs in a range, and forgets the places. It can express that an array is a permutation of another.",
        "Braine's thesis, Example 17; cell morphing, Section 5";
    Identity: "id",
        "The abstraction that changes nothing. Scalars have it; an array that has it stays as it is.",
        "Braine's thesis, Definition 16";
    Auto: "auto",
        "Not an abstraction but a search for one: one cell, then two in order, then two cells, and numbers of occurrences where claims need them. A claim that one of them has settled stays settled.",
        "Hornbook's engine";
    Eliminate: "eliminate",
        "The step that replaces a quantified premise by finitely many instances of it. It never proves too much; whether it loses something depends on the instances.",
        "Braine's thesis, Algorithm 2 and Theorem 6";
    InstantiationSet: "instantiation set",
        "The pieces for which a quantified premise is written out. A good set holds all that can matter to the rest of the clause.",
        "Braine's thesis, Section 4.2";
    Relevant: "relevant cells",
        "The cells whose values can make a difference to the rest of the clause. If two arrays agree on these cells, one may stand for the other.",
        "Braine's thesis, Definition 27 and Listing 5.6";
    TopFree: "⊤-free",
        "The search for relevant cells understood every use of the array. By Braine's criterion nothing is lost then, but for several cells or arrays that is not always so.",
        "Braine's thesis, Theorem 17 and Listing 5.6";
    TopReached: "⊤ reached",
        "The search for relevant cells met a use of the array for which it has no finite set of cells. The symbol ⊤ stands for cells that may be missing.",
        "Braine's thesis, Listing 5.6";
    LeftOut: "cells left out",
        "The chosen heuristic did not take all cells that the search found relevant. Something may be lost because of that.",
        "Braine's thesis, Theorems 13 and 15";
    Complete: "complete",
        "Replacing the quantifier by its instances loses nothing beyond what the abstraction itself loses. Hornbook says so only where a condition proves it.",
        "Braine's thesis, Definition 24";
    Incomplete: "incomplete",
        "Replacing the quantifier by its instances loses something. A witness shows what.",
        "Braine's thesis, Definition 24";
    Open: "open",
        "Neither a proof of completeness nor a witness against it is known. A proof may fail because of that, but no verdict is wrong.",
        "Braine's thesis, Definition 24";
    C0: "condition C0",
        "Nothing infinite is abstracted, so that all pieces can be listed. Then nothing can be lost.",
        "Braine's thesis, Theorem 18";
    C1: "condition C1",
        "One array is abstracted, by single cells, and all its relevant cells are instances. Then the instances determine all that matters about the array.",
        "Braine's thesis, Theorem 16; proved in Hornbook";
    C2: "condition C2",
        "One instance holds all relevant cells of all arrays at once. Then one array stands behind all that the clause looks at.",
        "Proved in Hornbook; needed where Braine's thesis, Theorems 19 and 21, have a gap";
    C3: "condition C3",
        "The clause only passes its arrays on. One instance has all cells that the goal sees, and an array of the model has these cells.",
        "Proved in Hornbook";
    C4: "condition C4",
        "The abstraction of the arrays does not show where a value stands, and the values of all relevant cells are instances. An array with these values everywhere then has no others.",
        "Proved in Hornbook";
    C5: "condition C5",
        "Which cells matter depends on which indices are equal. In each case one of the other conditions holds.",
        "Proved in Hornbook";
    C6: "condition C6",
        "One array of truth values is kept by pairs of its cells, and all pairs of relevant cells are instances. Whatever two values another cell could not have beside them, it has one of both.",
        "Proved in Hornbook";
    D1: "condition D1",
        "A quantified condition that can be satisfied at each index by choosing the values there. Instances for the cells that are read then lose nothing.",
        "Proved in Hornbook; compare Braine's thesis, Section 5.1.2.2";
    D2: "condition D2",
        "A quantified condition whose indices are only compared with bounds and with each other. Instances for the cells that are read and for the bounds then lose nothing.",
        "Array property fragment: Braine's thesis, Definition 26";
    D3: "condition D3",
        "A single quantified condition that orders the values within one range, such as being sorted. All other cells can be put in between.",
        "Proved in Hornbook; compare Braine's thesis, Section 5.1.2.2";
    Witness: "witness",
        "Arrays that show a loss: each is possible, and the instances cannot tell a mixture of them from one that is. It is checked before it is shown.",
        "Braine's thesis, Definition 24; found by Hornbook";
    HeuristicRelevant: "heuristic relevant",
        "Takes all cells that are found to matter to the clause, also through equations between arrays. It is the heuristic to begin with.",
        "Braine's thesis, Listing 5.6 and Section 6.3.1";
    HeuristicBasic: "heuristic relevant-basic",
        "Takes the relevant cells that follow from reads, writes and plain equations. Where arrays are related in other ways it meets ⊤.",
        "Braine's thesis, Listing 5.6";
    Mg16: "heuristic mg16",
        "Takes the cell that the goal speaks of and the cells that the instruction reads. For single steps of a program that is often all.",
        "Braine's thesis, Theorem 14; cell morphing, Section 3";
    Ma15: "heuristic ma15",
        "Takes only the cell that the goal speaks of. A value that an instruction reads is then arbitrary.",
        "Braine's thesis, Theorem 13 and Example 23";
    Manual: "heuristic manual",
        "Takes the cells that you name for a clause. Any choice is sound, so you can try.",
        "Braine's thesis, Theorem 6";
    Certified: "certified",
        "A proof was found, mostly an invariant for every point, and a checker that takes no part in the search accepted it. No run breaks an assertion.",
        "Braine's thesis, Definition 10";
    Buggy: "buggy",
        "A run that breaks an assertion was found. It was replayed on the program itself, so no abstraction is involved.",
        "Braine's thesis, Section 2.1.2";
    TooWeak: "too weak",
        "The clauses contradict each other, but Hornbook found no failing run of the program. Where something was abstracted, another abstraction may prove the assertion.",
        "Braine's thesis, Example 9 and Definition 11";
    LinesTooWeak: "lines too weak",
        "Your lines allow a state from which a claim or another line does not hold, and no run was found that gets there. Add a line that excludes it; the program may well be right.",
        "Hornbook";
    Unknown: "unknown",
        "There is no answer, for the reason that is given. Nothing is claimed about the program.",
        "Braine's thesis, Definition 10";
    Derivation: "derivation of false",
        "Steps from clause to clause that end in a contradiction. They show that no invariants satisfy all abstract clauses.",
        "Braine's thesis, Definition 4";
    Round: "round",
        "The search begins with short runs or simple facts and goes further with each round. A verdict may come in any round.",
        "Hornbook's engine";
    Lemma: "lemma",
        "A small formula that was shown to hold at a point, as a part of an invariant. Invariants are conjunctions of these.",
        "Hornbook's engine";
    Question: "question to the arithmetic",
        "Whether some numbers satisfy a formula without quantifiers. Each step of the search asks a decision procedure such questions.",
        "Hornbook's engine";
    Atom: "atom",
        "A single comparison from which lemmas are made. The engine reads the atoms that it tries off the clauses.",
        "Hornbook's engine";
    Budget: "budget",
        "How much work a search may do, counted in steps. Steps do not depend on the machine, so that results can be repeated.",
        "Hornbook's engine";
}

impl Term {
    /// The term for a word that the core uses for the class of a clause.
    pub fn for_class(word: &str) -> Option<Term> {
        Some(match word {
            "start" => Term::Start,
            "linear" => Term::Linear,
            "non-linear" => Term::NonLinear,
            "assertion" => Term::Assertion,
            "extended" => Term::Extended,
            "trivial" => Term::Trivial,
            "basic" => Term::Basic,
            "complex" => Term::Complex,
            "bound-perm-map" => Term::BoundPermMap,
            "collapsing" => Term::Collapsing,
            _ => return None,
        })
    }

    /// The conditions that a sentence names.
    pub fn conditions_in(sentence: &str) -> impl Iterator<Item = Term> {
        let complete = [Term::C0, Term::C1, Term::C2, Term::C3, Term::C4, Term::C5, Term::C6];
        let all = complete.into_iter().chain([Term::D1, Term::D2, Term::D3]);
        all.filter(move |term| sentence.contains(term.entry().word))
    }

    /// The term for a heuristic.
    pub fn for_heuristic(heuristic: Heuristic) -> Term {
        match heuristic {
            Heuristic::Relevant => Term::HeuristicRelevant,
            Heuristic::RelevantBasic => Term::HeuristicBasic,
            Heuristic::Mg16 => Term::Mg16,
            Heuristic::Ma15 => Term::Ma15,
            Heuristic::Manual => Term::Manual,
        }
    }

    /// The term for a verdict that the core names.
    pub fn for_verdict(name: &str) -> Option<Term> {
        Some(match name {
            "certified" => Term::Certified,
            "buggy" => Term::Buggy,
            "too-weak" => Term::TooWeak,
            "unknown" => Term::Unknown,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_protocol::ABSTRACTIONS_OF_ALL;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_is_explained_once_in_two_sentences() {
        let mut words = BTreeSet::new();
        for term in Term::ALL {
            let Entry { word, text, source } = term.entry();
            assert!(words.insert(word), "{word} is there twice");
            let sentences = text.split(". ").count();
            assert!(
                sentences == 2 && text.ends_with('.'),
                "{word}: two sentences, not {sentences}"
            );
            assert!(!source.is_empty(), "{word} has a source");
        }
    }

    #[test]
    fn every_abstraction_on_offer_is_explained() {
        for offer in ABSTRACTIONS_OF_ALL {
            let explained = Term::ALL.iter().any(|term| term.entry().word == offer.name);
            assert!(explained, "{}", offer.name);
        }
    }

    #[test]
    fn every_verdict_is_explained() {
        let verdicts = ["certified", "buggy", "too-weak", "unknown"];
        assert!(verdicts.iter().all(|verdict| Term::for_verdict(verdict).is_some()));
    }
}
