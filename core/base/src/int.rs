//! Exact integers: machine words while they fit, arbitrary size when they do not.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A mathematical integer.
///
/// Invariant: values that fit an `i64` are always stored as one, so equality and hashing may look
/// at the representation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

use Repr::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Small(0));
    /// One.
    pub const ONE: Int = Int(Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Small(-1));

    fn from_big(n: BigInt) -> Int {
        match n.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(Box::new(n))),
        }
    }

    fn big(&self) -> Cow<'_, BigInt> {
        match &self.0 {
            Small(n) => Cow::Owned(BigInt::from(*n)),
            Big(n) => Cow::Borrowed(n),
        }
    }

    /// The value as an `i64`, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// The nearest `f64`; infinite when out of range. For proposals only, never for decisions.
    pub fn to_f64_lossy(&self) -> f64 {
        match &self.0 {
            Small(n) => *n as f64,
            Big(n) => n.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// The integer nearest to `x`, if `x` is finite.
    pub fn from_f64_rounded(x: f64) -> Option<Int> {
        num_traits::FromPrimitive::from_f64(x.round()).map(Int::from_big)
    }

    /// The number of binary digits without the sign; zero for zero.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(n) => u64::from(u64::BITS - n.unsigned_abs().leading_zeros()),
            Big(n) => n.bits(),
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Whether this is less than zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(n) => *n < 0,
            Big(n) => n.is_negative(),
        }
    }

    /// Whether this is greater than zero.
    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Small(n) => *n > 0,
            Big(n) => n.is_positive(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
    pub fn gcd(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => {
                let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                i64::try_from(a).map_or_else(|_| Int::from_big(BigInt::from(a)), Int::from)
            }
            _ => Int::from_big(self.big().gcd(&other.big())),
        }
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        let g = self.gcd(other);
        if g.is_zero() { Int::ZERO } else { &self.div_floor(&g).abs() * &other.abs() }
    }

    /// Quotient rounded towards minus infinity. The divisor must not be zero.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let Some(q) = a.checked_div_euclid(*b)
        {
            // Euclidean and floor division differ only for negative divisors with a remainder.
            let r = a.rem_euclid(*b);
            return Int::from(if *b < 0 && r != 0 { q - 1 } else { q });
        }
        Int::from_big(self.big().div_floor(&divisor.big()))
    }

    /// Quotient rounded towards plus infinity. The divisor must not be zero.
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        -(-self).div_floor(divisor)
    }

    /// The integer nearest to the quotient, the upper one of two. The divisor must not be zero.
    pub fn div_nearest(&self, divisor: &Int) -> Int {
        let two = Int::from(2i64);
        (&two * self + divisor).div_floor(&(&two * divisor))
    }

    /// Euclidean quotient, as SMT-LIB's `div`: `self - divisor * q` lies in `0..|divisor|`.
    /// `None` for a zero divisor.
    pub fn div_euclid(&self, divisor: &Int) -> Option<Int> {
        match divisor.cmp(&Int::ZERO) {
            Ordering::Greater => Some(self.div_floor(divisor)),
            Ordering::Less => Some(-self.div_floor(&-divisor)),
            Ordering::Equal => None,
        }
    }

    /// Euclidean remainder, as SMT-LIB's `mod`, in `0..|divisor|`. `None` for a zero divisor.
    pub fn rem_euclid(&self, divisor: &Int) -> Option<Int> {
        Some(self - &(divisor * &self.div_euclid(divisor)?))
    }
}

impl From<i64> for Int {
    fn from(n: i64) -> Int {
        Int(Small(n))
    }
}

impl From<i32> for Int {
    fn from(n: i32) -> Int {
        Int(Small(n.into()))
    }
}

impl From<i128> for Int {
    fn from(n: i128) -> Int {
        i64::try_from(n).map_or_else(|_| Int::from_big(BigInt::from(n)), Int::from)
    }
}

impl From<usize> for Int {
    fn from(n: usize) -> Int {
        i64::try_from(n).map_or_else(|_| Int::from_big(BigInt::from(n)), Int::from)
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // An integer that does not fit a word is beyond all that do.
            (Small(_), Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Big(a), Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `a OP b` on machine words when it does not overflow, on big numbers otherwise; for owned and
/// borrowed operands alike.
macro_rules! binary {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(c) = a.$checked(*b)
                {
                    return Int(Small(c));
                }
                Int::from_big((&*self.big()).$method(&*other.big()))
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                (&self).$method(&other)
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                (&self).$method(other)
            }
        }
        impl $trait<Int> for &Int {
            type Output = Int;
            fn $method(self, other: Int) -> Int {
                self.$method(&other)
            }
        }
    };
}

binary!(Add, add, checked_add);
binary!(Sub, sub, checked_sub);
binary!(Mul, mul, checked_mul);

impl AddAssign<&Int> for Int {
    fn add_assign(&mut self, other: &Int) {
        *self = &*self + other;
    }
}

impl SubAssign<&Int> for Int {
    fn sub_assign(&mut self, other: &Int) {
        *self = &*self - other;
    }
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Small(n) => n.checked_neg().map_or_else(|| Int::from_big(-&*self.big()), Int::from),
            Big(n) => Int::from_big(-&**n),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl std::iter::Sum for Int {
    fn sum<I: Iterator<Item = Int>>(terms: I) -> Int {
        terms.fold(Int::ZERO, |a, b| a + b)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => fmt::Display::fmt(n, f),
            Big(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a decimal integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnInteger;

impl fmt::Display for NotAnInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal integer")
    }
}

impl FromStr for Int {
    type Err = NotAnInteger;
    fn from_str(text: &str) -> Result<Int, NotAnInteger> {
        BigInt::from_str(text).map(Int::from_big).map_err(|_| NotAnInteger)
    }
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

// Written as a decimal string: JSON readers elsewhere would round large numbers.
impl Serialize for Int {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Int, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values around the edges of a machine word, and ordinary ones.
    fn value() -> impl Strategy<Value = i128> {
        prop_oneof![
            -20i128..20,
            (i64::MAX as i128 - 3)..(i64::MAX as i128 + 4),
            (i64::MIN as i128 - 3)..(i64::MIN as i128 + 4),
        ]
    }

    fn int(n: i128) -> Int {
        let parsed = n.to_string().parse().expect("decimal");
        assert_eq!(Int::from(n), parsed);
        parsed
    }

    proptest! {
        #[test]
        fn agrees_with_wider_machine_arithmetic(a in value(), b in value()) {
            let (x, y) = (int(a), int(b));
            prop_assert_eq!(&x + &y, int(a + b));
            prop_assert_eq!(&x - &y, int(a - b));
            prop_assert_eq!(-&x, int(-a));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.gcd(&y), int(a.gcd(&b)));
            if let Some(c) = a.checked_mul(b) {
                prop_assert_eq!(&x * &y, int(c));
            }
            if b != 0 {
                prop_assert_eq!(x.div_floor(&y), int(Integer::div_floor(&a, &b)));
                prop_assert_eq!(x.div_euclid(&y), Some(int(a.div_euclid(b))));
                prop_assert_eq!(x.rem_euclid(&y), Some(int(a.rem_euclid(b))));
            } else {
                prop_assert_eq!(x.div_euclid(&y), None);
            }
        }
    }

    #[test]
    fn survives_a_trip_through_text() {
        for text in
            ["0", "-7", "9223372036854775807", "9223372036854775808", "-1180591620717411303424"]
        {
            assert_eq!(text.parse::<Int>().map(|n| n.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("1x".parse::<Int>(), Err(NotAnInteger));
        assert!(Int::from_big(BigInt::ZERO).is_zero());
    }
}
