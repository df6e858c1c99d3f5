//! Hidden parts of exercises: not readable at a glance, in a source or in an address.
//!
//! Who takes the trouble can open them, as the page itself has to: a page without a server cannot keep a secret from its
//! reader. Grading therefore takes the parts from the course, and never from an answer.

use crate::packed::{UnpackError, pack, unpack};
use hornbook_base::random::{GOLDEN_GAMMA, mix_bits};

/// The first state of the mask.
const SEED: u64 = 0x4f52_4e42_4f4f_4b21;

/// Seals a text.
pub fn seal(text: &str) -> String {
    pack(&masked(text.as_bytes()))
}

/// Opens a sealed text.
///
/// # Errors
/// It was not made by [`seal`], or was changed since.
pub fn unseal(sealed: &str) -> Result<String, UnpackError> {
    String::from_utf8(masked(&unpack(sealed)?)).map_err(|_| UnpackError::Packed)
}

/// The bytes under a mask; the same mask takes it away.
fn masked(bytes: &[u8]) -> Vec<u8> {
    let mask =
        (1_u64..).map(|n| mix_bits(SEED.wrapping_add(n.wrapping_mul(GOLDEN_GAMMA))).to_le_bytes());
    bytes.iter().zip(mask.flatten()).map(|(byte, mask)| byte ^ mask).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_sealed_is_opened(text in ".{0,80}") {
            prop_assert_eq!(unseal(&seal(&text)), Ok(text));
        }
    }

    #[test]
    fn a_sealed_text_shows_nothing() {
        let packed = unpack(&seal("invariant 0 <= i;")).expect("it is packed");
        assert!(!packed.windows(3).any(|bytes| bytes == b"inv"));
    }
}
