//! Which files are programs.

use super::link::unix;

/// The most bytes of a file. A program that a person wrote is far shorter.
const MOST_BYTES: f64 = 256.0 * 1024.0;

/// What a field for files is to offer.
pub const ENDINGS: &str = ".hb,.txt,.smt2";

/// Whether a file is worth reading, by its name and size in bytes.
///
/// # Errors
/// A sentence that says why not.
pub fn check(name: &str, bytes: f64) -> Result<(), String> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    match ending.as_deref() {
        Some("hb" | "txt") if bytes > MOST_BYTES => {
            Err(format!("{name} has more than 256 kB, which is too long for a program."))
        }
        Some("hb" | "txt") => Ok(()),
        Some("smt2") => Err(format!(
            "{name} holds Horn clauses. The command line solves such files: hornbook solve {name}"
        )),
        _ => Err(format!("{name} is not opened: programs are in files .hb or .txt.")),
    }
}

/// The program in the text of a file.
///
/// # Errors
/// A sentence that says why it is none.
pub fn program(name: &str, text: &str) -> Result<String, String> {
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
    fn programs_are_told_by_their_names() {
        for name in ["a.hb", "A.HB", "my.first.txt"] {
            assert_eq!(check(name, 100.0), Ok(()), "{name}");
        }
        for name in ["a", "a.png", "hb", "a.hb.zip", ""] {
            assert!(check(name, 100.0).is_err(), "{name}");
        }
        assert!(check("a.hb", 1e6).unwrap_err().contains("256 kB"));
        assert!(check("a.smt2", 1e9).unwrap_err().contains("hornbook solve a.smt2"));
    }

    #[test]
    fn the_text_of_a_file_is_as_the_editor_has_it() {
        assert_eq!(program("a.hb", "\u{feff}int n;\r\n"), Ok("int n;\n".to_owned()));
        assert!(program("a.hb", "PK\0").is_err());
    }
}
