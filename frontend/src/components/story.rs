//! The story of a verdict as a few cards, also for a projector.

use super::dialog::Dialog;
use super::figure::Figure;
use super::prose::Prose;
use super::strip_picture::StripPicture;
use crate::formula::{Setting, term};
use crate::hooks::{Writer, use_page_keys};
use crate::records::Shared;
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
    pub dispatch: UseReducerDispatcher<State>,
}

/// One card at a time.
#[component]
pub fn Story(props: &StoryProps) -> Html {
    let StoryProps { found, assertion, fresh, dispatch } = props;
    let writer = use_context::<Writer>();
    let (told, at) = (use_state(|| None::<(usize, Rc<Told>)>), use_state(|| 0_usize));
    let presented = use_state(|| false);
    {
        let (told, at, assertion) = (told.clone(), at.clone(), *assertion);
        use_effect_with((found.clone(), assertion, *fresh), move |(_, _, fresh)| {
            let Some(writer) = writer.filter(|_| *fresh) else { return };
            at.set(0);
            told.set(None);
            let told = told.clone();
            let reader = Callback::from(move |text: Option<String>| {
                let read = text.and_then(|json| serde_json::from_str::<Told>(&json).ok());
                told.set(read.map(|read| (assertion, Rc::new(read))));
            });
            writer.write(DocumentKind::Story(assertion), reader);
        });
    }
    // A story about another assertion is not shown.
    let told = (*told).clone().filter(|(of, _)| of == assertion).map(|(_, told)| told);
    let last = told.as_ref().map_or(0, |told| told.cards.len().saturating_sub(1));
    let turn = {
        let (at, now) = (at.clone(), *at);
        Callback::from(move |pages: isize| at.set(now.saturating_add_signed(pages).min(last)))
    };
    use_page_keys(turn.clone());
    let Some(card) = told.as_ref().and_then(|told| told.cards.get(*at).cloned()) else {
        return html! {};
    };
    let title = card.topic.title();
    let place = format!("{} of {}", *at + 1, last + 1);
    let (back, next) = (turn.reform(|_: MouseEvent| -1), turn.reform(|_: MouseEvent| 1));
    let show = |on: bool| {
        let presented = presented.clone();
        Callback::from(move |()| presented.set(on))
    };
    html! {
        <section class="story" aria-label="The verdict as a story" data-testid="story">
            <header>
                <h3>{ title }</h3>
                <span class="why" data-testid="story-place">{ &place }</span>
            </header>
            { body(&card, dispatch) }
            <footer>
                <button onclick={back.clone()} disabled={*at == 0} data-testid="story-back">{ "Back" }</button>
                <button onclick={next.clone()} disabled={*at == last} data-testid="story-next">{ "Next" }</button>
                <button class="quiet" onclick={show(true).reform(|_: MouseEvent| ())} data-testid="story-present"
                    title="Full screen; Page Up and Page Down turn pages">{ "Present" }</button>
            </footer>
            <Dialog open={*presented} close={show(false)} label={title} class="present" testid="presentation">
                <div class="story">
                    { body(&card, dispatch) }
                    <footer>
                        <button onclick={back} disabled={*at == 0}>{ "Back" }</button>
                        <span class="why">{ place }</span>
                        <button onclick={next} disabled={*at == last}>{ "Next" }</button>
                    </footer>
                </div>
            </Dialog>
        </section>
    }
}

fn body(card: &Card, dispatch: &UseReducerDispatcher<State>) -> Html {
    let show = card.clause.map(|clause| {
        let dispatch = dispatch.clone();
        let stage = match card.topic {
            Topic::Cells => StageKey::ELIMINATE,
            _ => StageKey::CLAUSES,
        };
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Show(stage.clone()));
            dispatch.dispatch(Action::Select(Some(clause)));
        });
        html! { <button class="quiet" {onclick} data-testid="story-clause">{ "Show the clause" }</button> }
    });
    html! {
        <div>
            <p class="reason" data-testid="story-says"><Prose text={card.sentence.clone()} /></p>
            <Figure name="story">{ picture(&card.picture) }</Figure>
            { for show }
        </div>
    }
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
