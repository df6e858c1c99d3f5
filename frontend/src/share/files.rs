//! Files of programs, clauses and courses.

use super::link::unix;
use hornbook_protocol::TextKind;

/// The most bytes of a file. Texts that people write are far shorter.
const MOST_BYTES: f64 = 256.0 * 1024.0;

/// The file endings that a file dialog offers.
pub const ENDINGS: &str = ".hb,.txt,.smt2,.md";

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A text for the editor.
    Text(TextKind),
    /// A course.
    Course,
}

/// The kind of a file, by its name and size in bytes.
///
/// # Errors
/// A sentence that says why the file is not read.
pub fn check(name: &str, bytes: f64) -> Result<FileKind, String> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let kind = match ending.as_deref() {
        Some("hb" | "txt") => FileKind::Text(TextKind::Program),
        Some("smt2") => FileKind::Text(TextKind::Clauses),
        Some("md") => FileKind::Course,
        _ => {
            return Err(format!(
                "{name} is not opened: programs are in files .hb or .txt, clauses in files .smt2, courses in files .md."
            ));
        }
    };
    match kind {
        _ if bytes <= MOST_BYTES => Ok(kind),
        FileKind::Text(TextKind::Program) => {
            Err(format!("{name} has more than 256 kB, which is too long for a program."))
        }
        FileKind::Course => {
            Err(format!("{name} has more than 256 kB, which is too long for a course."))
        }
        FileKind::Text(TextKind::Clauses) => Err(format!(
            "{name} has more than 256 kB, too much to look at. The command line solves such files: \
             hornbook solve {name}"
        )),
    }
}

/// The text of a file as the editor has it.
///
/// # Errors
/// A sentence that says why there is none.
pub fn text(name: &str, text: &str) -> Result<String, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return Err(format!("{name} is not opened: it is not a text."));
    }
    Ok(unix(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_file_is_told_by_its_name() {
        for name in ["a.hb", "A.HB", "my.first.txt"] {
            assert_eq!(check(name, 100.0), Ok(FileKind::Text(TextKind::Program)), "{name}");
        }
        assert_eq!(check("a.smt2", 100.0), Ok(FileKind::Text(TextKind::Clauses)));
        assert_eq!(check("a.md", 100.0), Ok(FileKind::Course));
        for name in ["a", "a.png", "hb", "a.hb.zip", ""] {
            assert!(check(name, 100.0).is_err(), "{name}");
        }
        assert!(check("a.hb", 1e6).unwrap_err().contains("256 kB"));
        assert!(check("a.smt2", 1e9).unwrap_err().contains("hornbook solve a.smt2"));
    }

    #[test]
    fn the_text_of_a_file_is_as_the_editor_has_it() {
        assert_eq!(text("a.hb", "\u{feff}int n;\r\n"), Ok("int n;\n".to_owned()));
        assert!(text("a.hb", "PK\0").is_err());
    }
}
