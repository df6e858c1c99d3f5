//! Positions in UTF-8 and UTF-16, and comparisons of texts.

use hornbook_base::Span;

/// Translates positions of one text between the two ways of counting.
///
/// Both directions clamp: a position beyond the text becomes its end, one inside a character
/// becomes that character's start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// For each character outside ASCII: where it starts in UTF-8 and in UTF-16, and how long it
    /// is in each. Everything between them counts the same both ways.
    wide: Vec<Wide>,
    utf8_len: u32,
    utf16_len: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wide {
    utf8: u32,
    utf16: u32,
    utf8_len: u32,
    utf16_len: u32,
}

impl Positions {
    /// The positions of `text`.
    pub fn new(text: &str) -> Positions {
        let mut positions = Positions::default();
        for c in text.chars() {
            let (utf8_len, utf16_len) = (c.len_utf8() as u32, c.len_utf16() as u32);
            if utf8_len > 1 {
                let (utf8, utf16) = (positions.utf8_len, positions.utf16_len);
                positions.wide.push(Wide { utf8, utf16, utf8_len, utf16_len });
            }
            positions.utf8_len += utf8_len;
            positions.utf16_len += utf16_len;
        }
        positions
    }

    /// The UTF-16 position of a byte offset.
    pub fn to_utf16(&self, byte: u32) -> u32 {
        let byte = byte.min(self.utf8_len);
        let before = self.wide.partition_point(|w| w.utf8 <= byte);
        match before.checked_sub(1).map(|i| self.wide[i]) {
            None => byte,
            Some(w) if byte < w.utf8 + w.utf8_len => w.utf16,
            Some(w) => w.utf16 + w.utf16_len + (byte - w.utf8 - w.utf8_len),
        }
    }

    /// The byte offset of a UTF-16 position.
    pub fn to_utf8(&self, unit: u32) -> u32 {
        let unit = unit.min(self.utf16_len);
        let before = self.wide.partition_point(|w| w.utf16 <= unit);
        match before.checked_sub(1).map(|i| self.wide[i]) {
            None => unit,
            Some(w) if unit < w.utf16 + w.utf16_len => w.utf8,
            Some(w) => w.utf8 + w.utf8_len + (unit - w.utf16 - w.utf16_len),
        }
    }

    /// A span as the editor's `(from, to)`.
    pub fn range(&self, span: Span) -> (u32, u32) {
        (self.to_utf16(span.start), self.to_utf16(span.end))
    }
}

/// The number of letters of a foreign text that a message repeats.
const REPEATED: usize = 20;

/// A short text, or the beginning of a longer one.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// For each line of a text, whether the other text lacks it, by a longest common subsequence.
pub fn lines_apart(text: &str, other: &str) -> Vec<bool> {
    let (a, b): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = a.iter().zip(&b).take_while(same).count();
    let rest = (a.len() - start).min(b.len() - start);
    let end = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(same).count();
    let (a_mid, b_mid) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    let mut apart = vec![false; a.len()];
    // How many lines the rests have in common, from the end.
    let mut common = vec![vec![0_usize; b_mid.len() + 1]; a_mid.len() + 1];
    for i in (0..a_mid.len()).rev() {
        for j in (0..b_mid.len()).rev() {
            common[i][j] = match a_mid[i] == b_mid[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a_mid.len() {
        if j < b_mid.len() && a_mid[i] == b_mid[j] {
            (i, j) = (i + 1, j + 1);
        } else if j < b_mid.len() && common[i][j + 1] >= common[i + 1][j] {
            j += 1;
        } else {
            apart[start + i] = true;
            i += 1;
        }
    }
    apart
}

/// Whether a program has lines about loops, as far as words can tell.
pub fn has_lines(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| matches!(word, "invariant" | "decreases"))
}

/// The fewest bytes that nobody types at once.
const PASTED: usize = 40;

/// Whether a text was put into the place of another one at once: most of that is gone, and much is new.
pub fn is_other_text(before: &str, text: &str) -> bool {
    let start = before.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let rest = before.len().min(text.len()) - start;
    let ends = before.bytes().rev().zip(text.bytes().rev()).take(rest);
    let kept = start + ends.take_while(|(a, b)| a == b).count();
    kept * 2 <= before.len() && text.len() - kept >= PASTED
}

/// Whether so little of a text is left in another one that this is no version of it any more. It does not matter how the
/// new one was typed.
pub fn is_new_text(before: &str, text: &str) -> bool {
    let length = |(line, apart): (&str, bool)| if apart { 0 } else { line.trim().len() };
    let kept: usize = before.lines().zip(lines_apart(before, text)).map(length).sum();
    kept * 3 <= before.len() && text.len().saturating_sub(kept) >= PASTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_new_when_few_of_the_lines_are_left() {
        let program = "int n = nondet();\nint i = 0;\nwhile (i < n) { i++; }\nassert(i >= n);\n";
        let other = "int n = 5;\nint s = 0;\nfor (int k = 0; k < n; k++) { s = s + k; }\nassert(s == 10);\n";
        assert!(is_new_text(program, other));
        for text in [
            "",
            "int n = nondet();\n",
            &program.replace("i++", "i = i + 1"),
            &program.replace('i', "j")[..30],
        ] {
            assert!(!is_new_text(program, text), "{text}");
        }
        let around = format!(
            "// A comment in front of all the lines of the program.\n{program}// And one more.\n"
        );
        assert!(!is_new_text(program, &around));
    }

    #[test]
    fn a_text_that_is_typed_is_no_other_text() {
        let program = "int n = nondet();\nint i = 0;\nwhile (i < n) { i++; }\nassert(i >= n);\n";
        let other = "int n = 5;\nint s = 0;\nfor (int k = 0; k < n; k++) { s = s + k; }\nassert(s == 10);\n";
        assert!(is_other_text(program, other) && is_other_text("", other));
        for (before, text) in [
            (program, ""),
            (program, "i"),
            ("", "int n"),
            (program, &format!("{program}// and a comment that somebody has pasted at its end\n")),
            (program, program),
        ] {
            assert!(!is_other_text(before, text), "{text}");
        }
    }

    #[test]
    fn lines_that_the_other_text_does_not_have_are_apart() {
        let apart = |text: &str, other: &str| {
            let lines = text.lines().zip(lines_apart(text, other));
            lines.filter(|(_, apart)| *apart).map(|(line, _)| line).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(apart("a\nb\nc", "a\nb\nc"), "");
        assert_eq!(apart("a\nb\nc", ""), "a b c");
        assert_eq!(apart("", "a\nb"), "");
        let (before, after) = ("a\nx\nb\nc\ny\nd", "a\nb\nz\nc\nd\nd");
        assert_eq!(apart(before, after), "x y");
        assert_eq!(apart(after, before), "z d");
        assert_eq!(apart("a\na", "a"), "a");
    }

    /// Every character boundary, counted both ways by the standard library.
    fn check_every_boundary(text: &str) {
        let positions = Positions::new(text);
        let ends = text.char_indices().map(|(i, _)| i).chain([text.len()]);
        for byte in ends {
            let unit = text[..byte].encode_utf16().count() as u32;
            assert_eq!(positions.to_utf16(byte as u32), unit, "byte {byte} of {text:?}");
            assert_eq!(positions.to_utf8(unit), byte as u32, "unit {unit} of {text:?}");
        }
    }

    #[test]
    fn both_ways_agree_with_the_standard_library() {
        for text in ["", "int n;", "é", "// ∀k\nx", "😀", "a😀é∀b\n😀😀c", "e\u{301}"]
        {
            check_every_boundary(text);
        }
    }

    #[test]
    fn positions_inside_a_character_or_beyond_the_text_are_clamped() {
        let positions = Positions::new("a😀b");
        assert_eq!(positions.to_utf16(3), 1);
        assert_eq!(positions.to_utf8(2), 1);
        assert_eq!(positions.to_utf16(99), 4);
        assert_eq!(positions.to_utf8(99), 6);
        assert_eq!(positions.range(Span::new(1, 5)), (1, 3));
    }

    #[test]
    fn only_long_texts_are_shortened() {
        assert_eq!(shortened("ä cell2 @ tiling ∀∀∀"), "ä cell2 @ tiling ∀∀∀");
        assert_eq!(shortened("ä cell2 @ tiling ∀∀∀∀"), "ä cell2 @ tiling ∀∀∀…");
    }

    #[test]
    fn lines_about_loops_are_noticed() {
        assert!(has_lines("while (c) {\n  invariant i <= n;\n}"));
        assert!(has_lines("decreases n"));
        assert!(!has_lines("int invariants = 3; // variant"));
    }
}
