//! What is chosen when a program is instrumented: plain data.

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

/// Operators at work in a program, and where their rules are applied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instrumentation {
    /// What is followed.
    pub ghosts: Vec<Followed>,
    /// Where rules are applied; each statement's in the order in which they come.
    pub rules: Vec<Applied>,
    /// Whether ghost variables that matter to no guard and no value are there all the same.
    pub whole: bool,
}

/// A text that rules are applied to: a program, or what it is with calls written out and the like.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// The text.
    pub text: String,
    /// Where its pieces come from, if it is not the program itself.
    pub places: Option<SourceMap>,
}

impl Base {
    /// The one or the other.
    pub fn of(text: &str, written_out: bool) -> Base {
        if written_out { Base::written_out(text) } else { Base::plain(text) }
    }

    /// The program as it is.
    pub fn plain(text: &str) -> Base {
        Base { text: text.to_owned(), places: None }
    }

    /// The program with its calls of plain functions written out, cells assigned one by one, and loops
    /// that ask for what can be followed asking inside; as it is if there are no such statements.
    pub fn written_out(text: &str) -> Base {
        let (tree, _) = parse(text);
        let library = operators(&tree).0;
        let follows = |cond: &Expr| asks(cond, &library);
        let mut made = inline_calls(&tree);
        made = split_assignments(made.as_ref().unwrap_or(&tree)).or(made);
        made = move_loop_conditions(made.as_ref().unwrap_or(&tree), &follows).or(made);
        match made {
            Some(new) => {
                let (text, places) = SourceMap::from_trees(&tree, &new);
                Base { text, places: Some(places) }
            }
            None => Base::plain(text),
        }
    }

    /// Where one of its pieces comes from.
    pub fn place(&self, piece: Span) -> Option<Span> {
        self.places.as_ref().map_or(Some(piece), |places| places.to_original(piece))
    }

    /// Where the pieces of a program made from it come from in the original.
    pub fn to_original(&self, places: &SourceMap) -> SourceMap {
        self.places.as_ref().map_or_else(|| places.clone(), |own| places.then(own))
    }
}

/// A rule at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// Whose rule: a position in [`Instrumentation::ghosts`].
    pub ghost: usize,
    /// Its name.
    pub rule: String,
    /// The statement.
    pub at: Span,
    /// The expression in it, for a rule about a value.
    pub value: Option<Span>,
    /// What the parameters of the rule are, in their order.
    pub args: Vec<Expr>,
}
