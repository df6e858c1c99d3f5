//! Other names, in the opposite alphabetical order.

use super::effects::{Names, introduced};
use super::walk;
use hornbook_core::base::SortedMap;
use hornbook_core::lang::ast::{ExprKind, Name, Stmt, StmtKind};

/// Gives every variable a new name; the first in the alphabet gets the last new one. Two variables
/// of one name keep having one name.
pub fn reversed(body: &mut Vec<Stmt>) {
    let map = new_names(&introduced(body));
    let rename = |text: &mut String| {
        if let Some(new) = map.get(text.as_str()) {
            text.clone_from(new);
        }
    };
    let rename_all = |names: &mut Vec<Name>| names.iter_mut().for_each(|n| rename(&mut n.text));
    walk::exprs(body, &mut |e| match &mut e.kind {
        ExprKind::Name(name) => rename(name),
        ExprKind::Quant { vars, .. } => rename_all(vars),
        ExprKind::Call { lambda: Some(lambda), .. } => rename_all(&mut lambda.params),
        _ => {}
    });
    walk::stmts(body, &mut |stmt| {
        if let StmtKind::Declare { declarators, .. } = &mut stmt.kind {
            declarators.iter_mut().for_each(|d| rename(&mut d.name.text));
        }
    });
}

fn new_names(old: &Names) -> SortedMap<String, String> {
    let new = |(i, name): (usize, &String)| (name.clone(), format!("v{:02}", 99 - i.min(99)));
    let map: SortedMap<String, String> = old.iter().enumerate().map(new).collect();
    // Too many variables for two digits, or names of this form already: nothing is renamed.
    let clash = old.len() > 99 || map.values().any(|name| old.contains(name));
    if clash { SortedMap::new() } else { map }
}
