//! Data as a short text of letters, digits, `-` and `_`: links, answers and hidden parts travel so.
//!
//! The text is base64 without padding and with `-` and `_` (RFC 4648, section 5). The bytes are a CRC-32 of all that comes
//! after it, its lowest byte first, and raw deflate of the data.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use std::fmt;

/// The most bytes of data.
pub const MOST_BYTES: usize = 1 << 20;
/// Between speed and size; more brings next to nothing.
const LEVEL: u8 = 9;

/// Why a text is no packed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// Its unpacked form is larger than [`MOST_BYTES`].
    TooLarge,
    /// It has a character that no such text has.
    Character(char),
    /// Its end is missing.
    Cut,
    /// It was changed on its way, or cut off.
    Checksum,
    /// It does not unpack.
    Packed,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            UnpackError::TooLarge => f.write_str("it is too large to be opened"),
            UnpackError::Character(c) => write!(f, "it has the character {c:?}, which none has"),
            UnpackError::Cut => f.write_str("its end is missing"),
            UnpackError::Checksum => {
                f.write_str("it was changed on its way, or its end is missing")
            }
            UnpackError::Packed => f.write_str("it does not unpack"),
        }
    }
}

/// The checksum that detects damage. The data is short: a table for speed would weigh more than it does.
const CHECKSUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Packs data into a text.
pub fn pack(data: &[u8]) -> String {
    with_checksum(&compress_to_vec(data, LEVEL))
}

/// The text of bytes that are deflated already.
fn with_checksum(packed: &[u8]) -> String {
    let mut bytes = CHECKSUM.checksum(packed).to_le_bytes().to_vec();
    bytes.extend(packed);
    to_base64(&bytes)
}

/// The data in a text.
///
/// # Errors
/// The text was not made by [`pack`], or was changed since.
pub fn unpack(text: &str) -> Result<Vec<u8>, UnpackError> {
    let bytes = from_base64(text)?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or(UnpackError::Cut)?;
    if u32::from_le_bytes(*sum) != CHECKSUM.checksum(packed) {
        return Err(UnpackError::Checksum);
    }
    decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|e| match e.status {
        TINFLStatus::HasMoreOutput => UnpackError::TooLarge,
        _ => UnpackError::Packed,
    })
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..=chunk.len() {
            let digit = bits >> (18 - 6 * n) & 63;
            text.push(char::from(DIGITS[digit as usize]));
        }
    }
    text
}

/// The bytes of base64. Bits left over at the end must be 0, so that the same bytes have no other text.
fn from_base64(text: &str) -> Result<Vec<u8>, UnpackError> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for c in text.chars() {
        let digit = DIGITS.iter().position(|&d| char::from(d) == c);
        let digit = digit.ok_or(UnpackError::Character(c))?;
        bits = (bits << 6 | digit as u32) & 0xfff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let left = bits & ((1 << count) - 1);
    if count == 6 || left != 0 { Err(UnpackError::Cut) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(data in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(unpack(&pack(&data)), Ok(data));
        }

        #[test]
        fn a_changed_character_is_noticed(at in 0_usize..20, by in 1_usize..64) {
            let mut text = pack(b"int n = nondet(0, 100);").into_bytes();
            let digit = DIGITS.iter().position(|&d| d == text[at]).expect("a digit");
            text[at] = DIGITS[(digit + by) % 64];
            let text = String::from_utf8(text).expect("digits");
            prop_assert!(unpack(&text).is_err());
        }
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!(unpack(""), Err(UnpackError::Cut));
        assert_eq!(unpack("a b"), Err(UnpackError::Character(' ')));
        assert_eq!(unpack("AAAAAAAA"), Err(UnpackError::Checksum));
        assert_eq!(unpack(&with_checksum(b"\xff\xff")), Err(UnpackError::Packed));
        assert_eq!(unpack(&with_checksum(b"")), Err(UnpackError::Packed));
        assert_eq!(unpack(&pack(&vec![b' '; MOST_BYTES + 1])), Err(UnpackError::TooLarge));
    }
}
