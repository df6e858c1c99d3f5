//! Variables and their scopes.

use crate::ast;
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::similar::edit_distance;
use crate::typed::{Type, VarId, VarInfo};
use hornbook_base::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Names longer than this are not compared with others.
const MAX_COMPARED: usize = 40;
/// Only this many unknown names get suggestions, so that a long text stays quick to check.
const MAX_SUGGESTIONS: usize = 50;

/// A visible name.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeEntry {
    /// The variable; `None` when its declaration has an error.
    pub var: Option<VarId>,
    span: Span,
}

/// The uses of a variable.
#[derive(Clone, Copy, Default)]
struct VarUses {
    read: bool,
    written: bool,
}

/// All variables so far, and the variable of each name.
pub(super) struct Scopes {
    vars: Vec<VarInfo>,
    uses: Vec<VarUses>,
    /// From the outermost to the innermost; never empty.
    open: Vec<BTreeMap<String, ScopeEntry>>,
    /// The last declaration of each name, visible or not.
    declared: HashMap<String, Span>,
    /// Names that no variable may be renamed to.
    reserved: BTreeSet<String>,
    /// Names that statements declare. The first variable of a statement keeps such a name, whichever
    /// quantifiers bind it before.
    own: BTreeSet<String>,
    /// For a name that was declared already, the number last tried in a new name.
    renamed: HashMap<String, u32>,
    suggestions: usize,
    /// Whether names are hidden: those around a function.
    hides: bool,
}

impl Scopes {
    pub(super) fn new(tree: &ast::Program) -> Scopes {
        let (mut own, mut reserved) = (BTreeSet::new(), BTreeSet::new());
        tree.body.iter().for_each(|stmt| names_in(stmt, &mut own, &mut reserved));
        reserved.extend(own.iter().cloned());
        Scopes {
            vars: vec![],
            uses: vec![],
            open: vec![BTreeMap::new()],
            declared: HashMap::new(),
            reserved,
            own,
            renamed: HashMap::new(),
            suggestions: 0,
            hides: false,
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

    /// Hides all visible names until [`Scopes::show`].
    pub(super) fn hide(&mut self) -> Vec<BTreeMap<String, ScopeEntry>> {
        self.hides = true;
        std::mem::replace(&mut self.open, vec![BTreeMap::new()])
    }

    /// Shows these names, and no others any more.
    pub(super) fn show(&mut self, names: Vec<BTreeMap<String, ScopeEntry>>) {
        self.hides = false;
        self.open = names;
    }

    /// The number of variables so far.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.vars.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn var(&self, id: VarId) -> &VarInfo {
        &self.vars[id.0 as usize]
    }

    pub(super) fn into_vars(self) -> Vec<VarInfo> {
        self.vars
    }

    /// A variable without a name of its own in the program, such as the length of an array.
    pub(super) fn hidden(
        &mut self,
        name: &str,
        source_name: String,
        ty: Type,
        span: Span,
    ) -> VarId {
        let id = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        let taken = self.declared.contains_key(name) || self.reserved.contains(name);
        let unique = if taken { self.fresh_numbered(name) } else { name.to_owned() };
        self.reserved.insert(unique.clone());
        self.vars.push(VarInfo { name: unique, source_name, ty, span });
        self.uses.push(VarUses { read: true, written: true });
        id
    }

    /// Declares a name in the innermost scope; without a type nothing about it is reported again.
    pub(super) fn declare(
        &mut self,
        name: &ast::Name,
        ty: Option<Type>,
    ) -> (Option<VarId>, Option<Diagnostic>) {
        let var = ty.map(|ty| {
            let first = self.own.remove(&name.text);
            self.new_var(name, ty, first)
        });
        self.enter_name(name, var)
    }

    /// Declares a name that a quantifier binds.
    pub(super) fn bind(
        &mut self,
        name: &ast::Name,
        ty: Type,
    ) -> (Option<VarId>, Option<Diagnostic>) {
        let free = !self.declared.contains_key(&name.text) && !self.own.contains(&name.text);
        let var = self.new_var(name, ty, free);
        self.enter_name(name, Some(var))
    }

    fn enter_name(
        &mut self,
        name: &ast::Name,
        var: Option<VarId>,
    ) -> (Option<VarId>, Option<Diagnostic>) {
        let entry = ScopeEntry { var, span: name.span };
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

    /// Makes a variable; it keeps its name if that is `free`.
    fn new_var(&mut self, name: &ast::Name, ty: Type, free: bool) -> VarId {
        let id = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        let unique = if free { name.text.clone() } else { self.fresh_numbered(&name.text) };
        self.vars.push(VarInfo {
            name: unique,
            source_name: name.text.clone(),
            ty,
            span: name.span,
        });
        self.uses.push(VarUses::default());
        id
    }

    fn fresh_numbered(&mut self, source: &str) -> String {
        let number = self.renamed.entry(source.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{source}_{number}");
            if self.reserved.insert(name.clone()) {
                return name;
            }
        }
    }

    /// The variable of a name, if it has one.
    pub(super) fn visible(&self, name: &str) -> Option<VarId> {
        self.open.iter().rev().find_map(|scope| scope.get(name))?.var
    }

    /// The entry of a name; an unknown one is reported, but only once.
    pub(super) fn resolve(
        &mut self,
        name: &str,
        span: Span,
    ) -> Result<ScopeEntry, Box<Diagnostic>> {
        if let Some(entry) = self.open.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(*entry);
        }
        let diagnostic = self.unknown(name, span);
        let entry = ScopeEntry { var: None, span };
        self.open[0].insert(name.to_owned(), entry);
        Err(Box::new(diagnostic))
    }

    fn unknown(&mut self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error(span, format!("there is no variable `{name}` here"));
        if self.hides && self.declared.contains_key(name) {
            return diagnostic
                .hint("a function sees its parameters only: give it this one as well");
        }
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

    /// The visible name, or keyword, that is closest to `name`.
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
            // A name of one letter is similar to every other such name.
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

    /// Warnings about unused variables. A leading `_` says that the author knows.
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

/// Collects every name that a statement, or one below it, declares, and every one that is bound there.
fn names_in(stmt: &Stmt, own: &mut BTreeSet<String>, names: &mut BTreeSet<String>) {
    stmt.visit(&mut |stmt| {
        if let StmtKind::Declare { declarators, .. } = &stmt.kind {
            own.extend(declarators.iter().map(|d| d.name.text.clone()));
        }
        if let StmtKind::Function(function) = &stmt.kind {
            own.extend(function.params.iter().map(|p| p.declarator.name.text.clone()));
        }
        let mut bound = |expr: &Expr| match &expr.kind {
            ExprKind::Quant { vars, .. } => {
                names.extend(vars.iter().map(|name| name.text.clone()));
            }
            ExprKind::Call { lambda: Some(lambda), .. } => {
                names.extend(lambda.params.iter().map(|name| name.text.clone()));
            }
            _ => {}
        };
        stmt.exprs().into_iter().for_each(|expr| expr.visit(&mut bound));
    });
}
