//! Links survive the way out and back, and damage is noticed.

use super::*;
use crate::state::StageList;
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order};
use hornbook_corpus::dice::Dice;
use hornbook_course::exercise::Exercise;
use hornbook_course::link::ProgramLink;
use hornbook_course::template::Template;
use hornbook_horn::ClauseId;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::{Options, TextKind};
use hornbook_records::stages::{StageKey, abstraction_stages};
use hornbook_tasks::choices::{Choices, ChosenAbstraction, Key, Unread};
use proptest::prelude::*;
use serde_json::Value;
use std::rc::Rc;

/// The digits of packed data.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const VIEWS: [PageMode; 3] = [PageMode::Page, PageMode::Embedded, PageMode::EmbeddedEditor];

prop_compose! {
    fn cells()(clause in any::<u32>(), array in ".{0,6}", indices in prop::collection::vec(".{0,6}", 0..3)) -> NamedCells {
        NamedCells { clause, array, indices }
    }
}

prop_compose! {
    fn options()(
        abstraction in prop_oneof![Just(""), Just("cell1"), Just("cell<2,P3.a=slice(i)"), Just("auto")],
        heuristic in prop::option::of(prop::sample::select(&Heuristic::ALL[..])),
        switches in any::<[bool; 3]>(),
        order in prop::sample::select(&Order::ALL[..]),
        cells in prop::collection::vec(cells(), 0..3),
        seconds in prop_oneof![Just(120), any::<u32>()],
    ) -> Options {
        let ([check_bounds, large_blocks, loops], abstraction) = (switches, abstraction.parse().ok());
        let choices =
            Choices { abstraction, heuristic, order, cells, check_bounds, large_blocks, loops, ..Choices::default() };
        Options { choices, seconds }
    }
}

fn stages() -> impl Strategy<Value = StageKey> {
    let known: Vec<StageKey> = abstraction_stages().into_iter().map(|stage| stage.key).collect();
    prop_oneof![prop::sample::select(known), "[a-z]{1,8}".prop_map(StageKey::from)]
}

fn axes() -> impl Strategy<Value = ComparisonAxis> {
    prop_oneof![
        Just(ComparisonAxis::Heuristics),
        Just(ComparisonAxis::Abstractions),
        [any::<String>(), any::<String>()]
            .prop_filter_map("a way", |w| ComparisonAxis::from_words(&w)),
        Just(
            ComparisonAxis::from_words(&["cell2,a=id".to_owned(), "ma15".to_owned()])
                .expect("a way")
        ),
    ]
}

prop_compose! {
    /// Any link; its text has line ends as in the editor.
    fn links()(
        clauses in any::<bool>(),
        text in prop::collection::vec(any::<char>(), 0..200),
        options in options(),
        strange in prop::option::of(".{1,20}"),
        stage in stages(),
        selected in prop::option::of(any::<u32>()),
        compared in prop::option::of(axes()),
        solved in any::<bool>(),
        hides_found in any::<bool>(),
        blank in prop::option::of("[ -~]{0,20}"),
    ) -> Link {
        let text: String = text.into_iter().map(|c| if c == '\r' { '\n' } else { c }).collect();
        let kind = if clauses { TextKind::Clauses } else { TextKind::Program };
        // Readable choices are left out.
        let strange = strange.filter(|text| text.parse::<ChosenAbstraction>().is_err());
        let strange = strange.filter(|_| options.choices.abstraction.is_none());
        let unread = strange.map(|text| Unread { key: Key::Abstraction, text }).into_iter().collect();
        let selected = selected.map(ClauseId);
        let exercise = blank.map(|text| {
            let template = Template::read(&format!("int n = ___;\n{text}"));
            Rc::new(Exercise { id: text, template, ..Exercise::default() })
        });
        Link { kind, text, options, unread, stage, selected, compared, solved, hides_found, exercise }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(link in links(), view in prop::sample::select(&VIEWS[..])) {
        let hash = encode(&link, view).unwrap();
        prop_assert_eq!(PageMode::from_hash(&hash), view);
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        prop_assert!(hash[1..].chars().all(plain), "{}", hash);
        prop_assert_eq!(decode(&hash), Ok(Some(link)));
    }

    #[test]
    fn no_hash_is_too_strange(hash in "#?[ew]?[0-9]?.{0,80}") {
        let _ = decode(&hash);
        let _ = PageMode::from_hash(&hash);
    }
}

/// Links to damage: short and long, each view.
fn samples() -> Vec<(String, Link)> {
    let long = include_str!("../../../../tests/programs/03_init_then_flag.hb");
    let mut samples = vec![];
    for (text, view) in
        ["", "int n;", "// é 😀 ∀\nassert(true);", long].iter().zip(VIEWS.iter().cycle())
    {
        let options = Choices::abstraction("cell2".parse().unwrap()).into();
        let link = Link { stage: StageKey::ELIMINATE, ..Link::program(text, options) };
        samples.push((encode(&link, *view).unwrap(), link));
    }
    samples
}

/// Fails if a damaged hash opens another program than the one it was made from.
#[track_caller]
fn harmless(damaged: &str, link: &Link) {
    if let Ok(Some(found)) = decode(damaged) {
        assert_eq!(&found, link, "{damaged}");
    }
}

#[test]
fn every_prefix_of_a_link_is_refused() {
    for (hash, link) in samples() {
        for end in 0..hash.len() {
            harmless(&hash[..end], &link);
            let opened = decode(&hash[..end]);
            let none = end <= 1 + hash.find('1').unwrap_or(0);
            assert!(if none { !matches!(opened, Ok(Some(_))) } else { opened.is_err() });
        }
    }
}

/// The hash after some changes: characters replaced, removed, doubled or exchanged.
fn damaged(hash: &str, dice: &mut Dice) -> String {
    let strange = ['%', '(', ' ', 'é', '=', '\n', '#', '\0'];
    let mut letters: Vec<char> = hash.chars().collect();
    for _ in 0..=dice.below(4) {
        if letters.len() < 2 {
            break;
        }
        let at = dice.below(letters.len());
        match dice.below(6) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters.truncate(at.max(1)),
            3 => letters[at] = strange[dice.below(strange.len())],
            4 => letters.swap(at, dice.below(hash.len()).min(at)),
            _ => letters[at] = char::from(DIGITS[dice.below(64)]),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn changes_of_a_link_never_open_another_program() {
    let mut dice = Dice::new(1);
    for (hash, link) in samples() {
        for _ in 0..1000 {
            harmless(&damaged(&hash, &mut dice), &link);
        }
    }
}

/// A hash with this JSON.
fn forged(json: &[u8]) -> String {
    format!("#1{}", pack(json))
}

#[test]
fn what_ends_the_sentence_around_a_link_is_no_part_of_it() {
    for (hash, link) in samples() {
        for end in [".", ")", ").", "'", "?!", ",", ";", ":", "]", "}", "*"] {
            assert_eq!(decode(&format!("{hash}{end}")), Ok(Some(link.clone())), "{end}");
        }
        assert_eq!(decode(&format!("{hash}(")), Err(LinkError::Character('(')));
    }
}

#[test]
fn links_of_courses_are_read() {
    let exercise = Exercise { id: "zeros".to_owned(), ..Exercise::default() };
    let choices = Choices::abstraction("cell2".parse().unwrap());
    let (exercise, stage) = (Some(&exercise), "solve");
    let made = ProgramLink {
        text: "int n;\n",
        choices: Some(&choices),
        exercise,
        stage,
        hides_found: true,
    };
    let link = decode(&made.embedded()).unwrap().expect("a link");
    assert_eq!((link.text.as_str(), &link.options.choices), ("int n;\n", &choices));
    assert_eq!((link.stage.as_str(), link.hides_found), ("solve", true));
    assert_eq!(link.exercise.as_deref(), exercise);
    assert_eq!(PageMode::from_hash(&made.embedded()), PageMode::EmbeddedEditor);
    assert_eq!(PageMode::from_hash(&made.whole()), PageMode::Page);
    assert_eq!(decode(&made.whole()), Ok(Some(link)));
}

#[test]
fn a_forged_link_gives_an_error() {
    let json = |text: &str| decode(&forged(text.as_bytes()));
    assert_eq!(json("no JSON"), Err(LinkError::Content));
    assert_eq!(json(&"[".repeat(100_000)), Err(LinkError::Content));
    assert_eq!(json(r#"{"t":"","k":"x"}"#), Err(LinkError::Kind("x".to_owned())));
    assert_eq!(decode(&forged(b"{\"t\":\"\xff\"}")), Err(LinkError::Content));
}

#[test]
fn a_kind_as_long_as_a_book_is_told_in_a_line() {
    let json = format!(r#"{{"t":"","k":"{}"}}"#, "tiling ".repeat(100_000));
    let error = decode(&forged(json.as_bytes())).unwrap_err();
    let kind = "This link holds a text of the kind \"tiling tiling tiling…\", which";
    assert!(error.to_string().starts_with(kind), "{:.200}", error.to_string());
    assert!(error.to_string().len() < 120);
}

#[test]
fn what_unpacks_to_very_much_is_refused() {
    for bytes in [MOST_BYTES + 1, 30 << 20] {
        let bomb = forged(&vec![b' '; bytes]);
        assert!(bomb.len() < MOST_CHARACTERS, "{}", bomb.len());
        assert_eq!(decode(&bomb), Err(LinkError::TooLarge));
    }
    let longest = forged(&vec![b' '; MOST_BYTES]);
    assert_eq!(decode(&longest), Err(LinkError::Content));
}

#[test]
fn no_link_is_longer_than_what_is_read() {
    let mut dice = Dice::new(2);
    let noise: String = (0..70_000).map(|_| char::from(DIGITS[dice.below(64)])).collect();
    assert_eq!(encode(&Link::program(&noise, Options::default()), PageMode::Page), Err(TooLong));
    let even = "a".repeat(MOST_BYTES);
    assert_eq!(encode(&Link::program(&even, Options::default()), PageMode::Page), Err(TooLong));
    assert_eq!(decode(&format!("#1{noise}")), Err(LinkError::TooLarge));
    let nearly = Link::program(&noise[..50_000], Options::default());
    let hash = encode(&nearly, PageMode::EmbeddedEditor).unwrap();
    assert_eq!(decode(&hash), Ok(Some(nearly)));
}

#[test]
fn other_hashes_are_no_links_and_newer_ones_say_so() {
    for hash in ["", "#", "#e", "#w", "#east", "#section", "#code=1", "#-1", "#É1"] {
        assert_eq!(decode(hash), Ok(None), "{hash}");
        assert_eq!(PageMode::from_hash(hash), PageMode::Page, "{hash}");
    }
    for (hash, version) in [("#2abc", '2'), ("#e9(", '9'), ("#w0", '0')] {
        assert_eq!(decode(hash), Err(LinkError::TooNew(version)), "{hash}");
    }
    assert_eq!(decode("#1(a)"), Err(LinkError::Character('(')));
    assert_eq!(decode("#1"), Err(LinkError::Cut));
    assert_eq!(PageMode::from_hash("#e1 damaged"), PageMode::Embedded);
}

/// All links of `tests/links/links.jsonl` still open, and open the same.
///
/// That list only grows. A link on it was given to somebody, and is never changed or taken off:
/// when this test fails, the decoder is wrong. When the form of links gets something new, add lines
/// that `a_line_for_the_list_of_links` prints.
#[test]
fn links_of_former_days_open_as_they_did() {
    let list = include_str!("../../../../tests/links/links.jsonl");
    assert!(list.lines().count() >= 20);
    for (n, line) in list.lines().enumerate() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let hash = entry["hash"].as_str().unwrap();
        let link = decode(hash).unwrap().unwrap();
        assert_eq!(described(&link, PageMode::from_hash(hash), hash), entry, "line {}", n + 1);
    }
}

/// A line of the list, in words that have nothing to do with the form of links.
fn described(link: &Link, view: PageMode, hash: &str) -> Value {
    // A link of the first days left the defaults out, so that nobody has chosen them there.
    let choices = &link.options.choices;
    let name = |key: Key| match choices.texts(key).pop() {
        None => key.default().to_owned(),
        Some(chosen) if chosen == key.default() => format!("{chosen}, chosen"),
        Some(chosen) => chosen,
    };
    let (abstraction, heuristic) = (name(Key::Abstraction), name(Key::Heuristic));
    let switches = [
        ("check bounds", choices.check_bounds),
        ("large blocks", choices.large_blocks),
        ("loops", choices.loops),
        ("right to left", choices.order == Order::RightToLeft),
    ];
    let switches = switches.into_iter().filter_map(|(name, on)| on.then_some(name));
    let cells = choices.cells.iter();
    let cells = cells.map(|c| serde_json::json!([c.clause, c.array, c.indices]));
    let mut described = serde_json::json!({
        "hash": hash,
        "view": format!("{view:?}"),
        "kind": format!("{:?}", link.kind),
        "text": link.text,
        "abstraction": abstraction,
        "heuristic": heuristic,
        "switches": switches.collect::<Vec<_>>(),
        "cells": cells.collect::<Vec<_>>(),
        "stage": StageList::default().get(&link.stage).name,
        "clause": link.selected.map(|clause| clause.0),
    });
    // Links of the first years compare nothing, and their lines do not say so.
    if let Some(axis) = &link.compared {
        let described_axis = match axis.words().as_slice() {
            [abstraction, heuristic] => {
                format!("Other {{ abstraction: {abstraction:?}, heuristic: {heuristic:?} }}")
            }
            _ => format!("{axis:?}"),
        };
        described["compared"] = serde_json::json!(described_axis);
    }
    described
}

/// `cargo test -p hornbook-frontend line_for_the_list -- --nocapture` prints lines for the list.
#[test]
fn a_line_for_the_list_of_links() {
    for (link, view) in worth_keeping() {
        let hash = encode(&link, view).unwrap();
        println!("{}", described(&link, view, &hash));
        assert_eq!(decode(&hash), Ok(Some(link)));
    }
}

/// Links with something of everything.
fn worth_keeping() -> Vec<(Link, PageMode)> {
    let program = |text: &str| Link::program(text, Options::default());
    let with = |chosen: &[(Key, &str)]| {
        let mut link = program("int a[];\nint v = a[0];\nassert(v == v + 0);");
        for (key, text) in chosen {
            link.options.choices.set(*key, text).unwrap();
        }
        link
    };
    let mut links: Vec<Link> =
        ["", "int n;", "// é 😀 ∀ \u{202e}\u{0}\t\"\\</script>\n\n"].map(program).to_vec();
    links.extend(crate::gallery::all().take(3).map(|example| program(example.text)));
    links.extend([
        with(&[(Key::Abstraction, "cell2")]),
        with(&[(Key::Abstraction, "auto")]),
        with(&[(Key::Abstraction, "cell1")]),
        with(&[(Key::Abstraction, "cell<2,a=slice(i)")]),
        with(&[(Key::Heuristic, "mg16")]),
        with(&[(Key::Heuristic, "relevant")]),
        with(&[(Key::CheckBounds, "")]),
        with(&[(Key::LargeBlocks, "")]),
        with(&[(Key::Loops, "")]),
        with(&[(Key::Order, "right")]),
        with(&[(Key::Cells, "3:a=k', i + 1"), (Key::Cells, "4:b=0")]),
    ]);
    let clauses = "(set-logic HORN)\n(assert false)\n(check-sat)\n";
    links.push(Link { kind: TextKind::Clauses, ..program(clauses) });
    let mut links: Vec<(Link, PageMode)> =
        links.into_iter().map(|link| (link, PageMode::Page)).collect();
    for (n, stage) in abstraction_stages().into_iter().enumerate() {
        let stage = stage.key;
        let selected = Some(ClauseId(n as u32));
        links.push((Link { stage, selected, ..program("assert(1 < 2);") }, VIEWS[n % 3]));
    }
    let other = ComparisonAxis::from_words(&["cell2".to_owned(), "ma15".to_owned()]).unwrap();
    for axis in [ComparisonAxis::Heuristics, ComparisonAxis::Abstractions, other] {
        let (stage, selected) = (StageKey::ELIMINATE, Some(ClauseId(2)));
        let compared = Some(axis);
        links.push((
            Link { stage, selected, compared, ..program("assert(1 < 2);") },
            PageMode::Page,
        ));
    }
    links
}

#[test]
fn a_course_is_packed_or_beside_the_page_and_a_lesson_is_named_behind_it() {
    let packed = encode_course("# A course\n");
    for lesson in [None, Some("one-cell")] {
        let hash = with_lesson(&packed, lesson);
        assert_eq!(PageMode::from_hash(&hash), PageMode::Course);
        assert_eq!(decode_course(&hash), Ok(CourseSource::Text("# A course\n".to_owned())));
        assert_eq!(split_lesson(&hash), (packed.as_str(), lesson));
        assert_eq!(with_lesson(&hash, Some("other")), format!("{packed}&lesson=other"));
        let file = with_lesson(&encode_course_file("courses/own.md"), lesson);
        assert_eq!(PageMode::from_hash(&file), PageMode::Course);
        assert_eq!(decode_course(&file), Ok(CourseSource::File("courses/own.md".to_owned())));
        assert_eq!(decode(&file), Ok(None));
    }
}

#[test]
fn a_course_beside_the_page_is_nowhere_else() {
    for path in [
        "/a.md",
        "../a.md",
        "https://example.org/a.md",
        "//b/a.md",
        "a.js",
        "",
        ".md",
        "a/./b.md",
        "%2e%2e/a.md",
        "a\\b.md",
    ] {
        let hash = format!("#course={path}");
        assert_eq!(PageMode::from_hash(&hash), PageMode::Course, "{path}");
        assert_eq!(decode_course(&hash), Err(LinkError::CoursePath), "{path}");
    }
    for (path, file) in [("My%20course.md", "My course.md"), ("%C3%9Cbung.MD", "Übung.MD")] {
        let decoded = decode_course(&format!("#course={path}"));
        assert_eq!(decoded, Ok(CourseSource::File(file.to_owned())));
    }
    assert_eq!(lesson_in("#course=a.md&lesson=%C3%BCbung").as_deref(), Some("übung"));
}
