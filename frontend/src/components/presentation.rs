//! The story of a verdict on the whole screen: slides with the program beside them, and notes for the speaker.
//!
//! The first slide only asks: a class guesses before the second one tells the verdict. It can be shown before there is a
//! verdict; the others come as soon as they are known. Their answers are covered until the speaker uncovers them: until then
//! the page does not have them, so that nothing reads them out either.

use super::concrete_traces_view::ConcreteTracesView;
use super::dialog::Dialog;
use super::drawing_layer::{DrawingLayer, Sheet, Sheets, scroll_along};
use super::judgement_view::{Unproved, draw_all, draw_unproved, unproved};
use super::prediction::{self, question_on};
use super::slide_program::SlideProgram;
use super::slide_tools::{HandoutButton, SlideTools};
use super::story::{ToldStory, picture_of, sentence_of};
use super::verdict_banner::{is_about_clauses, sign_of_name};
use crate::hooks::{
    Notes, NotesPlace, SlideKey, use_covers, use_large_type, use_notes_window, use_slide_keys,
};
use crate::lecture::{AnswerPart, Lecture, LectureAction, SlideHalf};
use crate::state::{Action, State};
use hornbook_lang::ast::{Declarator, Stmt, StmtKind};
use hornbook_lang::parse;
use hornbook_lang::typed::AssertionKind;
use hornbook_records::judgement::Judgement;
use hornbook_records::story::{ANSWER_TITLE, Card, CardPicture, QUESTION_NOTES, Topic};
use hornbook_records::{AssertionOutcome, Outcome, Verdict};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The heading of the first slide; the titles of some examples would answer its question.
const TITLE: &str = "A program and its claim";
/// The question of the first slide about a text of clauses.
const CLAUSES_QUESTION: &str = "Can all these clauses hold together?";

/// The heading of a slide about the reader's lines.
const JUDGED_TITLE: &str = "Your lines";
/// The question of such a slide.
const JUDGED_QUESTION: &str =
    "Does each line start true, does each round keep it true, and are they enough?";
/// The notes beside lines whose judgement is covered.
const COVERED_JUDGED_NOTES: &str = "Let the class judge the lines one by one: before the first round, after a round, and at the claim.";
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

/// The parts of a slide that a class can find by itself, in the order in which they are uncovered.
fn answers(slide: Slide) -> &'static [AnswerPart] {
    use AnswerPart::{Explanation, Picture, Verdict};
    match slide {
        Slide::Waiting => &[],
        Slide::Card(card) => match (card.topic, &card.picture) {
            (Topic::Claim, _) => &[Verdict],
            (Topic::Lost, _) | (Topic::Enough | Topic::Found, CardPicture::Strips(_)) => {
                &[Verdict, Picture, Explanation]
            }
            _ => &[Verdict, Explanation],
        },
        Slide::Unproved(_) | Slide::Judged(_) => &[Explanation],
    }
}

/// The covers on a slide.
struct Covers {
    /// The parts that are covered, those that are uncovered next first.
    covered: Vec<AnswerPart>,
    /// Uncovers one of them.
    uncover: Callback<AnswerPart>,
}

impl Covers {
    /// A button in the place of a part for as long as it is covered.
    fn over(&self, part: AnswerPart, inside: impl FnOnce() -> Html) -> Html {
        if !self.covered.contains(&part) {
            return inside();
        }
        let onclick = self.uncover.reform(move |_: MouseEvent| part);
        let is_next = self.covered.first() == Some(&part);
        html! {
            <button class="cover" {onclick} data-testid={format!("cover-{}", part.name())}>
                { format!("Uncover the {}", part.name()) }if is_next { <kbd>{ "U" }</kbd> }
            </button>
        }
    }
}

/// One slide at a time, over the whole page.
#[component]
pub fn Presentation(props: &PresentationProps) -> Html {
    let PresentationProps { state, told, dispatch } = props;
    let all = slides(told.as_ref(), state.outcome());
    let (last, shown) = (all.len(), state.slide.unwrap_or_default().min(all.len()));
    let slide = shown.checked_sub(1).and_then(|place| all.get(place).copied());
    let lecture = use_lecture(props);
    let (has_covers, set_covers) = use_covers();
    let is_covered = |part: &AnswerPart| has_covers && !lecture.is_uncovered(shown, *part);
    let covers = Covers {
        covered: slide.map_or(&[][..], answers).iter().copied().filter(is_covered).collect(),
        uncover: {
            let lecture = lecture.dispatcher();
            Callback::from(move |part| lecture.dispatch(LectureAction::Uncover(shown, part)))
        },
    };
    let name = name_for_drawing(shown, slide);
    let go = {
        let dispatch = dispatch.clone();
        Callback::from(move |slide: Option<usize>| dispatch.dispatch(Action::Present(slide)))
    };
    let turn = {
        let go = go.clone();
        Callback::from(move |slides| go.emit(Some(shown.saturating_add_signed(slides).min(last))))
    };
    let act = act_on_keys(turn, &covers, lecture.dispatcher(), name.clone());
    let heading = slide.map_or(TITLE.to_owned(), |slide| heading(slide, &covers.covered));
    let notes = state.slide.map(|_| {
        let verdict = told.as_ref().map_or("", |told| &told.story.verdict);
        Notes { heading: heading.clone(), text: notes(slide, verdict, &covers).to_owned() }
    });
    let (place, toggle_notes) = use_notes_window(notes.clone(), act.clone());
    use_large_type(state.slide.is_some());
    use_slide_keys({
        let (act, toggle_notes) = (act.clone(), toggle_notes.clone());
        Callback::from(move |asked| match asked {
            SlideKey::Notes => toggle_notes.emit(()),
            asked => act.emit(asked),
        })
    });
    let (next_button, sheets) = (use_node_ref(), use_memo((), |()| Sheets::default()));
    // The space bar turns pages, as in other presentations: the keyboard goes back to the button.
    use_effect_with((state.slide, place, lecture.count_uncovered()), {
        let next_button = next_button.clone();
        move |_| {
            if let Some(button) = next_button.cast::<HtmlElement>() {
                let _ = button.focus();
            }
        }
    });
    let button = |slides: isize| act.reform(move |_: MouseEvent| SlideKey::Turn(slides));
    let goes_on = shown < last || !covers.covered.is_empty();
    // Lines that fail have slides of their own: the number of all slides would tell how many do.
    let numbered = match has_covers && !lecture.is_uncovered(shown, AnswerPart::Verdict) {
        true => format!("{}", shown + 1),
        false => format!("{} of {}", shown + 1, last + 1),
    };
    // A button that the mouse presses does not take the keyboard: the space bar still turns pages.
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    html! {
        <Dialog open={state.slide.is_some()} close={go.reform(|()| None)} label={heading} class="present" testid="presentation">
            { draw_slide(props, slide, &covers, &lecture, &sheets, &name) }
            if let Some(notes) = notes.filter(|_| place == NotesPlace::Slide) {
                <aside class="speaker-notes" aria-label="Notes for the speaker" data-testid="speaker-notes">
                    <p class="why">{ "The browser opened no window for these notes, so everybody sees them:" }</p>
                    <p>{ notes.text }</p>
                </aside>
            }
            <footer class="slide-keys" {onmousedown}>
                <button onclick={button(-1)} disabled={shown == 0}>{ "Back" }</button>
                <span class="why" data-testid="slide-number">{ numbered }</span>
                <button ref={next_button} onclick={button(1)} disabled={!goes_on} autofocus=true data-testid="slide-next">
                    { if covers.covered.is_empty() { "Next" } else { "Uncover" } }
                </button>
                <button class="quiet" onclick={toggle_notes.reform(|_: MouseEvent| ())} aria-pressed={(place != NotesPlace::Hidden).to_string()}
                    title="Notes for the speaker, in a window of their own" data-testid="slide-notes">{ "Notes" }<kbd>{ "N" }</kbd></button>
                <SlideTools {lecture} slide={name} {has_covers} {set_covers}>
                    <HandoutButton state={state.clone()} has_answers={!has_covers} is_ready={told.is_some() && state.run_fresh()} />
                </SlideTools>
            </footer>
        </Dialog>
    }
}

/// The work of the keys on a slide: to the next one they go once nothing on this one is covered.
fn act_on_keys(
    turn: Callback<isize>,
    covers: &Covers,
    lecture: UseReducerDispatcher<Lecture>,
    name: String,
) -> Callback<SlideKey> {
    let (next, uncover) = (covers.covered.first().copied(), covers.uncover.clone());
    Callback::from(move |asked: SlideKey| match (asked, next) {
        (SlideKey::Turn(1) | SlideKey::Uncover, Some(part)) => uncover.emit(part),
        (SlideKey::Turn(slides), _) => turn.emit(slides),
        (SlideKey::Take(tool), _) => lecture.dispatch(LectureAction::Take(tool)),
        (SlideKey::Undo, _) => lecture.dispatch(LectureAction::Undo(name.clone())),
        (SlideKey::PutAway, _) => lecture.dispatch(LectureAction::PutAway),
        (SlideKey::Uncover | SlideKey::Notes, _) => {}
    })
}

/// The program and the card beside it, below what is drawn on them.
fn draw_slide(
    props: &PresentationProps,
    slide: Option<Slide>,
    covers: &Covers,
    lecture: &UseReducerHandle<Lecture>,
    sheets: &Sheets,
    name: &str,
) -> Html {
    let layout = match slide {
        None => Some("asks"),
        Some(Slide::Card(card))
            if card.topic == Topic::Lost && !covers.covered.contains(&AnswerPart::Picture) =>
        {
            Some("compares")
        }
        Some(_) => None,
    };
    let drawing = lecture.drawing(name);
    let class = classes!("slide", layout, (!drawing.is_empty()).then_some("drawn"));
    let draw = {
        let (lecture, name) = (lecture.dispatcher(), name.to_owned());
        Callback::from(move |stroke| lecture.dispatch(LectureAction::Draw(name.clone(), stroke)))
    };
    let erase = {
        let (lecture, name) = (lecture.dispatcher(), name.to_owned());
        Callback::from(move |(half, at)| {
            lecture.dispatch(LectureAction::Erase(name.clone(), half, at));
        })
    };
    html! {
        <DrawingLayer {class} tool={lecture.tool} colour={lecture.colour} sheets={sheets.clone()} {draw} {erase}>
            <SlideProgram text={presented_text(props).clone()} lit={lit_lines(props, slide, covers)} sheet={sheets.program.clone()} drawing={drawing.clone()} />
            <div class="slide-half">
                <div class="slide-card" onscroll={scroll_along(sheets.card.clone())}>
                    { slide.map_or_else(|| title(props), |slide| content(props, slide, covers)) }
                </div>
                <Sheet sheet={sheets.card.clone()} half={SlideHalf::Card} {drawing} />
            </div>
        </DrawingLayer>
    }
}

/// The state of a lecture about a program. It begins with each presentation; drawings stay until the program changes.
#[hook]
fn use_lecture(props: &PresentationProps) -> UseReducerHandle<Lecture> {
    let lecture = use_reducer_eq(Lecture::default);
    let (begins, forgets) = (lecture.dispatcher(), lecture.dispatcher());
    use_effect_with(props.state.slide.is_some(), move |_| begins.dispatch(LectureAction::Begin));
    use_effect_with(presented_text(props).clone(), move |_| {
        forgets.dispatch(LectureAction::Forget)
    });
    lecture
}

/// The text on the slides.
fn presented_text(props: &PresentationProps) -> &Rc<str> {
    props.told.as_ref().map_or(&props.state.text, |told| &told.text)
}

/// The name by which a drawing belongs to a slide. A card with another sentence is another one; covers do not matter.
fn name_for_drawing(shown: usize, slide: Option<Slide>) -> String {
    let Some(slide) = slide else { return TITLE.to_owned() };
    let sentence = match slide {
        Slide::Card(card) => &card.sentence,
        _ => "",
    };
    format!("{shown} {} {sentence}", heading(slide, &[]))
}

/// The heading of a slide on which these parts are covered.
fn heading(slide: Slide, covered: &[AnswerPart]) -> String {
    match slide {
        Slide::Waiting => ANSWER_TITLE.to_owned(),
        Slide::Card(card) if covered.contains(&AnswerPart::Verdict) => {
            card.topic.covered_title().to_owned()
        }
        Slide::Card(card) => card.topic.title().to_owned(),
        Slide::Unproved(_) | Slide::Judged(_) if !covered.is_empty() => JUDGED_TITLE.to_owned(),
        Slide::Unproved(Unproved::Line(line)) => format!("Your line {}", line.line),
        Slide::Unproved(Unproved::Claim(claim)) => {
            format!("Your lines and the claim on line {}", claim.line)
        }
        Slide::Judged(_) => JUDGED_TITLE.to_owned(),
    }
}

/// The notes for the speaker beside a slide. They tell nothing that is covered, as they may stand on the slide itself.
fn notes(slide: Option<Slide>, verdict: &str, covers: &Covers) -> &'static str {
    let hides_verdict = covers.covered.contains(&AnswerPart::Verdict);
    match slide {
        None => QUESTION_NOTES,
        Some(Slide::Waiting) => WAITING_NOTES,
        Some(Slide::Card(card)) if hides_verdict && card.topic.tells_verdict() => QUESTION_NOTES,
        Some(Slide::Card(card)) => {
            card.topic.speaker_notes(if hides_verdict { "" } else { verdict })
        }
        Some(Slide::Unproved(_) | Slide::Judged(_)) if !covers.covered.is_empty() => {
            COVERED_JUDGED_NOTES
        }
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
fn content(props: &PresentationProps, slide: Slide, covers: &Covers) -> Html {
    let judged = |draw: &dyn Fn() -> Html| {
        html! { { asked(JUDGED_QUESTION, covers, draw) } }
    };
    match slide {
        Slide::Waiting => waiting(&props.state),
        Slide::Card(card) => {
            html! { { for props.told.iter().map(|told| told_card(props, told, card, covers)) } }
        }
        Slide::Unproved(own) => judged(&|| draw_unproved(own, &props.dispatch)),
        Slide::Judged(judgement) => {
            judged(&|| draw_all(judgement, props.state.hides_found, &props.dispatch))
        }
    }
}

/// An explanation, or while it is covered the question that it answers.
fn asked(question: &'static str, covers: &Covers, explanation: impl FnOnce() -> Html) -> Html {
    let is_covered = covers.covered.contains(&AnswerPart::Explanation);
    html! {
        <>
            if is_covered { <p class="reason" data-testid="slide-asks">{ question }</p> }
            <div aria-live="polite">{ covers.over(AnswerPart::Explanation, explanation) }</div>
        </>
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
fn told_card(props: &PresentationProps, told: &ToldStory, card: &Card, covers: &Covers) -> Html {
    let (class, sign) = sign_of_name(&told.story.verdict);
    let tree = match claim(props).map(|claim| &claim.verdict) {
        Some(Verdict::TooWeak { tree, .. }) if card.topic == Topic::Lost => Some(tree.clone()),
        _ => None,
    };
    let verdict = || {
        html! {
            <span class={classes!("chip", class)} data-testid="slide-verdict">{ format!("{sign} {}", told.story.verdict.replace('-', " ")) }</span>
        }
    };
    let picture = || match tree {
        Some(tree) => html! {
            <ConcreteTracesView {tree} place={told.assertion} fresh=true dispatch={props.dispatch.clone()} />
        },
        None => picture_of(card),
    };
    // A picture without a cover of its own goes with the sentence. Only some verdicts have one with a cover, which would
    // tell them.
    let is_apart = answers(Slide::Card(card)).contains(&AnswerPart::Picture);
    let explanation = asked(card.topic.question(), covers, || sentence_of(card));
    let tells_verdict = card.topic.tells_verdict() && covers.covered.contains(&AnswerPart::Verdict);
    let hides_picture =
        tells_verdict || !is_apart && covers.covered.contains(&AnswerPart::Explanation);
    html! {
        <>
            <p aria-live="polite">{ covers.over(AnswerPart::Verdict, verdict) }</p>
            { explanation }
            if !hides_picture { { covers.over(AnswerPart::Picture, picture) } }
        </>
    }
}

/// The lines of the program that a slide is about.
fn lit_lines(props: &PresentationProps, slide: Option<Slide>, covers: &Covers) -> Vec<u32> {
    let PresentationProps { state, told, .. } = props;
    let text = presented_text(props);
    let of_claim = || claim(props).map(|claim| claim.line).into_iter().collect();
    match slide {
        None | Some(Slide::Waiting) if asks_about_all(props) => {
            let own = if judges_lines(state) { prediction::own_lines(text) } else { vec![] };
            own.into_iter().chain(prediction::claimed_lines(state)).collect()
        }
        None | Some(Slide::Waiting | Slide::Judged(_)) => of_claim(),
        Some(slide) if is_told_by_lines(slide, covers) => of_claim(),
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
    }
}

/// Whether the marked lines of a slide tell something that is covered.
fn is_told_by_lines(slide: Slide, covers: &Covers) -> bool {
    match slide {
        Slide::Card(card) => {
            card.topic.tells_verdict() && covers.covered.contains(&AnswerPart::Verdict)
        }
        _ => !covers.covered.is_empty(),
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
    fn a_claim_is_no_answer_but_everything_else_on_a_card_is() {
        let card = |topic, picture| Card { topic, sentence: String::new(), picture, clause: None };
        let lines = || CardPicture::Lines(vec![]);
        let parts = |topic, picture| answers(Slide::Card(&card(topic, picture)));
        assert_eq!(parts(Topic::Claim, lines()), [AnswerPart::Verdict]);
        assert_eq!(parts(Topic::Danger, lines()), [AnswerPart::Verdict, AnswerPart::Explanation]);
        let all = [AnswerPart::Verdict, AnswerPart::Picture, AnswerPart::Explanation];
        assert_eq!(parts(Topic::Enough, CardPicture::Strips(vec![])), all);
        assert_eq!(parts(Topic::Lost, lines()), all);
        assert!(answers(Slide::Waiting).is_empty());
    }

    #[test]
    fn a_heading_does_not_tell_a_verdict_that_is_covered() {
        let last = |topic| {
            let picture = CardPicture::Lines(vec![]);
            let card = Card { topic, sentence: String::new(), picture, clause: None };
            let slide = Slide::Card(&card);
            (heading(slide, &[AnswerPart::Verdict]), heading(slide, &[AnswerPart::Explanation]))
        };
        assert_eq!(last(Topic::Found), ("The answer".to_owned(), "What happens".to_owned()));
        assert_eq!(last(Topic::Enough), ("The answer".to_owned(), "Why that is enough".to_owned()));
        assert_eq!(last(Topic::Danger), ("The danger".to_owned(), "The danger".to_owned()));
    }
}
