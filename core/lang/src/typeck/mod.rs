//! The checker: resolves names, finds types, and turns the syntax tree into a typed program.
//!
//! All errors are reported at once. A name or expression with an error has no type, and nothing
//! that is built on it is reported again.

mod assign;
mod call;
mod constant;
mod expr;
mod function;
mod lengths;
mod loop_clause;
mod order;
mod own_call;
mod quant;
mod scope;
mod stmt;

use super::typed::{Assertion, AssertionKind, Type, TypedExpr, TypedFunction, TypedProgram, VarId};
use super::{Options, ast};
pub use call::is_builtin;
use function::{CheckContext, PendingCall, Signature};
use hornbook_base::{Diagnostic, Severity, Span};
use lengths::Measured;
use loop_clause::ValuesBefore;
use scope::Scopes;
use std::collections::{BTreeMap, BTreeSet};

/// Checks a syntax tree. There is a program when there is no error.
///
/// `clean` says that the parser had nothing to report. If it had, parts of the program may be missing from
/// the tree, so unused things are not reported.
pub fn check(
    tree: &ast::Program,
    clean: bool,
    options: Options,
) -> (Option<TypedProgram>, Vec<Diagnostic>) {
    let mut checker = Checker {
        options,
        scopes: Scopes::new(tree),
        assigned: assigned(tree),
        measured: Measured::from_tree(tree),
        signatures: function::signatures(tree),
        functions: vec![],
        within: CheckContext::Program,
        pending: BTreeMap::new(),
        lengths: BTreeMap::new(),
        sized: BTreeSet::new(),
        constants: BTreeMap::new(),
        cells: BTreeMap::new(),
        checks: vec![],
        asserts: vec![],
        diagnostics: vec![],
        loops: 0,
        bound_depth: 0,
        nondets: 0,
        before: None,
    };
    checker.clashing_functions();
    let body = checker.scoped_statements(&tree.body);
    let errors = !clean || checker.diagnostics.iter().any(|d| d.severity == Severity::Error);
    if errors {
        // What changes the condition may be missing from the tree.
        checker.diagnostics.retain(|d| d.message != stmt::ENDLESS);
        return (None, checker.diagnostics);
    }
    checker.diagnostics.extend(checker.scopes.unused());
    if !checker.asserts.iter().any(|a| a.kind != AssertionKind::Hint) {
        checker.diagnostics.push(nothing_to_check(tree.span));
    }
    let body = checker.with_main(body);
    checker.unused_functions(&body);
    checker.settle_params();
    let body = checker.with_entries(body);
    let program = TypedProgram {
        vars: checker.scopes.into_vars(),
        functions: checker.functions,
        body,
        asserts: checker.asserts,
        pragmas: tree.pragmas.clone(),
    };
    (Some(program), checker.diagnostics)
}

/// The names that are assigned somewhere.
fn assigned(tree: &ast::Program) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut visit = |stmt: &ast::Stmt| {
        let targets: Vec<&ast::Expr> = match &stmt.kind {
            ast::StmtKind::Update { target, .. } => vec![target],
            ast::StmtKind::Assign { targets, .. } | ast::StmtKind::Havoc(targets) => {
                targets.iter().collect()
            }
            _ => vec![],
        };
        names.extend(targets.iter().filter_map(|t| t.root()).map(str::to_owned));
    };
    tree.body.iter().for_each(|stmt| stmt.visit(&mut visit));
    names
}

fn nothing_to_check(text: Span) -> Diagnostic {
    Diagnostic::warning(text.after(), "there is nothing to check: no assertion")
        .hint("say what should hold, as in `assert(x >= 0);`")
}

/// A check where an expression is evaluated.
struct PendingCheck {
    kind: AssertionKind,
    /// The place of the access or of the divisor.
    span: Span,
    cond: TypedExpr,
}

struct Checker {
    options: Options,
    /// The signatures of the functions of the text.
    signatures: Vec<Signature>,
    /// The functions so far.
    functions: Vec<TypedFunction>,
    /// The context of the check.
    within: CheckContext,
    /// The calls in the expressions of the current statement, by the variables for their results.
    pending: BTreeMap<VarId, PendingCall>,
    scopes: Scopes,
    /// The names that are assigned somewhere.
    assigned: BTreeSet<String>,
    /// The arrays whose length is asked for.
    measured: Measured,
    /// The declared lengths of arrays, one for each dimension: constants and variables only.
    lengths: BTreeMap<VarId, Vec<Option<TypedExpr>>>,
    /// The arrays with a declared length.
    sized: BTreeSet<VarId>,
    /// The constants, with the places of their names.
    constants: BTreeMap<VarId, Span>,
    /// The cells that the names for values of cells stand for.
    cells: BTreeMap<VarId, TypedExpr>,
    /// The checks of the current statement, if accesses are checked.
    checks: Vec<PendingCheck>,
    /// The assertions so far.
    asserts: Vec<Assertion>,
    diagnostics: Vec<Diagnostic>,
    /// The number of loops around.
    loops: usize,
    /// The number of quantifiers around.
    bound_depth: usize,
    /// The number of choices so far.
    nondets: usize,
    /// In a line about a loop: the values when it was entered.
    before: Option<ValuesBefore>,
}

impl Checker {
    /// Words for the expression that was just found where no choice may be, a call or a choice; and a
    /// suggestion.
    fn chooser(&self) -> (&'static str, &'static str) {
        match self.pending.is_empty() {
            true => ("`nondet()`", "choose the value first: `int v = nondet();`"),
            false => ("a call", "call the function first, and give what it returns to a variable"),
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }
}

/// The name of a type in messages.
fn called(ty: Type) -> &'static str {
    match ty {
        Type::Int => "a number (int)",
        Type::Bool => "a truth value (bool)",
        Type::Array(_) => "an array",
    }
}
