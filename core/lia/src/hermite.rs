//! Integer echelon forms: a change of integer variables that makes constraints triangular.
//!
//! For a list of forms `b_i(x)` this finds a unimodular matrix `V` such that, with `y = V x`, each
//! form uses only the first few `y`, and each `y_j` is pinned down by the forms before it. The shape
//! is lost where coordinates are exchanged or added to each other later (see `lattice`); that the
//! forms use only the first `rank` of them stays.
//! Bromberger, "A reduction from unbounded linear mixed arithmetic problems into bounded
//! problems", 2018, uses it to make branch and bound terminate.

use super::tableau::{Combination, TVar};
use hornbook_base::Int;

/// A unimodular change of variables `y = V x`, `x = U y`.
#[derive(Default)]
pub(super) struct Hermite {
    /// The variables `x`, sorted.
    pub(super) variables: Vec<TVar>,
    /// The columns of `U`: how each `x` depends on `y_j`.
    columns: Vec<Vec<Int>>,
    /// The rows of `V`: each `y_j` as a form over `x`.
    rows: Vec<Vec<Int>>,
    /// The number of `y` that the forms use.
    pub(super) rank: usize,
}

impl Hermite {
    /// The identity.
    pub(super) fn new(variables: Vec<TVar>) -> Hermite {
        let n = variables.len();
        let unit = |i: usize| (0..n).map(|j| Int::from(i64::from(i == j))).collect::<Vec<Int>>();
        let (columns, rows) = ((0..n).map(unit).collect(), (0..n).map(unit).collect());
        Hermite { variables, columns, rows, rank: 0 }
    }

    /// Triangulates one more form; earlier forms get the simpler shape.
    pub(super) fn add(&mut self, form: &Combination) {
        if self.rank < self.variables.len() {
            let mut image = self.image(form);
            self.absorb(&mut image);
        }
    }

    /// A form over `x` as a form over `y`.
    pub(super) fn image(&self, form: &Combination) -> Vec<Int> {
        let position = |v: &TVar| self.variables.binary_search(v).ok();
        let entry = |column: &Vec<Int>| -> Int {
            form.iter().filter_map(|(v, c)| position(v).map(|i| c * &column[i])).sum()
        };
        self.columns.iter().map(entry).collect()
    }

    /// Makes the form's coefficients at and after `rank` vanish, but for one at `rank`.
    fn absorb(&mut self, image: &mut [Int]) {
        let r = self.rank;
        loop {
            // Euclid: the least non-zero entry divides the others.
            let least = (r..image.len())
                .filter(|&j| !image[j].is_zero())
                .min_by(|&i, &j| image[i].abs().cmp(&image[j].abs()));
            let Some(least) = least else {
                return;
            };
            self.swap(r, least);
            image.swap(r, least);
            let mut clean = true;
            for j in r + 1..image.len() {
                let q = image[j].div_floor(&image[r]);
                if !q.is_zero() {
                    image[j] = &image[j] - &(&q * &image[r]);
                    self.subtract(j, r, &q);
                }
                clean &= image[j].is_zero();
            }
            if clean {
                break;
            }
        }
        // Small entries to the left keep numbers short.
        for j in 0..r {
            let q = image[j].div_floor(&image[r]);
            if !q.is_zero() {
                self.subtract(j, r, &q);
            }
        }
        self.rank += 1;
    }

    /// Exchanges two coordinates.
    pub(super) fn swap(&mut self, i: usize, j: usize) {
        self.columns.swap(i, j);
        self.rows.swap(i, j);
    }

    /// Column `j` minus `q` times column `i`, and the inverse change on the rows.
    pub(super) fn subtract(&mut self, j: usize, i: usize, q: &Int) {
        for k in 0..self.columns.len() {
            let change = q * &self.columns[i][k];
            self.columns[j][k] -= &change;
            let change = q * &self.rows[j][k];
            self.rows[i][k] += &change;
        }
    }

    /// `y_j` as a form over `x`.
    pub(super) fn form(&self, j: usize) -> Combination {
        let terms = self.variables.iter().copied().zip(self.rows[j].iter().cloned());
        terms.filter(|(_, c)| !c.is_zero()).collect()
    }

    /// The value of `y_j` for given values of `x`.
    pub(super) fn coordinate(&self, j: usize, x: &[Int]) -> Int {
        self.rows[j].iter().zip(x).map(|(c, x)| c * x).sum()
    }

    /// The values of `x` for given values of `y`.
    pub(super) fn solve(&self, y: &[Int]) -> Vec<Int> {
        (0..self.variables.len())
            .map(|k| y.iter().zip(&self.columns).map(|(y, column)| y * &column[k]).sum())
            .collect()
    }
}
