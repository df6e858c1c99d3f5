//! Links as Markdown and HTML. Whatever a program holds, it stays text there.

use hornbook_base::text::escaped;

/// The longest title.
const MOST_LETTERS: usize = 60;
/// The title of a program without one.
const UNTITLED: &str = "A Hornbook program";
/// The height of an embedded page.
const HEIGHT: u32 = 520;

/// A title for a program: its example's, or that in its first line if that is a comment.
pub fn title(example: Option<&str>, text: &str) -> String {
    let comment = text
        .lines()
        .next()
        .and_then(|line| line.trim().strip_prefix("//").or(line.trim().strip_prefix(';')));
    let words = example.or(comment).unwrap_or_default();
    let plain: String = words.chars().filter(|c| !c.is_control() && !reorders(*c)).collect();
    let plain = plain.trim();
    match plain.char_indices().nth(MOST_LETTERS) {
        _ if plain.is_empty() => UNTITLED.to_owned(),
        Some((end, _)) => format!("{}…", plain[..end].trim_end()),
        None => plain.to_owned(),
    }
}

/// Whether a character changes the direction of text.
fn reorders(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The name of files about a text, without an ending.
pub fn name(example: Option<&str>, text: &str) -> String {
    let title = title(None, text).to_ascii_lowercase();
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let name = words.take(5).collect::<Vec<_>>().join("_");
    let name =
        if title == UNTITLED.to_ascii_lowercase() || name.is_empty() { "program" } else { &name };
    example.unwrap_or(name).to_owned()
}

/// The address of a page with a hash instead of its own. It has no parentheses, which would end
/// a link in Markdown.
pub fn address(page: &str, hash: &str) -> String {
    let page = page.split(['#', '?']).next().unwrap_or_default();
    format!("{}{hash}", page.replace('(', "%28").replace(')', "%29"))
}

/// A link in Markdown.
pub fn markdown(title: &str, address: &str) -> String {
    let mut escaped = String::new();
    for c in title.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | ':' | ';' | '\'' | '/') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    format!("[{escaped}]({address})")
}

/// An embedded page, in HTML.
pub fn iframe(title: &str, address: &str) -> String {
    let (title, address) = (escaped(title), escaped(address));
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{HEIGHT}\" loading=\"lazy\"></iframe>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_after_its_first_line() {
        assert_eq!(title(Some("03 Init"), "// x"), "03 Init");
        assert_eq!(title(None, "// Each cell is 0.\nint n;"), "Each cell is 0.");
        assert_eq!(title(None, "int n; // no"), UNTITLED);
        assert_eq!(title(None, "//\nint n;"), UNTITLED);
        assert_eq!(title(None, "// a\u{202e}b\u{7}c"), "abc");
        assert_eq!(title(None, &format!("//{}", "é".repeat(99))), format!("{}…", "é".repeat(60)));
        assert_eq!(name(None, "// Each cell, is 0!"), "each_cell_is_0");
        assert_eq!(name(None, "// 日本"), "program");
        assert_eq!(name(None, ""), "program");
        assert_eq!(name(Some("03_init"), ""), "03_init");
    }

    #[test]
    fn titles_stay_text() {
        let markdown = markdown("a](b) <img> *c*", "https://example.org/#1");
        assert_eq!(markdown, "[a\\]\\(b\\) \\<img\\> \\*c\\*](https://example.org/#1)");
        let iframe = iframe("\"><script>&", "https://example.org/#e1");
        assert!(iframe.contains("title=\"&quot;&gt;&lt;script&gt;&amp;\""), "{iframe}");
        assert!(iframe.contains("src=\"https://example.org/#e1\""));
    }

    #[test]
    fn an_address_is_the_page_and_the_hash() {
        assert_eq!(
            address("https://example.org/h/?q=1#1old", "#1new"),
            "https://example.org/h/#1new"
        );
        assert_eq!(address("file:///a(1)/index.html", "#1"), "file:///a%281%29/index.html#1");
    }
}
