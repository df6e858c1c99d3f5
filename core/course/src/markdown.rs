//! Reading a course from Markdown (CommonMark with tables).
//!
//! The first heading is the title of the course. In each file the headings of the level of its first other heading begin the
//! lessons. A block whose line begins with the word `hornbook` is a program or belongs to the exercise before it;
//! everything else is text. HTML in the text is shown as it is written, and never becomes elements.

use crate::answer::Answer;
use crate::exercise::{Exercise, ExpectedVerdict, Goal, HiddenParts};
use crate::fact::AskedFact;
use crate::info_string::{BlockKind, InfoString};
use crate::linked_files::{
    CoursePath, common_folder, folder_of, is_markdown, resolve, split_address,
};
use crate::prediction::{Prediction, Question};
use crate::prose::{Prose, heading_text};
use crate::template::Template;
use crate::{Block, Course, CourseProblem, Example, Lesson};
use hornbook_base::{Diagnostic, Span};
use hornbook_lang::parse;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};
use std::collections::{BTreeMap, BTreeSet};

/// A course with what its author alone needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CourseSource {
    /// The course.
    pub course: Course,
    /// For each exercise, in their order, the answers that are said not to solve it, each with its file and range.
    pub wrong_answers: Vec<Vec<(Answer, usize, Span)>>,
    /// For each example, prediction and exercise, in their order, its file and range.
    pub places: Vec<(usize, Span)>,
    /// The folder of all its files, with its slash.
    pub folder: String,
    /// The other files that links and pictures name.
    pub linked_files: Vec<LinkedFile>,
}

/// A file beside the Markdown of a course, such as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedFile {
    /// Its path in the folder of the course.
    pub path: CoursePath,
    /// The file that names it.
    pub file: usize,
    /// The place there.
    pub span: Span,
}

/// Reads a course from its files, in their order: names and texts. A file whose name ends in `.hb` is a program, which blocks
/// beside it can name.
pub fn read(files: &[(String, String)]) -> (CourseSource, Vec<CourseProblem>) {
    let is_program = |name: &str| name.ends_with(".hb");
    let programs = files.iter().filter(|(name, _)| is_program(name)).cloned().collect();
    let mut reader = Reader { programs, ..Reader::default() };
    let texts = files.iter().filter(|(name, _)| !is_program(name));
    let root = common_folder(texts.clone().map(|(name, _)| name.as_str()));
    root.clone_into(&mut reader.source.folder);
    let path_of = |name: &str| resolve("", name.strip_prefix(root).unwrap_or(name));
    reader.pages = texts.filter_map(|(name, _)| Some((path_of(name)?, INDEX.to_owned()))).collect();
    for (file, (name, text)) in files.iter().enumerate().filter(|(_, (name, _))| !is_program(name))
    {
        reader.file = file;
        folder_of(name).clone_into(&mut reader.folder);
        reader.path = path_of(name).unwrap_or_default();
        reader.read_file(text);
    }
    reader.finish()
}

/// The page of the course itself.
const INDEX: &str = "index.html";

/// An exercise whose parts are still being read.
struct OpenExercise {
    exercise: Exercise,
    hidden: HiddenParts,
    has_solution: bool,
    wrong: Vec<(Answer, usize, Span)>,
    span: Span,
    file: usize,
}

#[derive(Default)]
struct Reader {
    source: CourseSource,
    problems: Vec<CourseProblem>,
    file: usize,
    /// The folder of the file, with its slash.
    folder: String,
    /// The path of the file in the folder of the course.
    path: CoursePath,
    /// The page of the first lesson of each file, by the file's path.
    pages: BTreeMap<CoursePath, String>,
    /// Whether no lesson has begun in the file.
    is_at_start: bool,
    /// Whether the block before is of no known kind, so that nothing is said of its parts.
    is_lost: bool,
    /// The programs of the course, by the names of their files.
    programs: BTreeMap<String, String>,
    /// The level of headings that begin lessons in this file.
    level: Option<HeadingLevel>,
    exercise: Option<OpenExercise>,
    ids: BTreeSet<String>,
    lesson_ids: BTreeSet<String>,
}

impl Reader {
    fn complain(&mut self, span: Span, message: impl Into<String>, hint: &str) {
        let diagnostic = Diagnostic::error(span, message);
        let diagnostic = if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) };
        self.problems.push(CourseProblem { file: self.file, diagnostic });
    }

    fn read_file(&mut self, text: &str) {
        self.level = None;
        self.is_at_start = true;
        // A file without a lesson belongs to the one before.
        if let (Some(last), Some(page)) =
            (self.source.course.lessons.last(), self.pages.get_mut(&self.path))
        {
            *page = format!("{}.html", last.id);
        }
        let mut events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
        let mut prose: Vec<Event> = vec![];
        // The lists and quotations that are open.
        let mut depth = 0_usize;
        while let Some((event, range)) = events.next() {
            let span = Span::new(range.start, range.end);
            match &event {
                Event::Start(Tag::List(_) | Tag::BlockQuote(_)) => depth += 1,
                Event::End(TagEnd::List(_) | TagEnd::BlockQuote(_)) => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) if self.is_lesson(level) => {
                    self.end_prose(&mut prose);
                    let title = heading_text(events.by_ref().map(|(event, _)| event));
                    self.begin_lesson(title, level);
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)))
                    if InfoString::read(&info).is_some() =>
                {
                    let code = code_of(events.by_ref().map(|(event, _)| event));
                    let end = text[range].trim_end().lines().next_back().unwrap_or_default();
                    let is_fence =
                        |fence| end.trim_start().starts_with(fence) && !end.contains("hornbook");
                    if depth == 0 && !["```", "~~~"].into_iter().any(is_fence) {
                        let hint = "three backquotes on a line of their own end it";
                        self.complain(span, "this block has no end", hint);
                    }
                    if depth > 0 {
                        let hint = "let it begin at the beginning of its line, behind the list or quotation";
                        self.complain(
                            span,
                            "a block of a course cannot stand in a list or quotation",
                            hint,
                        );
                    }
                    self.end_prose(&mut prose);
                    self.read_block(&info, &code, span);
                }
                other => {
                    let event = self.localised(harmless(other), span);
                    prose.push(event);
                }
            }
        }
        self.end_prose(&mut prose);
        self.end_exercise();
    }

    /// Whether a heading of this level is the title of the course, or begins a lesson.
    fn is_lesson(&mut self, level: HeadingLevel) -> bool {
        let is_title = self.source.course.title.is_empty();
        is_title || *self.level.get_or_insert(level) >= level
    }

    fn begin_lesson(&mut self, title: String, level: HeadingLevel) {
        self.end_exercise();
        let course = &mut self.source.course;
        if course.title.is_empty() {
            course.title = title;
            return;
        }
        self.level = Some(level);
        let id = unique(&slug(&title), &mut self.lesson_ids);
        let is_first = std::mem::take(&mut self.is_at_start);
        if let Some(page) = self.pages.get_mut(&self.path).filter(|_| is_first) {
            *page = format!("{id}.html");
        }
        course.lessons.push(Lesson { id, title, blocks: vec![] });
    }

    /// A link or picture with the path of its file from the folder of the course, if it leads to one.
    fn localised<'e>(&mut self, event: Event<'e>, span: Span) -> Event<'e> {
        let (Event::Start(Tag::Link { dest_url, link_type, .. })
        | Event::Start(Tag::Image { dest_url, link_type, .. })) = &event
        else {
            return event;
        };
        let folder = self.folder.strip_prefix(&self.source.folder).unwrap_or_default();
        let Some((path, rest)) = split_address(dest_url)
            .filter(|_| *link_type != LinkType::Email)
            .and_then(|(path, rest)| Some((resolve(folder, &path)?, rest)))
            .filter(|(path, _)| is_of_author(path))
        else {
            return event;
        };
        if is_markdown(&path) {
            if !self.pages.contains_key(&path) {
                self.complain(span, format!("this course has no file `{path}`"), "");
            }
        } else {
            let file = self.file;
            self.source.linked_files.push(LinkedFile { path: path.clone(), file, span });
        }
        let address = CowStr::from(format!("{path}{rest}"));
        match event {
            Event::Start(Tag::Link { link_type, title, id, .. }) => {
                Event::Start(Tag::Link { link_type, dest_url: address, title, id })
            }
            Event::Start(Tag::Image { link_type, title, id, .. }) => {
                Event::Start(Tag::Image { link_type, dest_url: address, title, id })
            }
            other => other,
        }
    }

    /// Leads links to files of the course to the pages of their lessons.
    fn link_pages(&mut self) {
        let pages = &self.pages;
        let page_of = |address: &str| {
            let (path, rest) = split_address(address)?;
            Some(format!("{}{rest}", pages.get(&*path)?))
        };
        let course = &mut self.source.course;
        let lessons = course.lessons.iter_mut().flat_map(|lesson| &mut lesson.blocks);
        for block in course.introduction.iter_mut().chain(lessons) {
            if let Block::Prose(prose) = block {
                prose.change_addresses(&page_of);
            }
        }
    }

    fn push(&mut self, block: Block) {
        let course = &mut self.source.course;
        match course.lessons.last_mut() {
            Some(lesson) => lesson.blocks.push(block),
            None => course.introduction.push(block),
        }
    }

    fn end_prose(&mut self, prose: &mut Vec<Event>) {
        if prose.is_empty() {
            return;
        }
        self.end_exercise();
        self.push(Block::Prose(Prose::from_events(prose.drain(..))));
    }

    fn read_block(&mut self, info: &str, code: &str, span: Span) {
        let Some((mut info, errors)) = InfoString::read(info) else { return };
        let first =
            info.options.first().filter(|(name, value)| value.is_empty() && *name == info.first);
        if let Some((name, _)) = first {
            let message = format!("there is no kind of block `{name}`");
            self.end_exercise();
            self.is_lost = true;
            return self.complain(span, message, BlockKind::HINT);
        }
        self.is_lost &= info.kind.is_part();
        errors.into_iter().for_each(|error| self.complain(span, error, ""));
        if info.kind.is_part() {
            self.read_part(info.kind, code, span);
        } else {
            self.end_exercise();
            self.read_program(&mut info, code, span);
        }
        for (name, _) in info.options {
            let hint =
                "options are those of the command line, and the ones that this kind of block has";
            self.complain(span, format!("this block has no option `{name}`"), hint);
        }
    }

    /// The program of a block: that of the file which the block names, or its own text.
    fn program_of(&mut self, info: &mut InfoString, code: &str, span: Span) -> String {
        let Some(file) = info.take("file") else { return code.to_owned() };
        if !code.trim().is_empty() {
            self.complain(span, "a block with `file` has no text of its own", "");
        }
        let Some(text) = self.programs.get(&format!("{}{file}", self.folder)) else {
            let hint = "name a file of the course that ends in `.hb`, as it is named from here";
            self.complain(span, format!("there is no program `{file}`"), hint);
            return code.to_owned();
        };
        text.clone()
    }

    fn read_program(&mut self, info: &mut InfoString, code: &str, span: Span) {
        let code = &self.program_of(info, code, span);
        let choices = info.choices.clone();
        let expected = self.parsed::<ExpectedVerdict>(info.take("expect"), span);
        let place = (self.file, span);
        match info.kind {
            BlockKind::Predict => {
                let question = self.parsed(info.take("ask").or(Some("verdict".to_owned())), span);
                let id = self.id_of(info, "prediction", span);
                let Some(question) = question else { return };
                if let Some(message) = problem_of_question(&question, code, expected) {
                    self.complain(span, message, "");
                }
                let text = code.to_owned();
                let asked = Prediction { id, text, choices, question, expected };
                if asked.question == Question::Invariant && asked.as_exercise().is_none() {
                    let hint = "write `___` where it belongs, or put braces around the body of the first loop";
                    self.complain(span, "there is no place for an invariant", hint);
                }
                self.source.places.push(place);
                self.push(Block::Prediction(asked));
            }
            BlockKind::Exercise => {
                let goal = self.parsed::<Goal>(info.take("solve"), span).unwrap_or_default();
                let (id, template) = (self.id_of(info, "exercise", span), Template::read(code));
                let (hints, sealed) = (vec![], String::new());
                let course = self.source.course.title.clone();
                let exercise = Exercise { course, id, template, choices, goal, hints, sealed };
                let in_words = exercise.is_answered_in_words();
                if !exercise.template.blanks.is_empty() && in_words {
                    let hint = "the answer is said beside the program: the inputs of a run as in `n = 3`, or a fact";
                    self.complain(span, "this exercise has no place for blanks", hint);
                }
                if let Goal::Fact(fact) = &exercise.goal
                    && let Some(message) = problem_of_fact(fact, code)
                {
                    self.complain(span, message, "");
                }
                if exercise.template.blanks.is_empty() && !in_words {
                    let hint = "write `___` where something is missing, or begin a region with a line `// ___`";
                    self.complain(span, "this exercise has no blank", hint);
                }
                self.source.places.push(place);
                self.exercise = Some(OpenExercise {
                    exercise,
                    hidden: HiddenParts::default(),
                    has_solution: false,
                    wrong: vec![],
                    span,
                    file: self.file,
                });
            }
            _ => {
                let live = info.kind == BlockKind::Embed;
                self.source.places.push(place);
                self.push(Block::Example(Example {
                    text: code.to_owned(),
                    choices,
                    expected,
                    live,
                }));
            }
        }
    }

    fn read_part(&mut self, kind: BlockKind, code: &str, span: Span) {
        if self.is_lost {
            return;
        }
        let Some(mut open) = self.exercise.take() else {
            let hint =
                "it stands directly behind the block of its exercise, or behind other such blocks";
            return self.complain(span, "this block belongs to no exercise", hint);
        };
        let answer = match open.exercise.is_answered_in_words() {
            true => Ok(Answer { said: code.trim().to_owned(), ..Answer::default() }),
            false => Answer::read(code, &open.exercise.template),
        };
        match (kind, answer) {
            (BlockKind::Hint, _) => open.exercise.hints.push(to_plain(code)),
            (BlockKind::Sealed, _) => match HiddenParts::unseal(code.trim()) {
                Some(parts) => (open.hidden, open.has_solution) = (parts, true),
                None => self.complain(span, "these sealed parts are damaged", ""),
            },
            (BlockKind::Hidden, _) => open.hidden.claims.push_str(code),
            (kind, Err(message)) => {
                open.has_solution |= kind == BlockKind::Solution;
                // That the exercise has no blank was said.
                if !open.exercise.template.blanks.is_empty() {
                    self.complain(span, message, "");
                }
            }
            (BlockKind::Wrong, Ok(answer)) => open.wrong.push((answer, self.file, span)),
            (_, Ok(answer)) => (open.hidden.solution, open.has_solution) = (answer, true),
        }
        self.exercise = Some(open);
    }

    /// Ends the exercise whose parts were read.
    fn end_exercise(&mut self) {
        let Some(open) = self.exercise.take() else { return };
        let OpenExercise { exercise, hidden, has_solution, wrong, span, file } = open;
        if !has_solution {
            let hint = "add a block `hornbook solution` behind it; it is not shown to students";
            let message = format!("the exercise `{}` has no solution", exercise.id);
            let diagnostic = Diagnostic::error(span, message).hint(hint);
            self.problems.push(CourseProblem { file, diagnostic });
        }
        self.source.wrong_answers.push(wrong);
        self.push(Block::Exercise(exercise.with_hidden(&hidden)));
    }

    /// The name of a block: the one that it gives itself, or its kind with a number. Answers are kept under it.
    fn id_of(&mut self, info: &mut InfoString, kind: &str, span: Span) -> String {
        let own = info.take("id").map(|id| slug(&id)).filter(|id| !id.is_empty());
        if let Some(id) = own.as_ref().filter(|id| self.ids.contains(*id)) {
            let hint =
                "answers are kept under this name, so each exercise and prediction has its own";
            self.complain(span, format!("there is another block with the id `{id}`"), hint);
        }
        unique(&own.unwrap_or_else(|| kind.to_owned()), &mut self.ids)
    }

    fn parsed<T: std::str::FromStr<Err = String>>(
        &mut self,
        text: Option<String>,
        span: Span,
    ) -> Option<T> {
        match text?.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.complain(span, error, "");
                None
            }
        }
    }

    fn finish(mut self) -> (CourseSource, Vec<CourseProblem>) {
        if self.source.course.title.is_empty() {
            self.file = 0;
            self.complain(
                Span::default(),
                "this course has no title",
                "begin it with a line `# Title`",
            );
        }
        self.link_pages();
        (self.source, self.problems)
    }
}

/// Whether a path is that of a file which the author has, and not of a folder, or of one that a site has from elsewhere.
fn is_of_author(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let is_made = matches!(ending.as_deref(), None | Some("html" | "htm"));
    !is_made && !path.starts_with("hornbook/") && !matches!(path, "course.css" | "course.js")
}

/// The reason why a question makes no sense about a program, if there is one.
fn problem_of_question(
    question: &Question,
    text: &str,
    expected: Option<ExpectedVerdict>,
) -> Option<String> {
    match question {
        Question::Fact(fact) => problem_of_fact(fact, text),
        Question::Invariant | Question::Tile | Question::GhostRule if !has_loop(text) => {
            Some("this question is about a loop, and the program has none".to_owned())
        }
        Question::Inputs if expected.is_some_and(|found| found != ExpectedVerdict::Buggy) => {
            Some("`ask=inputs` needs a program that is buggy".to_owned())
        }
        _ => None,
    }
}

/// The reason why a fact cannot be asked for of a program, if there is one.
fn problem_of_fact(fact: &AskedFact, text: &str) -> Option<String> {
    match fact {
        AskedFact::Cells(line) | AskedFact::Complete(line) | AskedFact::NextStep(line) => {
            let exists = *line >= 1 && *line as usize <= text.lines().count();
            (!exists).then(|| format!("this program has no line {line}, which is asked about"))
        }
        AskedFact::Strip { .. } => (!has_loop(text))
            .then(|| "this question is about a loop, and the program has none".to_owned()),
    }
}

fn has_loop(text: &str) -> bool {
    let mut found = false;
    parse(text).0.body.iter().for_each(|stmt| stmt.visit(&mut |inner| found |= inner.is_loop()));
    found
}

/// The text of a block of code, up to its end.
fn code_of<'t>(events: impl Iterator<Item = Event<'t>>) -> String {
    let mut code = String::new();
    for event in events {
        match event {
            Event::End(TagEnd::CodeBlock) => break,
            Event::Text(text) => code.push_str(&text),
            _ => {}
        }
    }
    code
}

/// A hint as plain text with code between backquotes: it travels in links, and what does is never read as HTML.
fn to_plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(said) | Event::Html(said) | Event::InlineHtml(said) => text.push_str(&said),
            Event::Code(said) => text.push_str(&format!("`{said}`")),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                text.push(' ');
            }
            _ => {}
        }
    }
    text.trim().to_owned()
}

/// The event, with HTML as text, and without addresses that run scripts.
fn harmless(event: Event) -> Event {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: harmless_address(dest_url), title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Image { link_type, dest_url: harmless_address(dest_url), title, id })
        }
        other => other,
    }
}

/// An address of the web, of mail, or of the site itself; any other one leads nowhere.
fn harmless_address(address: CowStr) -> CowStr {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let is_scheme =
        |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    match scheme {
        Some(scheme) if is_scheme(&scheme) && !matches!(&*scheme, "http" | "https" | "mailto") => {
            CowStr::Borrowed("#")
        }
        Some(scheme) if !is_scheme(&scheme) && scheme.contains(|c: char| c.is_ascii_control()) => {
            CowStr::Borrowed("#")
        }
        _ => address,
    }
}

/// A title in small letters, digits and hyphens.
fn slug(title: &str) -> String {
    let letters = title.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    // The page `index` is that of the course.
    if slug.is_empty() || slug == "index" { format!("lesson{slug}") } else { slug }
}

/// The name, with a number behind it if it is taken.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let mut free =
        std::iter::once(name.to_owned()).chain(numbered).filter(|name| !taken.contains(name));
    let name = free.next().unwrap_or_default();
    taken.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(text: &str) -> (CourseSource, Vec<String>) {
        let (source, problems) = read(&[("course.md".to_owned(), text.to_owned())]);
        (source, problems.into_iter().map(|problem| problem.diagnostic.message).collect())
    }

    const COURSE: &str = r#"# Loops

Hello *there* <b>you</b>.

## First steps

```hornbook expect=certified
assert(true);
```

### A part of it

```hornbook predict ask="strip 3" id=rounds
while (true) { }
```

```hornbook exercise id=zeros solve="certified 1 cell"
int i = ___x;
assert(i == 0);
```
```hornbook hint
Try a *number*.
```
```hornbook solution
0
```
```hornbook wrong
1
```
```hornbook hidden
assert(i >= 0);
```

## Second

```rust
fn other() {}
```
"#;

    #[test]
    fn headings_are_lessons_and_blocks_are_programs() {
        let (source, problems) = course(COURSE);
        assert_eq!(problems, Vec::<String>::new());
        let CourseSource { course, wrong_answers, places, .. } = source;
        let titles: Vec<(&str, &str)> =
            course.lessons.iter().map(|l| (l.id.as_str(), l.title.as_str())).collect();
        assert_eq!(course.title, "Loops");
        assert_eq!(titles, [("first-steps", "First steps"), ("second", "Second")]);
        let prose = "<p>Hello <em>there</em> &lt;b&gt;you&lt;/b&gt;.</p>\n";
        let [Block::Prose(introduction)] = course.introduction.as_slice() else {
            panic!("{:?}", course.introduction)
        };
        assert_eq!(introduction.to_html(), prose);
        let [
            Block::Example(example),
            Block::Prose(_),
            Block::Prediction(asked),
            Block::Exercise(exercise),
        ] = course.lessons[0].blocks.as_slice()
        else {
            panic!("{:?}", course.lessons[0].blocks)
        };
        assert_eq!(example.expected, Some(ExpectedVerdict::Certified));
        assert_eq!(
            (asked.id.as_str(), &asked.question),
            ("rounds", &"strip 3".parse().expect("a question"))
        );
        assert_eq!(exercise.goal, Goal::Verdict(ExpectedVerdict::Certified, Some(1)));
        assert_eq!(exercise.hints, ["Try a number."]);
        let hidden = exercise.open().expect("hidden parts");
        assert_eq!(hidden.solution, Answer::with_blank("x", "0"));
        assert_eq!(hidden.claims, "assert(i >= 0);\n");
        assert_eq!(wrong_answers[0][0].0, Answer::with_blank("x", "1"));
        assert_eq!(places.len(), 3);
        assert!(
            matches!(&course.lessons[1].blocks[..], [Block::Prose(code)] if code.to_html().contains("fn other"))
        );
    }

    #[test]
    fn each_file_of_a_folder_has_its_own_level_of_lessons() {
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let files = [
            file("0.md", "# The course\nHello.\n"),
            file("1.md", "# One\n## Part\ntext\n# Two\n"),
            file("2.md", "## Three\n### Part\n"),
        ];
        let (source, problems) = read(&files);
        assert!(problems.is_empty());
        let titles: Vec<&str> = source.course.lessons.iter().map(|l| l.title.as_str()).collect();
        assert_eq!(titles, ["One", "Two", "Three"]);
    }

    #[test]
    fn problems_come_all_at_once() {
        let text = "text\n\n```hornbook solution\n0\n```\n\n```hornbook exercise solve=won\nint n;\n```\n\n\
                    ```hornbook predict ask=why colour=red\nint n;\n```\n\n```hornbook expect=fine method\n```\n\
                    \n```hornbook exercise id=a\nint n = ___;\n```\n```hornbook solution\n0\n```\n\
                    \n```hornbook exercise id=a\nint n = ___;\n```\n\n\
                    ```hornbook predict ask=\"cells 3\"\nint n;\n```\n\n```hornbook predict ask=tile\nint n;\n```\n\n\
                    ```hornbook predict ask=inputs expect=certified\nint n;\n```\n";
        let (_, problems) = course(text);
        for part in [
            "belongs to no exercise",
            "no goal `won`",
            "has no blank",
            "has no solution",
            "no question `why`",
            "no option `colour`",
            "no verdict `fine`",
            "`method` has a value",
            "another block with the id `a`",
            "has no title",
            "has no line 3",
            "is about a loop",
            "that is buggy",
        ] {
            assert!(problems.iter().any(|problem| problem.contains(part)), "{part}: {problems:#?}");
        }
    }

    #[test]
    fn links_to_files_lead_to_the_pages_of_their_lessons() {
        let file = |name: &str, text: &str| (format!("a/b/{name}"), text.to_owned());
        let files = [
            file("index.md", "# The course\n[c](course.css) [two](part/2.md#x) ![p](p.png)\n"),
            file("1.md", "# One\n[none](3.md) [web](https://example.org/2.md)\n"),
            file("notes.md", "Behind.\n"),
            file(
                "part/2.md",
                "# Two\n[n](../notes.MD) [n](../notes.md) <a@example.org> [f](data/) [back](../1.md) [home](../index.md) ![q](q.png)\n## Part\n",
            ),
        ];
        let (source, problems) = read(&files);
        let messages: Vec<&str> = problems.iter().map(|p| p.diagnostic.message.as_str()).collect();
        assert_eq!(
            messages,
            ["this course has no file `3.md`", "this course has no file `notes.MD`"]
        );
        let html = |block: &Block| match block {
            Block::Prose(prose) => prose.to_html(),
            _ => String::new(),
        };
        let front = html(&source.course.introduction[0]);
        assert!(
            front.contains("href=\"two.html#x\"") && front.contains("src=\"p.png\""),
            "{front}"
        );
        let two = html(&source.course.lessons[1].blocks[0]);
        for part in
            ["href=\"one.html\"", "href=\"index.html\"", "src=\"part/q.png\"", "href=\"mailto:"]
        {
            assert!(two.contains(part), "{part}: {two}");
        }
        let paths: Vec<&str> = source.linked_files.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["p.png", "part/q.png"]);
    }

    #[test]
    fn one_mistake_is_one_problem() {
        let part = "```hornbook solution\n0\n```\n";
        let mistakes = [
            (
                format!("```hornbook excercise id=x\nint n = ___;\n```\n{part}"),
                "no kind of block `excercise`",
            ),
            (format!("```hornbook exercise id=x\nint n = 0;\n```\n{part}"), "has no blank"),
            ("```hornbook\nint n = 0;\n".to_owned(), "has no end"),
        ];
        for (text, part) in mistakes {
            let (_, problems) = course(&format!("# T\n\n{text}"));
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].contains(part), "{problems:?}");
        }
    }

    #[test]
    fn addresses_run_no_scripts() {
        let text = "# T\n[a](javascript:alert(1)) [b](https://example.org/?a:b) [c](../x.html) \
                    [d](JavaScript:x) ![e](data:text/html,x) <javascript:x> [f](java\tscript:x)\n";
        let (source, _) = course(text);
        let [Block::Prose(prose)] = source.course.introduction.as_slice() else {
            panic!("one text")
        };
        let html = prose.to_html();
        assert!(!html.to_lowercase().contains("\"javascript"), "{html}");
        assert!(!html.contains("\"data:"), "{html}");
        assert!(
            html.contains("\"https://example.org/?a:b\"") && html.contains("\"../x.html\""),
            "{html}"
        );
    }
}
