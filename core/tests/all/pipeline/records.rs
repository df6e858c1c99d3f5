//! Records as JSON: what is written is read again, terms are named once, and what is left out is said.

use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::relevant;
use hornbook_corpus::nightly;
use hornbook_horn::{Goal, Premise, System};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Choices, Input};
use hornbook_records::{ClauseStory, Explanation, json};
use serde_json::Value;
use std::fmt::Write;

fn explanation(text: &str, abstraction: &str) -> Explanation {
    let wanted = abstraction.parse().expect("an abstraction");
    let input = Input::program(text, &Choices::abstraction(wanted));
    assert!(input.system.is_some(), "{:?}", input.diagnostics);
    pipeline::explanation(&input)
}

fn written(explanation: &Explanation) -> String {
    json::to_text(explanation).expect("JSON")
}

/// Reads a cell, writes others, and claims something of all.
const COPY: &str = "int n = nondet();\nint a[n], b[n];\nfor (int i = 0; i < n; i++) { b[i] = a[i]; }\n\
                    assert(forall k in 0..n: b[k] == a[k]);\n";

/// What clauses say, without where it comes from: of that not all is recorded.
fn said(system: &System) -> Vec<(Vec<Premise>, Goal)> {
    system.clauses.iter().map(|c| (c.premises.clone(), c.goal.clone())).collect()
}

#[test]
fn a_record_is_read_as_it_was_written() {
    for abstraction in ["cell1", "cell2", "cell<2", "smash", "slice(n)", "cell (*) first", "id"] {
        let record = explanation(COPY, abstraction);
        let text = written(&record);
        let again: Explanation = json::from_text(&text).expect("a record");
        assert_eq!(written(&again), text, "{abstraction}");
        let stages = |record: &Explanation| record.stage_record.stages.clone().expect("stages");
        let (one, two) = (stages(&record), stages(&again));
        assert!(said(&one.eliminated) == said(&two.eliminated), "{abstraction}");
        assert!(said(&one.simplified) == said(&two.simplified), "{abstraction}");
        assert!(one.abstraction == two.abstraction, "{abstraction}");
    }
    assert!(json::from_text::<Explanation>("{\"version\":4}").is_err());
    let cut = written(&explanation(COPY, "cell1")).replace("\"terms\":[", "\"terms\":[],\"no\":[");
    assert!(json::from_text::<Explanation>(&cut).is_err_and(|why| why.contains("there is no")));
}

#[test]
fn no_term_is_in_a_table_twice_and_none_is_missing() {
    let record: Value = serde_json::from_str(&written(&explanation(COPY, "cell2"))).expect("JSON");
    let terms = record["terms"].as_array().expect("terms");
    let mut texts: Vec<String> = terms.iter().map(Value::to_string).collect();
    let all = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!((texts.len(), texts.len() > 20), (all, true));
    for (n, term) in terms.iter().enumerate() {
        let Some(args) = term["App"][1].as_array() else { continue };
        assert!(args.iter().all(|arg| arg.as_u64().is_some_and(|arg| arg < n as u64)), "{term}");
    }
}

/// Cells written one after the other, each with the one before.
fn cells(count: usize) -> String {
    let mut text = "int n = nondet();\nint i = 1;\nint a[n];\n".to_owned();
    for k in 0..count {
        let _ = writeln!(text, "a[{}] = a[{k}] + a[i];", k + 1);
    }
    text + "assert(a[i] >= a[0]);\n"
}

#[test]
fn records_grow_with_the_number_of_steps() {
    let counts = nightly::either([3, 6, 12], [4, 8, 16]);
    for abstraction in ["slice(i)", "cell1"] {
        let bytes = counts.map(|count| written(&explanation(&cells(count), abstraction)).len());
        let [few, more, many] = bytes;
        assert!(many - more < (more - few) * 9 / 4, "{abstraction}: {bytes:?}");
        assert!(many < 5_000_000, "{abstraction}: {bytes:?}");
    }
}

#[test]
fn contexts_of_many_scalars_are_shared() {
    let text = |count: usize| {
        let mut text: String = (0..count).fold(String::new(), |mut text, n| {
            let _ = writeln!(text, "int v{n} = nondet();");
            text
        });
        text += "assert(v0 == v0);\n";
        text
    };
    let contexts = |record: &Explanation| {
        let (mut all, mut calls) = (vec![], 0);
        for done in record.stories.iter().flat_map(|story| &story.calls) {
            let Algorithm::Tuple { calls: inner, .. } = &done.call.algorithm else { continue };
            calls += inner.len();
            all.extend(inner.iter().map(|call| call.context.clone()));
            all.push(done.call.context.clone());
        }
        all.dedup();
        (all.len(), calls)
    };
    let record = explanation(&text(40), "cell1");
    let (contexts, calls) = contexts(&record);
    assert!(calls > 700 && contexts <= record.stories.len(), "{calls} calls, {contexts} contexts");
    // There are as many clauses as variables, and each names all: twice as many are four times as
    // much.
    let [few, many] = [40, 80].map(|count| written(&explanation(&text(count), "cell1")).len());
    assert!(many < 9 * few / 2, "{few} {many}");
}

/// The calls of searches and compositions that are recorded, and those that are said to be left out.
fn counted(call: &Call) -> (usize, usize) {
    let (mut here, mut missing) = match &call.algorithm {
        Algorithm::Cell { relevant, .. } => searched(relevant),
        Algorithm::Compose { left_out, .. } => (0, *left_out),
        _ => (0, 0),
    };
    for inner in call.algorithm.calls() {
        let (more, more_missing) = counted(inner);
        (here, missing) = (here + more, missing + more_missing);
    }
    (here, missing)
}

fn searched(call: &relevant::RelevantCall) -> (usize, usize) {
    let inner = call.calls.iter().map(searched);
    inner.fold((1, call.left_out), |(a, b), (c, d)| (a + c, b + d))
}

#[test]
fn a_story_that_is_too_long_says_how_much_is_left_out() {
    // Cells that are made of each other in one clause, each looked for again and again.
    let mut text = "#pragma large-blocks\nint n = nondet();\nint i = 1;\nint a[n];\n".to_owned();
    for k in 0..8 {
        let _ = writeln!(text, "a[{}] = a[{k}] + a[i];", k + 1);
    }
    text += "assert(a[i] >= a[0]);\n";
    let three = "({k, v => v if v > 0} * {k, v => v if v < 0} * {k, v => v}) . cell3";
    let record = explanation(&text, three);
    let longest = record.stories.iter().max_by_key(|story| story.left_out.calls).expect("stories");
    assert!(longest.left_out.calls > 100, "{:?}", longest.left_out);
    let calls = longest.calls.iter().map(|done| counted(&done.call));
    let (kept, missing) = calls.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(kept > 50, "{kept}");
    // The second place of a search says what is inside too, which the story does not count: it is in the first.
    assert!(missing > longest.left_out.calls, "{missing}");
    let words = longest.left_out.describe().unwrap_or_default();
    assert!(
        words.starts_with(&format!("{} calls are not shown", longest.left_out.calls)),
        "{words}"
    );
    assert_eq!(explanation(COPY, "cell1").stories[0].left_out.describe(), None);
}

#[test]
fn all_stories_together_keep_so_many_calls() {
    let mut text: String = (0..6).map(|n| format!("int a{n}[];\n")).collect();
    (0..6).for_each(|n| text += &format!("a{n}[0] = {n};\n"));
    let mut stories = explanation(&(text + "assert(a0[0] == 0);\n"), "cell1").stories;
    let count = |stories: &[ClauseStory]| {
        let calls = stories.iter().flat_map(|story| &story.calls);
        let counts = calls.map(|done| counted(&done.call));
        counts.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    };
    let (all, missing) = count(&stories);
    let mut left = 40;
    stories.iter_mut().for_each(|story| story.keep_calls(&mut left));
    let (kept, more) = count(&stories);
    // The first call of each search is always there.
    let searches = stories.iter().flat_map(|story| &story.calls);
    let searches: usize = searches.map(|done| done.call.algorithm.calls().len()).sum();
    assert!(all > 300 && kept <= searches + 40, "{kept} of {all}, {searches} searches");
    assert_eq!(kept + more, all + missing);
    let said: usize = stories.iter().map(|story| story.left_out.calls).sum();
    assert!(said > 0 && said <= more, "{said} of {more}");
}

#[test]
fn incomplete_calls_are_named() {
    let lossy = "int a[]; int v = a[0]; assert(v == v + 0);";
    let record = explanation(lossy, "cell2");
    let incomplete: Vec<&[usize]> = record.stories.iter().map(|s| &s.incomplete[..]).collect();
    assert!(incomplete.contains(&&[0][..]), "{incomplete:?}");
    // `compare` and `export` say the same.
    let input = Input::program(lossy, &Choices::abstraction("cell2".parse().expect("pairs")));
    let document = pipeline::export(&input, "", None, hornbook_records::export::Export::Text)
        .expect("a document");
    let found = document.matches("The witness. ").count();
    assert_eq!(found, incomplete.iter().map(|calls| calls.len()).sum::<usize>());
    let complete = explanation(lossy, "cell1");
    assert!(complete.stories.iter().all(|story| story.incomplete.is_empty()));
}
