//! Numbers with a few decimal places, as texts.
//!
//! The standard library reads and prints every number exactly, with tables that are among the largest
//! in the page and that no compression makes smaller. Pixels need no such care.

use std::fmt;

/// A number as it is shown with so many decimal places; they must be at most 9.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixed<const PLACES: u32>(pub f64);

impl<const PLACES: u32> fmt::Display for Fixed<PLACES> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let unit = 10_u64.pow(PLACES);
        // NaN becomes 0, and a number that is too large the largest one.
        let rounded = (self.0.abs() * unit as f64 + 0.5) as u64;
        let sign = if self.0 < 0.0 && rounded > 0 { "-" } else { "" };
        write!(f, "{sign}{}", rounded / unit)?;
        match PLACES {
            0 => Ok(()),
            _ => write!(f, ".{:0width$}", rounded % unit, width = PLACES as usize),
        }
    }
}

/// The number of a text such as `12.5`, to three places; none if it is anything else, such as
/// negative.
pub fn read(text: &str) -> Option<f64> {
    let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(places) {
        return None;
    }
    let thousandths = places.bytes().chain([b'0'; 3]).take(3);
    let thousandths = thousandths.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    // Divided once: rounded as the standard library would.
    Some((u64::from(whole.parse::<u32>().ok()?) * 1000 + thousandths) as f64 / 1000.0)
}

// There is no proptest for the browser.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_are_rounded() {
        assert_eq!(Fixed::<0>(2.5).to_string(), "3");
        assert_eq!(Fixed::<1>(-0.25).to_string(), "-0.3");
        assert_eq!(Fixed::<1>(-0.04).to_string(), "0.0");
        assert_eq!(Fixed::<2>(1.999).to_string(), "2.00");
        assert_eq!(Fixed::<2>(0.05).to_string(), "0.05");
        assert_eq!(Fixed::<1>(f64::NAN).to_string(), "0.0");
    }

    #[test]
    fn only_plain_numbers_are_read() {
        assert_eq!(read("12.5"), Some(12.5));
        assert_eq!(read("3"), Some(3.0));
        assert_eq!(read("0.8125"), Some(0.812));
        for text in ["", ".", "1.", ".5", "-1", "1e3", "1.5.2", "99999999999", "NaN", "１"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_near(x in -1e6..1e6) {
            let printed: f64 = Fixed::<3>(x).to_string().parse().unwrap();
            prop_assert!((printed - x).abs() < 0.000_501);
            prop_assert_eq!(read(&Fixed::<3>(x.abs()).to_string()), Some(printed.abs()));
        }
    }
}
