//! Courses by the command line: checked, built, made into slides, and graded.

use crate::support::command::{folder, path, run};
use hornbook_course::answer::{AnswerEntry, AnswerSheet};
use hornbook_course::exercise::Exercise;
use hornbook_course::markdown;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const COURSE: &str = "# Try\n\n## One\n\nText.\n\n\
    ```hornbook exercise id=zeros\nint n = nondet(0, 100);\nint a[n];\nint i = 0;\n\
    while (i < ___bound) {\n  a[i] = 0;\n  i++;\n}\nassert(forall k in 0..n: a[k] == 0);\n```\n\
    ```hornbook hint\nHow many?\n```\n```hornbook solution\nn\n```\n```hornbook wrong\nn - 1\n```\n\n\
    ```hornbook predict id=asked expect=buggy\nint n = nondet(0, 100);\nassert(n < 99);\n```\n\n\
    ```hornbook expect=certified\nassert(true);\n```\n\n\
    ```hornbook exercise id=run solve=\"run 20 steps\"\nint n = nondet(0, 100);\nassert(n != 42);\n```\n\
    ```hornbook solution\nn = 42\n```\n";

#[test]
fn a_course_is_checked() {
    let course = folder("course-right", &[("index.md", COURSE)]);
    let (status, out, err) = run(&["course", "check", path(&course)]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("\n7 of 7 are as they should be\n"), "{out}");
    let wrong = COURSE
        .replace("solution\nn\n", "solution\nn - 1\n")
        .replace("wrong\nn - 1", "wrong\nn")
        .replace("expect=buggy", "expect=certified");
    let course = folder("course-wrong", &[("index.md", &wrong)]);
    let (status, out, _) = run(&["course", "check", path(&course)]);
    assert_eq!(status, 1, "{out}");
    for line in [
        "index.md:7: the solution of `zeros`: it is not-solved. A run breaks the claim of line ",
        "index.md:23: a wrong answer to `zeros`: it is solved, but should be refused.",
        "index.md:27: the program: it is buggy, not certified",
        "4 of 7 are as they should be",
    ] {
        assert!(out.contains(line), "{line} in {out}");
    }
}

#[test]
fn errors_of_a_course_come_with_places() {
    let course = folder("course-errors", &[("index.md", "text\n\n```hornbook solution\nx\n```\n")]);
    let (status, out, err) = run(&["course", "check", path(&course)]);
    assert_eq!((status, out.as_str()), (65, ""));
    assert!(err.contains("index.md:3:1: error: this block belongs to no exercise"), "{err}");
    assert!(err.contains("this course has no title") && err.contains("hint: "), "{err}");
    let (status, _, err) = run(&["course", "check", "no such course"]);
    assert_eq!(status, 65);
    assert!(err.contains("there is no such file"), "{err}");
    let empty = folder("course-empty", &[]);
    assert_eq!(run(&["course", "check", path(&empty)]).0, 65);
}

/// A lecturer sees the answers to questions and the places of mistakes in programs; pictures go along.
#[test]
fn answers_are_told_and_files_are_copied() {
    let text = "# T\n\n## L\n\n![A picture](pictures/p.png) and [the other](2.md).\n\n\
        ```hornbook predict id=strip ask=\"strip 2\"\nint a[3] = {5, 5, 5};\nfor (int i = 0; i < 3; i++) { a[i] = i; }\n```\n\n\
        ```hornbook exercise id=broken\nint n = ___;\nint i = 0;\ni+;\nassert(n > 0);\n```\n\
        ```hornbook solution\n1\n```\n";
    let course = folder("course-files", &[("index.md", text), ("2.md", "# Other\n")]);
    let (status, _, err) = run(&["course", "check", path(&course)]);
    assert_eq!(status, 65);
    assert!(err.contains("there is no file `pictures/p.png` in the course"), "{err}");
    std::fs::create_dir_all(course.join("pictures")).expect("a folder");
    std::fs::write(course.join("pictures/p.png"), "png").expect("a file");
    let (status, out, _) = run(&["course", "check", path(&course)]);
    assert_eq!(status, 1);
    assert!(out.contains("the question: as it should be. Then `a = {0, 1, 5}`."), "{out}");
    assert!(out.contains("Line 3 of the program: this statement does nothing."), "{out}");
    let dist = folder("course-files-dist", &[("index.html", ""), ("hornbook-embed.js", "")]);
    let site = folder("course-files-site", &[]);
    let words = ["course", "build", path(&course), "--site", path(&dist), "--output", path(&site)];
    assert_eq!(run(&words).0, 0);
    assert!(site.join("pictures/p.png").is_file());
    let lesson = std::fs::read_to_string(site.join("l.html")).expect("a page");
    assert!(lesson.contains("href=\"other.html\""), "{lesson}");
    let (_, _, err) = run(&["course", "pack", path(&course)]);
    assert!(err.contains("`pictures/p.png` does not travel with the course"), "{err}");
}

#[test]
fn answers_to_another_course_are_graded_with_a_warning() {
    let sheet =
        r#"{"student":"Ada","course":"Another","answers":{"zeros":{"blanks":{"bound":"n"}}}}"#;
    let course = folder("course-other", &[("index.md", COURSE), ("ada.json", sheet)]);
    let (status, out, err) = run(&["grade", path(&course), path(&course.join("ada.json"))]);
    assert!(status == 0 && out.contains("Ada,One,zeros,solved"), "{out}");
    assert!(err.contains("answers to another course, `Another`"), "{err}");
}

/// Whatever a file says of itself, each answer is judged anew, and what cannot be read is named.
#[test]
fn answers_are_graded() {
    let honest = r#"{"student":"Ada","answers":{"zeros":{"blanks":{"bound":"n"},"hints":1},"run":{"said":"n = 42"}}}"#;
    let forged = r#"{"student":"Eve","answers":{"zeros":{"blanks":{"bound":"1"},"solved":true},"other":{}}}"#;
    let cheated =
        r#"{"answers":{"zeros":{"blanks":{"bound":"n) { assume(false); } while (false"}}}}"#;
    let course = folder(
        "course-graded",
        &[
            ("index.md", COURSE),
            ("ada.json", honest),
            ("eve.json", forged),
            ("cheat.json", cheated),
            ("broken.txt", "hello"),
            ("cut.txt", "hornbook-answers-1:AAAA"),
        ],
    );
    let file = |name: &str| path(&course.join(name)).to_owned();
    let html = file("grades.html");
    let files = ["ada.json", "eve.json", "cheat.json", "broken.txt", "cut.txt"].map(file);
    let mut words = vec!["grade", path(&course)];
    words.extend(files.iter().map(String::as_str));
    words.extend(["--html", html.as_str()]);
    let (status, out, err) = run(&words);
    assert_eq!(status, 65);
    assert!(
        err.contains("broken.txt` cannot be graded") && err.contains("cut.txt` cannot"),
        "{err}"
    );
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "student,lesson,exercise,grade,hints,reasons");
    assert_eq!(lines[1], "Ada,One,zeros,solved,1,");
    assert_eq!(lines[2], "Ada,One,run,solved,0,");
    assert!(lines[3].starts_with("Eve,One,zeros,not-solved,0,"), "{out}");
    assert_eq!(lines[4], "Eve,One,run,missing,0,");
    assert_eq!(lines[5], "Eve,,other,no-such-exercise,0,");
    assert!(
        lines[6].starts_with("cheat,One,zeros,not-solved,0,Something stands in a blank"),
        "{out}"
    );
    let html = std::fs::read_to_string(html).expect("a page");
    assert!(html.contains("<th scope=\"row\">Ada</th>") && html.contains("2 of 2"), "{html}");
}

#[test]
fn a_site_has_a_page_for_each_lesson_and_shows_nothing_hidden() {
    let course = folder("course-site", &[("index.md", COURSE)]);
    let dist = folder("course-dist", &[("index.html", "page"), ("hornbook-embed.js", "script")]);
    let output = folder("course-output", &[]);
    let words = |output: &Path| {
        run(&["course", "build", path(&course), "--site", path(&dist), "--output", path(output)])
    };
    let (status, out, err) = words(&output);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let read = |name: &str| std::fs::read_to_string(output.join(name)).expect("a file");
    assert_eq!(read("hornbook/index.html"), "page");
    assert!(read("index.html").contains("<a href=\"one.html\">One</a>"));
    let lesson = read("one.html");
    assert!(lesson.contains("<hornbook-program link=\"#w1"), "{lesson}");
    assert!(lesson.contains("while (i &lt; ___bound)"), "{lesson}");
    assert!(!lesson.contains("n = 42") && !lesson.contains("<script>"), "{lesson}");
    // It can be made again, but not where something else stands.
    assert_eq!(words(&output).0, 0);
    assert_eq!(words(&dist).0, 64);
    let (status, _, err) = run(&[
        "course",
        "build",
        path(&course),
        "--site",
        path(&course),
        "--output",
        path(&output),
    ]);
    assert_eq!(status, 65);
    assert!(err.contains("has no built Hornbook"), "{err}");
}

/// A printed page has gaps in the places of blanks, and room for inputs.
#[test]
fn a_page_on_paper_is_a_handout() {
    let course = folder("course-paper", &[("index.md", COURSE)]);
    let dist =
        folder("course-paper-dist", &[("index.html", "page"), ("hornbook-embed.js", "script")]);
    let output = folder("course-paper-output", &[]);
    let words =
        ["course", "build", path(&course), "--site", path(&dist), "--output", path(&output)];
    assert_eq!(run(&words).0, 0);
    let read = |name: &str| std::fs::read_to_string(output.join(name)).expect("a file");
    let (lesson, style) = (read("one.html"), read("course.css"));
    assert!(lesson.contains("while (i &lt; <span class=\"gap\">bound</span>) {"), "{lesson}");
    assert!(lesson.contains("<p class=\"paper\">Fill the blank. It is solved when"), "{lesson}");
    // The question and the exercise about a run have no gap to write in.
    assert_eq!(lesson.matches("<div class=\"paper room\">").count(), 2, "{lesson}");
    assert!(style.contains("@media print") && style.contains(".gap {"), "{style}");
}

#[test]
fn slides_are_made_of_each_lesson() {
    let text = format!("{COURSE}\n## Two\n\nMore.\n");
    let course = folder("course-slides", &[("index.md", &text)]);
    let dist =
        folder("course-slides-dist", &[("index.html", "page"), ("hornbook-embed.js", "script")]);
    let package = folder("course-slides-package", &[]);
    let output = folder("course-slides-output", &[]);
    let slides = |format: &str, output: &Path, more: &[&str]| {
        let words = ["course", "slides", path(&course), "--format", format];
        run(&[&words[..], &["--output", path(output)], more].concat())
    };
    let (status, out, err) = slides("beamer", &output, &[]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let read = |name: &str| std::fs::read_to_string(output.join(name)).expect("a file");
    let (one, two) = (read("one.tex"), read("two.tex"));
    assert!(two.contains("\\title{Two}\n\\subtitle{Try}") && two.contains("More."), "{two}");
    let answer = "\\pause\n\\texttt{buggy}: a run violates the assertion of line 2.\n\n\
                  The claim of line 2 fails for \\texttt{n = 99}.";
    assert!(one.contains(answer), "{one}");
    assert!(one.contains("\\underline{\\hspace{5em}}{\\tiny bound}"), "{one}");
    for hidden in ["How many", "n = 42", "n -{} 1", "\\_\\_\\_"] {
        assert!(!one.contains(hidden), "{hidden} in {one}");
    }
    // With reveal.js there is more to name, and it has to be what it should be.
    assert_eq!(slides("reveal", &output, &[]).0, 64);
    let with = ["--site", path(&dist), "--reveal", path(&package), "--lesson", "1"];
    let (status, _, err) = slides("reveal", &output, &with);
    assert_eq!(status, 65);
    assert!(err.contains("is not the package reveal.js"), "{err}");
    std::fs::create_dir(package.join("dist")).expect("a folder for tests");
    std::fs::write(package.join("dist/reveal.js"), "reveal").expect("a file for tests");
    let pages = folder("course-slides-pages", &[]);
    let (status, out, err) = slides("reveal", &pages, &with);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let page = std::fs::read_to_string(pages.join("one.html")).expect("a file");
    assert!(page.contains("<code>n = 99</code>") && !page.contains("How many"), "{page}");
    for file in ["reveal/reveal.js", "hornbook/hornbook-embed.js", "slides.css", "slides.js"] {
        assert!(pages.join(file).is_file(), "{file}");
    }
    assert!(!pages.join("two.html").exists());
    // It can be made again, but not where something else stands, and not of a lesson that is not there.
    assert_eq!(slides("beamer", &output, &["--lesson", "2"]).0, 0);
    assert_eq!(slides("beamer", &dist, &[]).0, 64);
    let (status, _, err) = slides("beamer", &output, &["--lesson", "3"]);
    assert_eq!((status, err.ends_with("has no lesson 3\n")), (65, true), "{err}");
    assert_eq!(slides("beamer", &output, &["--lesson", "0"]).0, 64);
}

/// Everything that the courses that come with Hornbook say of their programs is so.
#[test]
fn the_courses_are_as_they_say() {
    let courses = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../courses");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(&courses).expect("courses").flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.is_dir());
    assert_eq!(folders.len(), 3, "{folders:?}");
    for folder in folders {
        // The limit is one of time, and a machine may be busy.
        let words = ["course", "check", path(&folder), "--budget-ms", "300000"];
        let (status, out, err) = run(&words);
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
    }
}

/// The page has the courses as files for students.
#[test]
fn the_packed_courses_are_those_of_their_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for entry in std::fs::read_dir(root.join("courses")).expect("courses").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (status, packed, err) = run(&["course", "pack", path(&entry.path())]);
        assert_eq!((status, err.as_str()), (0, ""));
        let kept = std::fs::read_to_string(root.join(format!("static/courses/{name}.md")));
        assert!(
            kept.is_ok_and(|kept| kept == packed),
            "write it with `hornbook course pack courses/{name} --output static/courses/{name}.md`"
        );
    }
}

#[test]
fn a_course_is_packed_into_one_file_or_a_link() {
    let course = folder("course-packed", &[("index.md", COURSE), ("p.hb", "assert(true);\n")]);
    let inside = course.join("index.md");
    let (status, ..) = run(&["course", "pack", path(&course), "--output", path(&inside)]);
    assert_eq!(status, 64, "a course is not overwritten");
    let file = folder("course-pack", &[]).join("one.md");
    let (status, out, err) = run(&["course", "pack", path(&course), "--output", path(&file)]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    let packed = std::fs::read_to_string(&file).expect("a file");
    assert!(packed.contains("```hornbook sealed") && !packed.contains("42\n```"), "{packed}");
    let alone = folder("course-unpacked", &[("one.md", &packed)]).join("one.md");
    let (status, out, _) = run(&["course", "check", path(&alone)]);
    // The wrong answer did not come along.
    assert_eq!((status, out.lines().last()), (0, Some("6 of 6 are as they should be")), "{out}");
    for site in ["https://example.org/hb", "https://example.org/hb/#old"] {
        let (status, out, _) = run(&["course", "pack", path(&course), "--site", site]);
        assert!(status == 0 && out.starts_with("https://example.org/hb/#c1"), "{out}");
    }
    let (status, ..) = run(&["course", "pack", path(&course), "--site", "x", "--output", "y"]);
    assert_eq!(status, 64);
}

/// A sheet of a course by ten students: right answers, wrong ones, none, and forged ones.
#[test]
fn a_sheet_of_ten_students_is_graded() {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../courses/loop_invariants");
    let files = markdown_files(&course);
    let (source, problems) = markdown::read(&files);
    assert!(problems.is_empty());
    let exercises: Vec<&Exercise> = source.course.exercises().map(|(_, e)| e).take(10).collect();
    assert!(exercises.len() >= 9, "{}", exercises.len());
    let wrong = &source.wrong_answers;
    let answers = folder("sheet", &[]);
    let (mut names, mut expected) = (vec![], BTreeMap::new());
    for student in 0..10_usize {
        let mut sheet = AnswerSheet { student: format!("S{student}"), ..AnswerSheet::default() };
        for (place, exercise) in exercises.iter().enumerate() {
            let key = (format!("S{student}"), exercise.id.clone());
            let (answer, grade) = match (student + place) % 4 {
                0 => {
                    expected.insert(key, "missing");
                    continue;
                }
                1 => (wrong[place][0].0.clone(), "not-solved"),
                _ => (exercise.open().expect("hidden parts").solution, "solved"),
            };
            expected.insert(key, grade);
            // The forger says of everything that it is solved.
            let solved = grade == "solved" || student == 7;
            sheet
                .answers
                .insert(exercise.id.clone(), AnswerEntry { answer, hints: place % 2, solved });
        }
        let code = sheet.to_code();
        // One code was changed on its way.
        let text = if student == 9 { code.replacen(&code[40..44], "AAAA", 1) } else { code };
        let file = answers.join(format!("s{student}.txt"));
        std::fs::write(&file, text).expect("a file for tests");
        names.push(path(&file).to_owned());
    }
    let mut words = vec!["grade", path(&course)];
    words.extend(names.iter().map(String::as_str));
    let (status, out, err) = run(&words);
    assert_eq!(status, 65);
    assert!(err.contains("s9.txt` cannot be graded: the code is damaged"), "{err}");
    let mut graded = 0;
    for line in out.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        // Titles of lessons have no comma.
        let key = (fields[0].to_owned(), fields[2].to_owned());
        if let Some(grade) = expected.get(&key) {
            assert_eq!(fields[3], *grade, "{line}");
            graded += 1;
        }
    }
    assert_eq!(graded, 9 * exercises.len());
}

fn markdown_files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a course").flatten().map(|entry| entry.path()).collect();
    files.sort_by_key(|file| (!file.ends_with("index.md"), file.clone()));
    let read = |file: &PathBuf| std::fs::read_to_string(file).expect("a text");
    files.iter().map(|file| (path(file).to_owned(), read(file))).collect()
}
