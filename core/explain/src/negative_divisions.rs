//! Divisions of negative numbers in a run, where C and Java have other results: there the quotient is rounded
//! towards zero, and the remainder has the sign of the dividend.

use hornbook_base::{Int, Span};
use hornbook_lang::interp::{State, StepRecord, Value, evaluate};
use hornbook_lang::typed::{TypedBinaryOp, TypedExpr, TypedExprKind, TypedProgram, TypedStmt};

/// The expressions of a program that divide, each with the place of its statement.
pub(super) struct DividingExpressions<'p> {
    program: &'p TypedProgram,
    all: Vec<(Span, &'p TypedExpr)>,
}

impl<'p> DividingExpressions<'p> {
    pub(super) fn new(program: &'p TypedProgram, stmts: &[&'p TypedStmt]) -> Self {
        let roots = |stmt: &&'p TypedStmt| {
            let span = stmt.span;
            stmt.exprs().into_iter().map(move |root| (span, root))
        };
        let divides = |(_, root): &(Span, &TypedExpr)| root.any(&|e| as_division(e).is_some());
        DividingExpressions { program, all: stmts.iter().flat_map(roots).filter(divides).collect() }
    }

    /// The divisions of a step with other results in C and Java; not those below quantifiers. `state` is the state
    /// before the step.
    pub(super) fn find(&self, state: &State, step: &StepRecord) -> Vec<NegativeDivision> {
        let mut found = vec![];
        for (span, root) in &self.all {
            if *span == step.span || root.span == step.span {
                collect(self.program, state, root, &mut found);
            }
        }
        found
    }
}

/// A division of a negative number.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct NegativeDivision {
    /// Its place.
    pub(super) span: Span,
    /// The result here.
    pub(super) result: Int,
    /// The result in C and Java.
    pub(super) elsewhere: Int,
}

/// The operator and the operands, if it is a division.
fn as_division(expr: &TypedExpr) -> Option<(TypedBinaryOp, [&TypedExpr; 2])> {
    match &expr.kind {
        TypedExprKind::Binary(
            op @ (TypedBinaryOp::Div | TypedBinaryOp::Mod),
            dividend,
            divisor,
        ) => Some((*op, [dividend, divisor])),
        _ => None,
    }
}

fn collect(
    program: &TypedProgram,
    state: &State,
    expr: &TypedExpr,
    found: &mut Vec<NegativeDivision>,
) {
    if let TypedExprKind::Quant(..) = expr.kind {
        return;
    }
    expr.children().into_iter().for_each(|child| collect(program, state, child, found));
    if let Some((op, operands)) = as_division(expr)
        && let Some((result, elsewhere)) = both_results(program, state, op, operands)
    {
        let division = NegativeDivision { span: expr.span, result, elsewhere };
        if !found.contains(&division) {
            found.push(division);
        }
    }
}

/// The results here and in C and Java, if they differ.
fn both_results(
    program: &TypedProgram,
    state: &State,
    op: TypedBinaryOp,
    operands: [&TypedExpr; 2],
) -> Option<(Int, Int)> {
    let [Value::Int(dividend), Value::Int(divisor)] =
        operands.map(|operand| evaluate(program, state, operand).unwrap_or(Value::Bool(false)))
    else {
        return None;
    };
    let (quotient, remainder) = (dividend.div_euclid(&divisor)?, dividend.rem_euclid(&divisor)?);
    let zero = Int::from(0);
    if dividend >= zero || remainder == zero {
        return None;
    }
    let towards_zero = match divisor > zero {
        true => &quotient + &Int::from(1),
        false => &quotient - &Int::from(1),
    };
    Some(match op {
        TypedBinaryOp::Div => (quotient, towards_zero),
        _ => {
            let elsewhere = &dividend - &(&divisor * &towards_zero);
            (remainder, elsewhere)
        }
    })
}

/// The remark about these divisions; empty if there are none.
pub(super) fn describe(found: &[NegativeDivision], text: &str) -> String {
    let one = |division: &NegativeDivision| {
        let said = super::run::single_line(division.span.slice(text));
        format!(" ({said} is {}, where C and Java have {})", division.result, division.elsewhere)
    };
    found.iter().map(one).collect()
}
