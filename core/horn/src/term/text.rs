//! Terms as plain text.

use super::{Node, Op, Quantifier, Term};
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

impl Term {
    fn write(&self, f: &mut fmt::Formatter<'_>, outer: u8) -> fmt::Result {
        match self.node() {
            Node::Var(v) => f.write_str(&v.name),
            Node::Int(n) if n.is_negative() && outer > 5 => write!(f, "({n})"),
            Node::Int(n) => write!(f, "{n}"),
            Node::Bool(b) => write!(f, "{b}"),
            Node::App(op, args) => write_app(f, *op, args, outer),
            Node::Pred(p, args) => {
                let args: Vec<String> = args.iter().map(Term::to_string).collect();
                write!(f, "{p}({})", args.join(", "))
            }
            Node::Quant(q, vars, body) => {
                let word = if *q == Quantifier::Forall { "forall" } else { "exists" };
                let names: Vec<&str> = vars.iter().map(|v| &*v.name).collect();
                let (open, close) = if outer > 0 { ("(", ")") } else { ("", "") };
                write!(f, "{open}{word} {}: ", names.join(", "))?;
                body.write(f, 0)?;
                f.write_str(close)
            }
        }
    }
}

fn write_app(f: &mut fmt::Formatter<'_>, op: Op, args: &[Term], outer: u8) -> fmt::Result {
    if let Some((sign, level)) = infix(op) {
        let (open, close) = if outer > level { ("(", ")") } else { ("", "") };
        f.write_str(open)?;
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                f.write_str(sign)?;
            }
            // Only conjunction, disjunction and sums may stand beside themselves unbracketed.
            let same = i == 0 && level >= 5 || matches!(op, Op::And | Op::Or | Op::Add);
            arg.write(f, if same { level } else { level + 1 })?;
        }
        return f.write_str(close);
    }
    match (op, args) {
        (Op::Not, [a]) => f.write_str("!").and_then(|()| a.write(f, 8)),
        (Op::Neg, [a]) => f.write_str("-").and_then(|()| a.write(f, 8)),
        (Op::Select, [a, i]) => {
            a.write(f, 9)?;
            f.write_str("[")?;
            i.write(f, 0)?;
            f.write_str("]")
        }
        (Op::Store, [a, i, v]) => {
            a.write(f, 9)?;
            f.write_str("[")?;
            i.write(f, 0)?;
            f.write_str(" <- ")?;
            v.write(f, 0)?;
            f.write_str("]")
        }
        (Op::Ite, [c, a, b]) => {
            f.write_str("(")?;
            c.write(f, 1)?;
            f.write_str(" ? ")?;
            a.write(f, 1)?;
            f.write_str(" : ")?;
            b.write(f, 1)?;
            f.write_str(")")
        }
        _ => {
            let args: Vec<String> = args.iter().map(Term::to_string).collect();
            write!(f, "{}({})", function(op), args.join(", "))
        }
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
        self.write(f, 0)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}
