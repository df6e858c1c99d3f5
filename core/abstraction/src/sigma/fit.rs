//! The fit of a written abstraction to values: sorts are checked, the names in formulas get their variables,
//! and short forms are written out.

use super::{Finite, FiniteCase, Shape, Sigma};
use hornbook_base::Int;
use hornbook_horn::{Node, Op, Sort, Subst, Term, Var};

/// The reason why an abstraction does not fit values of some shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A formula mentions a variable that does not exist where the values are.
    OutOfScope(String),
    /// A multiset has no range, and the clauses count in none that exists where the values are.
    NothingCounted,
    /// In words.
    Wrong(String),
}

impl Misfit {
    /// The reason in words.
    pub fn describe(&self) -> String {
        match self {
            Misfit::OutOfScope(name) => format!("there is no variable `{name}`"),
            Misfit::NothingCounted => {
                "no claim counts, so `multiset` needs a range: `multiset(0, n)`".to_owned()
            }
            Misfit::Wrong(why) => why.clone(),
        }
    }
}

impl Sigma {
    /// The abstraction for values of `shape` at a place where the variables of `scope` exist.
    ///
    /// Short forms: a formula over `(k, v)` applied to an array is applied to its cells; a formula
    /// over one value applied to a cell is applied to the value in it.
    ///
    /// # Errors
    /// When σ is not for such values.
    pub fn fit(&self, shape: &Shape, scope: &[Var]) -> Result<Sigma, Misfit> {
        let each = |parts: &[Sigma]| -> Result<Vec<Sigma>, Misfit> {
            parts.iter().map(|p| p.fit(shape, scope)).collect()
        };
        match (self, shape) {
            (Sigma::Id, _) => Ok(Sigma::Id),
            (Sigma::Cell, Shape::Leaf(v)) if v.sort.is_array() => Ok(Sigma::Cell),
            (Sigma::Cell, _) => {
                Err(Misfit::Wrong(format!("`cell` is for arrays, but this is {shape}")))
            }
            (Sigma::Tuple(parts), Shape::Tuple(shapes)) if parts.len() == shapes.len() => {
                let parts = parts.iter().zip(shapes).map(|(p, s)| p.fit(s, scope));
                Ok(Sigma::Tuple(parts.collect::<Result<_, _>>()?))
            }
            (Sigma::Tuple(parts), _) => {
                let n = parts.len();
                Err(Misfit::Wrong(format!("`{self}` is for a tuple of {n}, but this is {shape}")))
            }
            (Sigma::Compose(outer, inner), _) => {
                let inner = inner.fit(shape, scope)?;
                let outer = outer.fit(&inner.image(shape), scope)?;
                Ok(Sigma::compose(outer, inner))
            }
            (Sigma::Product(parts), _) => Ok(Sigma::Product(each(parts)?)),
            (Sigma::Sum(parts), _) => Ok(Sigma::Sum(each(parts)?)),
            (Sigma::Power(base, n), _) => Ok(Sigma::Power(Box::new(base.fit(shape, scope)?), *n)),
            (Sigma::Ordered(base, n), _) => {
                Ok(Sigma::Ordered(Box::new(base.fit(shape, scope)?), *n))
            }
            (Sigma::Finite(finite), _) => fit_finite(finite, shape, scope),
        }
    }

    /// The abstraction for arrays of the given sort: `cell` becomes a cell of a cell for arrays of
    /// arrays (T Sec. 6.3.1.2). What is composed by hand stays as it is.
    pub fn deepened(&self, sort: &Sort) -> Sigma {
        let all = |parts: &[Sigma]| parts.iter().map(|p| p.deepened(sort)).collect();
        match self {
            Sigma::Cell => deep_cell(sort),
            Sigma::Product(parts) => Sigma::Product(all(parts)),
            Sigma::Sum(parts) => Sigma::Sum(all(parts)),
            Sigma::Power(base, n) => Sigma::Power(Box::new(base.deepened(sort)), *n),
            Sigma::Ordered(base, n) => Sigma::Ordered(Box::new(base.deepened(sort)), *n),
            Sigma::Id | Sigma::Tuple(_) | Sigma::Compose(..) | Sigma::Finite(_) => self.clone(),
        }
    }
}

/// `cell`, `(id • cell) ⊙ cell`, and so on: one cell of an array of any number of dimensions.
fn deep_cell(sort: &Sort) -> Sigma {
    match sort {
        Sort::Array(element) if element.is_array() => {
            Sigma::compose(Sigma::Tuple(vec![Sigma::Id, deep_cell(element)]), Sigma::Cell)
        }
        _ => Sigma::Cell,
    }
}

fn fit_finite(finite: &Finite, shape: &Shape, scope: &[Var]) -> Result<Sigma, Misfit> {
    let whole = || Sigma::Finite(finite.clone());
    match (shape, finite.params.len()) {
        (_, 0) => {}
        (Shape::Leaf(v), 1) if finite.is_multiset() => {
            if finite.lacks_range() {
                return Err(Misfit::NothingCounted);
            }
            if v.sort != Sort::int_array() {
                let message = format!("`{finite}` is for arrays of numbers with one index");
                return Err(Misfit::Wrong(message));
            }
        }
        (Shape::Leaf(v), 1) if v.sort.is_array() => {
            let sigma = Sigma::compose(Sigma::Tuple(vec![Sigma::Id, whole()]), Sigma::Cell);
            return sigma.fit(shape, scope);
        }
        (Shape::Leaf(v), 2) if v.sort.is_array() => {
            return Sigma::compose(whole(), Sigma::Cell).fit(shape, scope);
        }
        (Shape::Tuple(parts), 1)
            if matches!(parts.as_slice(), [Shape::Leaf(_), Shape::Leaf(_)]) =>
        {
            return Sigma::Tuple(vec![Sigma::Id, whole()]).fit(shape, scope);
        }
        _ => {}
    }
    let sorts: Vec<Sort> = shape.leaves().into_iter().map(|v| v.sort).collect();
    let n = finite.params.len();
    if n > 0 && n != sorts.len() {
        let message = format!("`{finite}` is for {n} values, but this is {shape}");
        return Err(Misfit::Wrong(message));
    }
    let mut map = Subst::new();
    for v in finite.free_vars() {
        let known = scope.iter().find(|s| s.name == v.name && !s.sort.is_array());
        let known = known.ok_or_else(|| Misfit::OutOfScope(v.name.to_string()))?;
        map.insert(v, Term::var(known));
    }
    let fitted = with_false_for_zero(finite.with_sorts(&sorts).subst(&map));
    let leaves = fitted.cases.iter().flat_map(|c| c.value.leaves());
    let mut terms = fitted.cases.iter().map(|c| c.when.clone()).chain(leaves);
    if terms.all(|t| well_sorted(&t)) && has_one_shape(&fitted) {
        Ok(Sigma::Finite(fitted))
    } else {
        Err(Misfit::Wrong(format!("the formula of `{finite}` does not fit {shape}")))
    }
}

/// The formula with `false` for a value 0 where other cases have truth values, as `slice` is written without
/// knowing what cells hold.
fn with_false_for_zero(mut finite: Finite) -> Finite {
    let all: Vec<Vec<Sort>> = finite.cases.iter().map(sorts_of).collect();
    let is_flag = |n: usize| all.iter().any(|sorts| sorts.get(n) == Some(&Sort::Bool));
    for case in &mut finite.cases {
        let mut n = 0;
        case.value = case.value.map(&mut |t| {
            n += 1;
            if is_flag(n - 1) && t.as_int().is_some_and(Int::is_zero) {
                Term::bool(false)
            } else {
                t.clone()
            }
        });
    }
    finite
}

/// Whether the values of all cases have the same sorts.
fn has_one_shape(finite: &Finite) -> bool {
    finite.cases.windows(2).all(|two| sorts_of(&two[0]) == sorts_of(&two[1]))
}

fn sorts_of(case: &FiniteCase) -> Vec<Sort> {
    case.value.leaves().iter().map(Term::sort).collect()
}

/// Whether operators get operands of their sorts.
fn well_sorted(t: &Term) -> bool {
    let Node::App(op, args) = t.node() else { return true };
    let all = |sort: Sort| args.iter().all(|a| a.sort() == sort);
    let is_int = |t: &Term| t.sort() == Sort::Int;
    args.iter().all(well_sorted)
        && match op {
            Op::And | Op::Or | Op::Not | Op::Implies => all(Sort::Bool),
            Op::Eq | Op::Ne => args[0].sort() == args[1].sort(),
            Op::Ite => args[0].sort() == Sort::Bool && args[1].sort() == args[2].sort(),
            Op::Select => args[0].sort().is_array() && args[1].sort() == Sort::Int,
            Op::Multiset => args[0].sort().is_array() && args[1..].iter().all(is_int),
            _ => all(Sort::Int),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(text: &str, sort: Sort) -> String {
        let sigma: Sigma = text.parse().expect("an abstraction");
        let scope = [Var::int("i"), Var::new("p", Sort::Bool)];
        match sigma.fit(&Shape::leaf("a", sort), &scope) {
            Ok(sigma) => sigma.to_string(),
            Err(misfit) => format!("{misfit:?}"),
        }
    }

    #[test]
    fn short_forms_are_written_out() {
        let array = Sort::int_array;
        assert_eq!(fit("smash", array()), "smash ⊙ cell");
        assert_eq!(fit("sign", array()), "(id • sign) ⊙ cell");
        assert_eq!(fit("sign . cell", array()), "(id • sign) ⊙ cell");
        assert_eq!(fit("sign", Sort::Int), "sign");
        assert_eq!(fit("{k, v => v if k < i}", array()), "{k, v => v if k < i} ⊙ cell");
        let matrix = Sort::array_of(array());
        assert_eq!(Sigma::cells(2).deepened(&matrix).to_string(), "((id • cell) ⊙ cell)^2");
    }

    #[test]
    fn misfits_are_told() {
        assert_eq!(
            fit("cell", Sort::Int),
            "Wrong(\"`cell` is for arrays, but this is an integer\")"
        );
        assert_eq!(fit("{k, v => v if k < n}", Sort::int_array()), "OutOfScope(\"n\")");
        let bools = Sort::array_of(Sort::Bool);
        assert!(fit("sign", bools.clone()).starts_with("Wrong"));
        assert_eq!(fit("smash", bools), "smash ⊙ cell");
        assert!(fit("{x, y, z => x}", Sort::int_array()).starts_with("Wrong"));
        assert!(fit("id * id", Sort::int_array()).starts_with("Wrong"));
    }

    #[test]
    fn the_values_of_all_cases_have_one_shape() {
        let bools = Sort::array_of(Sort::Bool);
        assert!(!fit("slice(i)", bools.clone()).starts_with("Wrong"));
        assert!(!fit("{k, v => v if k < i; 0 if i <= 0}", bools.clone()).starts_with("Wrong"));
        assert!(fit("{k, v => v if k < i; 1 if i <= 0}", bools).starts_with("Wrong"));
        assert!(fit("slice(i)", Sort::array_of(Sort::int_array())).starts_with("Wrong"));
    }
}
