//! Small operations on text.

use std::borrow::Cow;

/// The words, beginning with a capital, if their first letter is one of the alphabet `a` to `z`.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// The text with every carriage return that ends a line by itself replaced by a line feed; places stay as they are.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let ends_line = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(ends_line) {
        return Cow::Borrowed(text);
    }
    let char = |(at, c)| if c == '\r' && ends_line(at) { '\n' } else { c };
    Cow::Owned(text.char_indices().map(char).collect())
}

/// Text with the characters that mean something to XML and HTML escaped, also for attributes.
/// Characters that XML does not have are replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_with_a_capital() {
        assert_eq!(["", "a b", "Ab", "é"].map(capitalised), ["", "A b", "Ab", "é"]);
    }

    #[test]
    fn carriage_returns_end_lines() {
        assert_eq!(with_line_feeds("a\rb\r\nc\n\r"), "a\nb\r\nc\n\n");
        assert!(matches!(with_line_feeds("a\r\nb"), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_is_left_that_means_something_to_xml() {
        assert_eq!(escaped("a < \"b\" & 'c' >"), "a &lt; &quot;b&quot; &amp; &#39;c&#39; &gt;");
        assert_eq!(escaped("\n\t\u{0}\u{ffff}"), "\n\t\u{fffd}\u{fffd}");
    }
}
