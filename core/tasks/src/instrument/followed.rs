//! The arrays and formulas of a program that operators follow.

use super::operator::Operator;
use super::pattern::{Binding, canonical};
use super::statement::{declared, scopes, unstable};
use hornbook_lang::ast::{Expr, Lambda, Program};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Names, free, names};

/// An operator with the array and formula that it follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The name of the operator.
    pub operator: String,
    /// The function of it; `None` for the statements outside of functions.
    pub scope: Option<String>,
    /// The array that it follows.
    pub array: Option<Expr>,
    /// The formula over cells that it follows.
    pub formula: Option<Lambda>,
}

impl Followed {
    /// The binding of the operator's names for the array and the formula.
    pub fn binding(&self, operator: &Operator) -> Binding {
        let mut binding = Binding::default();
        if let (Some(name), Some(array)) = (operator.array(), &self.array) {
            binding.values.insert(name.to_owned(), array.clone());
        }
        if let (Some(name), Some(formula)) = (operator.formula(), &self.formula) {
            binding.formulas.insert(name.to_owned(), formula.clone());
        }
        binding
    }

    /// Whether both follow equal values.
    pub(super) fn is_like(&self, other: &Followed) -> bool {
        let text = |f: &Followed| {
            let array = f.array.as_ref().map(print::expr);
            (array, f.formula.as_ref().map(canonical))
        };
        (&self.operator, &self.scope) == (&other.operator, &other.scope)
            && text(self) == text(other)
    }

    /// Whether each of its variables means one variable wherever its name stands.
    ///
    /// # Errors
    /// In words, if it is not.
    pub(super) fn can_be_followed(&self, program: &Program) -> Result<(), String> {
        let main = Some("main".to_owned());
        if self.scope.is_none() && scopes(program).contains(&main) {
            return Err("the program is the function `main`: write ` in main` behind it".into());
        }
        let scope = self.scope.as_deref();
        if let Some(array) = &self.array {
            is_of_the_program(array, program, scope)?;
        }
        if let Some(formula) = &self.formula {
            let mut known = declared(program, scope);
            known.extend(formula.params.iter().map(|param| param.text.clone()));
            speaks_of(&formula.body, &known)?;
        }
        let declared = declared(program, self.scope.as_deref());
        let twice = |name: &&String| declared.iter().filter(|d| d == name).count() > 1;
        match self.watched().iter().find(twice) {
            Some(name) => Err(format!("there is more than one variable `{name}`")),
            None => Ok(()),
        }
    }

    /// The variables that the followed value depends on.
    pub fn watched(&self) -> Names {
        let array = self.array.iter().flat_map(names);
        array.chain(self.formula.iter().flat_map(formula_names)).collect()
    }
}

/// Whether an expression has one value, over variables of the program: others may not stand in rules, as
/// ghost variables change on the way.
///
/// # Errors
/// In words, if it has not.
pub(super) fn is_of_the_program(
    expr: &Expr,
    program: &Program,
    scope: Option<&str>,
) -> Result<(), String> {
    speaks_of(expr, &declared(program, scope))
}

fn speaks_of(expr: &Expr, known: &[String]) -> Result<(), String> {
    if unstable(expr) {
        let text = print::expr(expr);
        return Err(format!("`{text}` makes a choice or calls a function, and cannot be followed"));
    }
    match free(expr).into_iter().find(|name| !known.contains(name)) {
        Some(name) => Err(format!("there is no variable `{name}`")),
        None => Ok(()),
    }
}

/// The variables of the program in a formula over a cell.
pub(super) fn formula_names(formula: &Lambda) -> Names {
    let mut names = free(&formula.body);
    names.retain(|name| formula.params.iter().all(|p| p.text != *name));
    names
}
