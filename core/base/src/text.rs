//! Small operations on text.

use std::borrow::Cow;

/// The words, beginning with a capital, if their first letter is one of the alphabet `a` to `z`.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// A name as words: `GoalDefinitions` is `goal definitions`.
pub fn name_as_words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

/// The words of a line of options, each with the value behind its `=`; `name="a value"` is one word.
pub fn option_words(line: &str) -> Vec<(String, Option<String>)> {
    let (mut words, mut rest) = (vec![], line.trim_start());
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let (value, behind) = match behind.strip_prefix('=') {
            None => (None, behind),
            Some(value) => match value.strip_prefix('"').and_then(|v| v.split_once('"')) {
                Some((value, behind)) => (Some(value), behind),
                None => {
                    let end = value.find(char::is_whitespace).unwrap_or(value.len());
                    (Some(&value[..end]), &value[end..])
                }
            },
        };
        words.push((name.to_owned(), value.map(str::to_owned)));
        rest = behind.trim_start();
    }
    words
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

/// The parts of a sentence in which backquotes enclose texts in the syntax of programs, each with whether it is one.
pub fn split_code(sentence: &str) -> impl Iterator<Item = (bool, &str)> {
    let parts = sentence.split('`').enumerate().map(|(n, part)| (n % 2 == 1, part));
    parts.filter(|(_, part)| !part.is_empty())
}

/// A field of a table in CSV (RFC 4180). Spreadsheets take some first characters for a formula; an apostrophe makes it text.
pub fn csv_field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
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
    fn options_are_words_with_values() {
        let words = option_words("  a b=1 c=\"d e\"  f= g=\"h");
        let words: Vec<(&str, Option<&str>)> =
            words.iter().map(|(name, value)| (&**name, value.as_deref())).collect();
        let unended = ("g", Some("\"h"));
        assert_eq!(
            words,
            [("a", None), ("b", Some("1")), ("c", Some("d e")), ("f", Some("")), unended]
        );
    }

    #[test]
    fn names_become_words() {
        assert_eq!(
            ["", "Fold", "GoalDefinitions"].map(name_as_words),
            ["", "fold", "goal definitions"]
        );
    }

    #[test]
    fn carriage_returns_end_lines() {
        assert_eq!(with_line_feeds("a\rb\r\nc\n\r"), "a\nb\r\nc\n\n");
        assert!(matches!(with_line_feeds("a\r\nb"), Cow::Borrowed(_)));
    }

    #[test]
    fn backquotes_enclose_code() {
        let parts: Vec<(bool, &str)> = split_code("`n` is 1, `m`").collect();
        assert_eq!(parts, [(true, "n"), (false, " is 1, "), (true, "m")]);
    }

    #[test]
    fn nothing_is_left_that_means_something_to_xml() {
        assert_eq!(escaped("a < \"b\" & 'c' >"), "a &lt; &quot;b&quot; &amp; &#39;c&#39; &gt;");
        assert_eq!(escaped("\n\t\u{0}\u{ffff}"), "\n\t\u{fffd}\u{fffd}");
    }
}
