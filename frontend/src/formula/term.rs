//! Terms.

use super::name::{predicate, variable};
use hornbook_core::abstraction::sigma::Abstraction;
use hornbook_core::horn::term::{Node, Op, Quantifier, Term, Var};
use std::rc::Rc;
use yew::prelude::*;

/// How formulas are set: what is pointed out in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// Sub-terms shown as cells.
    pub cells: Rc<Vec<Term>>,
    /// The abstraction of the predicates, so that the arguments that make up a cell stand out.
    pub abstraction: Option<Rc<Abstraction>>,
}

/// How tightly things bind; an operand is bracketed when it binds less tightly than its place.
mod level {
    pub const FORMULA: u8 = 0;
    pub const IMPLIES: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const PREFIX: u8 = 8;
    pub const POSTFIX: u8 = 9;
}

/// The sign between operands and how tightly it binds.
fn infix(op: Op) -> Option<(&'static str, u8)> {
    Some(match op {
        Op::Implies => ("→", level::IMPLIES),
        Op::Or => ("∨", level::OR),
        Op::And => ("∧", level::AND),
        Op::Eq => ("=", level::COMPARE),
        Op::Ne => ("≠", level::COMPARE),
        Op::Lt => ("<", level::COMPARE),
        Op::Le => ("≤", level::COMPARE),
        Op::Gt => (">", level::COMPARE),
        Op::Ge => ("≥", level::COMPARE),
        Op::Add => ("+", level::SUM),
        Op::Sub => ("−", level::SUM),
        Op::Mul => ("·", level::PRODUCT),
        Op::Div => ("div", level::PRODUCT),
        Op::Mod => ("mod", level::PRODUCT),
        Op::Not | Op::Neg | Op::Ite | Op::Select | Op::Store => return None,
    })
}

/// The widest term, in nodes, that is kept on one line.
const UNBROKEN: usize = 14;

/// A term as a formula of its own.
pub fn term(t: &Term, setting: &Setting) -> Html {
    at(t, level::FORMULA, setting)
}

/// A term as an operand of a conjunction.
pub(super) fn conjunct(t: &Term, setting: &Setting) -> Html {
    at(t, level::AND, setting)
}

/// Terms separated by commas; a line may break after each comma.
pub fn list(terms: &[Term], setting: &Setting) -> Html {
    let last = terms.len().saturating_sub(1);
    let parts = terms.iter().enumerate().map(|(i, t)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ at(t, level::FORMULA, setting) }{ comma }</> }
    });
    html! { <>{ for parts }</> }
}

fn at(t: &Term, outer: u8, setting: &Setting) -> Html {
    let body = bare(t, outer, setting);
    if setting.cells.contains(t) {
        html! { <span class="f-cell">{ body }</span> }
    } else {
        body
    }
}

fn bare(t: &Term, outer: u8, setting: &Setting) -> Html {
    match t.node() {
        Node::Var(v) => variable(&v.name),
        Node::Int(n) => {
            let text = n.to_string().replace('-', "−");
            let (open, close) = brackets(n.is_negative() && outer > level::SUM);
            html! { <span class="f-num">{ open }{ text }{ close }</span> }
        }
        Node::Bool(b) => html! { <span class="f-word">{ b.to_string() }</span> },
        Node::App(op, args) => application(t, *op, args, outer, setting),
        Node::Pred(name, args) => html! {
            <>{ predicate(name) }if !args.is_empty() { { "(" }{ list(args, setting) }{ ")" } }</>
        },
        Node::Quant(q, vars, body) => {
            let (open, close) = brackets(outer > level::FORMULA);
            let body = at(body, level::FORMULA, setting);
            html! { <>{ open }{ binder(*q, vars) }{ " " }{ body }{ close }</> }
        }
    }
}

/// `∀k, v.` with the colour of quantifiers.
pub(super) fn binder(q: Quantifier, vars: &[Var]) -> Html {
    let sign = match q {
        Quantifier::Forall => "∀",
        Quantifier::Exists => "∃",
    };
    let last = vars.len().saturating_sub(1);
    let names = vars.iter().enumerate().map(|(i, v)| {
        let comma = if i < last { ",\u{a0}" } else { "" };
        html! { <>{ variable(&v.name) }{ comma }</> }
    });
    html! { <span class="f-q">{ sign }{ for names }{ "." }</span> }
}

fn brackets(needed: bool) -> (&'static str, &'static str) {
    if needed { ("(", ")") } else { ("", "") }
}

fn application(t: &Term, op: Op, args: &[Term], outer: u8, setting: &Setting) -> Html {
    if let Some((sign, level)) = infix(op) {
        return chain(t, op, sign, level, args, outer, setting);
    }
    let inner = |t: &Term, level: u8| at(t, level, setting);
    match (op, args) {
        (Op::Not, [a]) => html! { <>{ "¬" }{ inner(a, level::PREFIX) }</> },
        (Op::Neg, [a]) => html! { <>{ "−" }{ inner(a, level::PREFIX) }</> },
        (Op::Select, [a, i]) => html! {
            <span class="f-tight">
                { inner(a, level::POSTFIX) }{ "[" }{ inner(i, level::FORMULA) }{ "]" }
            </span>
        },
        (Op::Store, [a, i, v]) => html! {
            <span class="f-tight">
                { inner(a, level::POSTFIX) }{ "[" }{ inner(i, level::FORMULA) }
                { "\u{a0}←\u{a0}" }{ inner(v, level::FORMULA) }{ "]" }
            </span>
        },
        (Op::Ite, [c, a, b]) => html! {
            <>
                { "(" }<span class="f-word">{ "if" }</span>{ "\u{a0}" }{ inner(c, level::IMPLIES) }
                { " " }<span class="f-word">{ "then" }</span>{ "\u{a0}" }{ inner(a, level::IMPLIES) }
                { " " }<span class="f-word">{ "else" }</span>{ "\u{a0}" }{ inner(b, level::IMPLIES) }{ ")" }
            </>
        },
        // Only an application with a wrong number of arguments comes here.
        _ => html! { <>{ format!("{op:?}(") }{ list(args, setting) }{ ")" }</> },
    }
}

/// Operands with a sign between them; lines break before the sign and never after it.
fn chain(
    t: &Term,
    op: Op,
    sign: &'static str,
    level: u8,
    args: &[Term],
    outer: u8,
    setting: &Setting,
) -> Html {
    let (open, close) = brackets(outer > level);
    let parts = args.iter().enumerate().map(|(i, arg)| {
        // Only conjunction, disjunction and sums may stand beside themselves unbracketed.
        let same = i == 0 && level >= level::SUM || matches!(op, Op::And | Op::Or | Op::Add);
        let operand = at(arg, if same { level } else { level + 1 }, setting);
        if i == 0 {
            operand
        } else {
            html! { <>{ " " }<span class="f-sign">{ sign }</span>{ "\u{a0}" }{ operand }</> }
        }
    });
    let class = (level >= level::COMPARE && t.size() <= UNBROKEN).then_some("f-tight");
    html! { <span {class}>{ open }{ for parts }{ close }</span> }
}

/// Properties of [`Formula`].
#[derive(Clone, PartialEq, Properties)]
pub struct FormulaProps {
    /// What to show.
    pub term: Term,
    /// How.
    #[prop_or_default]
    pub setting: Setting,
}

/// A term as a piece of mathematics within a text.
#[component]
pub fn Formula(props: &FormulaProps) -> Html {
    html! {
        <span class="f" role="math" aria-label={props.term.to_string()}>
            { term(&props.term, &props.setting) }
        </span>
    }
}
