//! The line behind the three backquotes of a block: `hornbook exercise id=zeros solve="equal a" method=auto`.

use hornbook_base::text::option_words;
use hornbook_tasks::choices::{Choices, Form, Key};

/// The word that every block of a course begins with.
const WORD: &str = "hornbook";

/// The role of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A program to look at and to run.
    Example,
    /// A program that is shown live at once.
    Embed,
    /// A program about which the reader first says something.
    Predict,
    /// A program with something to do.
    Exercise,
    /// An answer that solves the exercise before it.
    Solution,
    /// An answer that does not solve the exercise before it.
    Wrong,
    /// Claims that are added to each answer, and not shown.
    Hidden,
    /// A hint in Markdown.
    Hint,
    /// The solution and the hidden claims of the exercise before it, [sealed](crate::sealed).
    Sealed,
}

impl BlockKind {
    const ALL: [(&str, BlockKind); 9] = [
        ("example", BlockKind::Example),
        ("embed", BlockKind::Embed),
        ("predict", BlockKind::Predict),
        ("exercise", BlockKind::Exercise),
        ("solution", BlockKind::Solution),
        ("wrong", BlockKind::Wrong),
        ("hidden", BlockKind::Hidden),
        ("hint", BlockKind::Hint),
        ("sealed", BlockKind::Sealed),
    ];

    /// The kinds, for an error.
    pub const HINT: &str = "kinds are `example`, `embed`, `predict`, `exercise`, `solution`, `wrong`, `hidden`, `hint` and \
                            `sealed`; an option has a value, as in `id=zeros`";

    /// Whether the block belongs to an exercise before it.
    pub fn is_part(self) -> bool {
        use BlockKind::{Hidden, Hint, Sealed, Solution, Wrong};
        matches!(self, Solution | Wrong | Hidden | Hint | Sealed)
    }
}

/// The content of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoString {
    /// The role of the block.
    pub kind: BlockKind,
    /// The choices for the program, by the names that the command line has.
    pub choices: Choices,
    /// The other options, with their values; an option without one has the empty text.
    pub options: Vec<(String, String)>,
    /// The word behind `hornbook`, which is the kind if there is one.
    pub first: String,
}

impl InfoString {
    /// Reads the line; none if the block is not one of a course. The texts are errors.
    pub fn read(line: &str) -> Option<(InfoString, Vec<String>)> {
        let mut words = option_words(line).into_iter();
        if words.next()?.0 != WORD {
            return None;
        }
        let mut info = InfoString {
            kind: BlockKind::Example,
            choices: Choices::default(),
            options: vec![],
            first: String::new(),
        };
        let mut errors = vec![];
        for (n, (name, value)) in words.enumerate() {
            if n == 0 {
                info.first.clone_from(&name);
            }
            let kind = BlockKind::ALL.into_iter().find(|(word, _)| *word == name);
            match (kind, &value, Key::ALL.into_iter().find(|key| key.option() == name)) {
                (Some((_, kind)), None, _) if n == 0 => info.kind = kind,
                (_, _, Some(key)) => {
                    let value = value.unwrap_or_default();
                    if value.is_empty() != (key.form() == Form::Switch) {
                        errors.push(match key.form() {
                            Form::Switch => format!("`{name}` has no value"),
                            _ => format!("`{name}` has a value: write `{name}=VALUE`"),
                        });
                    } else if let Err(error) = info.choices.set(key, &value) {
                        errors.push(error);
                    }
                }
                _ => info.options.push((name, value.unwrap_or_default())),
            }
        }
        Some((info, errors))
    }

    /// Takes the value of an option.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.options.iter().position(|(known, _)| known == name)?;
        Some(self.options.remove(at).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_options_and_choices_are_told_apart() {
        let line = "hornbook exercise id=zeros solve=\"equal a, n\" method=auto check-bounds";
        let (mut info, errors) = InfoString::read(line).expect("a block of a course");
        assert_eq!((info.kind, errors), (BlockKind::Exercise, vec![]));
        assert_eq!(info.choices.words(), ["--method", "auto", "--check-bounds"]);
        assert_eq!(info.take("solve").as_deref(), Some("equal a, n"));
        assert_eq!(info.options, [("id".to_owned(), "zeros".to_owned())]);
    }

    #[test]
    fn other_blocks_are_left_alone() {
        for line in ["", "rust", "hornbooks", "text hornbook"] {
            assert!(InfoString::read(line).is_none(), "{line}");
        }
    }

    #[test]
    fn wrong_values_are_errors() {
        for line in ["hornbook method", "hornbook loops=1", "hornbook abstraction=cell0"] {
            let (_, errors) = InfoString::read(line).expect("a block of a course");
            assert_eq!(errors.len(), 1, "{line}: {errors:?}");
        }
    }
}
