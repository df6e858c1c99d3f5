//! Other names, in the opposite alphabetical order.

use hornbook_core::lang::ast::Stmt;
use hornbook_core::lang::rewrite::names::{Names, introduced, rename};
use std::collections::BTreeMap;

/// Gives every variable a new name; the first in the alphabet gets the last new one. Two variables
/// of one name keep having one name.
pub fn reversed(body: &mut Vec<Stmt>) {
    let map = new_names(&introduced(body));
    rename(body, &map);
}

fn new_names(old: &Names) -> BTreeMap<String, String> {
    let new = |(i, name): (usize, &String)| (name.clone(), format!("v{:02}", 99 - i.min(99)));
    let map: BTreeMap<String, String> = old.iter().enumerate().map(new).collect();
    // Too many variables for two digits, or names of this form already: nothing is renamed.
    let clash = old.len() > 99 || map.values().any(|name| old.contains(name));
    if clash { BTreeMap::new() } else { map }
}
