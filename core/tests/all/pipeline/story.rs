//! The story of a verdict: five cards that say nothing untrue, and one more about calls.

use hornbook_pipeline::{Choices, Driver, Input, Status, export, verdict_story};
use hornbook_records::Outcome;
use hornbook_records::export::Export;
use hornbook_records::story::{CardPicture, Story, Topic};

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
    assert!(matches!(&cards[4].picture, CardPicture::Strips(strips) if strips.len() == 1));
    assert!(matches!(&cards[3].picture, CardPicture::Cells(arrays) if !arrays[0].cells.is_empty()));
}

/// That the rounds of a loop keep its invariant rests on the loops inside of it.
#[test]
fn the_proof_of_nested_loops_tells_each_loop() {
    let text = "int n = nondet(0, 100); int a[n]; int b[n]; int i = 0;\n\
                while (i < n) {\n\
                int j = 0;\n\
                while (j < n) { b[j] = i; j++; }\n\
                a[i] = 0;\n\
                i++;\n\
                }\n\
                assert(forall k in 0..n: a[k] == 0);";
    let Story { verdict, cards } = story(text, 0);
    assert_eq!(verdict, "certified");
    let told = &cards.last().expect("a card").sentence;
    let (outer, inner) = told.split_once(" For that, ").expect("the loop inside");
    assert!(outer.contains("the loop of line 2") && outer.contains("a[k] == 0"), "{told}");
    assert!(inner.contains("the loop of line 4") && inner.contains("a[k] == 0"), "{told}");
}

/// The step with most relevant cells is told, by its statement, and not the last one.
#[test]
fn the_step_that_has_most_to_tell_is_told() {
    let text = "int n = nondet(); int a[n]; int b[n];\n\
                for (int i = 0; i < n; i++) {\n\
                a[i] = b[i];\n\
                }\n\
                b[0] = 7;\n\
                assert(forall k in 1..n: a[k] == b[k]);";
    let cards = story(text, 0).cards;
    let cells = cards.iter().find(|card| card.topic == Topic::Cells).expect("a card");
    assert!(cells.sentence.starts_with("Line 3 does `a[i] = b[i]`. "), "{}", cells.sentence);
    assert!(cells.sentence.contains("`b[i]`"), "{}", cells.sentence);
    // A step that has more to tell of an array that the claim does not read is none.
    let other = "int n = nondet(); int a[n]; int b[n]; int c[n];\n\
                 for (int i = 0; i < n; i++) {\n\
                 c[i] = a[i] + b[i] + a[n - 1 - i];\n\
                 a[i] = 0;\n\
                 }\n\
                 assert(forall k in 0..n: a[k] == 0);";
    let cards = story(other, 0).cards;
    let cells = cards.iter().find(|card| card.topic == Topic::Cells).expect("a card");
    assert!(cells.sentence.starts_with("Line 4 does `a[i] = 0`. "), "{}", cells.sentence);
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
    assert!(matches!(&cards[4].picture, CardPicture::Strips(strips) if strips[0].1.is_some()));
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
    // The question and the verdict have notes for the speaker, too.
    assert_eq!(html.matches("<aside class=\"notes\" hidden>").count(), 7);
    assert_eq!(latex.matches("\\note{").count(), 7);
    assert!(latex.contains("50 \\% of a\\_b") && latex.contains("\\begin{tikzpicture}"));
    // The program is there from the beginning, and the verdict comes last.
    for slides in [&html, &latex] {
        let at = |words: &str| slides.find(words).unwrap_or_else(|| panic!("{words}\n{slides}"));
        assert!(at("Does the claim hold") < at("The verdict: certified"), "{slides}");
        let first = if slides.contains("<h1>") { at("<h2>") } else { at("\\begin{frame}{") };
        assert!(at("int a[n]") < first && first < at("The verdict"), "{slides}");
    }
    assert_eq!(latex.matches('{').count(), latex.matches('}').count());
    assert_eq!(
        export(&input, "", None, Export::Slides),
        None,
        "without a verdict there is no story"
    );
}

/// A program whose name and first line tell the verdict.
const TOLD: &str = "// The last cell is wrong.\nint n = nondet();\nint a[n];\nint i = 0;\n\
                    while (i < n - 1) { a[i] = 0; i++; }\nassert(forall k in 0..n: a[k] == 0);\n";

#[test]
fn a_handout_has_blanks_in_the_place_of_all_answers() {
    for (text, verdict) in [(TOLD.to_owned(), "buggy"), (TOLD.replace("n - 1", "n"), "certified")] {
        let (input, outcome) = solved(&text);
        let title = "Zeros, but one is missing";
        let page = export(&input, title, Some(&outcome), Export::Handout).expect("a handout");
        for told in [verdict, "wrong.", title, "The run chooses", "starts true", "<script"] {
            assert!(!page.contains(told), "{told}\n{page}");
        }
        // The lines keep their numbers, and the claim its words.
        assert!(page.contains("<pre>   2  int n") && page.contains("Line 6 claims"), "{page}");
        assert!(page.contains("comes to line 6 and there is one <span class=\"blank\""), "{page}");
        assert_eq!(page.matches("<h2>The answer</h2>").count(), 1, "{page}");
        assert_eq!(page.matches("class=\"line\"").count(), 20, "{page}");
        let answers = export(&input, title, Some(&outcome), Export::HandoutAnswers);
        let answers = answers.expect("a handout");
        assert!(answers.contains(&format!("The verdict: {verdict}")), "{answers}");
        assert!(answers.contains(title) && answers.contains("The last cell is wrong."));
        assert!(!answers.contains("\"blank\"") && answers.matches("<svg").count() >= 2);
    }
    let (input, _) = solved(ZEROS);
    assert_eq!(export(&input, "", None, Export::Handout), None, "there is no story yet");
}

/// The card about calls, with the lines that are shown.
fn calls(text: &str, assertion: usize) -> Option<(String, Vec<u32>)> {
    let card = story(text, assertion).cards.into_iter().find(|card| card.topic == Topic::Calls)?;
    let CardPicture::Lines(lines) = card.picture else { panic!("lines are shown") };
    Some((card.sentence, lines.into_iter().map(|(line, _)| line).collect()))
}

const CONTRACT: &str = "int root(int x)\n\
                        requires x >= 0;\n\
                        ensures result <= x;\n\
                        { return 0; }\n\
                        int one(int x) { return 1; }\n\
                        int y = nondet(0, 9);\n\
                        y = root(y) + one(2);\n\
                        assert(y <= 10);";

#[test]
fn a_claim_says_on_which_contracts_it_rests() {
    let (said, lines) = calls(CONTRACT, 1).expect("a card about calls");
    assert!(said.contains("Calls of `root` go by its contract: it has a contract."), "{said}");
    assert!(said.contains("`one` is written out where it is called"), "{said}");
    let rests = "The claim rests on the contract in line 3 and what the call in line 7 keeps, \
                 certified, too.";
    assert!(said.ends_with(rests), "{said}");
    assert_eq!(lines, [3, 7]);
}

#[test]
fn a_contract_may_rest_on_itself() {
    let text = "int down(int n)\n\
                ensures result >= 0;\n\
                { if (n <= 0) { return 0; } int r = down(n - 1); return r; }";
    let (said, lines) = calls(text, 0).expect("a card about calls");
    assert!(said.contains("The claim rests on itself"), "{said}");
    assert_eq!(lines, [2]);
}

#[test]
fn without_functions_or_with_a_run_nothing_is_told_of_calls() {
    assert_eq!(calls(ZEROS, 0), None);
    assert_eq!(calls("int f(int x) { return x; } int y = f(1); assert(y == 2);", 0), None);
    let (said, _) = calls("int f(int x) { return x; } int y = f(1); assert(y == 1);", 0)
        .expect("a card about calls");
    assert!(said.ends_with("The claim rests on no contract."), "{said}");
}
