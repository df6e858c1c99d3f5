//! Lists of values: `int a[3] = {1, 2, 3};`
//!
//! A list is short for a statement for each cell behind the declaration, so only the parser knows of lists:
//! `int a[3]; a[0] = 1; a[1] = 2; a[2] = 3;`. As in C, cells up to the declared length that the list does
//! not name are zero, or false.

use super::Parser;
use crate::ast::{Declarator, Expr, ExprKind, Name, Stmt, StmtKind, TypeName, UpdateOp};
use crate::token::TokenKind;
use hornbook_base::{Diagnostic, Int, Span};

/// The largest number of cells of a list.
const MAX_CELLS: usize = 100;

/// Values between braces.
pub(super) struct List {
    items: Vec<Item>,
    /// Its place, with the braces.
    pub span: Span,
}

/// An element of a list.
enum Item {
    Value(Expr),
    Row(List),
}

impl Item {
    fn span(&self) -> Span {
        match self {
            Item::Value(value) => value.span,
            Item::Row(row) => row.span,
        }
    }
}

/// A value with the indices of its cell, from the outermost on.
type Cell<'l> = (Vec<usize>, &'l Expr);

impl Parser<'_> {
    /// `{1, 2, 3}`, `{{1, 2}, {3, 4}}`; the current token is the `{`.
    pub(super) fn list(&mut self) -> Option<List> {
        let first = self.at;
        if !self.enter() {
            self.skip_group();
            return None;
        }
        self.bump();
        let mut items = vec![];
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Semicolon | TokenKind::End) {
            if self.kind() == TokenKind::LBrace {
                items.extend(self.list().map(Item::Row));
            } else {
                items.push(Item::Value(self.expr()));
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.leave();
        self.expect(TokenKind::RBrace, "a `}` is missing behind the list of values");
        Some(List { items, span: self.since(first) })
    }

    /// Reports a list where a value is assigned and skips it; the target begins at token `first`.
    pub(super) fn list_in_assignment(&mut self, first: usize) {
        let target = self.tokens[first].span.slice(self.text);
        let message = "a list of values can only stand where an array is declared";
        let hint = format!("assign the cells one by one: `{target}[0] = ..; {target}[1] = ..;`");
        self.report(Diagnostic::error(self.span(), message).hint(hint));
        self.skip_group();
    }

    /// The statements that a list behind a declarator stands for. Where brackets are empty the list gives
    /// the length.
    pub(super) fn cells(
        &mut self,
        ty: TypeName,
        declarator: &mut Declarator,
        list: &List,
    ) -> Vec<Stmt> {
        let name = &declarator.name;
        if declarator.dimensions.is_empty() {
            let hint = match list.items.as_slice() {
                [Item::Value(value)] => format!("write `{}`", value.span.slice(self.text)),
                items => format!("declare an array: `{}[{}]`", name.text, items.len()),
            };
            let message = format!("`{}` is no array, so it has one value", name.text);
            self.diagnostics.push(Diagnostic::error(list.span, message).hint(hint));
            declarator.init = Some(Expr { kind: ExprKind::Error, span: list.span });
            return vec![];
        }
        let depth = declarator.dimensions.len();
        let mut lengths = vec![];
        for (dimension, length) in declarator.dimensions.iter_mut().enumerate() {
            let found = longest(list, dimension);
            if length.is_none() && found > 0 {
                let kind = ExprKind::Int(Int::from(found as i64));
                *length = Some(Expr { kind, span: list.span });
            }
            lengths.push(length.as_ref().and_then(number));
        }
        if declarator.dimensions.iter().any(Option::is_none) {
            let message = format!("the length of `{}` is not known", name.text);
            let hint = format!("write it between the brackets: `{}[n]`", name.text);
            self.diagnostics.push(Diagnostic::error(list.span, message).hint(hint));
            return vec![];
        }
        let shape = Shape { name, ty, lengths: &lengths, open: declarator.dimensions.first() };
        let told = self.diagnostics.len();
        let mut cells = vec![];
        shape.collect(list, &mut vec![], &mut cells, &mut self.diagnostics);
        if self.diagnostics.len() > told {
            return vec![];
        }
        if cells.len() > MAX_CELLS {
            let message = format!("a list has at most {MAX_CELLS} values");
            let hint = "give the cells their values in a loop";
            self.diagnostics.push(Diagnostic::error(list.span, message).hint(hint));
            return vec![];
        }
        shape.statements(list, depth, &cells).unwrap_or_else(|diagnostic| {
            self.diagnostics.push(diagnostic);
            vec![]
        })
    }
}

/// The longest list at a level of nesting.
fn longest(list: &List, level: usize) -> usize {
    if level == 0 {
        return list.items.len();
    }
    let rows = list.items.iter().filter_map(|item| match item {
        Item::Row(row) => Some(longest(row, level - 1)),
        Item::Value(_) => None,
    });
    rows.max().unwrap_or(0)
}

/// The value of a length that is a number.
fn number(length: &Expr) -> Option<usize> {
    match &length.kind {
        ExprKind::Int(n) => n.to_string().parse().ok(),
        _ => None,
    }
}

/// The array of a list.
struct Shape<'d> {
    name: &'d Name,
    ty: TypeName,
    /// The lengths that are numbers.
    lengths: &'d [Option<usize>],
    /// The first length as it is written.
    open: Option<&'d Option<Expr>>,
}

impl Shape<'_> {
    /// The values of a list with their cells; `path` leads to the list.
    fn collect<'l>(
        &self,
        list: &'l List,
        path: &mut Vec<usize>,
        cells: &mut Vec<Cell<'l>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let level = path.len();
        let last = level + 1 == self.lengths.len();
        if let Some(length) = self.lengths[level]
            && let Some(extra) = list.items.get(length)
        {
            let cells = if length == 1 { "cell" } else { "cells" };
            let what =
                if level == 0 { format!("`{}`", self.name.text) } else { "a row".to_owned() };
            let message =
                format!("{what} has {length} {cells}, but here are {} values", list.items.len());
            let hint = "leave the others out, or declare more cells";
            diagnostics.push(Diagnostic::error(extra.span(), message).hint(hint));
        }
        for (n, item) in list.items.iter().enumerate() {
            path.push(n);
            match item {
                Item::Value(value) if last => cells.push((path.clone(), value)),
                Item::Row(row) if !last => self.collect(row, path, cells, diagnostics),
                Item::Value(value) => {
                    let message = "each row of such an array is a list of its own";
                    let hint = "write `{{1, 2}, {3, 4}}`";
                    diagnostics.push(Diagnostic::error(value.span, message).hint(hint));
                }
                Item::Row(row) => {
                    let brackets = "[]".repeat(self.lengths.len());
                    let message =
                        format!("`{}{brackets}` has no lists in this list", self.name.text);
                    let hint =
                        "leave out the braces, or declare the array with one more pair of brackets";
                    diagnostics.push(Diagnostic::error(row.span, message).hint(hint));
                }
            }
            path.pop();
        }
    }

    /// The statements, also those for cells that the list does not name.
    fn statements(
        &self,
        list: &List,
        depth: usize,
        cells: &[Cell<'_>],
    ) -> Result<Vec<Stmt>, Diagnostic> {
        let named = |path: &[usize]| cells.iter().find(|(p, _)| p == path).map(|(_, value)| *value);
        let all = self.lengths.iter().copied().collect::<Option<Vec<usize>>>();
        let count = all.as_ref().map(|all| all.iter().fold(1, |n: usize, m| n.saturating_mul(*m)));
        match (all, count) {
            (Some(all), Some(count)) if count <= MAX_CELLS => {
                let paths = paths(&all);
                let value = |path: &[usize]| named(path).cloned().unwrap_or(self.zero(list.span));
                Ok(paths.iter().map(|path| self.write(path, value(path))).collect())
            }
            _ if depth == 1 => {
                // Zeros at the end are like cells that the list does not name.
                let zero = self.zero(list.span).kind;
                let named = cells.iter().rposition(|(_, value)| value.kind != zero);
                let named = &cells[..named.map_or(0, |last| last + 1)];
                let write = |(path, value): &Cell<'_>| self.write(path, (*value).clone());
                let mut out: Vec<Stmt> = named.iter().map(write).collect();
                out.extend(self.rest(list, named.len()));
                Ok(out)
            }
            _ => {
                let message = "for such a list all lengths have to be small numbers";
                Err(Diagnostic::error(list.span, message)
                    .hint("give the cells their values in loops, or write the lengths as numbers"))
            }
        }
    }

    /// `a[0][1] = value;`
    fn write(&self, path: &[usize], value: Expr) -> Stmt {
        let span = value.span;
        let array = Expr { kind: ExprKind::Name(self.name.text.clone()), span };
        let target = path.iter().fold(array, |outer, n| {
            let index = Expr { kind: ExprKind::Int(Int::from(*n as i64)), span };
            Expr { kind: ExprKind::Index(Box::new(outer), Box::new(index)), span }
        });
        Stmt { kind: StmtKind::Update { target, op: UpdateOp::Set(value) }, span }
    }

    /// `fill(a, named, length, 0);`
    fn rest(&self, list: &List, named: usize) -> Option<Stmt> {
        let span = list.span;
        let length = self.open?.clone()?;
        let array = Expr { kind: ExprKind::Name(self.name.text.clone()), span };
        let from = Expr { kind: ExprKind::Int(Int::from(named as i64)), span };
        let name = Name { text: "fill".to_owned(), span };
        let args = vec![array, from, length, self.zero(span)];
        let kind = ExprKind::Call { name, args, lambda: None };
        Some(Stmt { kind: StmtKind::Call(Expr { kind, span }), span })
    }

    fn zero(&self, span: Span) -> Expr {
        let kind = match self.ty {
            TypeName::Bool => ExprKind::Bool(false),
            TypeName::Int | TypeName::Error => ExprKind::Int(Int::ZERO),
        };
        Expr { kind, span }
    }
}

/// All indices of an array with these lengths, in their order.
fn paths(lengths: &[usize]) -> Vec<Vec<usize>> {
    lengths.iter().fold(vec![vec![]], |outer, length| {
        let behind = |path: &Vec<usize>| {
            (0..*length).map(|n| path.iter().copied().chain([n]).collect()).collect::<Vec<_>>()
        };
        outer.iter().flat_map(behind).collect()
    })
}
