//! The story of a verdict as a few cards, also for a projector.

use super::figure::Figure;
use super::presentation;
use super::prose::Prose;
use super::strip_picture::StripPicture;
use super::withheld;
use crate::formula::{Setting, term};
use crate::hooks::Writer;
use crate::records::Shared;
use crate::state::{self, Action, SolverResult, SolverStatus, State};
use hornbook_horn::Term;
use hornbook_protocol::DocumentKind;
use hornbook_records::stages::StageKey;
use hornbook_records::story::{ArrayCells, Card, CardPicture, Story as Told, Topic};
use std::rc::Rc;
use yew::prelude::*;

/// A story, with what it is about.
#[derive(Clone)]
pub struct ToldStory {
    /// The result that has its assertion.
    pub found: Shared<SolverResult>,
    /// The place of its assertion.
    pub assertion: usize,
    /// The text that it is about.
    pub text: Rc<str>,
    /// The story.
    pub story: Rc<Told>,
}

impl PartialEq for ToldStory {
    fn eq(&self, other: &ToldStory) -> bool {
        self.story == other.story && self.found == other.found
    }
}

/// The story of the verdict on view, as soon as it is written; that of an older text stays as long as its verdict.
#[hook]
pub fn use_told_story(state: &State) -> Option<ToldStory> {
    let writer = use_context::<Writer>();
    let told = use_state(|| None::<ToldStory>);
    let found = match &state.run.value {
        SolverStatus::Done(found) => Some(found.clone()),
        _ => None,
    };
    let assertion =
        found.as_ref().and_then(|found| state::examined(&found.outcome, state.examined));
    let about = found.zip(assertion);
    {
        let (told, text) = (told.clone(), state.text.clone());
        use_effect_with((about.clone(), state.run_fresh()), move |(about, fresh)| {
            let Some((found, assertion)) = about.clone() else { return told.set(None) };
            let Some(writer) = writer.filter(|_| *fresh) else { return };
            told.set(None);
            let told = told.clone();
            let reader = Callback::from(move |json: Option<String>| {
                let read = json.and_then(|json| serde_json::from_str::<Told>(&json).ok());
                let (found, text) = (found.clone(), text.clone());
                let known = |read| ToldStory { found, assertion, text, story: Rc::new(read) };
                told.set(read.map(known));
            });
            writer.write(DocumentKind::Story(assertion), reader);
        });
    }
    // A story about something else is not shown.
    let is_on_view = |known: &ToldStory| Some((known.found.clone(), known.assertion)) == about;
    let known = (*told).clone().filter(is_on_view);
    match withheld::sentence(state.found_display()) {
        Some(sentence) => known.map(|known| known.without_found(sentence)),
        None => known,
    }
}

impl ToldStory {
    /// The story with a sentence in the place of facts that were found.
    fn without_found(self, instead: &str) -> ToldStory {
        let outcome = &self.found.outcome;
        let has_found = !outcome.invariants.is_empty() || !outcome.instrumented.is_empty();
        let hidden = |card: Card| match card.topic {
            Topic::Enough if has_found => Card {
                sentence: instead.to_owned(),
                picture: CardPicture::Lines(vec![]),
                clause: None,
                ..card
            },
            _ => card,
        };
        let Told { verdict, cards } = (*self.story).clone();
        let cards = cards.into_iter().map(hidden).collect();
        ToldStory { story: Rc::new(Told { verdict, cards }), ..self }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct StoryProps {
    pub told: ToldStory,
    /// The slide on view; the first one is 0. Nothing while there is no presentation.
    pub slide: Option<usize>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// One card at a time.
#[component]
pub fn Story(props: &StoryProps) -> Html {
    let StoryProps { told, slide, dispatch } = props;
    let at = use_state_eq(|| 0_usize);
    let judged = presentation::judged_slides(&told.found.outcome);
    {
        let at = at.clone();
        use_effect_with(told.clone(), move |_| at.set(0));
    }
    // After a presentation its last card is on view.
    {
        let at = at.clone();
        use_effect_with((*slide, judged), move |(slide, judged)| {
            if let Some(slide) = slide {
                at.set(presentation::card_of_slide(*slide, *judged));
            }
        });
    }
    let last = told.story.cards.len().saturating_sub(1);
    let Some(card) = told.story.cards.get(*at) else { return html! {} };
    let turn = |pages: isize| {
        let (at, to) = (at.clone(), at.saturating_add_signed(pages).min(last));
        Callback::from(move |_: MouseEvent| at.set(to))
    };
    // Who has turned pages presents the card on view; the others begin with the question.
    let first = if *at == 0 { 0 } else { presentation::slide_of_card(*at, judged) };
    let present = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Present(Some(first))))
    };
    html! {
        <section class="story" aria-label="The verdict as a story" data-testid="story">
            <header>
                <h3>{ card.topic.title() }</h3>
                <span class="why" data-testid="story-place">{ format!("{} of {}", *at + 1, last + 1) }</span>
            </header>
            <div>
                { sentence_of(card) }
                { picture_of(card) }
                { for clause_button(card, dispatch) }
            </div>
            <footer>
                <button onclick={turn(-1)} disabled={*at == 0} data-testid="story-back">{ "Back" }</button>
                <button onclick={turn(1)} disabled={*at == last} data-testid="story-next">{ "Next" }</button>
                <button class="quiet" onclick={present} data-testid="story-present">{ "Present" }</button>
            </footer>
        </section>
    }
}

/// A button that leads to the clause of a card.
fn clause_button(card: &Card, dispatch: &UseReducerDispatcher<State>) -> Option<Html> {
    let (clause, dispatch) = (card.clause?, dispatch.clone());
    let stage = match card.topic {
        Topic::Cells => StageKey::ELIMINATE,
        _ => StageKey::CLAUSES,
    };
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Show(stage.clone()));
        dispatch.dispatch(Action::Select(Some(clause)));
    });
    Some(
        html! { <button class="quiet" {onclick} data-testid="story-clause">{ "Show the clause" }</button> },
    )
}

/// The sentence of a card.
pub fn sentence_of(card: &Card) -> Html {
    html! { <p class="reason" data-testid="story-says"><Prose text={card.sentence.clone()} /></p> }
}

/// The picture of a card.
pub fn picture_of(card: &Card) -> Html {
    if matches!(&card.picture, CardPicture::Lines(lines) if lines.is_empty()) {
        return html! {};
    }
    html! { <Figure name="story">{ picture(&card.picture) }</Figure> }
}

fn picture(picture: &CardPicture) -> Html {
    match picture {
        CardPicture::Lines(lines) => {
            let line = |(n, text): &(u32, String)| html! { <div><span class="number">{ *n }</span><code>{ text }</code></div> };
            html! { <div class="story-lines">{ for lines.iter().map(line) }</div> }
        }
        CardPicture::Strips(strips) => {
            let strip = |(strip, row): &(_, _)| html! { <StripPicture strip={Clone::clone(strip)} row={Clone::clone(row)} /> };
            html! { { for strips.iter().map(strip) } }
        }
        CardPicture::Cells(arrays) => html! { { for arrays.iter().map(cells) } },
    }
}

/// Some cells of an array, with gaps between them as their order is unknown.
fn cells(cells: &ArrayCells) -> Html {
    html! { <ul class="strip" aria-label={format!("Cells of {}", cells.array)}>{ gap() }{ for cells.cells.iter().map(|(index, why)| cell(cells, index, why)) }</ul> }
}

fn cell(cells: &ArrayCells, index: &Term, why: &str) -> Html {
    let setting = Setting::default();
    let read = Term::select(cells.array.clone(), index.clone());
    html! {
        <>
            <li class="cell" aria-label={format!("{read}: {why}")}>
                <span class="cell-why">{ why }</span>
                <span class="cell-box"><span class="f">{ term(&read, &setting) }</span></span>
                <span class="cell-index f">{ term(index, &setting) }</span>
            </li>
            { gap() }
        </>
    }
}

fn gap() -> Html {
    html! { <li class="gap" aria-hidden="true">{ "…" }</li> }
}
