//! The text with its loops cut at their heads, in which the reader's own invariants are judged.
//!
//! **Soundness.** The plan makes the cut program again from the text. A claim rests on all copies of all lines about
//! loops and on its own copies: then it holds, by [`crate::given::cut_loops`].

use super::DerivedProgram;
use crate::choices::{Choices, InvariantsChoice, Key, MethodChoice};
use crate::given::cut_loops::{CutLoop, cut_loops};
use crate::given::range_summaries::{SummaryForm, expand_summaries};
use crate::method_result::{Plan, ProofKind, ProofObligation};
use crate::task::{Claims, Source};
use hornbook_base::Span;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::rewrite::inline::inline_calls;
use hornbook_lang::typed::{
    AssertId, AssertionKind, FunctionId, TypedProgram, TypedStmt, TypedStmtKind, statements,
};
use hornbook_lang::{Options, front_end, parse};
use std::collections::BTreeSet;

/// The title of the question.
pub const TITLE: &str = "with the given invariants";

/// The reason for the question.
const WHY: &str = "Each loop begins in any state that its invariants allow, and makes one round: so they are claimed \
                   in front of it and after the round, and all else that is claimed has only them to rest on, and what was \
                   known of variables that the loop does not change.";

/// The plan that cuts loops.
#[derive(Clone, Debug)]
pub struct CutPlan {
    /// The choices for the text.
    pub options: Choices,
    /// The claims of the text, in their order.
    pub claims: Vec<Option<AssertId>>,
}

/// The part that a copy of a line about a loop, or of a claim, plays in the cut program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CopyRole {
    /// The line is claimed when the loop is entered.
    Starts,
    /// The line is claimed after one round.
    Stays,
    /// A claim of the text.
    Claim,
}

/// An assertion of the cut program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimCopy {
    /// The assertion of the text.
    pub original: AssertId,
    /// Its part.
    pub role: CopyRole,
    /// The assertion of the cut program.
    pub copy: AssertId,
}

/// The reason why there is no answer where sums or counts would have to be known better.
pub const SUMMARIES: &str =
    "no ranges of a few cells break it, and too little is known of sums and counts over more";

/// The cut programs.
pub struct CutPrograms {
    /// The one in which what is certified holds. Its failing runs are about states that there are, unless there is
    /// another one for these.
    pub proving: GivenProgram,
    /// The one for failing runs, if the first one knows too little of sums and counts for them.
    pub refuting: Option<GivenProgram>,
}

impl CutPrograms {
    /// The index of the task about the one that proves.
    pub const PROVING: usize = 0;

    /// The cut program that a task is about, and whether its failing runs are about states that there are.
    pub fn get(&self, task: usize) -> Option<(&GivenProgram, bool)> {
        match (task, &self.refuting) {
            (CutPrograms::PROVING, refuting) => Some((&self.proving, refuting.is_none())),
            (task, Some(refuting)) if task == CutPrograms::PROVING + 1 => Some((refuting, true)),
            _ => None,
        }
    }

    /// The number of tasks about them, which come first.
    pub fn count(&self) -> usize {
        if self.refuting.is_some() { 2 } else { 1 }
    }
}

/// A cut program.
pub struct GivenProgram {
    /// The program, with the question.
    pub program: DerivedProgram,
    /// The loops of the text.
    pub loops: Vec<CutLoop>,
    /// Its assertions, in their order.
    pub copies: Vec<ClaimCopy>,
    /// Its variables for sums and counts, each with the expression whose value it has.
    pub summaries: Vec<(String, String)>,
}

impl GivenProgram {
    /// The copies of an assertion of the text.
    pub fn copies_of(&self, original: AssertId) -> impl Iterator<Item = &ClaimCopy> {
        self.copies.iter().filter(move |copy| copy.original == original)
    }

    /// The copies of all lines about loops.
    pub fn lines(&self) -> impl Iterator<Item = &ClaimCopy> {
        self.copies.iter().filter(|copy| copy.role != CopyRole::Claim)
    }
}

impl CutPlan {
    /// Builds the cut program, in which every run of the text has its like. Sums and counts, if it has some, are related
    /// to each other there, so not all of its runs need be about states that there are.
    ///
    /// # Errors
    /// In words, if a text has errors.
    pub fn build_program(&self, original: &str) -> Result<GivenProgram, String> {
        self.build(original, SummaryForm::Related)
    }

    /// Builds both cut programs, as far as there are two.
    ///
    /// # Errors
    /// In words, if a text has errors.
    pub fn build_programs(&self, original: &str) -> Result<CutPrograms, String> {
        let refuting = self.build_small_program(original)?;
        Ok(CutPrograms { proving: self.build_program(original)?, refuting })
    }

    /// Builds the cut program with ranges of a few cells in sums and counts, whose runs are all about states that there
    /// are; `None` if it has no sums or counts, so that the other one is just as good.
    ///
    /// # Errors
    /// In words, if a text has errors.
    fn build_small_program(&self, original: &str) -> Result<Option<GivenProgram>, String> {
        let small = self.build(original, SummaryForm::Small)?;
        Ok((!small.summaries.is_empty()).then_some(small))
    }

    fn build(&self, original: &str, form: SummaryForm) -> Result<GivenProgram, String> {
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let (tree, typed) = (parse(original).0, read(original)?);
        let cut = cut_loops(&tree);
        let straight = inline_calls(&cut.program).unwrap_or_else(|| cut.program.clone());
        let (straight, summaries) = match expand_summaries(&straight, form) {
            Some(expanded) => (expanded.program, expanded.values),
            None => (straight, vec![]),
        };
        let rewritten = SourceMap::from_trees(&tree, &straight);
        let places = rewritten.1.clone();
        let choices = Choices {
            method: Some(MethodChoice::Abstraction),
            invariants: Some(InvariantsChoice::Found),
            ..self.options.without(&[Key::Rules, Key::Tiles]).without_auto()
        };
        let mut program =
            DerivedProgram::from_rewriting((TITLE, WHY), rewritten, original, &choices)?;
        program.task.exact = true;
        let copies = copies(&read(program.task.source.text())?, &places, &program, &typed);
        Ok(GivenProgram { program, loops: cut.loops, copies, summaries })
    }
}

/// The places of the sums and counts of a text that are followed where its lines about loops are judged.
pub fn followed_summaries(original: &str) -> Vec<Span> {
    let cut = cut_loops(&parse(original).0).program;
    let straight = inline_calls(&cut).unwrap_or(cut);
    expand_summaries(&straight, SummaryForm::Related).map_or(vec![], |expanded| expanded.places)
}

/// The assertions of the cut program that come from one of the text.
fn copies(
    cut: &TypedProgram,
    places: &SourceMap,
    program: &DerivedProgram,
    typed: &TypedProgram,
) -> Vec<ClaimCopy> {
    let line = |span| {
        let lines = (0..)
            .zip(&typed.asserts)
            .filter(|(_, a)| matches!(a.kind, AssertionKind::Invariant | AssertionKind::Decreases));
        // A copy at the beginning has the place of the line, one after the round that of its formula.
        let mut found = lines.filter_map(|(n, a)| match a.span {
            own if own == span => Some((AssertId(n), CopyRole::Starts)),
            own if own.start < span.start && span.end <= own.end => {
                Some((AssertId(n), CopyRole::Stays))
            }
            _ => None,
        });
        found.next()
    };
    let unreached = unreached_asserts(cut);
    let all = (0..).map(AssertId).zip(&cut.asserts).zip(&program.asserts);
    let all = all.filter(|((copy, _), _)| !unreached.contains(copy));
    let copy = |((copy, assertion), origin): (
        (AssertId, &hornbook_lang::typed::Assertion),
        &Option<AssertId>,
    )| {
        if let Some(original) = *origin {
            return Some(ClaimCopy { original, role: CopyRole::Claim, copy });
        }
        let (original, role) = line(places.to_original(assertion.span)?)?;
        (assertion.kind == AssertionKind::Asserted).then_some(ClaimCopy { original, role, copy })
    };
    all.filter_map(copy).collect()
}

/// The assertions in functions that no run calls.
fn unreached_asserts(program: &TypedProgram) -> BTreeSet<AssertId> {
    let called = |body: &[TypedStmt]| -> Vec<FunctionId> {
        let calls = statements(body).into_iter().filter_map(|stmt| match &stmt.kind {
            TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => Some(call.function),
            _ => None,
        });
        calls.collect()
    };
    let (mut reached, mut open) = (BTreeSet::new(), called(&program.body));
    while let Some(id) = open.pop() {
        let function = program.functions.get(id.0 as usize);
        if let Some(function) = function.filter(|_| reached.insert(id)) {
            open.extend(called(&function.body));
        }
    }
    let unreached = (0..).map(FunctionId).zip(&program.functions);
    let unreached = unreached.filter(|(id, _)| !reached.contains(id)).map(|(_, function)| function);
    let asserts = unreached.flat_map(|function| {
        let claims = statements(&function.body).into_iter().flat_map(|stmt| {
            let own = match &stmt.kind {
                TypedStmtKind::Assert { id, .. } => vec![*id],
                TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
                    call.requires.clone()
                }
                _ => vec![],
            };
            stmt.checks.iter().map(|check| check.id).chain(own).collect::<Vec<_>>()
        });
        claims.chain(function.ensures.iter().map(|check| check.id)).collect::<Vec<_>>()
    });
    asserts.collect()
}

impl Plan for CutPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::GivenLines)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let given = self.build_program(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let own: Vec<AssertId> = given.copies_of(original).map(|copy| copy.copy).collect();
        if own.is_empty() {
            return Err("the assertion is not in the program any more".into());
        }
        let asserts = given.lines().map(|copy| copy.copy).chain(own).collect();
        Ok(vec![ProofObligation { task: given.program.task, claims: Claims::Asserts(asserts) }])
    }
}
