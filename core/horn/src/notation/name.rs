//! Names split into letters, subscript, primes and superscript.

use serde::{Deserialize, Serialize};

/// A split name: `a_2'` is `a`, subscript `2`, one prime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameParts {
    /// The letters.
    pub stem: String,
    /// The subscript, without its underscore.
    pub below: String,
    /// The number of primes.
    pub primes: usize,
    /// The superscript, such as `#`.
    pub above: String,
}

impl NameParts {
    /// Splits a variable's name. Underscores inside a name stay as they are.
    pub fn variable(name: &str) -> NameParts {
        let (name, above) = match name.split_once('#') {
            Some((name, rest)) if !name.is_empty() => (name, format!("#{rest}")),
            _ => (name, String::new()),
        };
        let (core, rest) = name.split_at(name.find('\'').unwrap_or(name.len()));
        let number = rest.trim_start_matches('\'');
        let (stem, below) = split(core);
        // A fresh name may count on after its prime: `k'3`.
        let between = if below.is_empty() || number.is_empty() { "" } else { "," };
        NameParts {
            stem: stem.to_owned(),
            below: format!("{below}{between}{number}"),
            primes: rest.len() - number.len(),
            above,
        }
    }

    /// Splits a predicate's name; that of an abstract one ends with a sharp.
    ///
    /// `L5_2` is the second point before line 5: both numbers are subscripts.
    pub fn predicate(name: &str) -> NameParts {
        let (name, above) = match name.strip_suffix('#') {
            Some(name) => (name, "#"),
            None => (name, ""),
        };
        let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (stem, below) = name.split_at(split);
        NameParts {
            stem: stem.to_owned(),
            below: below.replace('_', "."),
            primes: 0,
            above: above.to_owned(),
        }
    }

    /// The name in one line, with small digits and letters where they exist.
    pub fn text(&self) -> String {
        let small: Option<String> = self.below.chars().map(small).collect();
        let below = match (self.below.as_str(), small) {
            ("", _) => String::new(),
            (_, Some(small)) => small,
            (below, None) => format!("_{below}"),
        };
        format!("{}{below}{}{}", self.stem, "′".repeat(self.primes), self.above)
    }
}

fn small(c: char) -> Option<char> {
    match c {
        '0'..='9' => char::from_u32('₀' as u32 + c as u32 - '0' as u32),
        'a' => Some('ₐ'),
        _ => None,
    }
}

/// Splits letters from the subscript: trailing digits, or all after the underscore of `k_a`, the cell
/// variable of the array `a`.
fn split(core: &str) -> (&str, &str) {
    let letters = core.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &core[letters.len()..];
    match core.split_once('_') {
        Some((stem, below)) if stem.chars().count() == 1 && !below.is_empty() => (stem, below),
        _ if letters.is_empty() || letters == "_" => (core, ""),
        _ => (letters.strip_suffix('_').unwrap_or(letters), digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> (String, String, usize, String) {
        let parts = NameParts::variable(name);
        (parts.stem, parts.below, parts.primes, parts.above)
    }

    #[test]
    fn numbers_go_below_and_primes_above() {
        let is = |a: &str, b: &str, n, c: &str| (a.to_owned(), b.to_owned(), n, c.to_owned());
        assert_eq!(shown("k"), is("k", "", 0, ""));
        assert_eq!(shown("k''"), is("k", "", 2, ""));
        assert_eq!(shown("a_2"), is("a", "2", 0, ""));
        assert_eq!(shown("x12'"), is("x", "12", 1, ""));
        assert_eq!(shown("n_max"), is("n", "max", 0, ""));
        assert_eq!(shown("my_max"), is("my_max", "", 0, ""));
        assert_eq!(shown("k_a'"), is("k", "a", 1, ""));
        assert_eq!(shown("k'3"), is("k", "3", 1, ""));
        assert_eq!(shown("k_a'3"), is("k", "a,3", 1, ""));
        assert_eq!(shown("v_src2"), is("v", "src2", 0, ""));
        assert_eq!(shown("7"), is("7", "", 0, ""));
        assert_eq!(shown("_1"), is("_1", "", 0, ""));
        assert_eq!(shown("'"), is("", "", 1, ""));
        assert_eq!(shown("#"), is("#", "", 0, ""));
    }

    #[test]
    fn points_have_their_line_below() {
        assert_eq!(NameParts::predicate("L10_2#").text(), "L_10.2#");
        assert_eq!(NameParts::predicate("end").text(), "end");
    }
}
