//! Sums of atoms with integer coefficients, converted from and to expressions. An atom is a variable, or a
//! quotient or remainder by a number, named by its text.

use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::term::Var;
use hornbook_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use hornbook_lang::rewrite::build;
use hornbook_lang::rewrite::names::{Names, names};
use hornbook_lang::{expression, print};

/// The variable of a name.
pub fn var(name: &str) -> Var {
    Var::int(name)
}

/// An expression as a sum, if it consists of sums, differences, products with numbers, and quotients and
/// remainders by numbers.
pub fn form(expr: &Expr) -> Option<Linear> {
    match &expr.kind {
        ExprKind::Int(n) => Some(Linear::constant(n.clone())),
        ExprKind::Name(name) => Some(Linear::var(&var(name))),
        ExprKind::Unary(UnaryOp::Neg, e) => Some(form(e)?.scale(&Int::MINUS_ONE)),
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Mod, a, b) => {
            let by_number = build::literal(b).is_some_and(|n| !n.is_zero());
            (by_number && form(a).is_some()).then(|| Linear::var(&var(&print::expr(expr))))
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (form(a)?, form(b)?);
            match (op, a.as_constant(), b.as_constant()) {
                (BinaryOp::Add, ..) => Some(a.add(&b)),
                (BinaryOp::Sub, ..) => Some(a.sub(&b)),
                (BinaryOp::Mul, Some(c), _) => Some(b.scale(c)),
                (BinaryOp::Mul, _, Some(c)) => Some(a.scale(c)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A sum as an expression: positive terms first, then negative ones, the number last.
pub fn expr(form: &Linear) -> Expr {
    let summand = |v: &Var, c: &Int| {
        let name = atom(v);
        match c.abs().is_one() {
            true => name,
            false => build::binary(BinaryOp::Mul, build::int(&c.abs()), name),
        }
    };
    let constant = form.constant_part();
    let mut parts: Vec<(bool, Expr)> =
        form.coeffs().iter().map(|(v, c)| (c.is_negative(), summand(v, c))).collect();
    if !constant.is_zero() || parts.is_empty() {
        parts.push((constant.is_negative(), build::int(&constant.abs())));
    }
    // A number comes first only where all other terms are subtracted.
    parts.sort_by_key(|(minus, _)| *minus);
    let mut parts = parts.into_iter();
    let (minus, first) = parts.next().unwrap_or((false, build::int(&Int::ZERO)));
    let first = match minus {
        true => build::expr(ExprKind::Unary(UnaryOp::Neg, Box::new(first))),
        false => first,
    };
    parts.fold(first, |sum, (minus, part)| {
        let op = if minus { BinaryOp::Sub } else { BinaryOp::Add };
        build::binary(op, sum, part)
    })
}

fn atom(v: &Var) -> Expr {
    expression(&v.name).unwrap_or_else(|| build::name(&v.name))
}

/// The variables in a sum.
pub fn names_in(form: &Linear) -> Names {
    form.coeffs().keys().flat_map(|v| names(&atom(v))).collect()
}

/// A sum with another one in the place of a variable, unless that stands in an atom.
pub fn put(form: &Linear, name: &str, value: &Linear) -> Option<Linear> {
    let inside = |v: &Var| *v.name != *name && names(&atom(v)).contains(name);
    let fits = !form.coeffs().keys().any(inside);
    fits.then(|| form.replace(&var(name), value))
}

/// A sum divided by a number, if that divides all of it.
pub fn quotient(form: &Linear, by: &Int) -> Option<Linear> {
    let whole = form.content().gcd(form.constant_part());
    let fits = !by.is_zero() && &whole.div_floor(by) * by == whole;
    fits.then(|| form.divide(by))
}

/// The value of a sum, with the values of variables; `None` if one has none.
pub fn value(form: &Linear, of: &dyn Fn(&str) -> Option<Int>) -> Option<Int> {
    let parts = form.coeffs().iter().map(|(v, c)| Some(c * &number(&atom(v), of)?));
    parts.sum::<Option<Int>>().map(|sum| &sum + form.constant_part())
}

/// The value of an expression of numbers.
fn number(e: &Expr, of: &dyn Fn(&str) -> Option<Int>) -> Option<Int> {
    match &e.kind {
        ExprKind::Name(name) => of(name),
        ExprKind::Binary(BinaryOp::Div, a, b) => {
            value(&form(a)?, of)?.div_euclid(&build::literal(b)?)
        }
        ExprKind::Binary(BinaryOp::Mod, a, b) => {
            value(&form(a)?, of)?.rem_euclid(&build::literal(b)?)
        }
        _ => value(&form(e)?, of),
    }
}

/// The difference of two expressions, if it is a number.
pub fn distance(a: &Expr, b: &Expr) -> Option<Int> {
    form(a)?.sub(&form(b)?).as_constant().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> Option<String> {
        Some(print::expr(&expr(&form(&expression(text)?)?)))
    }

    #[test]
    fn sums_are_read_and_written() {
        assert_eq!(again("4 * i - 4").as_deref(), Some("4 * i - 4"));
        assert_eq!(again("n - 1 - (i + 2)").as_deref(), Some("n - i - 3"));
        assert_eq!(again("-(i - 3)").as_deref(), Some("3 - i"));
        assert_eq!(again("-i").as_deref(), Some("-i"));
        assert_eq!(again("i - i").as_deref(), Some("0"));
        assert_eq!(again("i * n"), None);
        assert_eq!(again("1 + i / 2 * 4").as_deref(), Some("4 * (i / 2) + 1"));
        assert_eq!(again("i / n"), None);
    }

    #[test]
    fn differences_of_like_sums_are_numbers() {
        let e = |text: &str| expression(text).expect("an expression");
        assert_eq!(distance(&e("2 * i + 3"), &e("i + i")), Some(3.into()));
        assert_eq!(distance(&e("i"), &e("n")), None);
    }
}
