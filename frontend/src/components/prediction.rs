//! The question that comes before the verdict: what does the reader think?

use crate::hooks::Solver;
use crate::state::{Action, State};
use hornbook_base::{LineIndex, Span};
use hornbook_lang::ast::Stmt;
use hornbook_lang::parse;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::stages::StageContent;
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

/// A question about more lines than this only says how many they are.
const MOST_LINES: usize = 3;

#[derive(Clone, PartialEq, Properties)]
pub struct PredictionProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
}

/// Asks whether the claims hold, and runs at each answer.
#[component]
pub fn Prediction(props: &PredictionProps) -> Html {
    let PredictionProps { state, dispatch, solver } = props;
    let Some(question) = question(state) else { return html! {} };
    let answer = |words: &'static str, holds: Option<bool>, testid: &'static str| {
        let (dispatch, run) = (dispatch.clone(), solver.run.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Predict(holds));
            run.emit(());
        });
        html! { <button {onclick} data-testid={testid}>{ words }</button> }
    };
    html! {
        <div class="prediction" data-testid="prediction">
            <p>{ question }</p>
            <p>
                { answer("Yes", Some(true), "predict-yes") }
                { answer("No", Some(false), "predict-no") }
                { answer("Show me", None, "predict-show") }
            </p>
        </div>
    }
}

/// The question about a text that has been read and asserts something.
pub fn question(state: &State) -> Option<String> {
    Some(words(&claimed_lines(state), &inputs(&state.text))).filter(|q| !q.is_empty())
}

/// The question where the reader's own lines about loops are judged; as above where there are none.
pub fn judged_question(state: &State) -> Option<String> {
    let claimed = claimed_lines(state);
    if claimed.is_empty() || own_lines(&state.text).is_empty() {
        return question(state);
    }
    let claims = match &claimed[..] {
        [one] => format!("line {one}"),
        [most @ .., last] if claimed.len() <= MOST_LINES => {
            let most: Vec<String> = most.iter().map(u32::to_string).collect();
            format!("lines {} and {last}", most.join(", "))
        }
        many => format!("the claims on {} lines", many.len()),
    };
    Some(format!(
        "Do the lines about loops hold as they are written, and are they enough for {claims}?"
    ))
}

/// The lines of the text that have a line about a loop.
pub fn own_lines(text: &str) -> Vec<u32> {
    let (index, mut own) = (LineIndex::new(text), BTreeSet::new());
    let mut look = |stmt: &Stmt| {
        if stmt.is_loop_clause() {
            own.insert(index.line(stmt.span));
        }
    };
    parse(text).0.body.iter().for_each(|stmt| stmt.visit(&mut look));
    own.into_iter().collect()
}

/// The lines that the question is about.
pub fn claimed_lines(state: &State) -> Vec<u32> {
    let analysis = state.analysis.as_ref().filter(|_| state.fresh());
    let read = analysis.filter(|analysis| analysis.value.reached(StageContent::Text));
    let Some(systems) = read.and_then(|analysis| analysis.value.systems.as_ref()) else {
        return vec![];
    };
    // Hints are no claims of the program, and of bounds one would ask in other words.
    let is_asserted = |span: Span| {
        let said = state.text.get(span.start as usize..span.end as usize);
        said.is_some_and(|said| said.starts_with("assert"))
    };
    let claims = systems.clauses.iter().filter(|c| c.assert.is_some() && is_asserted(c.span));
    let lines: BTreeSet<u32> = claims.map(|clause| clause.line).collect();
    lines.into_iter().collect()
}

/// The question about the claim on one line.
pub fn question_on(line: u32, text: &str) -> String {
    words(&[line], &inputs(text))
}

fn words(lines: &[u32], inputs: &[&str]) -> String {
    let runs = match inputs {
        [] => ", in every run".to_owned(),
        [last] => format!(", for every {last}"),
        [most @ .., last] => format!(", for every {} and {last}", most.join(", ")),
    };
    match lines {
        [] => String::new(),
        [one] => format!("Does line {one} always hold{runs}?"),
        [most @ .., last] if lines.len() <= MOST_LINES => {
            let most: Vec<String> = most.iter().map(u32::to_string).collect();
            format!("Do lines {} and {last} always hold{runs}?", most.join(", "))
        }
        many => format!("Do the claims on {} lines always hold{runs}?", many.len()),
    }
}

/// The variables that a program begins with any value, if they are few.
fn inputs(text: &str) -> Vec<&str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let named = code.flat_map(|line| line.match_indices("nondet(").map(move |(at, _)| &line[..at]));
    let name = |before: &'_ str| -> Option<(usize, usize)> {
        let target = before.trim_end().strip_suffix('=')?.trim_end();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = target.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
        (start < target.len()).then_some((start, target.len()))
    };
    let mut names = vec![];
    for before in named {
        let Some((start, end)) = name(before) else { return vec![] };
        if !names.contains(&&before[start..end]) {
            names.push(&before[start..end]);
        }
    }
    if names.len() <= MOST_LINES { names } else { vec![] }
}

/// The fate of the claims that the question was about, beside the reader's answer; nothing where there is no answer or
/// none that decides.
pub fn compare(prediction: Option<bool>, outcome: &Outcome) -> Option<&'static str> {
    let expected = prediction?;
    let is_asked = |claim: &&AssertionOutcome| claim.kind == AssertionKind::Asserted;
    let asked = outcome.assertions.iter().filter(is_asked);
    let verdicts: Vec<&Verdict> = asked.map(|claim| &claim.verdict).collect();
    let holds = match verdicts.as_slice() {
        [] => return None,
        some if some.iter().any(|verdict| matches!(verdict, Verdict::Buggy(_))) => false,
        all if all.iter().all(|verdict| **verdict == Verdict::Certified) => true,
        _ => return None,
    };
    let others_fail = holds && matches!(outcome.verdict, Verdict::Buggy(_));
    Some(match (expected, holds) {
        (true, true) if others_fail => "Yes, as you said. But a run breaks something else.",
        (false, true) if others_fail => {
            "You said no, but no run breaks it. What breaks is something else."
        }
        (true, true) => "Yes, as you said: no run breaks it.",
        (false, true) => "You said no, but no run breaks it. Why not?",
        (true, false) => "You said yes, but this run breaks it. Where does it go wrong?",
        (false, false) => "No, as you said: this run breaks it.",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::typed::AssertId;
    use hornbook_records::Run;

    #[test]
    fn a_question_names_lines_and_inputs_while_they_are_few() {
        assert_eq!(words(&[5], &["n"]), "Does line 5 always hold, for every n?");
        assert_eq!(words(&[5, 7], &["n", "x"]), "Do lines 5 and 7 always hold, for every n and x?");
        assert_eq!(
            words(&[1, 2, 3, 4], &[]),
            "Do the claims on 4 lines always hold, in every run?"
        );
        assert_eq!(words(&[], &["n"]), "");
    }

    #[test]
    fn own_lines_are_those_about_loops() {
        let text = "int i = 0;\nwhile (i < 3) {\n  invariant i <= 3;\n  decreases 3 - i;\n  hint 0 <= i;\n  i++;\n}\n";
        assert_eq!(own_lines(text), [3, 4]);
    }

    #[test]
    fn inputs_are_the_variables_that_may_be_anything() {
        assert_eq!(inputs("int n = nondet();\nint x=nondet(0, 9); // y = nondet()\n"), ["n", "x"]);
        assert_eq!(inputs("n = nondet();\nn = nondet();"), ["n"]);
        // A cell that may be anything has no name of its own.
        assert!(inputs("a[i] = nondet();").is_empty());
        assert!(inputs("while (nondet() > 0) {}").is_empty());
        assert!(inputs("int q = 3;").is_empty());
    }

    fn outcome(verdicts: &[(u32, AssertionKind, Verdict)]) -> Outcome {
        let claim = |(line, kind, verdict): &(u32, AssertionKind, Verdict)| AssertionOutcome {
            id: None,
            span: Span::default(),
            line: *line,
            column: 1,
            kind: *kind,
            verdict: verdict.clone(),
            unreached: false,
            proof: None,
            by: vec![],
        };
        let assertions: Vec<AssertionOutcome> = verdicts.iter().map(claim).collect();
        Outcome::from_assertions(assertions)
    }

    #[test]
    fn an_answer_is_compared_with_the_claims_that_were_asked_about() {
        use AssertionKind::{Asserted, Bounds};
        let run = Verdict::Buggy(Box::new(Run {
            assert: AssertId(0),
            steps: vec![],
            frames: vec![],
            left_out: None,
            choices: vec![],
            failure: None,
        }));
        let holds = outcome(&[(6, Asserted, Verdict::Certified)]);
        let starts =
            |said: Option<&str>, with: &str| said.is_some_and(|said| said.starts_with(with));
        assert!(starts(compare(Some(true), &holds), "Yes, as you said: no run"));
        assert!(starts(compare(Some(false), &holds), "You said no"));
        assert_eq!(compare(None, &holds), None);
        assert_eq!(compare(Some(true), &outcome(&[])), None);
        let beyond = outcome(&[(6, Asserted, Verdict::Certified), (4, Bounds, run.clone())]);
        assert!(starts(compare(Some(true), &beyond), "Yes, as you said. But"));
        let fails = outcome(&[(6, Asserted, run)]);
        assert!(starts(compare(Some(true), &fails), "You said yes"));
    }
}
