//! Formulas and clauses in LaTeX; formulas need `amsmath` only. Plain text for it is in [`hornbook_base::latex`].

use super::clause::{Clause, System};
use super::notation::{self, NameParts, Notation, Piece, Sign};
use super::term::{Quantifier, Term};
use hornbook_base::latex::text;
use std::fmt::Write;

/// A term in mathematical mode.
pub fn term(t: &Term) -> String {
    row(&notation::term(t))
}

/// A clause in mathematical mode, on one line.
pub fn clause(system: &System, clause: &Clause) -> String {
    let (premises, goal) = notation::clause(system, clause);
    implication(&premises, &goal)
}

/// Premises and a goal in mathematical mode, on one line.
pub fn implication(premises: &[Notation], goal: &Notation) -> String {
    let premises: Vec<String> = premises.iter().map(row).collect();
    let goal = row(goal);
    if premises.is_empty() {
        goal
    } else {
        format!("{} \\rightarrow {goal}", premises.join(" \\land "))
    }
}

/// All clauses of a system, one below the other with their arrows aligned and their numbers as tags.
pub fn system(system: &System) -> String {
    let mut out = String::from("\\begin{align*}\n");
    for (n, clause) in system.clauses.iter().enumerate() {
        let (premises, goal) = notation::clause(system, clause);
        let premises: Vec<String> = premises.iter().map(row).collect();
        let end = if n + 1 < system.clauses.len() { " \\\\" } else { "" };
        let arrow = if premises.is_empty() { "" } else { "\\rightarrow " };
        let (premises, goal, number) = (premises.join(" \\land "), row(&goal), clause.id.0);
        let _ = writeln!(out, "  {premises} &{arrow}{goal} \\tag{{{number}}}{end}");
    }
    out.push_str("\\end{align*}\n");
    out
}

/// A row of pieces in mathematical mode. LaTeX spaces signs by itself, but not words.
pub fn row(notation: &Notation) -> String {
    let pieces = &notation.pieces;
    let word = |n: usize| matches!(pieces.get(n), Some(Piece::Word(_)));
    let one = |(n, p): (usize, &Piece)| match p {
        Piece::Space | Piece::Break if word(n + 1) || n > 0 && word(n - 1) => "\\ ".to_owned(),
        p => piece(p),
    };
    pieces.iter().enumerate().map(one).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Term(inner) => row(inner),
        Piece::Variable(parts) | Piece::Predicate(parts) => name(parts),
        Piece::Number(text) => text.replace('−', "-"),
        Piece::Word(word) => format!("\\text{{{}}}", text(word)),
        Piece::Function(function) => format!("\\operatorname{{{}}}", function.replace('_', "\\_")),
        Piece::Sign(sign) => latex(*sign).to_owned(),
        Piece::Mark(mark) => mark.to_string(),
        Piece::Binder(q, names) => {
            let sign = if *q == Quantifier::Forall { "\\forall " } else { "\\exists " };
            let names: Vec<String> = names.iter().map(name).collect();
            format!("{sign}{}.\\,", names.join(", "))
        }
        Piece::Break | Piece::Space => " ".to_owned(),
    }
}

fn latex(sign: Sign) -> &'static str {
    match sign {
        Sign::Implies => "\\rightarrow",
        Sign::Or => "\\lor",
        Sign::And => "\\land",
        Sign::Not => "\\neg ",
        Sign::Equal => "=",
        Sign::Unequal => "\\neq",
        Sign::Less => "<",
        Sign::LessEqual => "\\leq",
        Sign::Greater => ">",
        Sign::GreaterEqual => "\\geq",
        Sign::Plus => "+",
        Sign::Minus => "-",
        Sign::Times => "\\cdot",
        Sign::Div => "\\mathbin{\\mathrm{div}}",
        Sign::Mod => "\\mathbin{\\mathrm{mod}}",
        Sign::Becomes => "\\leftarrow",
    }
}

/// A name of one letter stands for itself; longer ones are set as one word.
fn name(parts: &NameParts) -> String {
    let mut out = match parts.stem.chars().count() {
        0 => "{}".to_owned(),
        1 if parts.stem.chars().all(|c| c.is_ascii_alphanumeric()) => parts.stem.clone(),
        _ => word(&parts.stem),
    };
    if !parts.below.is_empty() {
        let _ = write!(out, "_{{{}}}", word(&parts.below));
    }
    if parts.primes > 0 || !parts.above.is_empty() {
        let primes = "\\prime ".repeat(parts.primes);
        let _ = write!(out, "^{{{}}}", format!("{primes}{}", raised(&parts.above)).trim_end());
    }
    out
}

/// The superscript behind the primes: `#'`.
fn raised(above: &str) -> String {
    let sign = |c: char| match c {
        '#' => "\\sharp ".to_owned(),
        '\'' => "\\prime ".to_owned(),
        c => word(&c.to_string()),
    };
    above.chars().map(sign).collect()
}

/// Several letters as one word. Names from clauses in a file may have any characters; a character other
/// than a letter, digit or underscore is set as text.
fn word(word: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ',');
    match word.chars().all(simple) {
        true => format!("\\mathit{{{}}}", word.replace('_', "\\_")),
        false => format!("\\text{{\\itshape {}}}", text(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, Var};

    #[test]
    fn terms_are_escaped_and_set() {
        let a = Term::var(&Var::new("a_b_c", Sort::int_array()));
        let k = Var::int("k_a'");
        let read = Term::select(a, Term::var(&k));
        let t = Term::forall(vec![k], Term::le(Term::int(-1), read));
        let expected = r"\forall k_{\mathit{a}}^{\prime}.\, -1 \leq a_{\mathit{b\_c}}[k_{\mathit{a}}^{\prime}]";
        assert_eq!(term(&t), expected);
    }

    #[test]
    fn names_of_any_kind_are_escaped() {
        let shown = |name: &str| term(&Term::var(&Var::int(name)));
        assert_eq!(shown("my_max"), r"\mathit{my\_max}");
        assert_eq!(shown("k_a''"), r"k_{\mathit{a}}^{\prime \prime}");
        assert_eq!(shown("a#"), r"a^{\sharp}");
        assert_eq!(shown("a#'"), r"a^{\sharp \prime}");
        assert_eq!(shown("a#2"), r"a^{\sharp \mathit{2}}");
        assert_eq!(shown("_"), r"\mathit{\_}");
        assert_eq!(
            shown("x^2 \\}{%"),
            r"\text{\itshape x\textasciicircum{}2 \textbackslash{}\}\{\%}"
        );
        assert_eq!(term(&Term::pred("L5_2#", vec![])), r"L_{\mathit{5.2}}^{\sharp}");
    }
}
