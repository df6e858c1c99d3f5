//! Similarity of words, for `did you mean ..?`.

/// The edit distance of two words; upper and lower case of ASCII count as the same.
pub(super) fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_ascii_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.to_ascii_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The suggestion for a keyword of other verification languages.
pub(super) fn suggest_keyword(word: &str) -> Option<&'static str> {
    match word {
        "loop_invariant" | "maintaining" => {
            Some("write `invariant c;` at the beginning of the loop's body")
        }
        "loop_variant" | "variant" | "decreasing" => {
            Some("write `decreases e;` at the beginning of the loop's body")
        }
        "print" | "printf" | "println" | "puts" | "cout" => {
            Some("there is no output: claim what should hold, as in `assert(x >= 0);`")
        }
        "before" => Some("`before(e)` stands in an `invariant` of a loop"),
        "requires" | "require" => Some("write `assume(c);` for what is given"),
        "ensures" | "ensure" => Some("write `assert(c);` for what is to be shown"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances_count_single_changes() {
        assert_eq!(edit_distance("count", "count"), 0);
        assert_eq!(edit_distance("cuont", "count"), 2);
        assert_eq!(edit_distance("N", "n"), 0);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
