//! The shapes of lines about loops that may be missing: a formula without its values and bounds, part by part, and none
//! that the reader has written already.

use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Quantifier};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::rewrite::{build, substitute, walk};
use std::collections::BTreeMap;

/// The sign in the place of a value that the reader is to find.
const BLANK: &str = "_";

/// Shapes of lines about a loop.
#[derive(Default)]
pub struct LineShapes {
    /// Shapes that no line has.
    pub missing: Vec<String>,
    /// Shapes that a line has, with other values.
    pub revised: Vec<String>,
    /// Whether the first of all is one of these.
    pub revised_first: bool,
}

/// The shapes of those parts of some formulas that the own lines do not say. Names that the loop changes stay.
pub fn missing_shapes(formulas: &[Expr], own: &[&Expr], changed: &Names) -> LineShapes {
    let own: Vec<Expr> = own.iter().flat_map(|line| parts(line)).collect();
    let said: Vec<String> = own.iter().map(canonical).collect();
    let own_shapes: Vec<String> = own.iter().map(|part| canonical(&shape(part, changed))).collect();
    let mut shapes = LineShapes::default();
    for part in formulas.iter().flat_map(parts) {
        if said.contains(&canonical(&part)) || free(&part).is_disjoint(changed) {
            continue;
        }
        let shape = shape(&part, changed);
        let is_revised = own_shapes.contains(&canonical(&shape));
        let is_first = shapes.revised.is_empty() && shapes.missing.is_empty();
        shapes.revised_first |= is_first && is_revised;
        let list = if is_revised { &mut shapes.revised } else { &mut shapes.missing };
        let text = print::expr(&shape);
        if !list.contains(&text) {
            list.push(text);
        }
    }
    shapes
}

/// The parts of a conjunction, and of a chain of comparisons, each under the conditions and quantifiers around it.
fn parts(e: &Expr) -> Vec<Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Implies, when, then) => {
            let under = |part| build::binary(BinaryOp::Implies, (**when).clone(), part);
            parts(then).into_iter().map(under).collect()
        }
        ExprKind::Quant { quantifier: Quantifier::Forall, vars, range, body } => {
            let quantified = |part| ExprKind::Quant {
                quantifier: Quantifier::Forall,
                vars: vars.clone(),
                range: range.clone(),
                body: Box::new(part),
            };
            parts(body).into_iter().map(|part| build::expr(quantified(part))).collect()
        }
        ExprKind::Binary(BinaryOp::And, left, right) => [parts(left), parts(right)].concat(),
        ExprKind::Compare(first, rest) => {
            let operands = std::iter::once(&**first).chain(rest.iter().map(|(_, next)| next));
            let pairs = operands.zip(rest);
            pairs
                .map(|(left, (op, right))| build::compare(left.clone(), *op, right.clone()))
                .collect()
        }
        _ => vec![e.clone()],
    }
}

/// A formula without what the loop does not change: each term with none of these names is blank.
fn shape(formula: &Expr, kept: &Names) -> Expr {
    let mut shape = formula.clone();
    blank_formula(&mut shape, kept);
    shape
}

fn blank_formula(e: &mut Expr, kept: &Names) {
    match &mut e.kind {
        ExprKind::Binary(
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff,
            left,
            right,
        ) => {
            blank_formula(left, kept);
            blank_formula(right, kept);
        }
        ExprKind::Quant { vars, range, body, .. } => {
            let mut kept = kept.clone();
            for end in range.iter_mut().flat_map(|ends| [&mut ends.0, &mut ends.1]) {
                blank_term(end, &kept);
            }
            kept.extend(vars.iter().map(|var| var.text.clone()));
            blank_formula(body, &kept);
        }
        ExprKind::Compare(first, rest) => {
            let operands = std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, e)| e));
            operands.for_each(|operand| blank_term(operand, kept));
        }
        _ => blank_term(e, kept),
    }
}

fn blank_term(e: &mut Expr, kept: &Names) {
    if free(e).is_disjoint(kept) {
        *e = build::name(BLANK);
        return;
    }
    match &mut e.kind {
        // An array stays beside an index that does.
        ExprKind::Index(array, index) => {
            if let ExprKind::Index(..) = array.kind {
                blank_term(array, kept);
            }
            blank_term(index, kept);
        }
        // The first argument of most functions is an array.
        ExprKind::Call { name, args, .. } => {
            let arrays = usize::from(!matches!(name.text.as_str(), "min" | "max" | "abs"));
            let scalars = args.iter_mut().skip(arrays);
            scalars.for_each(|arg| blank_term(arg, kept));
        }
        ExprKind::Quant { .. } | ExprKind::Ite(..) => {}
        _ => walk::operands(e).into_iter().for_each(|operand| blank_term(operand, kept)),
    }
}

/// A text that two formulas share which differ only in how comparisons, ranges and bound names are written.
fn canonical(formula: &Expr) -> String {
    canonical_under(formula, 0)
}

fn canonical_under(e: &Expr, depth: usize) -> String {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, ..) => canonical_set(&parts(e), depth),
        ExprKind::Binary(BinaryOp::Implies, when, then) => {
            format!(
                "({}) ==> ({})",
                canonical_set(&parts(when), depth),
                canonical_under(then, depth)
            )
        }
        ExprKind::Quant { quantifier, vars, range, body } => {
            let mut body = (**body).clone();
            if let Some(ends) = range {
                let within = |var: &str| make_range(var, &ends.0, &ends.1);
                let guards = vars.iter().map(|var| within(&var.text));
                let guard = guards.reduce(|all, one| build::binary(BinaryOp::And, all, one));
                let joint = match quantifier {
                    Quantifier::Forall => BinaryOp::Implies,
                    Quantifier::Exists => BinaryOp::And,
                };
                body = guard.map_or(body.clone(), |guard| build::binary(joint, guard, body));
            }
            let numbered = vars.iter().enumerate();
            let names: BTreeMap<String, Expr> = numbered
                .map(|(n, var)| (var.text.clone(), build::name(&format!("'{}", depth + n))))
                .collect();
            substitute(&mut body, &names);
            format!("{quantifier:?} {}", canonical_under(&body, depth + vars.len()))
        }
        ExprKind::Compare(left, rest) => match &rest[..] {
            [(op, right)] => canonical_comparison(left, *op, right),
            _ => canonical_set(&parts(e), depth),
        },
        _ => print::expr(e),
    }
}

/// `low <= var && var < high`
fn make_range(var: &str, low: &Expr, high: &Expr) -> Expr {
    let from = build::compare(low.clone(), CompareOp::Le, build::name(var));
    let to = build::compare(build::name(var), CompareOp::Lt, high.clone());
    build::binary(BinaryOp::And, from, to)
}

/// The parts in an order that does not depend on how they were written.
fn canonical_set(all: &[Expr], depth: usize) -> String {
    let mut all: Vec<String> = all.iter().map(|part| canonical_under(part, depth)).collect();
    all.sort();
    all.join(" && ")
}

fn canonical_comparison(left: &Expr, op: CompareOp, right: &Expr) -> String {
    let (left, right) = (print::expr(left), print::expr(right));
    let mirrored = match op {
        CompareOp::Gt | CompareOp::Ge => true,
        CompareOp::Eq | CompareOp::Ne => left > right,
        CompareOp::Lt | CompareOp::Le => false,
    };
    match mirrored {
        true => format!("{right} {} {left}", op.mirrored().text()),
        false => format!("{left} {} {right}", op.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::ast::StmtKind;
    use hornbook_lang::parse;

    fn formula(text: &str) -> Expr {
        let (tree, problems) = parse(&format!("assert({text});"));
        assert!(problems.is_empty(), "{text}: {problems:?}");
        match &tree.body[0].kind {
            StmtKind::Assert(e) => e.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The missing and the revised shapes for a loop that changes `i`, `s` and `a`.
    fn shapes(formulas: &[&str], own: &[&str]) -> (Vec<String>, Vec<String>) {
        let formulas: Vec<Expr> = formulas.iter().map(|text| formula(text)).collect();
        let own: Vec<Expr> = own.iter().map(|text| formula(text)).collect();
        let changed = ["i", "s", "a"].map(str::to_owned).into();
        let LineShapes { missing, revised, .. } =
            missing_shapes(&formulas, &own.iter().collect::<Vec<_>>(), &changed);
        (missing, revised)
    }

    #[test]
    fn a_shape_has_no_values_and_no_bounds() {
        for (formula, expected) in [
            ("0 <= i && i <= n", &["_ <= i", "i <= _"][..]),
            ("forall k in 0..i: a[k] == 0", &["forall k in _..i: a[k] == _"]),
            (
                "forall k: 0 <= k && k < i ==> a[k] == b[k] + c",
                &["forall k: _ <= k && k < i ==> a[k] == b[k] + _"],
            ),
            ("s == sum(a, 0, i)", &["s == sum(a, _, i)"]),
            ("n >= 0", &[]),
        ] {
            assert_eq!(
                shapes(&[formula], &[]),
                (expected.iter().map(|s| (*s).to_owned()).collect(), vec![])
            );
        }
    }

    #[test]
    fn a_part_that_is_written_is_not_repeated_however_it_is_written() {
        let range = "0 <= i && i <= n";
        assert_eq!(shapes(&[range], &["i >= 0"]).0, ["i <= _"]);
        assert_eq!(shapes(&[range], &["0 <= i <= n"]), (vec![], vec![]));
        let cells = "forall k in 0..i: a[k] == 0";
        for own in [
            cells,
            "forall j: j < i && 0 <= j ==> 0 == a[j]",
            "i >= 0 && forall m in 0..i: a[m] == 0",
        ] {
            assert_eq!(shapes(&[cells], &[own]), (vec![], vec![]), "{own}");
        }
    }

    #[test]
    fn the_order_of_formulas_is_kept_between_both_kinds() {
        let [cells, range] = ["forall k in 0..i: a[k] == 0", "0 <= i && i <= n"].map(formula);
        let revised_first = |own: &str| {
            let changed = ["i", "a"].map(str::to_owned).into();
            missing_shapes(&[cells.clone(), range.clone()], &[&formula(own)], &changed)
                .revised_first
        };
        assert!(revised_first("forall k in 1..i: a[k] == 0"));
        assert!(!revised_first("1 <= i"));
        assert!(!revised_first("n >= 0"));
    }

    #[test]
    fn a_line_with_other_values_is_to_be_looked_at_again() {
        let (missing, revised) = shapes(&["0 <= i && i <= n"], &["1 <= i"]);
        assert_eq!((missing, revised), (vec!["i <= _".to_owned()], vec!["_ <= i".to_owned()]));
    }
}
