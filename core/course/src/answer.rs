//! A student's answer: as data, as a text, and as a code that can be pasted, sent and printed.
//!
//! A code is nothing to be believed: whoever reads it judges the answer anew.
//!
//! **Invariant:** an answer that [`Answer::problems`] finds nothing in changes no locked part: each of its texts is one
//! expression, statements, clauses or one value by itself. It assumes nothing, chooses nothing, and leaves nothing early,
//! so that it cannot take away runs.

use crate::packed::{UnpackError, pack, unpack};
use crate::template::{Blank, BlankKind, MARK, Template};
use hornbook_lang::ast::{Expr, ExprKind, Stmt, StmtKind};
use hornbook_lang::parser::expression;
use hornbook_lang::rewrite::effects;
use hornbook_lang::rewrite::names::Names;
use hornbook_lang::rewrite::walk;
use hornbook_lang::token::{TokenKind, lex};
use hornbook_lang::{parse, print};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The most bytes of one text of an answer.
pub const MOST_TEXT: usize = 10_000;

/// The answer to an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The text in each blank, by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blanks: BTreeMap<String, String>,
    /// The words beside the program: the inputs of a run, as `n = 3, a = {1, 2}`, or a fact that is asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// A text that cannot stand in its blank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerProblem {
    /// The name of the blank; none if it is about the whole answer.
    pub blank: Option<String>,
    /// The reason, in a sentence.
    pub message: String,
}

impl Answer {
    /// An answer with one text.
    pub fn with_blank(name: &str, text: &str) -> Answer {
        let blanks = BTreeMap::from([(name.to_owned(), text.to_owned())]);
        Answer { blanks, ..Answer::default() }
    }

    /// Reads the text of an answer as a course has it: the whole program with the blanks filled; or lines `name: text`, each
    /// with what is below it up to the next name; or the text of the only blank.
    ///
    /// # Errors
    /// It is none of these.
    pub fn read(text: &str, template: &Template) -> Result<Answer, String> {
        let text = text.trim_matches('\n');
        if let Some(answer) =
            template.answer_in(text).or_else(|| template.answer_in(&format!("{text}\n")))
        {
            return Ok(answer);
        }
        let blanks = template.distinct_blanks();
        let named = read_named(text, &blanks);
        match (named, blanks.as_slice()) {
            (Some(answer), _) => Ok(answer),
            (None, [only]) => Ok(Answer::with_blank(&only.name, text)),
            (None, _) => {
                let names: Vec<String> =
                    blanks.iter().map(|blank| format!("`{}: ..`", blank.name)).collect();
                Err(format!(
                    "this is not the program with its blanks filled; write it whole, or one line for each blank: {}",
                    names.join(", ")
                ))
            }
        }
    }

    /// The reasons why the texts cannot stand in the blanks of a template.
    pub fn problems(&self, template: &Template) -> Vec<AnswerProblem> {
        let blanks = template.distinct_blanks();
        let unknown = self.blanks.keys().filter(|name| blanks.iter().all(|b| b.name != **name));
        let unknown = unknown.map(|name| AnswerProblem {
            blank: None,
            message: format!("there is no blank `{name}`"),
        });
        let locked = LockedNames::from_template(template);
        let wrong = template.blanks.iter().filter_map(|blank| {
            let text = self.blanks.get(&blank.name).unwrap_or(&blank.start);
            let message = problem_of(blank.kind, text, &locked)?;
            Some(AnswerProblem { blank: Some(blank.name.clone()), message })
        });
        let mut problems: Vec<AnswerProblem> = unknown.chain(wrong).collect();
        problems.dedup();
        if problems.is_empty() && self.joins_locked_text(template) {
            let message = "an answer joins the operators around it; write it in parentheses";
            problems.push(AnswerProblem { blank: None, message: message.to_owned() });
        }
        problems
    }

    /// Whether an expression is not read as one operand where it stands, so that the locked text around it is read otherwise.
    fn joins_locked_text(&self, template: &Template) -> bool {
        let (mut marked, mut operands) = (self.clone(), BTreeMap::new());
        let blanks = template.distinct_blanks().into_iter();
        for blank in blanks.filter(|blank| blank.kind == BlankKind::Expression) {
            let mark = format!("{MARK}{}", blank.name);
            let text = marked.blanks.insert(blank.name.clone(), mark.clone());
            operands.extend(text.and_then(|text| expression(&text)).map(|expr| (mark, expr)));
        }
        let read = |answer: &Answer| parse(&template.fill(answer).0).0;
        let mut apart = read(&marked);
        walk::exprs(&mut apart.body, &mut |expr| {
            let operand = match &expr.kind {
                ExprKind::Name(name) => operands.get(name),
                _ => None,
            };
            if let Some(operand) = operand {
                *expr = operand.clone();
            }
        });
        print::whole(&apart) != print::whole(&read(self))
    }
}

/// Reads lines `name: text`; none if the first line is not one.
fn read_named(text: &str, blanks: &[&Blank]) -> Option<Answer> {
    let name_of = |line: &str| {
        let (name, rest) = line.split_once(':')?;
        let known = blanks.iter().find(|blank| blank.name == name.trim())?;
        Some((known.name.clone(), rest.trim().to_owned()))
    };
    let mut answer = Answer::default();
    let mut current = name_of(text.lines().next()?)?;
    for line in text.lines().skip(1) {
        match name_of(line) {
            Some(next) => {
                let (name, said) = std::mem::replace(&mut current, next);
                answer.blanks.insert(name, said);
            }
            None => {
                current.1.push('\n');
                current.1.push_str(line);
            }
        }
    }
    answer.blanks.insert(current.0, current.1);
    Some(answer)
}

/// The reason why a text cannot stand in a blank of this kind, if there is one.
fn problem_of(kind: BlankKind, text: &str, locked: &LockedNames) -> Option<String> {
    if text.len() > MOST_TEXT {
        return Some(format!("this answer is longer than {MOST_TEXT} characters"));
    }
    let may_be_empty = matches!(kind, BlankKind::Statements | BlankKind::Clauses);
    let is_unfilled = lex(text).0.iter().any(|token| token.span.slice(text).starts_with(MARK));
    if is_unfilled || text.trim().is_empty() && !may_be_empty {
        return Some(format!("nothing stands here yet; {}", kind.request()));
    }
    if text.trim().is_empty() {
        return None;
    }
    // A comment without an end would hide locked text behind it, and so would one to the end of the line.
    let opens = lex(text).0.iter().any(|token| token.kind == TokenKind::OpenComment);
    if opens || text.lines().next_back().is_some_and(|last| last.contains("//")) {
        return Some("a comment at the end would hide the text behind it".to_owned());
    }
    let is_foreign = |kind: TokenKind| matches!(kind, TokenKind::Pragma | TokenKind::HintComment);
    if kind != BlankKind::Setting && lex(text).0.iter().any(|token| is_foreign(token.kind)) {
        return Some("an answer has no `#pragma`".to_owned());
    }
    if kind == BlankKind::Setting {
        return text
            .contains(['\n', '\r'])
            .then(|| "the value of a setting is one line".to_owned());
    }
    match statements_of(kind, text) {
        Ok(stmts) => {
            let hides = |name: &&String| match kind {
                // Each loop may have a counter of the one name.
                BlankKind::LoopStart => locked.anywhere.contains(*name),
                _ => locked.anywhere.contains(*name) || locked.in_heads.contains(*name),
            };
            let hidden = declared_names(&stmts).iter().find(hides).cloned();
            let forbidden = stmts.iter().find_map(forbidden_in);
            forbidden.or(hidden.map(|name| format!("`{name}` is declared in the locked text")))
        }
        Err(message) => Some(message),
    }
}

/// The names that the locked text declares.
struct LockedNames {
    /// In the heads of `for` loops.
    in_heads: Names,
    /// Anywhere else.
    anywhere: Names,
}

impl LockedNames {
    fn from_template(template: &Template) -> LockedNames {
        let (body, mut heads) = (parse(&template.text).0.body, vec![]);
        let mut note_head = |stmt: &Stmt| {
            if let StmtKind::For { init, .. } = &stmt.kind {
                heads.extend(init.iter().map(|stmt| stmt.span));
            }
        };
        body.iter().for_each(|stmt| stmt.visit(&mut note_head));
        let mut names = LockedNames { in_heads: Names::new(), anywhere: Names::new() };
        let mut note = |stmt: &Stmt| match heads.contains(&stmt.span) {
            true => names.in_heads.extend(effects::declares(stmt)),
            false => names.anywhere.extend(effects::declares(stmt)),
        };
        body.iter().for_each(|stmt| stmt.visit(&mut note));
        names
    }
}

/// The names that statements declare. One that a formula binds hides nothing outside of it.
fn declared_names(body: &[Stmt]) -> Names {
    let mut names = Names::new();
    body.iter().for_each(|stmt| stmt.visit(&mut |inner| names.extend(effects::declares(inner))));
    names
}

/// The statements of a text of this kind, which for an expression are one assumption.
fn statements_of(kind: BlankKind, text: &str) -> Result<Vec<Stmt>, String> {
    let only = |program: &str| -> Result<Stmt, String> {
        let (tree, problems) = parse(program);
        let mut body = tree.body.into_iter();
        match (problems.first(), body.next(), body.next()) {
            (Some(problem), ..) => Err(problem.message.clone()),
            (None, Some(stmt), None) => Ok(stmt),
            _ => Err(format!("this is more than {}", kind.name())),
        }
    };
    let is_other = || kind.request();
    match kind {
        BlankKind::Statement => match statements_of(BlankKind::Statements, text)?.as_slice() {
            // A branch without an `else` would take the one behind the blank.
            [stmt] if !matches!(stmt.kind, StmtKind::If { .. }) && !stmt.is_loop() => {
                Ok(vec![stmt.clone()])
            }
            _ => Err("one statement or a block belongs here; put braces around it".to_owned()),
        },
        BlankKind::LoopStart | BlankKind::LoopStep => {
            if lex(text).0.iter().any(|token| token.kind == TokenKind::Semicolon) {
                return Err(is_other());
            }
            let head = match kind {
                BlankKind::LoopStart => format!("{text}\n; true;"),
                _ => format!("; true; {text}\n"),
            };
            match only(&format!("for ({head}) {{ }}"))?.kind {
                StmtKind::For { init, step, body, .. } if body.is_empty() => {
                    Ok(init.into_iter().chain(step).collect())
                }
                _ => Err(is_other()),
            }
        }
        BlankKind::Statements => match parse(text) {
            (tree, problems) if problems.is_empty() && tree.pragmas.is_empty() => Ok(tree.body),
            (_, problems) => Err(problems.first().map_or_else(is_other, |p| p.message.clone())),
        },
        BlankKind::Clauses => {
            let contract = only(&format!("void f() {text}\n{{ }}"));
            let lines = only(&format!("while (true) {text}\n{{ }}"));
            match (lines, contract) {
                (Ok(Stmt { kind: StmtKind::While { body, .. }, .. }), _)
                    if body.iter().all(Stmt::is_loop_clause) =>
                {
                    Ok(body)
                }
                (_, Ok(stmt)) if matches!(stmt.kind, StmtKind::Function(_)) => {
                    let StmtKind::Function(function) = stmt.kind else { return Err(is_other()) };
                    let conditions = function.contract.into_iter();
                    Ok(conditions
                        .map(|clause| Stmt {
                            kind: StmtKind::Invariant(clause.cond),
                            span: stmt.span,
                        })
                        .collect())
                }
                (Err(message), Err(_)) if is_clause(text) => Err(message),
                _ => Err(is_other()),
            }
        }
        BlankKind::Expression | BlankKind::Setting => {
            let stmt = only(&format!("assert({text}\n);"))?;
            match stmt.kind {
                StmtKind::Assert(expr) => {
                    Ok(vec![Stmt { kind: StmtKind::Hint(expr), span: stmt.span }])
                }
                _ => Err(is_other()),
            }
        }
    }
}

/// Whether a text begins with a word of a clause.
fn is_clause(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    matches!(word, "invariant" | "decreases" | "requires" | "ensures")
}

/// The reason why a statement cannot be part of an answer: it takes runs away, or makes new ones.
fn forbidden_in(stmt: &Stmt) -> Option<String> {
    let mut found = None;
    stmt.visit(&mut |inner| {
        let word = match &inner.kind {
            StmtKind::Assume(_) => Some("assume"),
            StmtKind::Return(_) => Some("return"),
            StmtKind::Havoc(_) => Some("havoc"),
            StmtKind::Function(_) | StmtKind::Operator(_) => Some("a function"),
            _ => None,
        };
        let is_choice = |expr: &Expr| matches!(expr.kind, ExprKind::Nondet(_));
        let chooses = inner.exprs().into_iter().any(|expr| expr.any(&is_choice));
        let word = word.or(chooses.then_some("nondet"));
        found = found.take().or(word);
    });
    found.map(|word| {
        format!("an answer has no `{word}`").replace("`a function`", "function of its own")
    })
}

/// The answers of a student to the exercises of a course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerSheet {
    /// The name that the student has given.
    #[serde(default)]
    pub student: String,
    /// The title of the course.
    #[serde(default)]
    pub course: String,
    /// The answers by the names of the exercises.
    pub answers: BTreeMap<String, AnswerEntry>,
}

impl AnswerSheet {
    /// The name under which a browser keeps the answers to a course.
    pub fn storage_key(course: &str) -> String {
        format!("hornbook.answers.{course}")
    }

    /// The name of a file of these answers.
    pub fn file_name(&self) -> String {
        let words = self.student.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let student: String = words.iter().map(|word| format!("-{word}")).collect();
        format!("hornbook-answers{student}.json")
    }
}

/// One answer on a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerEntry {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// How many stages of hints were looked at, as the page has counted them.
    #[serde(default)]
    pub hints: usize,
    /// Whether the page has taken it for solved. Nobody needs to believe that.
    #[serde(default)]
    pub solved: bool,
}

/// The beginning of a code; the number is the version of its form.
const CODE: &str = "hornbook-answers-1:";

/// Why a text is no sheet of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetError {
    /// It is neither a code nor JSON.
    NoSheet,
    /// It was made by a newer version.
    TooNew,
    /// It is a damaged code.
    Damaged(UnpackError),
    /// It is JSON of another shape.
    Shape(String),
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SheetError::NoSheet => {
                write!(f, "it is neither a code, which begins with `{CODE}`, nor a file of answers")
            }
            SheetError::TooNew => f.write_str("it was made by a newer Hornbook"),
            SheetError::Damaged(error) => write!(f, "the code is damaged: {error}"),
            SheetError::Shape(error) => write!(f, "it has not the shape of answers: {error}"),
        }
    }
}

impl AnswerSheet {
    /// The sheet as a code.
    pub fn to_code(&self) -> String {
        // Texts, numbers and truth values always have a JSON form.
        format!("{CODE}{}", pack(&serde_json::to_vec(self).unwrap_or_default()))
    }

    /// Reads a code, or the JSON of a file. Line breaks and spaces in a code, as mail programs put them in, do not matter.
    ///
    /// # Errors
    /// The text is neither.
    pub fn read(text: &str) -> Result<AnswerSheet, SheetError> {
        let text = text.trim().trim_start_matches('\u{feff}');
        let json = if text.starts_with('{') {
            text.as_bytes().to_vec()
        } else {
            let code: String = text.split_whitespace().collect();
            match code.strip_prefix(CODE) {
                Some(packed) => unpack(packed).map_err(SheetError::Damaged)?,
                None if code.starts_with("hornbook-answers-") => return Err(SheetError::TooNew),
                None => return Err(SheetError::NoSheet),
            }
        };
        serde_json::from_slice(&json).map_err(|error| SheetError::Shape(error.to_string()))
    }
}

/// The sheets in a text: a file of answers, one code, or several codes with anything before the first.
pub fn sheets_in(text: &str) -> Vec<Result<AnswerSheet, SheetError>> {
    let starts: Vec<usize> = text.match_indices(CODE).map(|(at, _)| at).collect();
    if starts.is_empty() || text.trim_start().starts_with('{') {
        return vec![AnswerSheet::read(text)];
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| AnswerSheet::read(&text[*start..end])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(template: &str, text: &str) -> Option<String> {
        let template = Template::read(template);
        let problems = Answer::with_blank("x", text).problems(&template);
        problems.into_iter().next().map(|problem| problem.message)
    }

    const EXPRESSION: &str = "assert(___x);";
    const FACTOR: &str = "int j = 2 * ___x;";
    const INVARIANT: &str = "while (c)\n  invariant ___x;\n{ }";
    const TWICE: &str = "assume(a[___x] == b[___x] && ___x > 0);";
    const RANGE: &str = "assert(forall k in 0..___x: a[k] == 0);";
    const BRANCH: &str = "if (c) ___x else j = 1;";
    const STATEMENTS: &str = "int i = 0;\n___x\nassert(true);";
    const CLAUSES: &str = "while (i < n) ___x { i++; }";
    const CONTRACT: &str = "int f(int a) ___x { return a; }";
    const START: &str = "for (___x; i < n; i++) { }";
    const STEP: &str = "for (int i = 0; i < n; ___x) { }";
    const SETTING: &str = "#pragma abstraction ___x\nint n;";

    #[test]
    fn what_fits_has_no_problem() {
        for (template, text) in [
            (EXPRESSION, "i < n"),
            (EXPRESSION, " forall k in 0..n: a[k] == 0 "),
            (STATEMENTS, ""),
            (STATEMENTS, "i = i + 1; // so\nif (i > 2) { i = 0; }"),
            (STATEMENTS, "while (i < 3) { i++; if (i == 2) break; }"),
            (CLAUSES, ""),
            (CLAUSES, "invariant 0 <= i;\n invariant i <= n;\ndecreases n - i;"),
            (CONTRACT, "requires a > 0; ensures result == a;"),
            (SETTING, "cell2"),
            (START, "int i = 0"),
            ("for (int i = 0; i < 3; i++) { }\nfor (___x; i < n; i++) { }", "int i = 0"),
            (START, "i = 0, j = 1"),
            (STEP, "i++"),
            (STEP, " i += 2, j-- "),
            (FACTOR, "(a + b)"),
            (FACTOR, "a"),
            (INVARIANT, "x % 2 == 0"),
            (INVARIANT, "forall k in 0..i: a[k] == 0"),
            (RANGE, "n + 1"),
            (TWICE, "j + 1"),
            (BRANCH, "j = 2;"),
            (BRANCH, "{ if (d) { j = 2; } }"),
            (STATEMENTS, "int t = i; i = t + 1;"),
            (STATEMENTS, "assert(forall i: i == i);"),
        ] {
            assert_eq!(problem(template, text), None, "{template} with {text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_said() {
        for (template, text) in [
            (EXPRESSION, ""),
            (EXPRESSION, "___x"),
            (EXPRESSION, "true); assert(false"),
            (EXPRESSION, "true /* "),
            (EXPRESSION, "true // "),
            (EXPRESSION, "i <"),
            (EXPRESSION, "nondet() > 0"),
            (STATEMENTS, "}"),
            (STATEMENTS, "} while (true) {"),
            (STATEMENTS, "assume(false);"),
            (STATEMENTS, "if (i > 0) { assume(i > 7); }"),
            (STATEMENTS, "return;"),
            (STATEMENTS, "i = nondet();"),
            (STATEMENTS, "havoc i;"),
            (STATEMENTS, "int f() { return 1; }"),
            (STATEMENTS, "#pragma method auto"),
            (STATEMENTS, "i = 1 /* +"),
            (STATEMENTS, "i = 1; // the end"),
            (CLAUSES, "i = 1;"),
            (CLAUSES, "{ } while (true)"),
            (CLAUSES, "invariant nondet();"),
            (CLAUSES, "0 <= i"),
            (CONTRACT, "{ return a; } int g(int a)"),
            (SETTING, ""),
            (SETTING, "cell2\nint x;"),
            (START, "int i = 0; false"),
            (START, "i < n"),
            ("int i = 7;\nfor (___x; i < n; i++) { }", "int i = 0"),
            ("for (int i = 0; i < 3; i++) { ___x }", "int i = 0;"),
            (START, "int i = nondet()"),
            (STEP, ""),
            (STEP, "i++;"),
            (STEP, "int j = 1"),
            (STEP, "i++) { } for (int k = 0; true; k++"),
            (STEP, "i++) { assume(false)"),
            (FACTOR, "a + b"),
            (RANGE, "n: true || forall j in 0..n"),
            (FACTOR, "1 #pragma tiles 5 a: k == i"),
            (EXPRESSION, "1 ==\n#pragma loops\n1"),
            (BRANCH, "if (d) { j = 2; }"),
            (BRANCH, ""),
            (BRANCH, "j = 2; j = 3;"),
            (STATEMENTS, "int i = 5;"),
        ] {
            assert!(problem(template, text).is_some(), "{template} with {text}");
        }
    }

    #[test]
    fn answers_are_read_whole_by_lines_and_alone() {
        let template = Template::read("int n = ___a;\nassert(n > ___b);\n");
        let expected = Answer {
            blanks: BTreeMap::from([
                ("a".to_owned(), "3".to_owned()),
                ("b".to_owned(), "2".to_owned()),
            ]),
            ..Answer::default()
        };
        for text in ["int n = 3;\nassert(n > 2);\n", "int n = 3;\nassert(n > 2);", "a: 3\nb: 2\n"] {
            assert_eq!(Answer::read(text, &template), Ok(expected.clone()), "{text}");
        }
        assert!(Answer::read("3", &template).is_err());
        let one = Template::read("___x\nassert(true);");
        assert_eq!(
            Answer::read("i = 1;\nj = 2;\n", &one),
            Ok(Answer::with_blank("x", "i = 1;\nj = 2;"))
        );
    }

    #[test]
    fn a_sheet_travels_as_a_code() {
        let entry =
            AnswerEntry { answer: Answer::with_blank("x", "i < n"), hints: 1, solved: true };
        let sheet = AnswerSheet {
            student: "Ada".to_owned(),
            course: "Loops".to_owned(),
            answers: BTreeMap::from([("zeros".to_owned(), entry)]),
        };
        let code = sheet.to_code();
        let wrapped: String =
            code.as_bytes().chunks(40).map(|line| String::from_utf8_lossy(line) + "\r\n").collect();
        assert_eq!(AnswerSheet::read(&code), Ok(sheet.clone()));
        assert_eq!(AnswerSheet::read(&wrapped), Ok(sheet.clone()));
        let json = serde_json::to_string(&sheet).expect("JSON");
        assert_eq!(AnswerSheet::read(&json), Ok(sheet));
        assert_eq!(AnswerSheet::read("hello"), Err(SheetError::NoSheet));
        assert_eq!(AnswerSheet::read("hornbook-answers-9:abc"), Err(SheetError::TooNew));
        assert!(matches!(AnswerSheet::read(&code[..60]), Err(SheetError::Damaged(_))));
        assert!(matches!(AnswerSheet::read("{}"), Err(SheetError::Shape(_))));
    }
}
