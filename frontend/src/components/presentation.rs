//! The story of a verdict on the whole screen: slides with the program beside them, and notes for the speaker.
//!
//! The first slide only asks: a class guesses before the second one tells the verdict.

use super::concrete_traces_view::ConcreteTracesView;
use super::dialog::Dialog;
use super::prediction::question_on;
use super::story::{picture_of, sentence_of};
use super::verdict_banner::{is_about_clauses, sign_of_name};
use crate::hooks::{use_large_type, use_notes_key, use_page_keys};
use crate::records::{Analysis, Shared};
use crate::state::{SolverResult, State};
use hornbook_lang::ast::{Declarator, Stmt, StmtKind};
use hornbook_lang::parse;
use hornbook_lang::token::lex;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::story::{Card, CardPicture, Story, Topic};
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The heading of the first slide; the titles of some examples would answer its question.
const TITLE: &str = "A program and its claim";
/// The question of the first slide about a text of clauses.
const CLAUSES_QUESTION: &str = "Can all these clauses hold together?";
/// The notes for the speaker beside the first slide.
const TITLE_NOTES: &str = "Let the class vote before you turn the page: the next one tells the verdict. \
                           Ask both sides for a reason.";

#[derive(Clone, PartialEq, Properties)]
pub struct PresentationProps {
    pub told: Rc<Story>,
    /// The text that the story is about.
    pub text: Rc<str>,
    pub found: Shared<SolverResult>,
    /// The place of its assertion.
    pub assertion: usize,
    /// The analysis of the text, if it is the current one.
    pub analysis: Option<Shared<Analysis>>,
    /// The slide on view; the first one is 0. Nothing while there is no presentation.
    pub slide: Option<usize>,
    pub go: Callback<Option<usize>>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// One slide at a time, over the whole page.
#[component]
pub fn Presentation(props: &PresentationProps) -> Html {
    let PresentationProps { told, slide, go, .. } = props;
    let (last, shown) = (told.cards.len(), slide.unwrap_or_default());
    let is_noting = use_state_eq(|| false);
    let next_button = use_node_ref();
    let turn = {
        let (go, shown) = (go.clone(), shown);
        Callback::from(move |slides: isize| {
            go.emit(Some(shown.saturating_add_signed(slides).min(last)));
        })
    };
    let toggle_notes = {
        let is_noting = is_noting.clone();
        Callback::from(move |()| is_noting.set(!*is_noting))
    };
    use_large_type(slide.is_some());
    use_page_keys(turn.clone());
    use_notes_key(toggle_notes.clone());
    // The space bar turns pages, as in other presentations: the keyboard goes back to the button.
    use_effect_with((*slide, *is_noting), {
        let next_button = next_button.clone();
        move |_| {
            if let Some(button) = next_button.cast::<HtmlElement>() {
                let _ = button.focus();
            }
        }
    });
    let card = shown.checked_sub(1).and_then(|place| told.cards.get(place));
    let heading = card.map_or(TITLE, |card| card.topic.title());
    let layout = match card.map(|card| card.topic) {
        None => Some("asks"),
        Some(Topic::Lost) => Some("compares"),
        Some(_) => None,
    };
    let (back, next) = (turn.reform(|_: MouseEvent| -1), turn.reform(|_: MouseEvent| 1));
    html! {
        <Dialog open={slide.is_some()} close={go.reform(|()| None)} label={heading} class="present" testid="presentation">
            <div class={classes!("slide", layout)}>
                { program(props, card) }
                <div class="slide-card">{ card.map_or_else(|| title(props), |card| content(props, card)) }</div>
            </div>
            if *is_noting {
                <aside class="speaker-notes" aria-label="Notes for the speaker" data-testid="speaker-notes">
                    <p>{ card.map_or(TITLE_NOTES, |card| notes(card.topic, &told.verdict)) }</p>
                </aside>
            }
            <footer class="slide-keys">
                <button onclick={back} disabled={shown == 0}>{ "Back" }</button>
                <span class="why">{ format!("{} of {}", shown + 1, last + 1) }</span>
                <button ref={next_button} onclick={next} disabled={shown == last} autofocus=true data-testid="slide-next">{ "Next" }</button>
                <button class="quiet" onclick={toggle_notes.reform(|_: MouseEvent| ())} aria-pressed={is_noting.to_string()}
                    data-testid="slide-notes">{ "Notes" }<kbd>{ "N" }</kbd></button>
            </footer>
        </Dialog>
    }
}

/// The content of the first slide beside the program.
fn title(props: &PresentationProps) -> Html {
    let outcome = &props.found.outcome;
    let asked = outcome.assertions.get(props.assertion).map(|claim| question(claim, &props.text));
    let asked = match is_about_clauses(outcome) {
        true => Some(CLAUSES_QUESTION.to_owned()),
        false => asked,
    };
    html! { <p class="slide-question" data-testid="slide-question">{ asked.unwrap_or_default() }</p> }
}

/// The question about a claim that a class can answer.
fn question(claim: &AssertionOutcome, text: &str) -> String {
    let line = claim.line;
    match claim.kind {
        AssertionKind::Bounds => {
            format!("Does the index on line {line} always lie within the array?")
        }
        AssertionKind::Divisor => format!("Is the divisor on line {line} never zero?"),
        AssertionKind::Decreases => format!("Does the loop of line {line} always end?"),
        _ => question_on(line, text),
    }
}

/// A card of the story; a loss has the two runs that it mixes, too.
fn content(props: &PresentationProps, card: &Card) -> Html {
    let PresentationProps { told, found, assertion, dispatch, .. } = props;
    let (class, sign) = sign_of_name(&told.verdict);
    let claim = found.outcome.assertions.get(*assertion);
    let tree = match claim.map(|claim| &claim.verdict) {
        Some(Verdict::TooWeak { tree, .. }) if card.topic == Topic::Lost => Some(tree.clone()),
        _ => None,
    };
    html! {
        <>
            <p><span class={classes!("chip", class)} data-testid="slide-verdict">{ format!("{sign} {}", told.verdict.replace('-', " ")) }</span></p>
            { sentence_of(card) }
            if let Some(tree) = tree {
                <ConcreteTracesView {tree} place={*assertion} fresh=true dispatch={dispatch.clone()} />
            } else {
                { picture_of(card) }
            }
        </>
    }
}

/// The program, with the lines that the slide is about.
fn program(props: &PresentationProps, card: Option<&Card>) -> Html {
    let PresentationProps { text, found, assertion, analysis, .. } = props;
    let clause = card.and_then(|card| card.clause);
    let systems = analysis.as_ref().and_then(|analysis| analysis.systems.as_ref());
    let step = systems.zip(clause).and_then(|(systems, id)| systems.summary(id)).map(|c| c.line);
    let lit = match card {
        Some(card) => marked_lines(card, &found.outcome, *assertion, step, text),
        None => {
            found.outcome.assertions.get(*assertion).map(|claim| claim.line).into_iter().collect()
        }
    };
    html! { <SlideProgram text={text.clone()} {lit} /> }
}

#[derive(Clone, PartialEq, Properties)]
struct SlideProgramProps {
    text: Rc<str>,
    lit: Vec<u32>,
}

/// The room of a line's number and of what is around the line, in letters.
const NUMBERS: usize = 8;

/// The lines of the program, as large as the slide allows.
#[component]
fn SlideProgram(props: &SlideProgramProps) -> Html {
    let SlideProgramProps { text, lit } = props;
    let list = use_node_ref();
    use_effect_with(lit.clone(), {
        let list = list.clone();
        move |_| scroll_to_marked(&list)
    });
    // Comments at its head often say the answer.
    let first = lines_of_comments(text);
    let lines: Vec<&str> = text.trim_end().lines().skip(first).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let style = format!(
        "--lines:{};--columns:{};counter-reset:line {first}",
        lines.len().max(1),
        longest + NUMBERS
    );
    let line = |(n, line): (usize, &&str)| {
        let is_lit = lit.contains(&((first + n) as u32 + 1));
        html! { <li class={is_lit.then_some("lit")} aria-current={is_lit.then_some("true")}><code>{ (*line).to_owned() }</code></li> }
    };
    html! {
        <ol ref={list} class="slide-program" {style} tabindex="0" aria-label="The program" data-testid="slide-program">
            { for lines.iter().enumerate().map(line) }
        </ol>
    }
}

/// Scrolls a program that is too long for the slide to its first marked line.
fn scroll_to_marked(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    if let Ok(Some(line)) = list.query_selector(".lit") {
        let (line, all) = (line.get_bounding_client_rect(), list.get_bounding_client_rect());
        let middle = line.top() + line.height() / 2.0 - all.top() - all.height() / 2.0;
        list.set_scroll_top(list.scroll_top() + middle as i32);
    }
}

/// The lines that a card is about, where `step` is the line of its clause.
fn marked_lines(
    card: &Card,
    outcome: &Outcome,
    assertion: usize,
    step: Option<u32>,
    text: &str,
) -> Vec<u32> {
    let claim = || outcome.assertions.get(assertion).map(|claim| claim.line).into_iter().collect();
    match (card.topic, &card.picture) {
        // These lines are those of the program with ghost variables.
        (Topic::Enough, CardPicture::Lines(_)) if !outcome.instrumented.is_empty() => vec![],
        (Topic::Enough, CardPicture::Strips(strips)) => {
            let is_shown = |drawn: &[_]| {
                drawn.len() == strips.len()
                    && drawn.iter().zip(strips).all(|(one, (other, _))| one == other)
            };
            let loops = outcome.invariants.iter().filter(|invariant| is_shown(&invariant.strips));
            loops.map(|invariant| invariant.line).take(1).collect()
        }
        (Topic::Remembered, CardPicture::Cells(arrays)) => {
            arrays.iter().filter_map(|of| declaration(&of.array.to_string(), text)).collect()
        }
        (Topic::Cells, _) if step.is_some() => step.into_iter().collect(),
        (Topic::Enough | Topic::Calls, CardPicture::Lines(lines)) => {
            lines.iter().map(|(line, _)| *line).collect()
        }
        _ => claim(),
    }
}

/// The line on which an array is declared: as a variable, or as the parameter of a function.
fn declaration(array: &str, text: &str) -> Option<u32> {
    let mut place = None;
    let mut look = |stmt: &Stmt| {
        let declared: Vec<&Declarator> = match &stmt.kind {
            StmtKind::Declare { declarators, .. } => declarators.iter().collect(),
            StmtKind::Function(function) => function.params.iter().map(|p| &p.declarator).collect(),
            _ => return,
        };
        let is_it = |one: &&Declarator| one.name.text == array && !one.dimensions.is_empty();
        place = place.or(declared.into_iter().find(is_it).map(|one| one.name.span));
    };
    parse(text).0.body.iter().for_each(|stmt| stmt.visit(&mut look));
    let before = text.get(..place?.start as usize)?;
    u32::try_from(before.matches('\n').count() + 1).ok()
}

/// The number of lines at the head of a text that have only comments, or nothing.
fn lines_of_comments(text: &str) -> usize {
    let (tokens, _) = lex(text);
    let begin = tokens.first().map_or(0, |token| token.span.start as usize);
    text.get(..begin).map_or(0, |head| head.matches('\n').count())
}

/// The notes for the speaker beside a card.
fn notes(topic: Topic, verdict: &str) -> &'static str {
    match topic {
        Topic::Claim => {
            "Compare the verdict with the vote of the class. Read the claim aloud, and ask of which cells and which \
             inputs it speaks."
        }
        Topic::Danger => {
            "Let the class describe a run that would break the claim. Ask for values before you go on."
        }
        Topic::Calls => {
            "Point at the call. Ask what the caller may rely on without a look inside of the function."
        }
        Topic::Remembered if verdict == "buggy" => {
            "Ask why a proof may forget cells and a failing run may not."
        }
        Topic::Remembered => {
            "Draw two arrays that look the same to the abstraction. Ask what this forgets, and whether the claim needs it."
        }
        Topic::Cells if verdict == "buggy" => {
            "Point at the cells that the claim reads. Ask which line has written each of them last."
        }
        Topic::Cells => {
            "Point at the marked line. Ask which cells one must know before it to know one after it."
        }
        Topic::Enough => {
            "Ask three questions: is it true before the first round, does a round keep it true, and does the claim follow?"
        }
        Topic::Found => {
            "Have the class play the run by hand, line by line, with these values. Ask which change mends the program."
        }
        Topic::Lost => {
            "Compare what really happens with what is remembered. Ask which fact would forbid the last step if it \
             were remembered, too."
        }
        Topic::Open => {
            "Say that no answer is no verdict: the claim may be right or wrong. Ask what a person would try next."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_declared_by_its_declaration() {
        let text = "/* int a[n]; */\nint n = 3;\nint f(int b[], int c) {\n  return b[0];\n}\n\
                    int ba[n];\nif (n > 0) { ba[0] = c[1]; }\nint x, a [n];\na[0] = 1;";
        assert_eq!(declaration("a", text), Some(8));
        assert_eq!(declaration("b", text), Some(3));
        assert_eq!(declaration("c", text), None);
        assert_eq!(declaration("x", text), None);
    }

    #[test]
    fn comments_of_both_kinds_are_no_part_of_the_head() {
        assert_eq!(lines_of_comments("// One.\n\n/* Two,\n   three. */\nint n;\n"), 4);
        assert_eq!(lines_of_comments("/* One. */ int n;\n"), 0);
        assert_eq!(lines_of_comments("#pragma method auto\n// One.\nint n;\n"), 0);
    }

    #[test]
    fn notes_are_one_or_two_sentences() {
        let topics = [
            Topic::Claim,
            Topic::Danger,
            Topic::Calls,
            Topic::Remembered,
            Topic::Cells,
            Topic::Enough,
            Topic::Found,
            Topic::Lost,
            Topic::Open,
        ];
        for said in
            topics.iter().flat_map(|topic| [notes(*topic, "buggy"), notes(*topic, "certified")])
        {
            let ends = said.matches(['.', '?']).count();
            assert!((1..=2).contains(&ends), "{said}");
        }
    }
}
