//! The text with its loops cut at their heads, in which the reader's own invariants are judged.
//!
//! **Soundness.** The plan makes the cut program again from the text. A claim rests on all copies of all lines about
//! loops and on its own copies: then it holds, by [`crate::given::cut_loops`].

use super::DerivedProgram;
use crate::choices::{Choices, InvariantsChoice, Key, MethodChoice};
use crate::given::cut_loops::{CutLoop, cut_loops};
use crate::method_result::{Plan, ProofObligation};
use crate::task::{Claims, Source};
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
                   in front of it and after the round, and all else that is claimed has only them to rest on.";

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

/// The cut program.
pub struct GivenProgram {
    /// The program, with the question.
    pub program: DerivedProgram,
    /// The loops of the text.
    pub loops: Vec<CutLoop>,
    /// Its assertions, in their order.
    pub copies: Vec<ClaimCopy>,
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
    /// Builds the cut program.
    ///
    /// # Errors
    /// In words, if a text has errors.
    pub fn build_program(&self, original: &str) -> Result<GivenProgram, String> {
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let (tree, typed) = (parse(original).0, read(original)?);
        let cut = cut_loops(&tree);
        let straight = inline_calls(&cut.program).unwrap_or(cut.program);
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
        Ok(GivenProgram { program, loops: cut.loops, copies })
    }
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
