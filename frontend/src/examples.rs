//! The example programs of the menu.

/// A program to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The file's name without its ending, which is stable enough for links.
    pub name: &'static str,
    /// What the menu shows.
    pub title: String,
    /// The text without the lines that only the project's own tests read.
    pub text: String,
    /// Whether the name says that the program breaks an assertion.
    pub buggy: bool,
}

const PROGRAMS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Every example, in the order of their names.
pub fn all() -> Vec<Example> {
    PROGRAMS.iter().map(|(name, text)| example(name, text)).collect()
}

/// The name of the example with this very text.
pub fn named(text: &str) -> Option<&'static str> {
    all().into_iter().find(|e| e.text == text.trim_end()).map(|e| e.name)
}

fn example(name: &'static str, text: &str) -> Example {
    let buggy = name.ends_with("_buggy");
    Example { name, title: title(name.trim_end_matches("_buggy")), text: body(text), buggy }
}

/// `03_init_then_flag` becomes `03 Init then flag`.
fn title(name: &str) -> String {
    let (number, words) = name.split_once('_').unwrap_or(("", name));
    let words = words.replace('_', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{number} {first}{}", letters.as_str()).trim().to_owned()
}

/// Leaves out the header lines `// tier: ..`, `// expect ..` and `// open: ..`.
fn body(text: &str) -> String {
    let marks = ["// tier:", "// expect ", "// open:"];
    let for_tests = |line: &&str| marks.iter().any(|mark| line.starts_with(mark));
    let kept: Vec<&str> = text.lines().filter(|line| !for_tests(line)).collect();
    kept.join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_read_well_and_headers_are_gone() {
        assert_eq!(title("03_init_then_flag"), "03 Init then flag");
        assert_eq!(title("plain"), "Plain");
        let found = all();
        assert!(found.len() > 20);
        assert!(
            found.iter().all(|e| !e.text.contains("// expect ") && !e.text.contains("// tier:"))
        );
        assert!(found.iter().any(|e| e.buggy));
    }
}
