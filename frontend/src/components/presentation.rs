//! The story of a verdict on the whole screen: slides with the program beside them, and notes for the speaker.
//!
//! The first slide only asks: a class guesses before the second one tells the verdict. It can be shown before there is a
//! verdict; the others come as soon as they are known.

use super::concrete_traces_view::ConcreteTracesView;
use super::dialog::Dialog;
use super::judgement_view::{Unproved, draw_all, draw_unproved, unproved};
use super::prediction::{self, question_on};
use super::story::{ToldStory, picture_of, sentence_of};
use super::verdict_banner::{is_about_clauses, sign_of_name};
use crate::hooks::{
    Notes, NotesPlace, use_large_type, use_notes_key, use_notes_window, use_page_keys,
};
use crate::state::{Action, State};
use hornbook_lang::ast::{Declarator, Stmt, StmtKind};
use hornbook_lang::parse;
use hornbook_lang::token::lex;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::judgement::Judgement;
use hornbook_records::story::{Card, CardPicture, QUESTION_NOTES, Topic};
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The heading of the first slide; the titles of some examples would answer its question.
const TITLE: &str = "A program and its claim";
/// The question of the first slide about a text of clauses.
const CLAUSES_QUESTION: &str = "Can all these clauses hold together?";

/// The heading of the second slide for as long as there is no answer.
const NO_ANSWER: &str = "The answer";
/// The notes beside a line or claim that does not hold as it is written.
const UNPROVED_NOTES: &str = "Ask what the line would have to say so that this state is no longer allowed, and \
                              whether a run of the program ever gets there.";
/// The notes beside a judgement by which everything holds.
const JUDGED_NOTES: &str =
    "Take one line away in thought, and ask which of the signs would no longer be green.";
/// The notes beside the slide that waits.
const WAITING_NOTES: &str =
    "The search goes on behind the slide. Let the class give reasons for its vote.";

#[derive(Clone, PartialEq, Properties)]
pub struct PresentationProps {
    pub state: Rc<State>,
    /// The story of the verdict, as soon as there is one.
    pub told: Option<ToldStory>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A slide behind the first one.
#[derive(Clone, Copy)]
enum Slide<'s> {
    /// There is no answer yet, or none.
    Waiting,
    /// A card of the story.
    Card(&'s Card),
    /// One of the reader's lines, or a claim, that does not hold by exactly what is written.
    Unproved(Unproved<'s>),
    /// The judgement of lines that suffice.
    Judged(&'s Judgement),
}

/// The number of slides that a judgement adds.
pub fn judged_slides(outcome: &Outcome) -> usize {
    outcome.judgement.as_ref().map_or(0, |judgement| unproved(judgement).len().max(1))
}

/// The slide of a card of the story, where a judgement has so many slides behind the first card.
pub fn slide_of_card(card: usize, judged: usize) -> usize {
    if card == 0 { 1 } else { card + judged + 1 }
}

/// The card that is next to a slide.
pub fn card_of_slide(slide: usize, judged: usize) -> usize {
    slide.saturating_sub(1).saturating_sub(judged)
}

/// The slides behind the first one: a judgement stands behind the card that tells the verdict, and begins with the claim
/// of that card.
fn slides<'s>(told: Option<&'s ToldStory>, outcome: Option<&'s Outcome>) -> Vec<Slide<'s>> {
    let cards = told.map_or(&[][..], |told| &told.story.cards);
    let (first, others) = cards.split_at(cards.len().min(1));
    let on_view = told.and_then(|told| told.found.outcome.assertions.get(told.assertion)?.id);
    let judged = outcome.and_then(|outcome| outcome.judgement.as_ref()).map(|judgement| {
        let mut some = unproved(judgement);
        some.sort_by_key(|own| Some(own.assert()) != on_view);
        match some.is_empty() {
            true => vec![Slide::Judged(judgement)],
            false => some.into_iter().map(Slide::Unproved).collect(),
        }
    });
    let mut all: Vec<Slide> = first.iter().map(Slide::Card).collect();
    all.extend(judged.unwrap_or_default());
    all.extend(others.iter().map(Slide::Card));
    if all.is_empty() { vec![Slide::Waiting] } else { all }
}

/// One slide at a time, over the whole page.
#[component]
pub fn Presentation(props: &PresentationProps) -> Html {
    let PresentationProps { state, told, dispatch } = props;
    let all = slides(told.as_ref(), state.outcome());
    let (last, shown) = (all.len(), state.slide.unwrap_or_default().min(all.len()));
    let next_button = use_node_ref();
    let go = {
        let dispatch = dispatch.clone();
        Callback::from(move |slide: Option<usize>| dispatch.dispatch(Action::Present(slide)))
    };
    let turn = {
        let go = go.clone();
        Callback::from(move |slides: isize| {
            go.emit(Some(shown.saturating_add_signed(slides).min(last)));
        })
    };
    let slide = shown.checked_sub(1).and_then(|place| all.get(place).copied());
    let heading = slide.map_or(TITLE.to_owned(), heading);
    let notes = state.slide.map(|_| {
        let verdict = told.as_ref().map_or("", |told| &told.story.verdict);
        Notes { heading: heading.clone(), text: notes(slide, verdict).to_owned() }
    });
    let (place, toggle_notes) = use_notes_window(notes.clone(), turn.clone());
    use_large_type(state.slide.is_some());
    use_page_keys(turn.clone());
    use_notes_key(toggle_notes.clone());
    // The space bar turns pages, as in other presentations: the keyboard goes back to the button.
    use_effect_with((state.slide, place), {
        let next_button = next_button.clone();
        move |_| {
            if let Some(button) = next_button.cast::<HtmlElement>() {
                let _ = button.focus();
            }
        }
    });
    let layout = match slide {
        None => Some("asks"),
        Some(Slide::Card(card)) if card.topic == Topic::Lost => Some("compares"),
        Some(_) => None,
    };
    let (back, next) = (turn.reform(|_: MouseEvent| -1), turn.reform(|_: MouseEvent| 1));
    html! {
        <Dialog open={state.slide.is_some()} close={go.reform(|()| None)} label={heading} class="present" testid="presentation">
            <div class={classes!("slide", layout)}>
                { program(props, slide) }
                <div class="slide-card">{ slide.map_or_else(|| title(props), |slide| content(props, slide)) }</div>
            </div>
            if let Some(notes) = notes.filter(|_| place == NotesPlace::Slide) {
                <aside class="speaker-notes" aria-label="Notes for the speaker" data-testid="speaker-notes">
                    <p class="why">{ "The browser opened no window for these notes, so everybody sees them:" }</p>
                    <p>{ notes.text }</p>
                </aside>
            }
            <footer class="slide-keys">
                <button onclick={back} disabled={shown == 0}>{ "Back" }</button>
                <span class="why">{ format!("{} of {}", shown + 1, last + 1) }</span>
                <button ref={next_button} onclick={next} disabled={shown == last} autofocus=true data-testid="slide-next">{ "Next" }</button>
                <button class="quiet" onclick={toggle_notes.reform(|_: MouseEvent| ())} aria-pressed={(place != NotesPlace::Hidden).to_string()}
                    title="Notes for the speaker, in a window of their own" data-testid="slide-notes">{ "Notes" }<kbd>{ "N" }</kbd></button>
            </footer>
        </Dialog>
    }
}

/// The heading of a slide.
fn heading(slide: Slide) -> String {
    match slide {
        Slide::Waiting => NO_ANSWER.to_owned(),
        Slide::Card(card) => card.topic.title().to_owned(),
        Slide::Unproved(Unproved::Line(line)) => format!("Your line {}", line.line),
        Slide::Unproved(Unproved::Claim(claim)) => {
            format!("Your lines and the claim on line {}", claim.line)
        }
        Slide::Judged(_) => "Your lines".to_owned(),
    }
}

/// The notes for the speaker beside a slide.
fn notes(slide: Option<Slide>, verdict: &str) -> &'static str {
    match slide {
        None => QUESTION_NOTES,
        Some(Slide::Waiting) => WAITING_NOTES,
        Some(Slide::Card(card)) => card.topic.speaker_notes(verdict),
        Some(Slide::Unproved(_)) => UNPROVED_NOTES,
        Some(Slide::Judged(_)) => JUDGED_NOTES,
    }
}

/// The claim whose story is told.
fn claim(props: &PresentationProps) -> Option<&AssertionOutcome> {
    let told = props.told.as_ref()?;
    told.found.outcome.assertions.get(told.assertion)
}

/// Whether the first slide asks about all claims of the text: before there is a verdict nobody knows which one decides. A
/// story about an earlier text asks about its own claim.
fn asks_about_all(props: &PresentationProps) -> bool {
    let PresentationProps { state, told, .. } = props;
    let is_of_text = told.as_ref().is_none_or(|told| told.text == state.text);
    is_of_text && state.examined.is_none() && prediction::question(state).is_some()
}

/// The content of the first slide beside the program.
fn title(props: &PresentationProps) -> Html {
    let PresentationProps { state, told, .. } = props;
    let asked = match told {
        Some(told) if is_about_clauses(&told.found.outcome) => Some(CLAUSES_QUESTION.to_owned()),
        _ if asks_about_all(props) && judges_lines(state) => prediction::judged_question(state),
        _ if asks_about_all(props) => prediction::question(state),
        Some(told) => claim(props).map(|claim| question(claim, told)),
        None => None,
    };
    html! { <p class="slide-question" data-testid="slide-question">{ asked.unwrap_or_default() }</p> }
}

/// Whether the reader's own lines are judged.
fn judges_lines(state: &State) -> bool {
    state.options_in_force().judges_lines()
}

/// The question about a claim that a class can answer.
fn question(claim: &AssertionOutcome, told: &ToldStory) -> String {
    let line = claim.line;
    match claim.kind {
        AssertionKind::Invariant if told.found.outcome.judgement.is_some() => {
            format!("Does line {line} hold when its loop begins, and after each round?")
        }
        AssertionKind::Bounds => {
            format!("Does the index on line {line} always lie within the array?")
        }
        AssertionKind::Divisor => format!("Is the divisor on line {line} never zero?"),
        AssertionKind::Decreases => format!("Does the loop of line {line} always end?"),
        _ => question_on(line, &told.text),
    }
}

/// The content of a slide behind the first one.
fn content(props: &PresentationProps, slide: Slide) -> Html {
    match slide {
        Slide::Waiting => waiting(&props.state),
        Slide::Card(card) => {
            html! { { for props.told.iter().map(|told| told_card(props, told, card)) } }
        }
        Slide::Unproved(own) => draw_unproved(own, &props.dispatch),
        Slide::Judged(judgement) => draw_all(judgement, props.state.hides_found, &props.dispatch),
    }
}

/// A slide without an answer.
fn waiting(state: &State) -> Html {
    let looks = state.running() || state.to_solve || state.is_solved();
    html! {
        <p class="reason" role="status" data-testid="slide-waits">
            if looks {
                <span class="spinner" aria-hidden="true"></span>{ " Hornbook looks for it …" }
            } else {
                { "There is none: the search was stopped, or broke down." }
            }
        </p>
    }
}

/// A card of the story; a loss has the two runs that it mixes, too.
fn told_card(props: &PresentationProps, told: &ToldStory, card: &Card) -> Html {
    let (class, sign) = sign_of_name(&told.story.verdict);
    let tree = match claim(props).map(|claim| &claim.verdict) {
        Some(Verdict::TooWeak { tree, .. }) if card.topic == Topic::Lost => Some(tree.clone()),
        _ => None,
    };
    html! {
        <>
            <p><span class={classes!("chip", class)} data-testid="slide-verdict">{ format!("{sign} {}", told.story.verdict.replace('-', " ")) }</span></p>
            { sentence_of(card) }
            if let Some(tree) = tree {
                <ConcreteTracesView {tree} place={told.assertion} fresh=true dispatch={props.dispatch.clone()} />
            } else {
                { picture_of(card) }
            }
        </>
    }
}

/// The program, with the lines that the slide is about.
fn program(props: &PresentationProps, slide: Option<Slide>) -> Html {
    let PresentationProps { state, told, .. } = props;
    let text = told.as_ref().map_or(&state.text, |told| &told.text);
    let of_claim = || claim(props).map(|claim| claim.line).into_iter().collect();
    let lit = match slide {
        None | Some(Slide::Waiting) if asks_about_all(props) => {
            let own = if judges_lines(state) { prediction::own_lines(text) } else { vec![] };
            own.into_iter().chain(prediction::claimed_lines(state)).collect()
        }
        None | Some(Slide::Waiting | Slide::Judged(_)) => of_claim(),
        Some(Slide::Unproved(own)) => vec![own.line()],
        Some(Slide::Card(card)) => {
            let systems = state.analysis.as_ref().filter(|_| state.fresh());
            let systems = systems.and_then(|analysis| analysis.value.systems.as_ref());
            let step = systems.zip(card.clause).and_then(|(systems, id)| systems.summary(id));
            let step = step.map(|clause| clause.line);
            let marked = |told: &ToldStory| {
                marked_lines(card, &told.found.outcome, told.assertion, step, text)
            };
            told.as_ref().map(marked).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_stands_behind_the_card_that_tells_the_verdict() {
        for judged in [0, 1, 3] {
            for card in 0..5 {
                assert_eq!(card_of_slide(slide_of_card(card, judged), judged), card);
            }
            assert_eq!(slide_of_card(1, judged), 2 + judged);
        }
    }

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
}
