//! The values of expressions in a state of a run, with variables by their names in the text.

use hornbook_base::Int;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use hornbook_lang::interp::{State, Value};
use hornbook_lang::typed::{TypedProgram, VarId};
use hornbook_tasks::tiling::slices::access;
use std::collections::BTreeMap;

/// The values of variables in a state.
#[derive(Clone, Debug, Default)]
pub struct Values {
    known: BTreeMap<String, Value>,
}

impl Values {
    /// The values in a state; of several variables of one name the last one is in scope.
    pub fn from_state(program: &TypedProgram, state: &State) -> Values {
        let name = |id: &VarId| program.vars[id.0 as usize].source_name.clone();
        let scalars = state.scalars.iter().map(|(id, value)| (name(id), value.clone()));
        let arrays = state.arrays.iter().map(|(id, a)| (name(id), Value::Array(a.clone())));
        Values { known: scalars.chain(arrays).collect() }
    }

    /// These values with another number.
    #[must_use]
    pub fn with_number(&self, name: &str, value: Int) -> Values {
        let mut all = self.clone();
        all.known.insert(name.to_owned(), Value::Int(value));
        all
    }

    /// The names and values of the numbers.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, &Int)> {
        self.known.iter().filter_map(|(name, value)| match value {
            Value::Int(n) => Some((name.as_str(), n)),
            _ => None,
        })
    }

    /// The names of the arrays of numbers.
    pub fn arrays(&self) -> impl Iterator<Item = &str> {
        self.known.iter().filter_map(|(name, value)| match value {
            Value::Array(array) if matches!(*array.default, Value::Int(_)) => Some(name.as_str()),
            _ => None,
        })
    }

    /// A number of this name.
    pub fn scalar(&self, name: &str) -> Option<Int> {
        match self.known.get(name)? {
            Value::Int(n) => Some(n.clone()),
            _ => None,
        }
    }

    /// The number of indices of a cell of an array.
    pub fn depth(&self, array: &str) -> Option<usize> {
        let Value::Array(whole) = self.known.get(array)? else { return None };
        let row = |value: &Value| match value {
            Value::Array(row) => Some((*row.default).clone()),
            _ => None,
        };
        Some(1 + std::iter::successors(row(&whole.default), row).count())
    }

    /// The value of a cell of an array.
    pub fn cell(&self, array: &str, indices: &[Int]) -> Option<&Value> {
        self.known.get(array)?.cell_at(indices)
    }

    /// The value of an expression of numbers; `None` if it has other parts.
    pub fn number(&self, e: &Expr) -> Option<Int> {
        match self.value(e)? {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    /// Whether a condition holds; `None` if it has other parts, as quantifiers.
    pub fn holds(&self, e: &Expr) -> Option<bool> {
        match self.value(e)? {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    fn value(&self, e: &Expr) -> Option<Value> {
        if let Some((array, indices)) = access(e) {
            let at: Option<Vec<Int>> =
                indices.into_iter().map(|index| self.number(index)).collect();
            return self.cell(array, &at?).cloned();
        }
        Some(match &e.kind {
            ExprKind::Int(n) => Value::Int(n.clone()),
            ExprKind::Bool(b) => Value::Bool(*b),
            ExprKind::Name(name) => self.known.get(name)?.clone(),
            ExprKind::Unary(UnaryOp::Neg, a) => Value::Int(-&self.number(a)?),
            ExprKind::Unary(UnaryOp::Not, a) => Value::Bool(!self.holds(a)?),
            ExprKind::Ite(cond, yes, no) => {
                return self.value(if self.holds(cond)? { yes } else { no });
            }
            ExprKind::Compare(first, rest) => Value::Bool(self.in_order(first, rest)?),
            ExprKind::Binary(op, a, b) => return self.binary(*op, a, b),
            _ => return None,
        })
    }

    fn in_order(&self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Option<bool> {
        let mut left = self.value(first)?;
        for (op, right) in rest {
            let right = self.value(right)?;
            let holds = match (op, &left, &right) {
                (CompareOp::Eq, a, b) => a == b,
                (CompareOp::Ne, a, b) => a != b,
                (CompareOp::Lt, Value::Int(a), Value::Int(b)) => a < b,
                (CompareOp::Le, Value::Int(a), Value::Int(b)) => a <= b,
                (CompareOp::Gt, Value::Int(a), Value::Int(b)) => a > b,
                (CompareOp::Ge, Value::Int(a), Value::Int(b)) => a >= b,
                _ => return None,
            };
            if !holds {
                return Some(false);
            }
            left = right;
        }
        Some(true)
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Value> {
        let truth = |b: bool| Some(Value::Bool(b));
        match op {
            BinaryOp::And => return truth(self.holds(a)? && self.holds(b)?),
            BinaryOp::Or => return truth(self.holds(a)? || self.holds(b)?),
            BinaryOp::Implies => return truth(!self.holds(a)? || self.holds(b)?),
            _ => {}
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        Some(Value::Int(match op {
            BinaryOp::Add => &a + &b,
            BinaryOp::Sub => &a - &b,
            BinaryOp::Mul => &a * &b,
            BinaryOp::Div => a.div_euclid(&b).unwrap_or_default(),
            BinaryOp::Mod => a.rem_euclid(&b).unwrap_or(a),
            _ => return None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::interp::{ListedChoices, run};
    use hornbook_lang::{Options, expression, front_end};

    #[test]
    fn values_are_those_of_the_interpreter() {
        let text = "int x = 7, m[]; bool p = true; m[1] = 4; m[2] = x - 9; int x2 = 3;";
        let program = front_end(text, Options::default()).0.expect("a program");
        let trace = run(&program, &mut ListedChoices::default(), 100);
        let values = Values::from_state(&program, &trace.state_after(usize::MAX));
        for (text, expected) in [
            ("m[1] + m[m[1] - 2]", "2"),
            ("-x / 2", "-4"),
            ("(0 - 7) % 3", "2"),
            ("p && m[0] == 0 ? x * x2 : 0", "21"),
        ] {
            let e = expression(text).expect(text);
            assert_eq!(
                values.number(&e).map(|n| n.to_string()).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for (text, expected) in [
            ("0 <= x < 7", Some(false)),
            ("x > 9 ==> m[1] == 0", Some(true)),
            ("!p || x != 7", Some(false)),
            ("forall k in 0..2: m[k] == 0", None),
        ] {
            assert_eq!(values.holds(&expression(text).expect(text)), expected, "{text}");
        }
        assert_eq!(
            values.with_number("x", Int::from(2)).number(&expression("x + 1").expect("a sum")),
            Some(Int::from(3))
        );
    }
}
