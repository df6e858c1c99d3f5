//! A link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use std::fmt::Write;

/// A code with more squares than this cannot be read from a screen.
const LARGEST: u8 = 30;
/// The white border that readers need, in squares.
const BORDER: i32 = 4;

/// The dark squares of a QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The width and height, with the border.
    pub size: i32,
    /// The squares as a path of SVG, whose unit is a square.
    pub path: String,
}

/// The code of a text; none if it would be too large.
fn code(text: &str) -> Option<QrCode> {
    let segments = QrSegment::make_segments(text);
    let (least, most) = (Version::MIN, Version::new(LARGEST));
    QrCode::encode_segments_advanced(&segments, QrCodeEcc::Low, least, most, None, true).ok()
}

/// The QR code of a text; none if the text is too long.
pub fn draw(text: &str) -> Option<Squares> {
    let code = code(text)?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                // Text can always be written to a string.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + BORDER, y + BORDER);
            }
            x += run + 1;
        }
    }
    Some(Squares { size: code.size() + 2 * BORDER, path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Where a run starts and how long it is, from `4 5h3v1h-3z`.
    fn run(text: &str) -> (i32, i32, i32) {
        let (place, rest) = text.split_once('h').unwrap();
        let (x, y) = place.split_once(' ').unwrap();
        let length = rest.split_once('v').unwrap().0;
        (x.parse().unwrap(), y.parse().unwrap(), length.parse().unwrap())
    }

    #[test]
    fn a_picture_has_the_squares_of_its_code() {
        let text = "https://example.org/#1abc";
        let (code, squares) = (code(text).unwrap(), draw(text).unwrap());
        let mut dark = BTreeSet::new();
        for (x, y, length) in squares.path.split('M').skip(1).map(run) {
            dark.extend((x..x + length).map(|x| (x, y)));
        }
        let all = (0..squares.size).flat_map(|y| (0..squares.size).map(move |x| (x, y)));
        let expected = all.filter(|(x, y)| code.get_module(x - BORDER, y - BORDER)).collect();
        assert_eq!(dark, expected);
        assert_eq!(squares.size, code.size() + 2 * BORDER);
    }

    #[test]
    fn long_links_have_no_picture() {
        assert!(draw(&"a".repeat(1_000)).is_some());
        assert!(draw(&"a".repeat(2_000)).is_none());
    }
}
