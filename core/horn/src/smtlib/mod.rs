//! SMT-LIB 2: systems of Horn clauses as text, in both directions, and scripts of questions.
//!
//! ```text
//! text -> sexp -> terms (operations) -> clauses -> read      system -> write -> text
//!                                   \-> script
//! ```
//!
//! **Invariant:** every text is read to its end without a panic or deep recursion; each error becomes a
//! diagnostic with a place.
//! **Invariant:** [`read()`] restores a system without quantified instances from the text of [`write()`]:
//! the same predicates, sorts, clauses and terms, but for variables whose names mean something else in
//! SMT-LIB. Array operations beyond reads and writes are replaced by quantified premises first
//! (`horn::arrays::standard`).
//!
//! Both forms that clauses come in are read: `declare-fun` with `assert`, and that of z3's
//! fixedpoint engine with `declare-rel`, `declare-var`, `rule` and `query`.

mod clauses;
mod count;
mod large_parts;
mod operations;
mod read;
mod script;
mod sexp;
mod terms;
mod write;

pub use read::read;
pub use script::{Command, Script, WrittenTerm, script};
pub use terms::{RESERVED, show as sort};
pub use write::{clause, symbol, term, write, write_fixedpoint};

/// Whether a text is SMT-LIB rather than a program: the first thing behind comments is a bracket. A program
/// that begins with one begins with the types of a function's results.
#[must_use]
pub fn is_smtlib(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut lines = lines.filter(|l| !l.is_empty() && !l.starts_with([';', '/']));
    let inside = |line: &str| {
        let (word, _) = line.split_once(|c: char| !c.is_alphanumeric()).unwrap_or((line, ""));
        !matches!(word, "int" | "bool")
    };
    let Some(rest) = lines.next().and_then(|l| l.strip_prefix('(')) else { return false };
    match rest.trim_start() {
        "" => lines.next().is_none_or(inside),
        rest => inside(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::is_smtlib;

    #[test]
    fn a_text_is_clauses_or_a_program() {
        for clauses in ["(assert x)", "; why\n\n ( set-logic HORN)", "(\nassert x)", "("] {
            assert!(is_smtlib(clauses), "{clauses}");
        }
        for program in
            ["", "int x;", "// a\n(bool, int) f() {}", "(int[], int) f(", "(\n int, int)"]
        {
            assert!(!is_smtlib(program), "{program}");
        }
    }
}
