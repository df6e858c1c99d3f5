//! Lattice basis reduction: coordinates in which a polytope is about as wide as it is long.
//!
//! Lenstra, Lenstra and Lovász, "Factoring polynomials with rational coefficients", 1982, in
//! integers throughout (Cohen, "A Course in Computational Algebraic Number Theory", Algorithm
//! 2.6.7). In a polytope that is long in one direction and thin in another, neither along an axis,
//! splits on the axes go through very many integer values; along a reduced basis there are few
//! values of the last coordinate, few of the one before it for each of those, and so on (H. W.
//! Lenstra, "Integer programming with a fixed number of variables", 1983).

use super::hermite::Hermite;
use hornbook_base::{Budget, Exhausted, Int};

/// The reduction of some of the coordinates of a change of variables; it can be interrupted.
pub(super) struct Reduction {
    /// The first coordinate of the reduction.
    first: usize,
    /// The change of the measured forms by a step in each of those coordinates, weighted so that the width of
    /// the polytope is about the same for all of them. Linearly independent.
    basis: Vec<Vec<Int>>,
    /// Determinants of the Gram matrices of the first `i` vectors, for as many as are known.
    gram: Vec<Int>,
    /// Row `i`: coefficients of the orthogonalisation, times `gram[j + 1]`.
    lambda: Vec<Vec<Int>>,
    /// The present vector: those before it are reduced.
    at: usize,
}

impl Reduction {
    /// Starts with the coordinates from `first` on, given the effects of their steps.
    pub(super) fn new(first: usize, basis: Vec<Vec<Int>>) -> Reduction {
        let lambda = vec![vec![Int::ZERO; basis.len()]; basis.len()];
        Reduction { first, basis, gram: vec![Int::ONE], lambda, at: 0 }
    }

    /// Works until the basis is reduced, and puts the coordinates with few values first.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        hermite: &mut Hermite,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let length = self.basis.first().map_or(0, Vec::len);
        let cost = (length + self.basis.len() + hermite.variables.len()) as u64;
        while self.at < self.basis.len() {
            budget.begin(cost)?;
            if self.gram.len() == self.at + 1 {
                budget.charge(cost * self.at as u64);
                self.orthogonalise();
            }
            self.step(hermite, cost, budget);
        }
        let last = self.first + self.basis.len();
        for i in 0..self.basis.len() / 2 {
            hermite.swap(self.first + i, last - 1 - i);
        }
        Ok(())
    }

    /// Orthogonalises the present vector for the first time.
    fn orthogonalise(&mut self) {
        let k = self.at;
        for j in 0..=k {
            let mut u = dot(&self.basis[k], &self.basis[j]);
            for i in 0..j {
                let product = &self.lambda[k][i] * &self.lambda[j][i];
                u = (&self.gram[i + 1] * &u - product).div_floor(&self.gram[i]);
            }
            if j < k {
                self.lambda[k][j] = u;
            } else {
                self.gram.push(u);
            }
        }
    }

    /// Goes one vector on, or one back after an exchange.
    fn step(&mut self, hermite: &mut Hermite, cost: u64, budget: &mut Budget) {
        let k = self.at;
        if k == 0 {
            self.at = 1;
            return;
        }
        self.shorten(k, k - 1, hermite);
        if self.is_out_of_order(k) {
            self.exchange(k);
            hermite.swap(self.first + k, self.first + k - 1);
            self.at = (k - 1).max(1);
            return;
        }
        for l in (0..k - 1).rev() {
            self.shorten(k, l, hermite);
        }
        budget.charge(cost * k as u64);
        self.at = k + 1;
    }

    /// Whether Lovász's condition is violated.
    fn is_out_of_order(&self, k: usize) -> bool {
        let (four, three) = (Int::from(4i64), Int::from(3i64));
        let (lambda, before) = (&self.lambda[k][k - 1], &self.gram[k]);
        let left = &self.gram[k + 1] * &self.gram[k - 1] + lambda * lambda;
        &four * &left < &three * &(before * before)
    }

    /// Vector `k` minus the multiple of vector `l` that makes it nearly orthogonal to it.
    fn shorten(&mut self, k: usize, l: usize, hermite: &mut Hermite) {
        let q = self.lambda[k][l].div_nearest(&self.gram[l + 1]);
        if q.is_zero() {
            return;
        }
        let (before, from) = self.basis.split_at_mut(k);
        for (a, b) in from[0].iter_mut().zip(&before[l]) {
            *a -= &(&q * b);
        }
        hermite.subtract(self.first + k, self.first + l, &q);
        let (before, from) = self.lambda.split_at_mut(k);
        from[0][l] -= &(&q * &self.gram[l + 1]);
        for (a, b) in from[0].iter_mut().zip(&before[l][..l]) {
            *a -= &(&q * b);
        }
    }

    /// Exchanges vectors `k` and `k - 1`.
    fn exchange(&mut self, k: usize) {
        self.basis.swap(k, k - 1);
        let (before, from) = self.lambda.split_at_mut(k);
        before[k - 1][..k - 1].swap_with_slice(&mut from[0][..k - 1]);
        let lambda = self.lambda[k][k - 1].clone();
        let (older, old, next) = (&self.gram[k - 1], &self.gram[k], &self.gram[k + 1]);
        let new = (older * next + &lambda * &lambda).div_floor(old);
        for i in k + 1..self.gram.len() - 1 {
            let row = &mut self.lambda[i];
            let t = row[k].clone();
            row[k] = (next * &row[k - 1] - &lambda * &t).div_floor(old);
            row[k - 1] = (&new * &t + &lambda * &row[k]).div_floor(next);
        }
        self.gram[k] = new;
    }
}

fn dot(a: &[Int], b: &[Int]) -> Int {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Rat;
    use proptest::prelude::*;

    /// The reduced basis of the lattice that the columns of a change of variables span.
    fn reduce(basis: &[Vec<Int>]) -> (Hermite, Vec<Vec<Int>>) {
        let mut hermite = Hermite::new((0..basis.len() as u32).collect());
        let mut reduction = Reduction::new(0, basis.to_vec());
        while reduction.run(&mut hermite, &mut Budget::steps(1)).is_err() {}
        (hermite, reduction.basis)
    }

    /// The determinant of the Gram matrix, by its definition.
    fn volume(basis: &[Vec<Int>]) -> Int {
        let gram: Vec<Vec<Int>> =
            basis.iter().map(|a| basis.iter().map(|b| dot(a, b)).collect()).collect();
        determinant(&gram)
    }

    fn determinant(m: &[Vec<Int>]) -> Int {
        let Some((first, rest)) = m.split_first() else {
            return Int::ONE;
        };
        let minor = |j: usize| -> Vec<Vec<Int>> {
            let without = |row: &Vec<Int>| [&row[..j], &row[j + 1..]].concat();
            rest.iter().map(without).collect()
        };
        let sign = |j: usize| if j.is_multiple_of(2) { Int::ONE } else { Int::MINUS_ONE };
        first.iter().enumerate().map(|(j, c)| &(&sign(j) * c) * &determinant(&minor(j))).sum()
    }

    /// The orthogonalisation by its definition: coefficients, and squares of the vectors.
    fn gram_schmidt(basis: &[Vec<Int>]) -> (Vec<Vec<Rat>>, Vec<Rat>) {
        let product =
            |a: &[Rat], b: &[Rat]| a.iter().zip(b).fold(Rat::ZERO, |sum, (x, y)| &sum + &(x * y));
        let (mut stars, mut coefficients, mut squares) = (Vec::<Vec<Rat>>::new(), vec![], vec![]);
        for b in basis {
            let b: Vec<Rat> = b.iter().cloned().map(Rat::from).collect();
            let mut star = b.clone();
            let mut row = vec![];
            for (other, square) in stars.iter().zip(&squares) {
                let inverse = Rat::recip(square).expect("independent vectors");
                let c = &product(&b, other) * &inverse;
                for (x, y) in star.iter_mut().zip(other) {
                    *x = &*x - &(&c * y);
                }
                row.push(c);
            }
            squares.push(product(&star, &star));
            coefficients.push(row);
            stars.push(star);
        }
        (coefficients, squares)
    }

    fn rational(num: i64, den: i64) -> Rat {
        Rat::new(Int::from(num), Int::from(den)).expect("a fraction")
    }

    proptest! {
        /// The basis is nearly orthogonal and satisfies Lovász's condition.
        #[test]
        fn the_result_is_reduced(
            entries in prop::collection::vec(prop::collection::vec(-5000i64..5000, 5), 2..6),
        ) {
            let basis: Vec<Vec<Int>> =
                entries.iter().map(|b| b.iter().map(|&x| Int::from(x)).collect()).collect();
            prop_assume!(!volume(&basis).is_zero());
            let (_, reduced) = reduce(&basis);
            let (coefficients, squares) = gram_schmidt(&reduced);
            let half = [rational(-1, 2), rational(1, 2)];
            prop_assert!(coefficients.iter().flatten().all(|c| half[0] <= *c && *c <= half[1]));
            for (k, pair) in squares.windows(2).enumerate() {
                let c = &coefficients[k + 1][k];
                prop_assert!(pair[1] >= &(&rational(3, 4) - &(c * c)) * &pair[0]);
            }
        }

        /// The result spans the lattice, and its first vector is as short as the theory says: its square is
        /// at most `2^(n - 1)` times that of any vector of the lattice.
        #[test]
        fn the_result_is_a_basis_with_a_short_vector(
            entries in prop::collection::vec(prop::collection::vec(-200i64..200, 4), 1..4),
            combination in prop::collection::vec(-9i64..9, 4),
        ) {
            let n = entries.len();
            let basis: Vec<Vec<Int>> =
                entries.iter().map(|b| b.iter().map(|&x| Int::from(x)).collect()).collect();
            prop_assume!(!volume(&basis).is_zero());
            let (hermite, reduced) = reduce(&basis);
            prop_assert_eq!(volume(&basis), volume(&reduced));
            for (i, vector) in reduced.iter().enumerate() {
                // The coordinates are in the opposite order.
                let mut unit = vec![Int::ZERO; n];
                unit[n - 1 - i] = Int::ONE;
                let steps = hermite.solve(&unit);
                let sum: Vec<Int> = (0..4)
                    .map(|k| steps.iter().zip(&basis).map(|(s, b)| s * &b[k]).sum())
                    .collect();
                prop_assert_eq!(&sum, vector);
            }
            let any: Vec<Int> = (0..4)
                .map(|k| combination.iter().zip(&basis).map(|(&s, b)| &Int::from(s) * &b[k]).sum())
                .collect();
            let factor = Int::from(1i64 << (n - 1));
            let long = any.iter().all(Int::is_zero)
                || dot(&reduced[0], &reduced[0]) <= &factor * &dot(&any, &any);
            prop_assert!(long);
        }
    }
}
