//! Completions for a choice of abstractions that is being typed.

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that replaces the word.
    pub text: String,
    /// An explanation.
    pub help: &'static str,
}

/// All completions at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// The bytes of the text that are replaced: the word before the place.
    pub from: usize,
    /// Where they end.
    pub to: usize,
    /// The completions, at least one.
    pub offers: Vec<Completion>,
}

/// The abstractions that have names of their own, as docs/abstractions.md lists them.
const ATOMS: [(&str, &str); 13] = [
    ("cell1", "one cell: its index and its value"),
    ("cell2", "two cells at once"),
    ("cell<2", "two cells, the first before the second"),
    ("cell3", "three cells at once"),
    ("cell<3", "three cells in order"),
    ("smash", "the values without their places"),
    ("first", "the value of the cell 0"),
    ("slice(", "values before, at and behind an index of the program"),
    ("sign", "the sign of a number"),
    ("multiset", "how often each value occurs in a range"),
    ("id", "the value itself"),
    ("nothing", "nothing"),
    ("{k, v => v if k == 0}", "what a formula keeps of a cell"),
];

/// The operators that can follow an abstraction.
const OPERATORS: [(&str, &str); 7] = [
    (" . ", "the left one, applied to the result of the right one"),
    (" (*) ", "both, of the same array"),
    (" (+) ", "one or the other"),
    (" * ", "each part of a pair by its own"),
    ("^2", "twice, of the same array"),
    ("^<2", "twice, in order"),
    (",", "another one for some arrays"),
];

/// The completions at the byte `caret` of `text`. `places` are the arrays and points of the program, which
/// can have abstractions of their own.
pub fn completions(text: &str, caret: usize, places: &[String]) -> Option<Completions> {
    let before = text.get(..caret)?;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '<');
    let from = before.trim_end_matches(is_word).len();
    let (rest, word) = before.split_at(from);
    if within_formula(rest) {
        return None;
    }
    let last = rest.trim_end().chars().next_back();
    let behind_operand = last.is_some_and(|c| is_word(c) || matches!(c, ')' | '}'))
        && !["(*)", "(+)"].iter().any(|operator| rest.trim_end().ends_with(operator));
    let offer = |(text, help): &(&str, &'static str)| Completion { text: (*text).to_owned(), help };
    if !behind_operand && ATOMS.iter().any(|(name, _)| *name == word) {
        // The word is whole.
        let offers = OPERATORS.iter().map(offer).collect();
        return Some(Completions { from: caret, to: caret, offers });
    }
    let offers: Vec<Completion> = match (behind_operand, word) {
        (true, "") => OPERATORS.iter().map(offer).collect(),
        (true, _) => vec![],
        (false, _) => {
            let begins = last.is_none_or(|c| c == ',') && !rest.contains('(');
            let places = places.iter().filter(|_| begins);
            let own = places.map(|name| Completion {
                text: format!("{name}="),
                help: "an abstraction of its own",
            });
            let all = ATOMS.iter().map(offer).chain(own);
            all.filter(|o| o.text.starts_with(word)).collect()
        }
    };
    (!offers.is_empty()).then_some(Completions { from, to: caret, offers })
}

/// Whether the end of a text is within braces, where formulas stand.
fn within_formula(text: &str) -> bool {
    text.matches('{').count() > text.matches('}').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_abstraction::sigma::Choice;

    fn at_end(text: &str) -> Vec<String> {
        let places = ["a".to_owned(), "L5".to_owned()];
        let found = completions(text, text.len(), &places);
        found.map(|c| c.offers.into_iter().map(|o| o.text).collect()).unwrap_or_default()
    }

    #[test]
    fn names_go_where_an_abstraction_is_missing() {
        assert_eq!(at_end("").len(), ATOMS.len() + 2);
        assert_eq!(at_end("ce").len(), 5);
        assert_eq!(at_end("cell<"), ["cell<2", "cell<3"]);
        assert_eq!(at_end("cell2, "), at_end(""));
        assert!(at_end("cell2,a=").contains(&"smash".to_owned()));
        assert_eq!(at_end("sign . s"), ["smash", "slice(", "sign"]);
        assert!(!at_end("sign . ").contains(&"a=".to_owned()), "an array begins a part");
        assert_eq!(at_end("cell (*) f"), ["first"]);
    }

    #[test]
    fn operators_go_behind_an_abstraction() {
        assert_eq!(at_end("cell2 ").len(), OPERATORS.len());
        let found = completions("cell2", 5, &[]).expect("operators");
        assert_eq!((found.from, found.to, found.offers.len()), (5, 5, OPERATORS.len()));
        assert_eq!(at_end("(id * cell)").len(), OPERATORS.len());
        assert!(at_end("cell2 s").is_empty());
        assert!(at_end("{k, v => c").is_empty(), "formulas have no completions");
    }

    #[test]
    fn what_is_replaced_is_the_word_before_the_caret() {
        let found = completions("cell2,sm . id", 8, &[]).expect("something");
        assert_eq!((found.from, found.to, &*found.offers[0].text), (6, 8, "smash"));
        assert_eq!(completions("é", 1, &[]), None, "within a letter there is nothing");
        assert_eq!(completions("", 3, &[]), None);
    }

    #[test]
    fn what_is_offered_can_be_read() {
        for (name, _) in ATOMS {
            let whole = if name == "slice(" { "slice(i)" } else { name };
            assert!(whole.parse::<Choice>().is_ok(), "{name}");
            for (operator, _) in OPERATORS {
                let right = if operator.starts_with('^') { "" } else { "cell" };
                let right = if operator == "," { "a=cell" } else { right };
                let text = format!("({whole}){operator}{right}");
                assert!(text.parse::<Choice>().is_ok(), "{text}");
            }
        }
    }
}
