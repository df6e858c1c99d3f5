//! The encoding of a link as the hash of an address.
//!
//! `#1` is followed by base64 without padding and with `-` and `_` (RFC 4648, section 5). The bytes
//! are a CRC-32 of all that comes after it, its lowest byte first, and raw deflate of the JSON.
//! An `e` or a `w` between `#` and the version stands for an embedded page.

use super::link::{Link, LinkParseError};
use crate::text::shortened;
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use std::fmt;

/// The version of the form that is written, and the only one that is read.
const VERSION: char = '1';
/// The most characters of a hash. Some programs that pass links on cut longer ones.
pub const MOST_CHARACTERS: usize = 60_000;
/// The most bytes of JSON.
pub const MOST_BYTES: usize = 1 << 20;
/// Punctuation after a link in a text, which some programs take for a part of it.
const STRAY: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '\'', '*'];
/// Between speed and size; more brings next to nothing.
const LEVEL: u8 = 9;

/// The mode of the page that a link opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageMode {
    /// The whole page.
    #[default]
    Page,
    /// A page in another page, read-only.
    Embedded,
    /// A page in another page, with a program that can be edited.
    EmbeddedEditor,
}

impl PageMode {
    fn mark(self) -> &'static str {
        match self {
            PageMode::Page => "",
            PageMode::Embedded => "e",
            PageMode::EmbeddedEditor => "w",
        }
    }

    /// The mode that a hash asks for, and the rest of the hash, be that a link or not.
    fn split(hash: &str) -> (PageMode, &str) {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        match (hash.strip_prefix('e'), hash.strip_prefix('w')) {
            (Some(rest), _) => (PageMode::Embedded, rest),
            (_, Some(rest)) => (PageMode::EmbeddedEditor, rest),
            _ => (PageMode::Page, hash),
        }
    }

    /// The mode that a hash asks for; the whole page if it is no link.
    pub fn from_hash(hash: &str) -> PageMode {
        let (view, rest) = PageMode::split(hash);
        if rest.starts_with(|c: char| c.is_ascii_digit()) { view } else { PageMode::Page }
    }
}

/// Why a link cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("The program is too long for a link. Download it as a file instead.")
    }
}

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The hash or its unpacked form is larger than any link.
    TooLarge,
    /// It was made by a newer version.
    TooNew(char),
    /// It has a character that no link has.
    Character(char),
    /// Its end is missing.
    Cut,
    /// It was changed on its way, or cut off.
    Checksum,
    /// It does not unpack.
    Packed,
    /// It unpacks to something else.
    Content,
    /// It has a text of a kind that this page does not know.
    Kind(String),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let damaged = "This link is damaged";
        match self {
            LinkError::TooLarge => write!(f, "This link is too large to be opened."),
            LinkError::TooNew(version) => write!(
                f,
                "This link was made by a newer Hornbook (version {version} of links); this one cannot read it."
            ),
            LinkError::Character(c) => {
                write!(f, "{damaged}: it has the character {c:?}, which no link has.")
            }
            LinkError::Cut => write!(f, "{damaged}: its end is missing."),
            LinkError::Checksum => {
                write!(f, "{damaged}: it was changed on its way, or its end is missing.")
            }
            LinkError::Packed | LinkError::Content => {
                write!(f, "{damaged}: what it holds is no program.")
            }
            LinkError::Kind(kind) => {
                write!(
                    f,
                    "This link holds a text of the kind {:?}, which this Hornbook cannot read.",
                    shortened(kind)
                )
            }
        }
    }
}

/// The checksum that detects damaged links. Links are short: a table for speed would weigh more than they
/// do.
const CHECKSUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// The hash for a link, with its `#`.
///
/// # Errors
/// The hash would be longer than [`MOST_CHARACTERS`], or the JSON than [`MOST_BYTES`].
pub fn encode(link: &Link, view: PageMode) -> Result<String, TooLong> {
    let json = link.to_json();
    if json.len() > MOST_BYTES {
        return Err(TooLong);
    }
    let packed = compress_to_vec(json.as_bytes(), LEVEL);
    let mut bytes = CHECKSUM.checksum(&packed).to_le_bytes().to_vec();
    bytes.extend(packed);
    let hash = format!("#{}{VERSION}{}", view.mark(), to_base64(&bytes));
    if hash.len() > MOST_CHARACTERS { Err(TooLong) } else { Ok(hash) }
}

/// The link in a hash, which may begin with its `#`; none when the hash is not meant as a link: no digit
/// stands where the version belongs.
///
/// # Errors
/// It is meant as a link and cannot be opened.
pub fn decode(hash: &str) -> Result<Option<Link>, LinkError> {
    let (_, rest) = PageMode::split(hash);
    let payload = match rest.chars().next() {
        Some(VERSION) => rest[1..].trim_end_matches(STRAY),
        Some(version) if version.is_ascii_digit() => return Err(LinkError::TooNew(version)),
        _ => return Ok(None),
    };
    if hash.len() > MOST_CHARACTERS {
        return Err(LinkError::TooLarge);
    }
    let bytes = from_base64(payload)?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or(LinkError::Cut)?;
    if u32::from_le_bytes(*sum) != CHECKSUM.checksum(packed) {
        return Err(LinkError::Checksum);
    }
    let json = decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|e| match e.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => LinkError::Packed,
    })?;
    let link = Link::from_json(&json).map_err(|misread| match misread {
        LinkParseError::Shape => LinkError::Content,
        LinkParseError::Kind(kind) => LinkError::Kind(kind),
    })?;
    Ok(Some(link))
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
fn from_base64(text: &str) -> Result<Vec<u8>, LinkError> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for c in text.chars() {
        let digit = DIGITS.iter().position(|&d| char::from(d) == c);
        let digit = digit.ok_or(LinkError::Character(c))?;
        bits = (bits << 6 | digit as u32) & 0xfff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let left = bits & ((1 << count) - 1);
    if count == 6 || left != 0 { Err(LinkError::Cut) } else { Ok(bytes) }
}

// Their random links need a source of chance that browsers do not have.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
