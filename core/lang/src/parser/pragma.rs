//! Lines that set defaults for a shared program: `#pragma abstraction cell2`.

use crate::ast::Pragma;
use crate::token::{Token, TokenKind};
use hornbook_base::Diagnostic;

/// The settings, and whether each has a value. The crates that the settings are about know the values.
pub const SETTINGS: [(&str, bool); 11] = [
    ("method", true),
    ("rules", true),
    ("tiles", true),
    ("invariants", true),
    ("abstraction", true),
    ("heuristic", true),
    ("budget-ms", true),
    ("calls", true),
    ("check-bounds", false),
    ("large-blocks", false),
    ("loops", false),
];

/// Takes the pragma lines out of a token list. Returns those without errors.
pub(super) fn take(
    text: &str,
    tokens: &mut Vec<Token>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Pragma> {
    let mut pragmas: Vec<Pragma> = vec![];
    tokens.retain(|token| {
        if token.kind != TokenKind::Pragma {
            return true;
        }
        match read(text, *token) {
            Ok(pragma) => {
                if let Some(earlier) = pragmas.iter().find(|p| p.key == pragma.key) {
                    let message = format!("`{}` is set twice", pragma.key);
                    diagnostics.push(
                        Diagnostic::error(pragma.span, message)
                            .label(earlier.span, "it is set here already"),
                    );
                }
                pragmas.push(pragma);
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
        false
    });
    pragmas
}

fn read(text: &str, token: Token) -> Result<Pragma, Diagnostic> {
    let line = token.span.slice(text);
    let setting = line.trim_start_matches("#pragma");
    let setting = setting.split_once("//").map_or(setting, |(before, _)| before);
    let (key, value) = setting.trim().split_once([' ', '\t', '=']).unwrap_or((setting.trim(), ""));
    let value = value.trim().trim_start_matches('=').trim();
    let error = |message: String| Diagnostic::error(token.span, message);
    let known = || SETTINGS.map(|(name, _)| format!("`{name}`")).join(", ");
    match SETTINGS.iter().find(|(name, _)| *name == key) {
        None => Err(error(format!("there is no setting `{key}`"))
            .hint(format!("the settings are {}", known()))),
        Some((_, true)) if value.is_empty() => {
            Err(error(format!("`{key}` needs a value")).hint(format!("write `#pragma {key} ..`")))
        }
        Some((_, false)) if !value.is_empty() => {
            Err(error(format!("`{key}` has no value")).hint(format!("write `#pragma {key}`")))
        }
        Some(_) => Ok(Pragma { key: key.to_owned(), value: value.to_owned(), span: token.span }),
    }
}
