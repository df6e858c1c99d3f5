//! Variables and their scopes.

use crate::base::{Diagnostic, Span};
use crate::lang::ast::{self, Expr, ExprKind, Stmt, StmtKind};
use crate::lang::typed::{Type, VarId, VarInfo};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Names longer than this are not compared with others.
const MAX_COMPARED: usize = 40;
/// Only this many unknown names get suggestions, so that a long text stays quick to check.
const MAX_SUGGESTIONS: usize = 50;

/// A visible name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The variable; `None` when its declaration has an error.
    pub var: Option<VarId>,
    span: Span,
}

/// What a program does with a variable.
#[derive(Clone, Copy, Default)]
struct Uses {
    read: bool,
    written: bool,
}

/// All variables so far, and which names stand for which.
pub(super) struct Scopes {
    vars: Vec<VarInfo>,
    uses: Vec<Uses>,
    /// From the outermost to the innermost; never empty.
    open: Vec<BTreeMap<String, Entry>>,
    /// Where each name was last declared, visible or not.
    declared: HashMap<String, Span>,
    /// Names that no variable may be renamed to.
    reserved: BTreeSet<String>,
    /// For a name that was declared already, the number last tried in a new name.
    renamed: HashMap<String, u32>,
    suggestions: usize,
}

impl Scopes {
    pub(super) fn new(tree: &ast::Program) -> Scopes {
        let mut reserved = BTreeSet::new();
        names_in_statements(&tree.body, &mut reserved);
        Scopes {
            vars: vec![],
            uses: vec![],
            open: vec![BTreeMap::new()],
            declared: HashMap::new(),
            reserved,
            renamed: HashMap::new(),
            suggestions: 0,
        }
    }

    pub(super) fn enter(&mut self) {
        self.open.push(BTreeMap::new());
    }

    pub(super) fn leave(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    pub(super) fn var(&self, id: VarId) -> &VarInfo {
        &self.vars[id.0 as usize]
    }

    pub(super) fn into_vars(self) -> Vec<VarInfo> {
        self.vars
    }

    /// Declares a name in the innermost scope; without a type nothing about it is reported again.
    pub(super) fn declare(
        &mut self,
        name: &ast::Name,
        ty: Option<Type>,
    ) -> (Option<VarId>, Option<Diagnostic>) {
        let var = ty.map(|ty| self.new_var(name, ty));
        let entry = Entry { var, span: name.span };
        self.declared.insert(name.text.clone(), name.span);
        let earlier = self.open.last_mut().and_then(|scope| scope.insert(name.text.clone(), entry));
        let clash = earlier.map(|earlier| {
            Diagnostic::error(
                name.span,
                format!("`{}` is declared twice in the same block", name.text),
            )
            .label(earlier.span, "the first declaration is here")
            .hint("leave out the type to give the first one a new value, or choose another name")
        });
        (var, clash)
    }

    fn new_var(&mut self, name: &ast::Name, ty: Type) -> VarId {
        let id = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        let unique = self.fresh_name(&name.text);
        self.vars.push(VarInfo {
            name: unique,
            source_name: name.text.clone(),
            ty,
            span: name.span,
        });
        self.uses.push(Uses::default());
        id
    }

    fn fresh_name(&mut self, source: &str) -> String {
        if !self.declared.contains_key(source) {
            return source.to_owned();
        }
        let number = self.renamed.entry(source.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{source}_{number}");
            if self.reserved.insert(name.clone()) {
                return name;
            }
        }
    }

    /// What a name stands for; an unknown one is reported, but only once.
    pub(super) fn resolve(&mut self, name: &str, span: Span) -> Result<Entry, Box<Diagnostic>> {
        if let Some(entry) = self.open.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(*entry);
        }
        let diagnostic = self.unknown(name, span);
        let entry = Entry { var: None, span };
        self.open[0].insert(name.to_owned(), entry);
        Err(Box::new(diagnostic))
    }

    fn unknown(&mut self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error(span, format!("there is no variable `{name}` here"));
        if let Some(&earlier) = self.declared.get(name) {
            return diagnostic
                .label(earlier, format!("this `{name}` exists only inside its block"))
                .hint("declare it before the block");
        }
        match self.similar(name) {
            Some(similar) => diagnostic.hint(format!("did you mean `{similar}`?")),
            None => diagnostic.hint(format!("declare it first, as in `int {name};`")),
        }
    }

    /// The visible name, or word of the language, that is closest to `name`.
    fn similar(&mut self, name: &str) -> Option<String> {
        self.suggestions += 1;
        if self.suggestions > MAX_SUGGESTIONS || name.len() > MAX_COMPARED {
            return None;
        }
        let words = ["true", "false"].into_iter();
        let visible = self.open.iter().rev().flat_map(|scope| scope.iter());
        let allowed = if name.len() <= 3 { 1 } else { 2 };
        visible
            .filter(|(_, entry)| entry.var.is_some())
            .map(|(visible, _)| visible.as_str())
            .chain(words)
            .filter(|other| other.len() <= MAX_COMPARED && other.len().abs_diff(name.len()) <= 2)
            .map(|other| (edit_distance(name, other), other))
            // A name of one letter is like every other such name.
            .filter(|(distance, other)| {
                *distance <= allowed && *distance < name.len().max(other.len())
            })
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, other)| other.to_owned())
    }

    pub(super) fn mark_read(&mut self, id: VarId) {
        self.uses[id.0 as usize].read = true;
    }

    pub(super) fn mark_written(&mut self, id: VarId) {
        self.uses[id.0 as usize].written = true;
    }

    /// Warnings about variables that do nothing. A name that starts with `_` says that its
    /// author knows.
    pub(super) fn unused(&self) -> Vec<Diagnostic> {
        let vars = self.vars.iter().zip(&self.uses);
        vars.filter(|(var, uses)| !uses.read && !var.source_name.starts_with('_'))
            .map(|(var, uses)| {
                let what = if uses.written {
                    "is given values, but they are never read"
                } else {
                    "is never used"
                };
                Diagnostic::warning(var.span, format!("`{}` {what}", var.source_name))
            })
            .collect()
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.to_lowercase().chars().enumerate() {
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

fn names_in_statements(body: &[Stmt], names: &mut BTreeSet<String>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Declare { declarators, .. } => {
                names.extend(declarators.iter().map(|d| d.name.text.clone()));
            }
            StmtKind::If { then, els, .. } => {
                names_in_statements(then, names);
                names_in_statements(els.as_deref().unwrap_or(&[]), names);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => {
                names_in_statements(body, names);
            }
            StmtKind::For { init, step, body, .. } => {
                names_in_statements(init, names);
                names_in_statements(step, names);
                names_in_statements(body, names);
            }
            StmtKind::Assume(cond) | StmtKind::Assert(cond) => bound_names(cond, names),
            StmtKind::Update { .. } | StmtKind::Empty | StmtKind::Error => {}
        }
    }
}

fn bound_names(expr: &Expr, names: &mut BTreeSet<String>) {
    match &expr.kind {
        ExprKind::Quant { vars, body, .. } => {
            names.extend(vars.iter().map(|name| name.text.clone()));
            bound_names(body, names);
        }
        ExprKind::Unary(_, inner) => bound_names(inner, names),
        ExprKind::Binary(_, left, right) => {
            bound_names(left, names);
            bound_names(right, names);
        }
        ExprKind::Compare(first, rest) => {
            bound_names(first, names);
            rest.iter().for_each(|(_, next)| bound_names(next, names));
        }
        _ => {}
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
