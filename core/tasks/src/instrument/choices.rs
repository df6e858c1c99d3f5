//! The choices of an instrumentation, as plain data.

use super::followed::Followed;
use super::library::operators;
use super::sites::asks;
use hornbook_base::Span;
use hornbook_lang::ast::Expr;
use hornbook_lang::parse;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::rewrite::inline::inline_calls;
use hornbook_lang::rewrite::loop_conditions::move_loop_conditions;
use hornbook_lang::rewrite::split_assignments::split_assignments;

/// The operator instances of a program, and where their rules are applied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instrumentation {
    /// The followed values.
    pub ghosts: Vec<Followed>,
    /// The applied rules; each statement's in order.
    pub rules: Vec<AppliedRule>,
    /// Whether unneeded ghost variables are kept.
    pub whole: bool,
}

/// A text that rules are applied to: a program, or a prepared form of it, as with inlined calls.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseText {
    /// The text.
    pub text: String,
    /// The map from places of the text to the original, if it is another text.
    pub places: Option<SourceMap>,
}

impl BaseText {
    /// The program as it is, or prepared if `written_out`.
    pub fn from_program(text: &str, written_out: bool) -> BaseText {
        if written_out { BaseText::written_out(text) } else { BaseText::plain(text) }
    }

    /// The program as it is.
    pub fn plain(text: &str) -> BaseText {
        BaseText { text: text.to_owned(), places: None }
    }

    /// The program with its calls of plain functions inlined, cells assigned one by one, and conditions of
    /// loops moved inside where a ghost can follow them; as it is if there are no such statements.
    pub fn written_out(text: &str) -> BaseText {
        let (tree, _) = parse(text);
        let library = operators(&tree).0;
        let follows = |cond: &Expr| asks(cond, &library);
        let mut made = inline_calls(&tree);
        made = split_assignments(made.as_ref().unwrap_or(&tree)).or(made);
        made = move_loop_conditions(made.as_ref().unwrap_or(&tree), &follows).or(made);
        match made {
            Some(new) => {
                let (text, places) = SourceMap::from_trees(&tree, &new);
                BaseText { text, places: Some(places) }
            }
            None => BaseText::plain(text),
        }
    }

    /// The place of the original that a place of the text comes from.
    pub fn place(&self, piece: Span) -> Option<Span> {
        self.places.as_ref().map_or(Some(piece), |places| places.to_original(piece))
    }

    /// The map to the original for a program made from the text.
    pub fn to_original(&self, places: &SourceMap) -> SourceMap {
        self.places.as_ref().map_or_else(|| places.clone(), |own| places.then(own))
    }
}

/// An applied rule.
#[derive(Clone, Debug, PartialEq)]
pub struct AppliedRule {
    /// The index of its ghost in [`Instrumentation::ghosts`].
    pub ghost: usize,
    /// Its name.
    pub rule: String,
    /// The statement.
    pub at: Span,
    /// The expression in it, for a rule about a value.
    pub value: Option<Span>,
    /// The arguments of the rule, in order.
    pub args: Vec<Expr>,
}
