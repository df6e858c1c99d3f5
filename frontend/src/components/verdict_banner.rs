//! The verdict in one line.

use super::gloss::Gloss;
use crate::decimal::Fixed;
use crate::glossary::Term;
use crate::records::Shared;
use crate::state::SolverResult;
use hornbook_base::text::capitalised;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::{AssertionOutcome, Outcome, Verdict, WeakChoice};
use std::collections::BTreeSet;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct NoticeProps {
    /// The colour: `ok`, `bad`, `weak` or `soft`.
    pub kind: &'static str,
    pub sign: &'static str,
    /// The main words.
    pub title: AttrValue,
    /// The small print.
    pub text: AttrValue,
    /// The term that explains the title up to its colon.
    #[prop_or_default]
    pub term: Option<Term>,
}

/// A coloured banner.
#[component]
pub fn Notice(props: &NoticeProps) -> Html {
    html! {
        <div class={classes!("banner", props.kind)} data-testid="banner">
            <span class="banner-sign" aria-hidden="true">{ props.sign }</span>
            <b>{ main_words(&props.title, props.term) }</b>
            <span class="banner-small">{ props.text.clone() }</span>
        </div>
    }
}

/// The word for what `decreases` claims.
const MEASURE: &str = "measure";

/// The words, the first of them with its explanation, and a measure with that of measures.
fn main_words(title: &AttrValue, term: Option<Term>) -> Html {
    match (term, title.split_once(':')) {
        (Some(term), Some((word, rest))) => {
            let rest = match rest.split_once(MEASURE) {
                Some((before, after)) => {
                    html! { <>{ before }<Gloss term={Term::Measure}>{ MEASURE }</Gloss>{ after }</> }
                }
                None => html! { { rest } },
            };
            html! { <><Gloss {term}>{ word }</Gloss>{ ":" }{ rest }</> }
        }
        _ => html! { { title.clone() } },
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct VerdictBannerProps {
    pub found: Shared<SolverResult>,
}

/// The program's verdict.
#[component]
pub fn VerdictBanner(props: &VerdictBannerProps) -> Html {
    let outcome = &props.found.outcome;
    let (kind, sign) = sign(outcome);
    // A word for failing runs would not fit clauses that contradict each other.
    let term = match outcome.verdict {
        Verdict::Refuted(_) => None,
        Verdict::NotShown(_) => Some(Term::LinesTooWeak),
        _ => Term::for_verdict(outcome.verdict.name()),
    };
    html! {
        <div data-testid="verdict" data-verdict={outcome.verdict.name()}>
            <Notice {kind} {sign} {term} title={title_so_far(&props.found)} text={small_print(outcome, props.found.milliseconds)} />
        </div>
    }
}

/// The colour and the sign of a program's verdict.
pub fn sign(outcome: &Outcome) -> (&'static str, &'static str) {
    sign_of(&outcome.verdict)
}

/// The colour and the sign of a verdict on an assertion.
pub fn sign_of(verdict: &Verdict) -> (&'static str, &'static str) {
    sign_of_name(verdict.name())
}

/// The colour and the sign of the verdict with this name.
pub fn sign_of_name(verdict: &str) -> (&'static str, &'static str) {
    match verdict {
        "certified" => ("ok", "✓"),
        "buggy" => ("bad", "✗"),
        "too-weak" => ("weak", "~"),
        "nothing-asserted" => ("soft", "i"),
        _ => ("soft", "?"),
    }
}

/// Whether the outcome is about a text of clauses, without a program.
pub fn is_about_clauses(outcome: &Outcome) -> bool {
    outcome.assertions.iter().any(|a| a.id.is_none())
}

/// The proof methods that certify the claims, where there are several.
pub fn ways(outcome: &Outcome) -> Option<String> {
    let counting = || outcome.assertions.iter().filter(|a| a.counts() && !a.by.is_empty());
    let several = outcome.assertions.iter().filter(|a| a.counts()).count() > 1;
    let one = |a: &AssertionOutcome| {
        let line = if several { format!("line {}: ", a.line) } else { String::new() };
        format!("{line}certified by {}", a.by.join(", and by "))
    };
    let said: Vec<String> = counting().map(one).collect();
    (!said.is_empty()).then(|| format!("{}.", capitalised(&said.join("; "))))
}

/// A sentence about the laws of products that the proofs need; laws are between backticks.
pub fn laws(outcome: &Outcome) -> Option<String> {
    let said: Vec<String> =
        outcome.laws.iter().map(|law| format!("`{}`", law.statement())).collect();
    let these = if said.len() == 1 { "this law" } else { "these laws" };
    (!said.is_empty()).then(|| format!("The proofs need {these} of products: {}.", said.join("; ")))
}

/// A sentence about assertions that hold because no run reaches them.
pub fn unreached(outcome: &Outcome) -> Option<String> {
    let never: Vec<&AssertionOutcome> =
        outcome.assertions.iter().filter(|a| a.counts() && a.unreached).collect();
    let they_hold = if never.len() == 1 { "it holds" } else { "they hold" };
    let place = place_of(outcome, &never);
    (!never.is_empty()).then(|| format!("No run reaches {place}: {they_hold} trivially."))
}

/// The lines of the assertions with such a verdict, in words. In a text of clauses, the clauses that claim
/// something.
pub fn lines(outcome: &Outcome, of: fn(&Verdict) -> bool) -> String {
    let is_concerned = |a: &&AssertionOutcome| a.counts() && of(&a.verdict);
    let concerned: Vec<&AssertionOutcome> =
        outcome.assertions.iter().filter(is_concerned).collect();
    // Nobody has written the checks of accesses and divisions as assertions.
    let of_kind = |kind: Option<AssertionKind>| -> Vec<&AssertionOutcome> {
        let is_of_kind = |a: &&&AssertionOutcome| check_kind(a) == kind;
        concerned.iter().filter(is_of_kind).copied().collect()
    };
    let written = of_kind(None);
    let checks = [
        ("the bounds of the access", "the bounds of the accesses", AssertionKind::Bounds),
        ("the check of the divisor", "the checks of the divisors", AssertionKind::Divisor),
    ];
    let checks = checks.into_iter().filter_map(|(one, many, kind)| {
        let concerned = of_kind(Some(kind));
        let (count, places) = (concerned.len(), numbered(&concerned));
        let noun = if count == 1 { one } else { many };
        (count > 0).then(|| format!("{noun} in {places}"))
    });
    let words = (!written.is_empty()).then(|| place_of(outcome, &written));
    let all: Vec<String> = words.into_iter().chain(checks).collect();
    match all.is_empty() {
        true => place_of(outcome, &[]),
        false => listed(&all),
    }
}

/// The kind of a check that Hornbook adds; `None` for what is written in the text.
fn check_kind(assertion: &AssertionOutcome) -> Option<AssertionKind> {
    let is_check = matches!(assertion.kind, AssertionKind::Bounds | AssertionKind::Divisor);
    is_check.then_some(assertion.kind)
}

/// Some assertions in words, with their lines.
fn place_of(outcome: &Outcome, concerned: &[&AssertionOutcome]) -> String {
    let are_all = |kind| !concerned.is_empty() && concerned.iter().all(|a| a.kind == kind);
    let is_of_loop = concerned
        .iter()
        .any(|a| matches!(a.kind, AssertionKind::Invariant | AssertionKind::Decreases));
    let noun = match () {
        () if is_about_clauses(outcome) => "assertion clause",
        () if are_all(AssertionKind::Invariant) => "invariant",
        () if are_all(AssertionKind::Decreases) => MEASURE,
        () if are_all(AssertionKind::Bounds) => "access",
        () if is_of_loop => "claim",
        () => "assertion",
    };
    let end = match (concerned.len(), noun) {
        (1, _) => "",
        (_, "access") => "es",
        _ => "s",
    };
    match concerned.is_empty() {
        true => format!("the {noun}{end}"),
        false => format!("the {noun}{end} on {}", numbered(concerned)),
    }
}

/// The lines of some assertions: `line 3`, or `lines 3, 4 and 5`.
fn numbered(concerned: &[&AssertionOutcome]) -> String {
    let numbers: BTreeSet<u32> = concerned.iter().map(|a| a.line).collect();
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let noun = if numbers.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", listed(&numbers))
}

/// A list in words: `a, b and c`.
fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The verdict in one sentence; where it begins with a word and a colon, that is the verdict's name.
pub fn title(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::NothingAsserted => "Nothing is asserted".to_owned(),
        Verdict::Certified => {
            let counting: Vec<&AssertionOutcome> =
                outcome.assertions.iter().filter(|a| a.counts()).collect();
            let verb = match &counting[..] {
                [one] if one.kind != AssertionKind::Bounds => "holds",
                _ => "hold",
            };
            format!(
                "Certified: {} always {verb}",
                lines(outcome, |v| matches!(v, Verdict::Certified))
            )
        }
        // The run on view may be that of a hint; each assertion has its own.
        Verdict::Buggy(_) => {
            let is_buggy: fn(&Verdict) -> bool = |v| matches!(v, Verdict::Buggy(_));
            let broken = outcome.assertions.iter().filter(|a| a.counts() && is_buggy(&a.verdict));
            let kinds: Vec<AssertionKind> = broken.map(|a| a.kind).collect();
            let break_them = if kinds.len() == 1 { "a run breaks" } else { "runs break" };
            // A wrong guess about a loop is no fault of the program.
            let guesses = !kinds.is_empty() && kinds.iter().all(|k| *k == AssertionKind::Invariant);
            let but = if guesses {
                ", which is false; of the program itself that says nothing"
            } else {
                ""
            };
            format!("Buggy: {break_them} {}{but}", lines(outcome, is_buggy))
        }
        Verdict::Refuted(_) => "Buggy: the clauses contradict each other".to_owned(),
        Verdict::TooWeak { abstracted, beside, .. } => {
            let what = if *abstracted { "abstraction" } else { "arithmetic" };
            let which = lines(outcome, |v| matches!(v, Verdict::TooWeak { .. }));
            // The stages on view may belong to another abstraction.
            let chosen = outcome.abstraction.as_ref().filter(|_| *abstracted);
            let name = chosen.map(|a| format!(" {a}")).unwrap_or_default();
            let with = match beside {
                Some(WeakChoice::Contracts) => "with these contracts ",
                Some(WeakChoice::Cells) => "with these cells ",
                None => "",
            };
            format!("Too weak: {with}the {what}{name} cannot prove {which}")
        }
        Verdict::NotShown(_) => {
            let which = lines(outcome, |v| matches!(v, Verdict::NotShown(_)));
            format!("Too weak: what is given does not show {which}")
        }
        Verdict::Unknown(_) => {
            let which = lines(outcome, |v| matches!(v, Verdict::Unknown(_)));
            format!("Unknown: no answer about {which}")
        }
    }
}

/// The verdict in one sentence, where a search may also have been cut off.
fn title_so_far(found: &SolverResult) -> String {
    match &found.outcome.verdict {
        Verdict::Unknown(_) if !found.ended => {
            let which = lines(&found.outcome, |v| matches!(v, Verdict::Unknown(_)));
            format!("Not answered yet: {which}")
        }
        _ => title(&found.outcome),
    }
}

fn small_print(outcome: &Outcome, milliseconds: f64) -> String {
    let how = match &outcome.verdict {
        Verdict::Certified if outcome.may_not_end => "the proof was checked · if the run ends",
        Verdict::Certified => "the proof was checked",
        Verdict::NothingAsserted => "nothing to check",
        Verdict::Buggy(_) => "the run was replayed",
        Verdict::Refuted(_) => "the derivation was checked",
        Verdict::TooWeak { .. } | Verdict::NotShown(_) => "no failing run found",
        Verdict::Unknown(_) => "tried",
    };
    format!("{how} · {} s", Fixed::<2>(milliseconds / 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline::{Driver, Input, Status};
    use hornbook_tasks::choices::{Choices, ChosenAbstraction};

    const SUM: &str =
        "int n=2; int a[n]; int i=0; while(i<n){a[i]=0;i++;} int s=sum(a,0,n); assert(s==0);";

    fn outcome(text: &str) -> Outcome {
        outcome_with(text, &Choices::default())
    }

    fn outcome_with(text: &str, options: &Choices) -> Outcome {
        let mut solving = Driver::new(&Input::program(text, options)).expect("no errors");
        loop {
            if let Status::Done(outcome) = solving.step(100_000) {
                return outcome;
            }
        }
    }

    #[test]
    fn what_no_run_comes_to_is_said_below_the_verdict() {
        let vacuous = outcome("int x = 3; assume(x > 5);\nassert(x == 77);");
        assert_eq!(title(&vacuous), "Certified: the assertion on line 2 always holds");
        let said = "No run reaches the assertion on line 2: it holds trivially.";
        assert_eq!(unreached(&vacuous).as_deref(), Some(said));
        assert_eq!(unreached(&outcome("int x = 3; assert(x == 3);")), None);
    }

    #[test]
    fn laws_of_products_are_named() {
        let square = outcome("int x; assert(x * x >= 0);");
        let said = "The proofs need this law of products: `x * x >= 0`.";
        assert_eq!(laws(&square).as_deref(), Some(said));
        assert_eq!(laws(&outcome("int x; assert(2 * x == x + x);")), None);
    }

    #[test]
    fn a_program_without_assertions_is_no_success() {
        let silent = outcome("int i = 0; while (i < 3) i++;");
        assert_eq!(silent.verdict, Verdict::NothingAsserted);
        assert!(title(&silent).starts_with("Nothing is asserted"));
    }

    #[test]
    fn every_assertion_that_is_broken_is_named_and_no_hint() {
        let broken =
            outcome("int x = 1; hint x == 5;\nassert(x == 2);\nassert(x == 1);\nassert(x == 3);");
        assert_eq!(title(&broken), "Buggy: runs break the assertions on lines 2 and 4");
        let beside = outcome("int x = 1; assert(x == 2); assert(x == 3);");
        assert_eq!(title(&beside), "Buggy: runs break the assertions on line 1");
    }

    #[test]
    fn checks_of_accesses_are_called_no_assertions() {
        let checked = Choices { check_bounds: true, ..Choices::default() };
        let outcome = outcome_with("int a[2];\na[3] = 1;\nassert(a[3] == 2);", &checked);
        assert_eq!(
            title(&outcome),
            "Buggy: runs break the assertion on line 3 and the bounds of the accesses in lines 2 and 3"
        );
        let right = outcome_with("int a[2];\nint i = nondet(0, 1); a[i] = 1;", &checked);
        assert_eq!(title(&right), "Certified: the bounds of the access in line 2 always hold");
    }

    #[test]
    fn only_an_abstraction_that_abstracts_is_blamed() {
        let quotient = outcome("int x = nondet(1, 9); assert(forall k in 50..60: k / x >= 5);");
        let words = "Too weak: the arithmetic cannot prove the assertion on line 1";
        assert_eq!(title(&quotient), words);
    }

    #[test]
    fn contracts_and_chosen_cells_are_named_beside_the_abstraction() {
        let contract = outcome(
            "int five(int x) ensures result >= 0; { return 5; }\nint y = five(1);\nassert(y == 5);",
        );
        let words =
            "Too weak: with these contracts the arithmetic cannot prove the assertion on line 3";
        assert_eq!(title(&contract), words);
        let copy = "#pragma abstraction cell1\n#pragma heuristic ma15\nint n = nondet(); int a[n]; int b[n];\n\
                    for (int i = 0; i < n; i++) { b[i] = a[i]; }\nassert(forall k in 0..n: b[k] == a[k]);";
        let words =
            "Too weak: with these cells the abstraction cannot prove the assertion on line 5";
        assert_eq!(title(&outcome(copy)), words);
    }

    #[test]
    fn the_abstraction_that_is_too_weak_is_named_if_hornbook_chose_it() {
        let chosen = Choices::abstraction("cell2".parse().expect("an abstraction"));
        assert_eq!(
            title(&outcome_with(SUM, &chosen)),
            "Too weak: the abstraction cannot prove the assertion on line 1"
        );
        assert_eq!(
            title(&outcome_with(SUM, &Choices::abstraction(ChosenAbstraction::Auto))),
            "Too weak: the abstraction cell2 cannot prove the assertion on line 1"
        );
    }
}
