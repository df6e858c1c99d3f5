//! Other names, in the opposite alphabetical order.

use hornbook_abstraction::sigma::ChosenAbstraction;
use hornbook_lang::ast::Stmt;
use hornbook_lang::rewrite::names::{Names, introduced, rename};
use std::collections::BTreeMap;

/// Gives every variable a new name and returns these; the first in the alphabet gets the last new one.
/// Two variables of one name keep having one name.
pub fn reversed(body: &mut Vec<Stmt>) -> BTreeMap<String, String> {
    let map = new_names(&introduced(body));
    rename(body, &map);
    map
}

/// A choice of abstractions with the new names in it. Variables that are bound there may get one, too;
/// a variable that is called like an abstraction keeps its name.
pub fn in_abstraction(chosen: &str, names: &BTreeMap<String, String>) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = chosen;
    while let Some(first) = rest.chars().next() {
        let other = |c: char| is_word(c) != is_word(first);
        let (piece, behind) = rest.split_at(rest.find(other).unwrap_or(rest.len()));
        let new = names.get(piece).filter(|_| piece.parse::<ChosenAbstraction>().is_err());
        out += new.map_or(piece, String::as_str);
        rest = behind;
    }
    out
}

fn new_names(old: &Names) -> BTreeMap<String, String> {
    let new = |(i, name): (usize, &String)| (name.clone(), format!("v{:02}", 99 - i.min(99)));
    let map: BTreeMap<String, String> = old.iter().enumerate().map(new).collect();
    // Too many variables for two digits, or names of this form already: nothing is renamed.
    let clash = old.len() > 99 || map.values().any(|name| old.contains(name));
    if clash { BTreeMap::new() } else { map }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_get_the_new_names() {
        let names = [("a", "v99"), ("i", "v98"), ("cell", "v97")];
        let names = names.map(|(old, new)| (old.to_owned(), new.to_owned())).into();
        for (old, new) in [
            ("cell . multiset(0, i)", "cell . multiset(0, v98)"),
            ("cell1,L5.a=slice(i + 1),a=id", "cell1,L5.v99=slice(v98 + 1),v99=id"),
            ("auto", "auto"),
            ("instrument", "instrument"),
        ] {
            assert_eq!(in_abstraction(old, &names), new);
        }
    }
}
