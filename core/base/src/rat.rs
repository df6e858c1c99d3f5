//! Exact fractions.

use super::Int;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A rational number.
///
/// Invariant: the denominator is positive and shares no factor with the numerator.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Rat {
    num: Int,
    den: Den,
}

/// A denominator; its default is one, so that the default fraction is zero.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Den(Int);

impl Default for Den {
    fn default() -> Den {
        Den(Int::ONE)
    }
}

impl Rat {
    /// Zero.
    pub const ZERO: Rat = Rat { num: Int::ZERO, den: Den(Int::ONE) };
    /// One.
    pub const ONE: Rat = Rat { num: Int::ONE, den: Den(Int::ONE) };

    /// `num / den`, or `None` for a zero denominator.
    pub fn new(num: Int, den: Int) -> Option<Rat> {
        if den.is_zero() {
            return None;
        }
        let (num, den) = if den.is_negative() { (-num, -den) } else { (num, den) };
        if den.is_one() {
            return Some(Rat { num, den: Den(den) });
        }
        let g = num.gcd(&den);
        if g.is_one() {
            return Some(Rat { num, den: Den(den) });
        }
        Some(Rat { num: num.div_floor(&g), den: Den(den.div_floor(&g)) })
    }

    /// The numerator.
    pub fn num(&self) -> &Int {
        &self.num
    }

    /// The denominator, positive.
    pub fn den(&self) -> &Int {
        &self.den.0
    }

    /// Whether this is a whole number.
    pub fn is_integer(&self) -> bool {
        self.den().is_one()
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Whether this is greater than zero.
    pub fn is_positive(&self) -> bool {
        self.num.is_positive()
    }

    /// Whether this is less than zero.
    pub fn is_negative(&self) -> bool {
        self.num.is_negative()
    }

    /// The greatest integer that is not above this.
    pub fn floor(&self) -> Int {
        self.num.div_floor(self.den())
    }

    /// The least integer that is not below this.
    pub fn ceil(&self) -> Int {
        self.num.div_ceil(self.den())
    }

    /// `1 / self`, or `None` for zero.
    pub fn recip(&self) -> Option<Rat> {
        Rat::new(self.den().clone(), self.num.clone())
    }
}

impl From<Int> for Rat {
    fn from(num: Int) -> Rat {
        Rat { num, den: Den(Int::ONE) }
    }
}

impl From<i64> for Rat {
    fn from(num: i64) -> Rat {
        Rat::from(Int::from(num))
    }
}

/// The fraction `num / den` for a `den` that is known to be positive.
fn reduced(num: Int, den: Int) -> Rat {
    Rat::new(num, den).unwrap_or(Rat::ZERO)
}

impl Add for &Rat {
    type Output = Rat;
    fn add(self, other: &Rat) -> Rat {
        if self.is_integer() && other.is_integer() {
            return Rat::from(&self.num + &other.num);
        }
        reduced(&self.num * other.den() + &other.num * self.den(), self.den() * other.den())
    }
}

impl Sub for &Rat {
    type Output = Rat;
    fn sub(self, other: &Rat) -> Rat {
        self + &-other
    }
}

impl Mul for &Rat {
    type Output = Rat;
    fn mul(self, other: &Rat) -> Rat {
        if self.is_integer() && other.is_integer() {
            return Rat::from(&self.num * &other.num);
        }
        reduced(&self.num * &other.num, self.den() * other.den())
    }
}

impl Neg for &Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        Rat { num: -&self.num, den: self.den.clone() }
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Rat) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        (&self.num * other.den()).cmp(&(&other.num * self.den()))
    }
}

impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den())
        }
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rat(n: i64, d: i64) -> Rat {
        Rat::new(Int::from(n), Int::from(d)).expect("non-zero denominator")
    }

    proptest! {
        #[test]
        fn agrees_with_cross_multiplication(
            a in -50i64..50, b in 1i64..12, c in -50i64..50, d in 1i64..12,
        ) {
            let (x, y) = (rat(a, b), rat(c, d));
            prop_assert_eq!(&x + &y, rat(a * d + c * b, b * d));
            prop_assert_eq!(&x - &y, rat(a * d - c * b, b * d));
            prop_assert_eq!(&x * &y, rat(a * c, b * d));
            prop_assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            prop_assert_eq!(x.floor(), Int::from(a.div_euclid(b)));
            prop_assert_eq!(x.ceil(), -Int::from((-a).div_euclid(b)));
        }
    }

    #[test]
    fn signs_live_in_the_numerator() {
        assert_eq!(rat(1, -2), rat(-1, 2));
        assert_eq!(rat(2, -4).to_string(), "-1/2");
        assert_eq!(Rat::new(Int::ONE, Int::ZERO), None);
        assert_eq!(Rat::default(), Rat::ZERO);
        assert_eq!(Rat::ZERO.recip(), None);
    }
}
