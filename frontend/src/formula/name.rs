//! Names: italic letters, digits below, primes above.

use yew::prelude::*;

/// A name taken apart: `a_2'` is `a`, subscript `2`, one prime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameParts {
    /// The letters.
    pub stem: String,
    /// The number that goes below the line, without its underscore.
    pub below: String,
    /// How many primes follow.
    pub primes: usize,
    /// What goes above the line, such as `#`.
    pub above: String,
}

impl NameParts {
    /// Takes a name apart. Underscores inside a name stay as they are.
    pub fn of(name: &str) -> NameParts {
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
}

/// Letters and what goes below the line: trailing digits, or all after the underscore of `k_a`,
/// the cell variable of the array `a`.
fn split(core: &str) -> (&str, &str) {
    let letters = core.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &core[letters.len()..];
    match core.split_once('_') {
        Some((stem, below)) if stem.chars().count() == 1 && !below.is_empty() => (stem, below),
        _ if letters.is_empty() || letters == "_" => (core, ""),
        _ => (letters.strip_suffix('_').unwrap_or(letters), digits),
    }
}

/// A variable's name.
pub fn variable(name: &str) -> Html {
    parts(&NameParts::of(name), "f-var")
}

/// A predicate's name; that of an abstract one ends with a sharp.
///
/// `L5_2` is the second point before line 5: both numbers go below.
pub fn predicate(name: &str) -> Html {
    let (name, above) = match name.strip_suffix('#') {
        Some(name) => (name, "#"),
        None => (name, ""),
    };
    let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (stem, below) = name.split_at(split);
    let name = NameParts {
        stem: stem.to_owned(),
        below: below.replace('_', "."),
        primes: 0,
        above: above.to_owned(),
    };
    parts(&name, "f-pred")
}

fn parts(name: &NameParts, class: &'static str) -> Html {
    let primes = "′".repeat(name.primes);
    // What goes above and below one name stands above each other.
    let scripts = match (name.below.as_str(), name.above.as_str()) {
        ("", "") => html! { <span class="f-prime">{ primes }</span> },
        (below, "") if primes.is_empty() => html! { <sub>{ nested(below) }</sub> },
        ("", above) => html! { <><span class="f-prime">{ primes }</span><sup>{ above }</sup></> },
        (below, above) => html! {
            <span class="f-scripts"><sup>{ primes }{ above }</sup><sub>{ nested(below) }</sub></span>
        },
    };
    html! { <span {class}><i>{ &name.stem }</i>{ scripts }</span> }
}

/// `k_a` below the line has its `a` lower still.
fn nested(below: &str) -> Html {
    match below.split_once('_') {
        Some((stem, rest)) => html! { <>{ stem }<sub>{ nested(rest) }</sub></> },
        None => html! { below },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> (String, String, usize, String) {
        let parts = NameParts::of(name);
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
        assert_eq!(shown("L10#"), is("L", "10", 0, "#"));
        assert_eq!(shown("7"), is("7", "", 0, ""));
        assert_eq!(shown("_1"), is("_1", "", 0, ""));
        assert_eq!(shown("'"), is("", "", 1, ""));
        assert_eq!(shown("#"), is("#", "", 0, ""));
    }
}
