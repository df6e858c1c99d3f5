//! Terms as plain text.

use super::{Node, Op, Quantifier, Term, Var};
use TextPart::{Name, Sign};
use std::fmt;

/// The text of an infix operator, and how tightly it binds (higher is tighter).
fn infix(op: Op) -> Option<(&'static str, u8)> {
    Some(match op {
        Op::Implies => (" ==> ", 1),
        Op::Or => (" || ", 2),
        Op::And => (" && ", 3),
        Op::Eq => (" == ", 4),
        Op::Ne => (" != ", 4),
        Op::Lt => (" < ", 4),
        Op::Le => (" <= ", 4),
        Op::Gt => (" > ", 4),
        Op::Ge => (" >= ", 4),
        Op::Add => (" + ", 5),
        Op::Sub => (" - ", 5),
        Op::Mul => (" * ", 6),
        Op::Div => (" / ", 6),
        Op::Mod => (" % ", 6),
        _ => return None,
    })
}

/// A part of a text that is still to be written.
enum TextPart<'t> {
    Sign(&'static str),
    Name(&'t str),
    /// A term, and how tightly what is around it binds.
    Term(&'t Term, u8),
}

impl<'t> TextPart<'t> {
    /// A term in brackets of its own.
    fn inside(t: &'t Term) -> TextPart<'t> {
        TextPart::Term(t, 0)
    }
}

/// Writes a term with a list of what is left to write, so that a deep one needs no recursion.
fn write(f: &mut fmt::Formatter<'_>, t: &Term) -> fmt::Result {
    let mut open = vec![TextPart::inside(t)];
    while let Some(part) = open.pop() {
        match part {
            Sign(text) | Name(text) => f.write_str(text)?,
            TextPart::Term(t, outer) => match t.node() {
                Node::Var(v) => f.write_str(&v.name)?,
                Node::Int(n) if n.is_negative() && outer > 5 => write!(f, "({n})")?,
                Node::Int(n) => write!(f, "{n}")?,
                Node::Bool(b) => write!(f, "{b}")?,
                Node::App(op, args) => open.extend(application(*op, args, outer).into_iter().rev()),
                Node::Pred(p, args) => {
                    open.extend(call(Name(p), args).into_iter().rev());
                }
                Node::Quant(q, vars, body) => {
                    open.extend(quantified(*q, vars, body, outer).into_iter().rev());
                }
            },
        }
    }
    Ok(())
}

fn call<'t>(name: TextPart<'t>, args: &'t [Term]) -> Vec<TextPart<'t>> {
    let mut parts = vec![name, Sign("(")];
    for (i, arg) in args.iter().enumerate() {
        parts.extend((i > 0).then_some(Sign(", ")));
        parts.push(TextPart::inside(arg));
    }
    parts.push(Sign(")"));
    parts
}

fn quantified<'t>(q: Quantifier, vars: &'t [Var], body: &'t Term, outer: u8) -> Vec<TextPart<'t>> {
    let brackets = outer > 0;
    let word = if q == Quantifier::Forall { "forall " } else { "exists " };
    let mut parts: Vec<_> = brackets.then_some(Sign("(")).into_iter().collect();
    parts.push(Sign(word));
    for (i, v) in vars.iter().enumerate() {
        parts.extend((i > 0).then_some(Sign(", ")));
        parts.push(Name(&v.name));
    }
    parts.extend([Sign(": "), TextPart::inside(body)]);
    parts.extend(brackets.then_some(Sign(")")));
    parts
}

fn application(op: Op, args: &[Term], outer: u8) -> Vec<TextPart<'_>> {
    let (tight, loose) = (|t| TextPart::Term(t, 9), TextPart::inside);
    if let Some((sign, level)) = infix(op) {
        let brackets = outer > level;
        let mut parts: Vec<_> = brackets.then_some(Sign("(")).into_iter().collect();
        for (i, arg) in args.iter().enumerate() {
            parts.extend((i > 0).then_some(Sign(sign)));
            // Only conjunction, disjunction and sums may stand beside themselves unbracketed.
            let same = i == 0 && level >= 5 || matches!(op, Op::And | Op::Or | Op::Add);
            parts.push(TextPart::Term(arg, if same { level } else { level + 1 }));
        }
        parts.extend(brackets.then_some(Sign(")")));
        return parts;
    }
    match (op, args) {
        (Op::Not, [a]) => vec![Sign("!"), TextPart::Term(a, 8)],
        (Op::Neg, [a]) => vec![Sign("-"), TextPart::Term(a, 8)],
        (Op::Select, [a, i]) => vec![tight(a), Sign("["), loose(i), Sign("]")],
        (Op::Store, [a, i, v]) => {
            vec![tight(a), Sign("["), loose(i), Sign(" <- "), loose(v), Sign("]")]
        }
        (Op::Ite, [c, a, b]) => {
            let [c, a, b] = [c, a, b].map(|t| TextPart::Term(t, 1));
            vec![Sign("("), c, Sign(" ? "), a, Sign(" : "), b, Sign(")")]
        }
        _ => call(Sign(function(op)), args),
    }
}

/// The name of an operation that is written like a function.
pub fn function(op: Op) -> &'static str {
    match op {
        Op::ConstArray => "const_array",
        Op::Insert => "insert",
        Op::Erase => "erase",
        Op::Fill => "fill",
        Op::SubArray => "sub_array",
        Op::Sorted => "sorted",
        Op::BoundEq => "bound_eq",
        Op::Count => "count",
        Op::Multiset => "multiset",
        Op::Permutation => "permutation",
        Op::Select => "select",
        Op::Store => "store",
        Op::Ite => "ite",
        Op::Not => "!",
        Op::Neg => "-",
        _ => infix(op).map_or("?", |(sign, _)| sign.trim()),
    }
}

/// Plain text in the syntax of programs, plus `a[i <- v]` for an updated array.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self)
    }
}
