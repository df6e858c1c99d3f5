//! The coefficients of a linear form: few in most forms, and copied often, so they lie side by side.

use super::term::Var;
use hornbook_base::Int;
use std::cmp::Ordering;

/// Variables with their coefficients, in the order of the variables; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coefficients(Vec<(Var, Int)>);

impl Coefficients {
    /// The coefficient 1 of one variable.
    pub(super) fn one(v: &Var) -> Coefficients {
        Coefficients(vec![(v.clone(), Int::ONE)])
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no variable.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The coefficient of a variable, if it occurs.
    pub fn get(&self, v: &Var) -> Option<&Int> {
        self.position(v).ok().map(|n| &self.0[n].1)
    }

    /// Whether a variable occurs.
    pub fn contains_key(&self, v: &Var) -> bool {
        self.position(v).is_ok()
    }

    /// The variables with their coefficients.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (&Var, &Int)> + ExactSizeIterator + Clone {
        self.0.iter().map(|(v, c)| (v, c))
    }

    /// The variables.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Var> + ExactSizeIterator + Clone {
        self.0.iter().map(|(v, _)| v)
    }

    /// The coefficients.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Int> + ExactSizeIterator + Clone {
        self.0.iter().map(|(_, c)| c)
    }

    /// Sets the coefficient of a variable.
    pub(super) fn insert(&mut self, v: Var, c: Int) {
        match (self.position(&v), c.is_zero()) {
            (Ok(n), false) => self.0[n].1 = c,
            (Ok(n), true) => drop(self.0.remove(n)),
            (Err(n), false) => self.0.insert(n, (v, c)),
            (Err(_), true) => {}
        }
    }

    /// Takes a variable out.
    pub(super) fn remove(&mut self, v: &Var) {
        if let Ok(n) = self.position(v) {
            self.0.remove(n);
        }
    }

    /// The sums of these and of `c` times the others.
    pub(super) fn add_scaled(&self, other: &Coefficients, c: &Int) -> Coefficients {
        let mut sum = Vec::with_capacity(self.len() + other.len());
        let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let order = match (own.peek(), others.peek()) {
                (Some((v, _)), Some((w, _))) => v.cmp(w),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let (v, n) = match order {
                Ordering::Less => match own.next() {
                    Some((v, n)) => (v, n.clone()),
                    None => break,
                },
                Ordering::Greater => match others.next() {
                    Some((v, n)) => (v, n * c),
                    None => break,
                },
                Ordering::Equal => match own.next().zip(others.next()) {
                    Some(((v, n), (_, m))) => {
                        let mut both = n.clone();
                        both += &(m * c);
                        (v, both)
                    }
                    None => break,
                },
            };
            if !n.is_zero() {
                sum.push((v.clone(), n));
            }
        }
        Coefficients(sum)
    }

    /// The place of a variable, or where it would be.
    fn position(&self, v: &Var) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(v))
    }
}

impl<'c> IntoIterator for &'c Coefficients {
    type Item = (&'c Var, &'c Int);
    type IntoIter =
        std::iter::Map<std::slice::Iter<'c, (Var, Int)>, fn(&'c (Var, Int)) -> (&'c Var, &'c Int)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(v, c)| (v, c))
    }
}

/// Of several coefficients of one variable the last one counts.
impl FromIterator<(Var, Int)> for Coefficients {
    fn from_iter<T: IntoIterator<Item = (Var, Int)>>(all: T) -> Coefficients {
        let mut out = Coefficients::default();
        all.into_iter().for_each(|(v, c)| out.insert(v, c));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::term::Sort;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn coefficients(of: &[(usize, i64)]) -> (Coefficients, BTreeMap<Var, Int>) {
        let named = |(n, c): &(usize, i64)| (Var::new(format!("v{n}"), Sort::Int), Int::from(*c));
        let mut map: BTreeMap<Var, Int> = of.iter().map(named).collect();
        map.retain(|_, c| !c.is_zero());
        (of.iter().map(named).collect(), map)
    }

    proptest! {
        #[test]
        fn sums_are_those_of_maps(
            a in proptest::collection::vec((0..6usize, -3..4i64), 0..6),
            b in proptest::collection::vec((0..6usize, -3..4i64), 0..6),
            c in -2..3i64,
        ) {
            let ((a, map), (b, other)) = (coefficients(&a), coefficients(&b));
            prop_assert!(a.iter().eq(&map));
            let mut sum = map;
            for (v, n) in other {
                *sum.entry(v).or_default() += &(&n * &Int::from(c));
            }
            sum.retain(|_, n| !n.is_zero());
            let found = a.add_scaled(&b, &Int::from(c));
            prop_assert!(found.iter().eq(&sum), "{found:?} {sum:?}");
            prop_assert!(sum.iter().all(|(v, n)| found.get(v) == Some(n)));
            prop_assert_eq!(found.len(), sum.len());
        }
    }
}
