//! The commands `course` and `grade`.

mod folders;
mod slides;

pub(crate) use slides::SlidesTarget;

use crate::output::{complain, print, write_file};
use crate::{DATA, USAGE, input};
use folders::{built_hornbook, write_folder};
use hornbook_base::text::capitalised;
use hornbook_base::{Diagnostic, LineIndex};
use hornbook_course::answer::{Answer, AnswerProblem, AnswerSheet, sheets_in};
use hornbook_course::exercise::{Exercise, ExpectedVerdict};
use hornbook_course::fact::AskedFact;
use hornbook_course::grades::{Grade, GradeRow, to_csv, to_html};
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::link::course_link;
use hornbook_course::linked_files;
use hornbook_course::markdown::{self, CourseSource, LinkedFile};
use hornbook_course::prediction::{Prediction, Question};
use hornbook_course::single_file;
use hornbook_course::site::{HORNBOOK, site};
use hornbook_course::{Block, CourseProblem};
use hornbook_pipeline::exercise::{AnswerJudge, JudgeStatus, known_fact};
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::{Outcome, UnknownReason};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The time for each answer and each example, in milliseconds.
pub(crate) const BUDGET_MS: u64 = 20_000;
/// Steps between two looks at the clock.
const SLICE: u64 = 20_000;
/// How much longer than its time a question may take: a step measures work, not time.
const GRACE: Duration = Duration::from_secs(5);
/// The most characters of a link that every program passes on, as for links to programs.
const LONG_LINK: usize = 60_000;
/// The stack of a thread that solves.
const STACK: usize = 64 << 20;

/// A command about a course.
#[derive(Clone, Debug)]
pub(crate) enum CourseCommand {
    /// Proves that every example has its verdict and every exercise its solution.
    Check { course: String, budget_ms: u64 },
    /// Makes a static site.
    Build { course: String, site: String, output: String },
    /// Makes one file, or a link to a site.
    Pack { course: String, output: Option<String>, site: Option<String> },
    /// Makes slides of all lessons, or of the one of a number.
    Slides {
        course: String,
        target: SlidesTarget,
        lesson: Option<usize>,
        output: String,
        budget_ms: u64,
    },
    /// Judges answers.
    Grade {
        course: String,
        answers: Vec<String>,
        csv: Option<String>,
        html: Option<String>,
        budget_ms: u64,
    },
}

/// Runs the command; the result is the exit status.
pub(crate) fn run(command: &CourseCommand) -> u8 {
    match command {
        CourseCommand::Check { course, budget_ms } => check(course, *budget_ms),
        CourseCommand::Build { course, site, output } => {
            let Ok(source) = read_complete(course) else { return DATA };
            build(&source, site, Path::new(output)).err().unwrap_or(0)
        }
        CourseCommand::Pack { course, output, site } => {
            pack(course, output.as_deref(), site.as_deref())
        }
        CourseCommand::Slides { course, target, lesson, output, budget_ms } => {
            let Ok(source) = read_complete(course) else { return DATA };
            let output = Path::new(output);
            let made = slides::make(course, &source, target, *lesson, output, *budget_ms);
            made.err().unwrap_or(0)
        }
        CourseCommand::Grade { course, answers, csv, html, budget_ms } => {
            let Ok(source) = read(course) else { return DATA };
            grade(course, &source, answers, (csv.as_deref(), html.as_deref()), *budget_ms)
        }
    }
}

/// The files of a course: one file with the programs beside it, or those of a folder and of its folders that end in `.md` or
/// `.hb`, in the order of their names; `index.md` and `README.md` come first.
///
/// # Errors
/// The message why there are none.
fn files(course: &str) -> Result<Vec<(String, String)>, String> {
    let path = Path::new(course);
    let mut found = vec![];
    if path.is_dir() {
        collect(path, &mut found).map_err(|e| format!("`{course}` cannot be read: {e}"))?;
        let is_first = |file: &PathBuf| {
            let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase());
            !matches!(name.as_deref(), Some("index.md" | "readme.md"))
        };
        found.sort_by_key(|file| {
            (file.parent().map(Path::to_path_buf), is_first(file), file.clone())
        });
    } else {
        found.push(path.to_path_buf());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let beside = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
        let beside = beside.flatten().map(|entry| path.with_file_name(entry.file_name()));
        found.extend(beside.filter(|file| is_program(file)));
    }
    if found.iter().all(|file| is_program(file)) {
        return Err(format!("`{course}` has no file that ends in `.md`"));
    }
    let read = found.iter().map(|file| {
        let name = file.to_string_lossy().into_owned();
        input::text(&name).map(|text| (name, text)).map_err(|error| match error {
            input::NoText::Unreadable(message) => message,
            input::NoText::NotText(message) => message.trim_end().to_owned(),
        })
    });
    read.collect()
}

fn is_markdown(file: &Path) -> bool {
    linked_files::is_markdown(&file.to_string_lossy())
}

fn is_program(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "hb")
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_hidden =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !is_hidden {
            collect(&path, found)?;
        } else if is_markdown(&path) || is_program(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// A course with its files.
struct ReadCourse {
    files: Vec<(String, String)>,
    source: CourseSource,
}

/// Reads a course, and complains about all its problems.
fn read(course: &str) -> Result<ReadCourse, ()> {
    let files = files(course).map_err(|message| complain(&format!("hornbook: {message}\n")))?;
    let (source, problems) = markdown::read(&files);
    for CourseProblem { file, diagnostic } in &problems {
        let (name, text) = &files[*file];
        complain(&diagnostic.render(name, &LineIndex::new(text)));
    }
    if problems.is_empty() { Ok(ReadCourse { files, source }) } else { Err(()) }
}

/// Reads a course with all files that it names.
fn read_complete(course: &str) -> Result<ReadCourse, ()> {
    let course = read(course)?;
    let is_missing = |linked: &&LinkedFile| !path_of(&course.source, linked).is_file();
    let mut is_complete = true;
    for linked in course.source.linked_files.iter().filter(is_missing) {
        let (name, text) = &course.files[linked.file];
        let message = format!("there is no file `{}` in the course", linked.path);
        complain(&Diagnostic::error(linked.span, message).render(name, &LineIndex::new(text)));
        is_complete = false;
    }
    if is_complete { Ok(course) } else { Err(()) }
}

/// The place of a file that a course names.
fn path_of(course: &CourseSource, linked: &LinkedFile) -> PathBuf {
    Path::new(&course.folder).join(&linked.path)
}

/// The files that a course names besides its own, each with its path in the site.
fn files_beside(course: &CourseSource) -> Vec<(PathBuf, String)> {
    let linked = course.linked_files.iter();
    linked.map(|linked| (path_of(course, linked), linked.path.clone())).collect()
}

/// A thing that a course says of its programs.
enum CourseClaim {
    /// A program has no errors, and under these choices a verdict.
    Verdict(String, Choices, Option<ExpectedVerdict>),
    /// A fact that is asked for can be computed.
    Fact(String, Choices, AskedFact),
    /// An answer solves an exercise, or does not.
    Answer(Exercise, Answer, Solved),
}

/// The claims of a course, each with its file, line and words.
fn claims(course: &ReadCourse) -> Vec<(String, CourseClaim)> {
    let line = |file: usize, span| {
        let (name, text) = &course.files[file];
        format!("{name}:{}", LineIndex::new(text).line(span))
    };
    let mut places = course.source.places.iter().map(|(file, span)| line(*file, *span));
    let mut wrong = course.source.wrong_answers.iter();
    let mut all = vec![];
    for (_, block) in course.source.course.blocks() {
        let (text, choices, expected) = match block {
            Block::Prose(_) => continue,
            Block::Example(example) => (&example.text, &example.choices, example.expected),
            Block::Prediction(asked) => (&asked.text, &asked.choices, asked.expected),
            Block::Exercise(exercise) => {
                let place = places.next().unwrap_or_default();
                let id = &exercise.id;
                let hidden = exercise.open().unwrap_or_default();
                all.push((
                    format!("{place}: the solution of `{id}`"),
                    CourseClaim::Answer(exercise.clone(), hidden.solution, Solved::Yes),
                ));
                all.push((
                    format!("{place}: `{id}` without an answer"),
                    CourseClaim::Answer(exercise.clone(), Answer::default(), Solved::No),
                ));
                for (answer, file, span) in wrong.next().into_iter().flatten() {
                    all.push((
                        format!("{}: a wrong answer to `{id}`", line(*file, *span)),
                        CourseClaim::Answer(exercise.clone(), answer.clone(), Solved::No),
                    ));
                }
                continue;
            }
        };
        let place = places.next().unwrap_or_default();
        if let Block::Prediction(Prediction { question: Question::Fact(fact), .. }) = block {
            let claim = CourseClaim::Fact(text.clone(), choices.clone(), fact.clone());
            all.push((format!("{place}: the question"), claim));
        }
        all.push((
            format!("{place}: the program"),
            CourseClaim::Verdict(text.clone(), choices.clone(), expected),
        ));
    }
    all
}

/// `course check`: exit status 0, or 1 if something that the course says is not so.
fn check(name: &str, budget_ms: u64) -> u8 {
    let Ok(course) = read_complete(name) else { return DATA };
    let number = claims(&course).len();
    let mut failed = 0;
    for n in 0..number {
        let path = name.to_owned();
        // Terms cannot be sent to another thread, so it reads the course again.
        let checked = in_time(budget_ms, move |time| {
            let files = files(&path).unwrap_or_default();
            let source = markdown::read(&files).0;
            let course = ReadCourse { files, source };
            claims(&course).into_iter().nth(n).map(|(what, claim)| (what, prove(&claim, time)))
        });
        let (what, proved) = match checked {
            Some(Some(checked)) => checked,
            _ => {
                let what = claims(&course).swap_remove(n).0;
                (what, Err("there was no answer within its time".to_owned()))
            }
        };
        match proved {
            Ok(answer) if answer.is_empty() => print(&format!("{what}: as it should be\n")),
            Ok(answer) => print(&format!("{what}: as it should be. {answer}\n")),
            Err(failure) => {
                failed += 1;
                print(&format!("{what}: {failure}\n"));
            }
        }
    }
    print(&format!("{} of {number} are as they should be\n", number - failed));
    u8::from(failed > 0)
}

/// Proves a claim of a course; the text is the answer to a question, which the course does not have.
///
/// # Errors
/// Why the claim is not so.
fn prove(claim: &CourseClaim, time: Duration) -> Result<String, String> {
    match claim {
        CourseClaim::Verdict(text, choices, expected) => {
            // An example without a promise only has to be free of errors.
            let time = expected.map_or(Duration::ZERO, |_| time);
            let found = solve(text, choices, time)?.verdict.name();
            match expected.map(ExpectedVerdict::name) {
                Some(expected) if expected != found => {
                    Err(format!("it is {found}, not {expected}"))
                }
                _ => Ok(String::new()),
            }
        }
        CourseClaim::Fact(text, choices, fact) => {
            known_fact(&Input::program(text, choices), fact).map(|known| known.in_words())
        }
        CourseClaim::Answer(exercise, answer, expected) => {
            let judgement = judge(exercise, answer, time);
            let (found, reasons) = (judgement.solved, all_reasons(&judgement).join(" "));
            match expected {
                expected if found == *expected => Ok(String::new()),
                Solved::Yes => Err(format!("it is {}. {reasons}", found.name())),
                _ => Err(format!("it is {}, but should be refused. {reasons}", found.name())),
            }
        }
    }
}

/// The reasons of a judgement, with all that is wrong about the texts of the answer and the filled program.
fn all_reasons(judgement: &AnswerJudgement) -> Vec<String> {
    let AnswerJudgement { reasons, problems, errors, text, .. } = judgement;
    let lines = LineIndex::new(text);
    let problems = problems.iter().filter(|problem| !reasons.contains(&problem.message));
    let problems = problems.map(|AnswerProblem { blank, message }| match blank {
        Some(blank) => format!("In `{blank}`: {message}."),
        None => capitalised(message) + ".",
    });
    let errors = errors
        .iter()
        .map(|error| format!("Line {} of the program: {}.", lines.line(error.span), error.message));
    reasons.iter().cloned().chain(problems).chain(errors).collect()
}

/// Looks for the verdict on a program until there is one or the time is over.
///
/// # Errors
/// The errors of the program.
fn solve(text: &str, choices: &Choices, time: Duration) -> Result<Outcome, String> {
    let own = Choices::from_pragmas(&hornbook_lang::parse(text).0.pragmas).0;
    let input = Input::program(text, &choices.with_method_found(&own));
    let Some(mut driver) = Driver::new(&input) else {
        let lines = &input.lines;
        let errors = input.diagnostics.iter().map(|d| d.render("program", lines));
        return Err(format!("it has errors\n{}", errors.collect::<String>().trim_end()));
    };
    let start = Instant::now();
    while start.elapsed() < time {
        if let Status::Done(outcome) = driver.step(SLICE) {
            return Ok(outcome);
        }
    }
    Ok(driver.stop(&UnknownReason::Budget))
}

/// Judges an answer until there is a judgement or the time is over.
fn judge(exercise: &Exercise, answer: &Answer, time: Duration) -> AnswerJudgement {
    let start = Instant::now();
    let mut judge = AnswerJudge::new(exercise, answer);
    loop {
        if let JudgeStatus::Done(judgement) = judge.step(SLICE) {
            return *judgement;
        }
        if start.elapsed() > time {
            return judge.stop();
        }
    }
}

/// Does work in a thread of its own, which is left behind when it does not end in time.
fn in_time<T: Send + 'static>(
    budget_ms: u64,
    work: impl FnOnce(Duration) -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let time = Duration::from_millis(budget_ms);
    let send = move || {
        // The receiver is gone when the time is over.
        let _ = sender.send(work(time));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(send).ok()?;
    receiver.recv_timeout(time.saturating_add(GRACE)).ok()
}

/// Whether a file is that of a course, or would be read with it.
fn is_inside(file: &str, course: &str) -> bool {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).canonicalize().ok()
    };
    let (file, course) = (Path::new(file), Path::new(course));
    match course.is_dir() {
        true => folder(file).zip(course.canonicalize().ok()).is_some_and(|(f, c)| f.starts_with(c)),
        false => folder(file) == folder(course) && file.file_name() == course.file_name(),
    }
}

/// `course pack`: the course as one file, or as a link.
fn pack(course: &str, output: Option<&str>, site: Option<&str>) -> u8 {
    if let Some(file) = output.filter(|file| is_inside(file, course)) {
        complain(&format!(
            "hornbook: `{file}` is in the folder of the course; name another file\n"
        ));
        return USAGE;
    }
    let Ok(course) = read(course) else { return DATA };
    for LinkedFile { path, .. } in &course.source.linked_files {
        complain(&format!("hornbook: the file `{path}` does not travel with the course\n"));
    }
    // A course without problems can be joined.
    let markdown = single_file::join(&course.files).unwrap_or_default();
    let packed = single_file::split("course.md", &markdown);
    if let Some(CourseProblem { diagnostic, .. }) = markdown::read(&packed).1.first() {
        complain(&format!("hornbook: in the packed course {}\n", diagnostic.message));
        return DATA;
    }
    match (output, site) {
        (Some(file), _) => write_file(file, &markdown),
        (None, Some(site)) => {
            let link = course_link(site, &markdown);
            if link.len() > LONG_LINK {
                complain(&format!(
                    "hornbook: this link has {} characters, and some programs that pass links on cut those above {LONG_LINK}; \
                     `--output FILE.md` makes a file, which opens as {site}#course=FILE.md when it lies beside Hornbook\n",
                    link.len()
                ));
            }
            print(&format!("{link}\n"));
        }
        (None, None) => print(&markdown),
    }
    0
}

/// `course build`: the pages of the course, and the built Hornbook beside them.
fn build(course: &ReadCourse, dist: &str, output: &Path) -> Result<(), u8> {
    let folders = [(built_hornbook(dist)?, HORNBOOK)];
    let files = site(&course.source.course);
    let copies = files_beside(&course.source);
    write_folder(output, &["course.css".to_owned()], &folders, &files, &copies)?;
    print(&format!("{} pages in {}\n", course.source.course.lessons.len() + 1, output.display()));
    Ok(())
}

/// `grade`: exit status 0, or 65 if there are answers that cannot be read.
fn grade(
    name: &str,
    course: &ReadCourse,
    answers: &[String],
    (csv, html): (Option<&str>, Option<&str>),
    budget_ms: u64,
) -> u8 {
    let (mut rows, mut status, mut students) = (vec![], 0, BTreeMap::<String, usize>::new());
    for file in answers {
        for sheet in sheets(file) {
            match sheet {
                Ok(sheet) => {
                    let title = &course.source.course.title;
                    if !sheet.course.is_empty() && sheet.course != *title {
                        complain(&format!(
                            "hornbook: `{file}` has answers to another course, `{}`; they are graded as answers to `{title}`\n",
                            sheet.course
                        ));
                    }
                    let mut graded = grade_sheet(name, course, file, &sheet, budget_ms);
                    // A second sheet under one name must not stand in the place of the first.
                    let student = graded.first().map(|row| row.student.clone()).unwrap_or_default();
                    let known = students.entry(student).or_default();
                    *known += 1;
                    if *known > 1 {
                        graded
                            .iter_mut()
                            .for_each(|row| row.student = format!("{} ({known})", row.student));
                    }
                    rows.extend(graded);
                }
                Err(message) => {
                    complain(&format!("hornbook: {message}\n"));
                    status = DATA;
                }
            }
        }
    }
    let title = &course.source.course.title;
    if let Some(html) = html {
        let ids: Vec<String> =
            course.source.course.exercises().map(|(_, e)| e.id.clone()).collect();
        write_file(html, &to_html(title, &ids, &rows));
    }
    match csv {
        Some(csv) => write_file(csv, &to_csv(&rows)),
        None => print(&to_csv(&rows)),
    }
    status
}

/// The sheets in a file.
fn sheets(file: &str) -> Vec<Result<AnswerSheet, String>> {
    match input::text(file) {
        Ok(text) => {
            let read = sheets_in(&text).into_iter();
            read.map(|sheet| sheet.map_err(|error| format!("`{file}` cannot be graded: {error}")))
                .collect()
        }
        Err(input::NoText::Unreadable(message)) => vec![Err(message)],
        Err(input::NoText::NotText(message)) => vec![Err(message.trim_end().to_owned())],
    }
}

/// A row for each exercise of the course, and for each answer to an exercise that it does not have.
fn grade_sheet(
    name: &str,
    course: &ReadCourse,
    file: &str,
    sheet: &AnswerSheet,
    budget_ms: u64,
) -> Vec<GradeRow> {
    let student = match sheet.student.trim() {
        "" => Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        student => student.to_owned(),
    };
    let row = |lesson: &str, exercise: &str, grade| GradeRow {
        student: student.clone(),
        lesson: lesson.to_owned(),
        exercise: exercise.to_owned(),
        grade,
        hints: sheet.answers.get(exercise).map_or(0, |entry| entry.hints),
        reasons: vec![],
    };
    let mut rows = vec![];
    for (place, (lesson, exercise)) in course.source.course.exercises().enumerate() {
        let Some(entry) = sheet.answers.get(&exercise.id) else {
            rows.push(row(lesson, &exercise.id, Grade::Missing));
            continue;
        };
        let (path, answer) = (name.to_owned(), entry.answer.clone());
        let judged = in_time(budget_ms, move |time| {
            let source = markdown::read(&files(&path).unwrap_or_default()).0;
            let exercise =
                source.course.exercises().nth(place).map(|(_, exercise)| exercise.clone());
            exercise.map(|exercise| {
                let judgement = judge(&exercise, &answer, time);
                (judgement.solved, all_reasons(&judgement))
            })
        });
        let (solved, reasons) = judged.flatten().unwrap_or_else(|| {
            (Solved::Undecided, vec!["There was no answer within its time.".to_owned()])
        });
        rows.push(GradeRow { reasons, ..row(lesson, &exercise.id, Grade::Judged(solved)) });
    }
    let known = |id: &&String| course.source.course.exercises().any(|(_, e)| e.id == **id);
    let unknown = sheet.answers.keys().filter(|id| !known(id));
    rows.extend(unknown.map(|id| row("", id, Grade::NoExercise)));
    rows
}
