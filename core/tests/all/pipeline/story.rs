//! The story of a verdict: five cards that say nothing untrue.

use hornbook_core::explain::Outcome;
use hornbook_core::explain::story::{Picture, Story, Topic};
use hornbook_core::pipeline::{Choices, Driver, Export, Input, Status, export, verdict_story};

fn solved(text: &str) -> (Input, Outcome) {
    let input = Input::program(text, &Choices::default());
    let mut driver = Driver::new(&input).expect("no errors");
    match driver.step(3_000_000) {
        Status::Done(outcome) => (input, outcome),
        Status::Running(_) => panic!("it takes too long"),
    }
}

fn story(text: &str, assertion: usize) -> Story {
    let (input, outcome) = solved(text);
    verdict_story(&input, &outcome, assertion).expect("a story")
}

const ZEROS: &str = "int n = nondet(); int a[n]; int i = 0;\n\
                     while (i < n) { a[i] = 0; i++; }\n\
                     assert(forall k in 0..n: a[k] == 0);";

#[test]
fn a_certified_program_is_told_in_five_cards() {
    let Story { verdict, cards } = story(ZEROS, 0);
    assert_eq!(verdict, "certified");
    let topics: Vec<Topic> = cards.iter().map(|card| card.topic).collect();
    use Topic::{Cells, Claim, Danger, Enough, Remembered};
    assert_eq!(topics, [Claim, Danger, Remembered, Cells, Enough]);
    let says = |n: usize| cards[n].sentence.as_str();
    assert!(says(0).contains("`assert(forall k in 0..n: a[k] == 0);`"), "{}", says(0));
    assert!(says(1).contains("there is one `k`"), "{}", says(1));
    assert!(says(2).contains("one cell at a time"), "{}", says(2));
    assert!(says(3).contains("`a[k]`"), "{}", says(3));
    assert!(says(4).contains("`forall k: 0 <= k < i ==> a[k] == 0`"), "{}", says(4));
    assert!(matches!(&cards[4].picture, Picture::Strips(strips) if strips.len() == 1));
    assert!(matches!(&cards[3].picture, Picture::Cells(arrays) if !arrays[0].cells.is_empty()));
}

/// Not the last loop before the claim in the text, nor one behind it, but the one that leads there.
#[test]
fn the_reason_is_the_loop_that_leads_to_the_claim() {
    let nested = "int n = nondet(); int a[n]; int i = 0;\n\
                  while (i < n) { int j = 0;\n\
                  while (j < 3) { a[i] = 7; j++; }\n\
                  i++; }\n\
                  assert(forall k in 0..n: a[k] == 7);";
    let last = story(nested, 0).cards.pop().expect("five");
    assert!(last.sentence.contains("`forall k: 0 <= k < i ==> a[k] == 7`"), "{}", last.sentence);
    let behind = "int n = nondet(); int a[n]; a[0] = 1; assert(a[0] == 1); int i = 0;\n\
                  while (i < n) { a[i] = 0; i++; }\n\
                  assert(forall k in 0..n: a[k] == 0);";
    let first = story(behind, 0).cards.pop().expect("five");
    assert!(first.sentence.contains("no loop has to be understood"), "{}", first.sentence);
    let doing = "int n = nondet(); assume(n > 0); int a[n]; int i = 0;\n\
                 do { a[i] = 0; i++; } while (i < n);\n\
                 assert(i == n);";
    let last = story(doing, 0).cards.pop().expect("five");
    assert!(!last.sentence.contains("at its condition"), "{}", last.sentence);
}

#[test]
fn other_verdicts_have_their_own_last_card() {
    let wrong = ZEROS.replace("a[k] == 0", "a[k] == 1");
    let Story { verdict, cards } = story(&wrong, 0);
    assert_eq!((verdict.as_str(), cards[4].topic), ("buggy", Topic::Found));
    assert!(cards[4].sentence.starts_with("The run chooses"), "{}", cards[4].sentence);
    assert!(matches!(&cards[4].picture, Picture::Strips(strips) if strips[0].1.is_some()));
    let pragma = "#pragma abstraction cell1\nint n = nondet(); int a[n]; int c = nondet(); int i = 0;\n\
                  while (i < n) { a[i] = c; i++; }\n\
                  assert(forall k in 0..n: forall l in 0..n: a[k] == a[l]);";
    let (input, outcome) = solved(pragma);
    let told = verdict_story(&input, &outcome, 0).expect("a story");
    if told.verdict == "too-weak" {
        assert_eq!(told.cards[4].topic, Topic::Lost);
    }
    let bounds = "#pragma check-bounds\nint n = nondet(); assume(n > 0); int a[n]; a[0] = 1;";
    let claim = &story(bounds, 0).cards[0];
    assert!(claim.sentence.contains("must lie within the array"), "{}", claim.sentence);
    assert_eq!(verdict_story(&input, &outcome, 7), None);
}

#[test]
fn slides_have_a_page_for_each_card() {
    let (input, outcome) = solved(ZEROS);
    let html = export(&input, "A <b> & c", Some(&outcome), Export::Slides).expect("slides");
    assert_eq!(html.matches("<h2>").count(), 5);
    assert!(
        html.contains("<svg") && html.contains("A &lt;b&gt; &amp; c") && !html.contains("<script")
    );
    let latex = export(&input, "50 % of a_b", Some(&outcome), Export::LatexSlides).expect("slides");
    assert_eq!(latex.matches("\\begin{frame}{").count(), 5);
    assert!(latex.contains("50 \\% of a\\_b") && latex.contains("\\begin{tikzpicture}"));
    assert_eq!(latex.matches('{').count(), latex.matches('}').count());
    assert_eq!(
        export(&input, "", None, Export::Slides),
        None,
        "without a verdict there is no story"
    );
}
