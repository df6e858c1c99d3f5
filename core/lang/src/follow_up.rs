//! Errors that only follow from others are not told: a program in another language has one, and what stands
//! behind an error in the same part of a statement is not judged further.

use hornbook_base::{Diagnostic, LineIndex, Severity, Span};
use std::collections::BTreeSet;

/// The errors and warnings of a text, by place. `syntax` is found while it is read, `others` afterwards.
pub(crate) fn without_follow_ups(
    text: &str,
    syntax: Vec<Diagnostic>,
    others: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let has_errors = syntax.iter().chain(&others).any(|d| d.severity == Severity::Error);
    let errors = syntax.iter().chain(&others).filter(|d| d.severity == Severity::Error);
    if has_errors
        && let Some(told) = other_language(text, &errors.map(|d| d.span).collect::<Vec<_>>())
    {
        return vec![told];
    }
    let (mut out, mut lost): (Vec<Diagnostic>, Vec<Span>) = (vec![], vec![]);
    let mut syntax = syntax;
    syntax.sort_by_key(|d| d.span);
    for diagnostic in syntax.into_iter() {
        if !follows(text, &lost, &diagnostic) {
            lost.extend(diagnostic.message.contains(LOST).then_some(diagnostic.span));
            out.push(diagnostic);
        }
    }
    let lines = LineIndex::new(text);
    // Of these lines only declarations count.
    let declares = |line: &&str| words(line).any(|word| matches!(word, "int" | "bool"));
    let unread = lost.iter().map(|span| lines.line_text(lines.line(*span))).filter(declares);
    let names: BTreeSet<&str> = unread.flat_map(words).collect();
    let is_unread = |d: &Diagnostic| {
        let name = unknown_name(&d.message).filter(|name| names.contains(name));
        name.is_some() && lost.first().is_some_and(|first| first.start < d.span.start)
    };
    out.extend(others.into_iter().filter(|d| !follows(text, &lost, d) && !is_unread(d)));
    out.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity)));
    out
}

/// Part of the errors after which the rest of a statement is read by guessing. Of others it is known what was meant.
const LOST: &str = ", but this is ";

/// Whether an error stands behind one of these in the same part of a statement. They are in the order of the text.
fn follows(text: &str, lost: &[Span], diagnostic: &Diagnostic) -> bool {
    let at = diagnostic.span.start;
    // If the nearest one is in another part, then so are the others.
    let nearest = lost.partition_point(|span| span.start <= at).checked_sub(1);
    let is_here = |span: &Span| {
        let between = text.get(span.start as usize..at as usize);
        between.is_some_and(|between| !between.contains(['\n', ';', '{', '}']))
    };
    diagnostic.severity == Severity::Error && nearest.is_some_and(|n| is_here(&lost[n]))
}

/// The name in an error about one that is not declared: it may be, in a line that could not be read.
fn unknown_name(message: &str) -> Option<&str> {
    let rest = ["there is no variable `", "there is no function `"]
        .into_iter()
        .find_map(|start| message.strip_prefix(start))?;
    rest.split('`').next()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// One error for a text in a language that is not read here. A line that shows it has an error itself.
fn other_language(text: &str, errors: &[Span]) -> Option<Diagnostic> {
    let code = without_comments(text);
    let has_error =
        |line: Span| errors.iter().any(|e| line.start <= e.start && e.start <= line.end);
    let first = |is_one: fn(&str) -> bool| {
        code_lines(&code).find(|(line, span)| is_one(line) && has_error(*span))
    };
    if let Some((_, line)) = first(is_python).filter(|_| !code.contains('{')) {
        return Some(
            Diagnostic::error(line, "this is Python, which is not read here")
                .hint("variables have types, statements end with `;`, and blocks stand between braces: `int i = 0; while (i < n) { a[i] = 0; i = i + 1; }`")
                .hint("an array has a declaration, `int a[n];`, and a claim about its cells is written `assert(forall k in 0..n: a[k] == 0);`"),
        );
    }
    if let Some((_, line)) = first(is_javascript) {
        return Some(
            Diagnostic::error(line, "this is JavaScript, which is not read here")
                .hint("variables have types: `int i = 0;`, an array `int a[n];` or `int a[] = {1, 2, 3};`, a function `int f(int a[], int n) { .. }`; and a claim is written `assert(i >= 0);`"),
        );
    }
    let (_, line) = first(is_java)?;
    Some(
        Diagnostic::error(line, "this is Java, which is not read here")
            .hint("write the method as a function, `int f(int a[], int n) { .. }`, or its body alone, with `len(a)` for the length of an array and claims as in `assert(a[0] == 0);`"),
    )
}

/// Python has blocks without braces, below lines that end with a colon.
fn is_python(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default().trim_end();
    let opens = ["def ", "while ", "for ", "if ", "elif ", "else"];
    opens.iter().any(|word| code.starts_with(word)) && code.ends_with(':')
}

/// JavaScript declares without types.
fn is_javascript(line: &str) -> bool {
    let starts = ["let ", "var ", "console."].iter().any(|start| line.starts_with(start));
    let is_function = line.starts_with("function ") && line.contains('(');
    starts || is_function || line.contains(" => {")
}

/// In Java all code stands in classes.
fn is_java(line: &str) -> bool {
    ["public class ", "public static ", "import java."].iter().any(|start| line.starts_with(start))
}

/// The text with blanks in the place of comments.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    let blank = |part: &str| -> String {
        part.chars()
            .map(|c| if c == '\n' { c.to_string() } else { " ".repeat(c.len_utf8()) })
            .collect()
    };
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        out.push_str(&rest[..at]);
        let length = match rest[at..].starts_with("//") {
            true => rest[at..].find('\n'),
            false => rest[at + 2..].find("*/").map(|end| end + 4),
        };
        let end = length.map_or(rest.len(), |length| at + length);
        out.push_str(&blank(&rest[at..end]));
        rest = &rest[end..];
    }
    out + rest
}

/// The lines that are not blank, without the blanks around them, and their places.
fn code_lines(text: &str) -> impl Iterator<Item = (&str, Span)> {
    let mut start = 0;
    let placed = text.split_inclusive('\n').map(move |line| {
        let from = start + line.len() - line.trim_start().len();
        start += line.len();
        let code = line.trim();
        (code, Span { start: from as u32, end: (from + code.len()) as u32 })
    });
    placed.filter(|(code, _)| !code.is_empty())
}
