//! Linear equations of a set of states, by elimination (Karr's domain, from samples).
//!
//! All is computed modulo a prime, so that numbers stay small; coefficients are fractions that are recovered
//! from their residues. The resulting equations are checked with the numbers themselves.

use hornbook_horn::Var;
use hornbook_horn::linear::Linear;

/// Larger coefficients are chance.
const LARGEST: i128 = 64;
/// Larger constants are chance.
const LARGEST_CONSTANT: i128 = 1 << 20;
/// A Mersenne prime, by which division is cheap.
const PRIME: u64 = (1 << 61) - 1;

/// The span of the states so far, each with 1 as a last number, in reduced echelon form.
pub struct Equations {
    /// The numbers of a state, and the constant.
    width: usize,
    rows: Vec<Vec<u64>>,
    pivots: Vec<usize>,
    /// The columns without a pivot.
    free: Vec<usize>,
    /// The last state.
    state: Vec<u64>,
}

impl Equations {
    /// The span of no states with so many numbers.
    pub fn new(numbers: usize) -> Equations {
        let width = numbers + 1;
        Equations { width, rows: vec![], pivots: vec![], free: (0..width).collect(), state: vec![] }
    }

    /// The rank of the span.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Adds a state; whether an equation may still hold of all.
    ///
    /// # Panics
    /// If the state has another number of numbers.
    pub fn see(&mut self, state: &[i128]) -> bool {
        assert_eq!(state.len() + 1, self.width);
        self.state.clear();
        self.state.extend(state.iter().map(|n| residue(*n)).chain([1]));
        if self.is_combination() {
            return self.rows.len() < self.width;
        }
        let mut row = self.state.clone();
        for (known, p) in self.rows.iter().zip(&self.pivots) {
            cancel(&mut row, known, *p);
        }
        // The last column is the constant, which is never expressed by itself.
        if let Some(p) = (0..self.width).rev().find(|column| row[*column] != 0) {
            let scale = inverse(row[p]);
            row.iter_mut().for_each(|n| *n = product(*n, scale));
            self.rows.iter_mut().for_each(|known| cancel(known, &row, p));
            self.pivots.push(p);
            self.free.retain(|column| *column != p);
            self.rows.push(row);
        }
        self.rows.len() < self.width
    }

    /// Whether the last state is in the span: nothing is left of it when its numbers at the pivots are
    /// cancelled. For most states that is so, and only the columns without pivot need a check: each row is
    /// zero at the pivots of the others.
    fn is_combination(&self) -> bool {
        let is_left = |column: &usize| {
            let known = self.rows.iter().zip(&self.pivots);
            let sum = known.map(|(row, p)| product(self.state[*p], row[*column])).fold(0, plus);
            sum != self.state[*column]
        };
        !self.free.iter().any(is_left)
    }

    /// The equations, as coefficients and constants of forms that are zero: one for each number that the
    /// later ones determine, if its coefficients are small.
    pub fn coefficients(&self) -> Vec<Vec<i128>> {
        self.free.iter().filter_map(|column| self.equation(*column)).collect()
    }

    /// The equation of a column without pivot, over a common denominator.
    fn equation(&self, column: usize) -> Option<Vec<i128>> {
        let part =
            |(row, p): (&Vec<u64>, &usize)| Some((*p, fraction(row[column], self.most(*p))?));
        let parts: Vec<(usize, (i128, i128))> =
            self.rows.iter().zip(&self.pivots).map(part).collect::<Option<_>>()?;
        let scale = parts.iter().fold(1, |scale, (_, (_, below))| lcm(scale, *below));
        let mut form = vec![0i128; self.width];
        form[column] = scale;
        for (p, (above, below)) in parts {
            form[p] = -above * (scale / below);
        }
        let small = form.iter().enumerate().all(|(at, c)| c.abs() <= self.most(at));
        (small && form[..self.width - 1].iter().any(|c| *c != 0)).then_some(form)
    }

    fn most(&self, column: usize) -> i128 {
        if column + 1 == self.width { LARGEST_CONSTANT } else { LARGEST }
    }

    /// The equations as forms of variables that are zero.
    pub fn forms(&self, vars: &[Var]) -> Vec<Linear> {
        let small = |c: i128| i64::try_from(c).unwrap_or_default();
        let form = |coefficients: Vec<i128>| {
            let constant = coefficients.last().map_or(0, |c| small(*c));
            let parts = vars.iter().zip(&coefficients);
            parts.fold(Linear::constant(constant), |sum, (v, c)| {
                sum.add(&Linear::var(v).scale(&small(*c).into()))
            })
        };
        self.coefficients().into_iter().map(form).collect()
    }
}

fn residue(n: i128) -> u64 {
    // Most numbers are small, and division is slow.
    match i64::try_from(n) {
        Ok(n) if n.unsigned_abs() < PRIME => {
            if n < 0 {
                (n + PRIME as i64) as u64
            } else {
                n as u64
            }
        }
        _ => n.rem_euclid(i128::from(PRIME)) as u64,
    }
}

/// The product of residues. Bits beyond 61 are added once more, since `2^61 = 1`.
fn product(a: u64, b: u64) -> u64 {
    let whole = u128::from(a) * u128::from(b);
    let folded = (whole & u128::from(PRIME)) as u64 + (whole >> 61) as u64;
    if folded >= PRIME { folded - PRIME } else { folded }
}

fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// Makes the entry of a row at the pivot of another one zero.
fn cancel(row: &mut [u64], pivot: &[u64], at: usize) {
    let times = PRIME - row[at];
    if times != PRIME {
        for (a, b) in row.iter_mut().zip(pivot) {
            *a = plus(*a, product(times, *b));
        }
    }
}

/// The inverse of a number other than zero, by Euclid's algorithm.
fn inverse(n: u64) -> u64 {
    let (mut a, mut b, mut x, mut y) = (i128::from(n), i128::from(PRIME), 1, 0);
    while b != 0 {
        let q = a / b;
        (a, b) = (b, a - q * b);
        (x, y) = (y, x - q * y);
    }
    residue(x)
}

/// The fraction with this residue whose numerator and denominator are bounded, if there is one (Wang, 1981).
fn fraction(residue: u64, most: i128) -> Option<(i128, i128)> {
    let (mut a, mut b, mut x, mut y) = (i128::from(PRIME), i128::from(residue), 0, 1);
    while b > most {
        let q = a / b;
        (a, b) = (b, a - q * b);
        (x, y) = (y, x - q * y);
    }
    let (above, below) = if y < 0 { (-b, -y) } else { (b, y) };
    (below != 0 && below <= LARGEST).then_some((above, below))
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn lcm(a: i128, b: i128) -> i128 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether a form is zero in a state.
    fn holds(form: &[i128], state: &[i128]) -> bool {
        form.iter().zip(state.iter().chain([&1])).map(|(c, n)| c * n).sum::<i128>() == 0
    }

    /// All forms with coefficients of -2 to 2 that are zero in all states: the definition.
    fn by_trying(states: &[Vec<i128>], width: usize) -> Vec<Vec<i128>> {
        let all = (0..5usize.pow(width as u32)).map(|n| {
            (0..width).map(|at| (n / 5usize.pow(at as u32) % 5) as i128 - 2).collect::<Vec<_>>()
        });
        all.filter(|form| states.iter().all(|state| holds(form, state))).collect()
    }

    fn rank(rows: &[Vec<i128>], width: usize) -> usize {
        let mut equations = Equations::new(width);
        rows.iter().for_each(|row| _ = equations.see(row));
        equations.rank()
    }

    proptest! {
        #[test]
        fn equations_are_those_of_the_definition(
            states in prop::collection::vec(prop::collection::vec(-3i128..4, 3), 1..7)
        ) {
            let mut equations = Equations::new(3);
            states.iter().for_each(|state| _ = equations.see(state));
            let found = equations.coefficients();
            for form in &found {
                prop_assert!(states.iter().all(|state| holds(form, state)), "{form:?}");
            }
            prop_assert_eq!(found.len(), 4 - equations.rank());
            // Each other equation is a combination of these. (A state has no constant of its own here: it is the fourth number.)
            for form in by_trying(&states, 4) {
                let with: Vec<Vec<i128>> = found.iter().cloned().chain([form]).collect();
                prop_assert_eq!(rank_of_vectors(&with), rank_of_vectors(&found));
            }
        }
    }

    /// The rank by elimination with fractions, which are few and small here.
    fn rank_of_vectors(rows: &[Vec<i128>]) -> usize {
        let mut rows: Vec<Vec<i128>> = rows.to_vec();
        let mut rank = 0;
        for column in 0..4 {
            let Some(p) = (rank..rows.len()).find(|n| rows[*n][column] != 0) else { continue };
            rows.swap(rank, p);
            let pivot = rows[rank].clone();
            for row in rows.iter_mut().skip(rank + 1) {
                let times = row[column];
                for (a, b) in row.iter_mut().zip(&pivot) {
                    *a = *a * pivot[column] - times * b;
                }
                let divisor = row.iter().fold(0, |d, c| gcd(d, *c)).max(1);
                row.iter_mut().for_each(|c| *c /= divisor);
            }
            rank += 1;
        }
        rank
    }

    #[test]
    fn fractions_and_large_numbers() {
        // 2 * s = i * 3 + 5 for large numbers.
        let states: Vec<Vec<i128>> = (0..6)
            .map(|n| 1_000_000_006 * n * n + 2 * n + 1)
            .map(|i| vec![(3 * i + 5) / 2, i])
            .collect();
        let mut equations = Equations::new(2);
        assert!(states.iter().all(|state| equations.see(state)));
        assert_eq!(equations.coefficients(), [[2, -3, -5]]);
    }

    #[test]
    fn nothing_is_said_where_nothing_is_shared() {
        assert_eq!(rank(&[vec![0, 0], vec![1, 0], vec![0, 1]], 2), 3);
        let mut equations = Equations::new(2);
        assert!(equations.see(&[0, 0]) && equations.see(&[1, 0]));
        assert!(!equations.see(&[0, 1]));
        assert_eq!(equations.coefficients(), Vec::<Vec<i128>>::new());
        // Coefficients beyond 64 are chance.
        let mut chance = Equations::new(1);
        chance.see(&[97 << 20]);
        assert_eq!(chance.coefficients(), Vec::<Vec<i128>>::new());
    }
}
