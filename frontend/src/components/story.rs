//! The story of a verdict as a few cards, also for a projector.

use super::figure::Figure;
use super::presentation::Presentation;
use super::prose::Prose;
use super::strip_picture::StripPicture;
use crate::formula::{Setting, term};
use crate::hooks::Writer;
use crate::records::{Analysis, Shared};
use crate::state::{Action, SolverResult, State};
use hornbook_horn::Term;
use hornbook_protocol::DocumentKind;
use hornbook_records::stages::StageKey;
use hornbook_records::story::{ArrayCells, Card, CardPicture, Story as Told, Topic};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct StoryProps {
    pub found: Shared<SolverResult>,
    /// The place of its assertion.
    pub assertion: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
    /// The text in the editor.
    pub text: Rc<str>,
    /// The analysis of the text, if it is the current one.
    pub analysis: Option<Shared<Analysis>>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A story, with the assertion and the text that it is about.
#[derive(Clone)]
struct ToldStory {
    assertion: usize,
    text: Rc<str>,
    story: Rc<Told>,
}

/// One card at a time.
#[component]
pub fn Story(props: &StoryProps) -> Html {
    let StoryProps { found, assertion, fresh, dispatch, .. } = props;
    let writer = use_context::<Writer>();
    let (told, at) = (use_state(|| None::<ToldStory>), use_state(|| 0_usize));
    let slide = use_state(|| None::<usize>);
    {
        let (told, at, assertion) = (told.clone(), at.clone(), *assertion);
        let text = props.text.clone();
        use_effect_with((found.clone(), assertion, *fresh), move |(_, _, fresh)| {
            let Some(writer) = writer.filter(|_| *fresh) else { return };
            at.set(0);
            told.set(None);
            let told = told.clone();
            let reader = Callback::from(move |json: Option<String>| {
                let read = json.and_then(|json| serde_json::from_str::<Told>(&json).ok());
                let known =
                    |read| ToldStory { assertion, text: text.clone(), story: Rc::new(read) };
                told.set(read.map(known));
            });
            writer.write(DocumentKind::Story(assertion), reader);
        });
    }
    // A story about another assertion is not shown.
    let Some(ToldStory { text, story, .. }) =
        (*told).clone().filter(|known| known.assertion == *assertion)
    else {
        return html! {};
    };
    let last = story.cards.len().saturating_sub(1);
    let Some(card) = story.cards.get(*at) else { return html! {} };
    let turn = |pages: isize| {
        let (at, to) = (at.clone(), at.saturating_add_signed(pages).min(last));
        Callback::from(move |_: MouseEvent| at.set(to))
    };
    // Who has turned pages presents the card on view; the others begin with the question.
    let present = {
        let (slide, first) = (slide.clone(), if *at == 0 { 0 } else { *at + 1 });
        Callback::from(move |_: MouseEvent| slide.set(Some(first)))
    };
    let go = {
        let (slide, at) = (slide.clone(), at.clone());
        Callback::from(move |to: Option<usize>| {
            if let (None, Some(shown)) = (to, *slide) {
                at.set(shown.saturating_sub(1));
            }
            slide.set(to);
        })
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
            <Presentation told={story} {text} found={found.clone()} assertion={*assertion} analysis={props.analysis.clone()}
                slide={*slide} {go} dispatch={dispatch.clone()} />
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
