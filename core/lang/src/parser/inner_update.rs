//! Suggestions for `i++` inside an expression.
//!
//! Such an update has no meaning here, because the order in which the parts of an expression are evaluated
//! would matter. The message shows the statement with the update beside it.

use super::Parser;
use crate::ast::StmtKind;
use crate::token::TokenKind;
use hornbook_base::Span;

/// An update inside an expression.
pub(super) struct InnerUpdate {
    /// The `++` or `--`.
    pub sign: Span,
    /// The variable or cell that is changed.
    pub target: Span,
    /// Whether the sign stands in front of it: then the new value is used.
    pub before: bool,
}

impl Parser<'_> {
    /// Reports each update inside the statement that begins at token number `first`, with a suggestion.
    pub(super) fn advise_on_updates(&mut self, first: usize, kind: &StmtKind) {
        let inside = std::mem::take(&mut self.inside);
        if inside.is_empty() {
            return;
        }
        let whole = self.split_off_updates(first, &inside).filter(|_| is_simple(kind));
        for update in &inside {
            let hint = match &whole {
                Some(text) => format!("write `{text}`"),
                None => format!("make it a statement of its own: `{}`", self.alone(update)),
            };
            let found = self.diagnostics.iter_mut().rfind(|d| d.span == update.sign);
            found.into_iter().for_each(|d| d.hints.push(hint.clone()));
        }
    }

    /// The update as a statement.
    fn alone(&self, update: &InnerUpdate) -> String {
        let (sign, of) = (update.sign.slice(self.text), update.target.slice(self.text));
        let of = of.trim_start_matches(['+', '-']).trim();
        format!("{}{sign};", if of.is_empty() { "i" } else { of })
    }

    /// The statement with the updates before and behind it. `None` if a changed variable stands elsewhere
    /// in it as well, since then the order matters; or if the statement has several lines or no end.
    fn split_off_updates(&self, first: usize, inside: &[InnerUpdate]) -> Option<String> {
        let tokens = self.tokens.get(first..self.at)?;
        let (start, end) = (tokens.first()?.span.start, tokens.last()?);
        let changed = |update: &InnerUpdate| update.target.slice(self.text);
        let names = |name: &str| tokens.iter().filter(|t| t.span.slice(self.text) == name).count();
        let once = |update: &InnerUpdate| {
            let of = changed(update);
            of.chars().all(|c| c.is_alphanumeric() || c == '_') && names(of) == 1
        };
        if end.kind != TokenKind::Semicolon || !inside.iter().all(once) {
            return None;
        }
        let mut rest = String::new();
        let mut at = start;
        let mut signs: Vec<Span> = inside.iter().map(|update| update.sign).collect();
        signs.sort_unstable();
        for sign in signs {
            rest += Span { start: at, end: sign.start }.slice(self.text);
            at = sign.end;
        }
        rest += Span { start: at, end: end.span.end }.slice(self.text);
        let updates_at = |before: bool| inside.iter().filter(move |update| update.before == before);
        let mut parts: Vec<String> = updates_at(true).map(|update| self.alone(update)).collect();
        parts.push(rest);
        parts.extend(updates_at(false).map(|update| self.alone(update)));
        let text = parts.join(" ");
        (!text.contains('\n')).then_some(text)
    }
}

/// Whether a statement runs once, and has no others inside.
fn is_simple(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Declare { .. }
            | StmtKind::Update { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Call(_)
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
    )
}
