//! The checker: resolves names, finds types, and turns the syntax tree into a typed program.
//!
//! All errors are reported at once. A name or expression with an error has no type, and nothing
//! that is built on it is reported again.

mod expr;
mod quant;
mod scope;
mod stmt;

use super::ast;
use super::typed::{Program, Type};
use crate::base::{Diagnostic, Severity, Span};
use scope::Scopes;

/// Checks a syntax tree. There is a program when there is no error.
///
/// `clean` says that the parser had nothing to report. If it had, parts of the program may be
/// missing from the tree, so nothing is said about what is unused.
pub fn check(tree: &ast::Program, clean: bool) -> (Option<Program>, Vec<Diagnostic>) {
    let mut checker = Checker {
        scopes: Scopes::new(tree),
        asserts: vec![],
        diagnostics: vec![],
        formula_allowed: false,
        bound_depth: 0,
        nondets: 0,
    };
    let body = checker.scoped_statements(&tree.body);
    let errors = !clean || checker.diagnostics.iter().any(|d| d.severity == Severity::Error);
    if errors {
        return (None, checker.diagnostics);
    }
    checker.diagnostics.extend(checker.scopes.unused());
    if checker.asserts.is_empty() {
        checker.diagnostics.push(nothing_to_check(tree.span));
    }
    let program = Program { vars: checker.scopes.into_vars(), body, asserts: checker.asserts };
    (Some(program), checker.diagnostics)
}

fn nothing_to_check(text: Span) -> Diagnostic {
    Diagnostic::warning(text.after(), "there is nothing to check: no assertion")
        .hint("say what should hold, as in `assert(x >= 0);`")
}

struct Checker {
    scopes: Scopes,
    /// The places of the assertions so far.
    asserts: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
    /// Whether this is the inside of an assertion or assumption.
    formula_allowed: bool,
    /// How many quantifiers are around.
    bound_depth: usize,
    /// How many `nondet()` were seen so far.
    nondets: usize,
}

impl Checker {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }
}

/// How messages call a type.
fn called(ty: Type) -> &'static str {
    match ty {
        Type::Int => "a number (int)",
        Type::Bool => "a truth value (bool)",
        Type::IntArray => "an array",
    }
}
