//! The abstraction of arrays: one on offer, or any as text.

use super::menu::{Menu, NOT_CHOSEN, own_entry};
use super::text_entry::TextEntry;
use crate::completion::completions;
use crate::glossary::Term;
use hornbook_abstraction::sigma::{Choice, SigmaError};
use hornbook_protocol::Offer;
use hornbook_tasks::choices::{AUTO, ChosenAbstraction};
use std::rc::Rc;
use yew::prelude::*;

/// The menu's entry for a text; no abstraction has this name.
const OTHER: &str = "other";

#[derive(Clone, PartialEq, Properties)]
pub struct AbstractionChoiceProps {
    pub wanted: Option<ChosenAbstraction>,
    /// The abstraction that the program asks for; it holds as long as none is chosen.
    #[prop_or_default]
    pub wish: Option<ChosenAbstraction>,
    /// A text from a link that cannot be read as a choice.
    #[prop_or_default]
    pub unread: Option<AttrValue>,
    pub offers: &'static [Offer],
    /// Whether the text may leave the choice to Hornbook.
    #[prop_or_default]
    pub takes_auto: bool,
    #[prop_or(AttrValue::Static("abstraction"))]
    pub label: AttrValue,
    /// The test ids of the menu and the field.
    #[prop_or(["abstraction", "sigma"])]
    pub testids: [&'static str; 2],
    /// The arrays and points of the program, which can have abstractions of their own.
    #[prop_or_default]
    pub places: Rc<Vec<String>>,
    pub choose: Callback<Option<ChosenAbstraction>>,
}

/// A text as it was typed, and the choice that it means.
type TypedChoice = Result<(String, ChosenAbstraction), SigmaError>;

/// A menu for the arrays that have no abstraction of their own; its last entry opens a field for
/// the whole choice, those of single arrays and program points included.
#[component]
pub fn AbstractionChoice(props: &AbstractionChoiceProps) -> Html {
    let AbstractionChoiceProps { wanted, wish, offers, label, testids, places, .. } = props;
    let writing = use_state(|| false);
    let typed = use_state(|| None::<TypedChoice>);
    let in_force = wanted.clone().or_else(|| wish.clone()).unwrap_or_default();
    let entry = match (wish, wanted) {
        (Some(_), None) => Some(NOT_CHOSEN),
        _ => entry(offers, &wanted.clone().unwrap_or_default()),
    };
    let unread = props.unread.as_ref().and_then(|text| text.parse::<Choice>().err());
    let chosen = entry.filter(|_| !*writing && unread.is_none()).unwrap_or(OTHER);
    let choose = {
        let (writing, typed) = (writing.clone(), typed.clone());
        let (wanted, emit, offers) = (wanted.clone(), props.choose.clone(), *offers);
        Callback::from(move |name: String| {
            writing.set(name == OTHER);
            typed.set(None);
            if name == NOT_CHOSEN {
                emit.emit(None);
            } else if let Some(offer) = Offer::find(offers, &name) {
                let others = wanted.clone().unwrap_or_default();
                emit.emit(Some(
                    offer.sigma().map_or(ChosenAbstraction::Auto, |all| others.with_all(all)),
                ));
            }
        })
    };
    let take = {
        let (writing, typed) = (writing.clone(), typed.clone());
        let emit = props.choose.clone();
        let auto = props.takes_auto;
        Callback::from(move |text: String| {
            // The field stays, even if the text is one of the menu's.
            writing.set(true);
            let read = if auto { text.parse() } else { text.parse().map(ChosenAbstraction::Fixed) };
            if let Ok(wanted) = &read {
                emit.emit(Some(ChosenAbstraction::clone(wanted)));
            }
            typed.set(Some(read.map(|wanted| (text.trim().to_owned(), wanted))));
        })
    };
    let complete = {
        let places = places.clone();
        Callback::from(move |(text, at): (String, usize)| completions(&text, at, &places))
    };
    let wrong = match &*typed {
        Some(Err(error)) => Some(error),
        _ => unread.as_ref(),
    };
    let text = match (wrong, &*typed) {
        (Some(error), _) => error.text.clone(),
        // The typed text stays as it is while its choice holds.
        (None, Some(Ok((text, meant)))) if *meant == in_force => text.clone(),
        (None, _) => in_force.to_string(),
    };
    let wrong = wrong.map(|error| AttrValue::from(error.to_string()));
    html! {
        <>
            <Menu label={label.clone()} term={Term::DataAbstraction} testid={testids[0]} chosen={chosen.to_owned()} own={own_entry(wish.as_ref())} offers={*offers}
                extra={(OTHER.to_owned(), "other …".to_owned())} {choose} />
            if chosen == OTHER {
                <TextEntry label={format!("{label} as text")} testid={testids[1]} {text} {wrong} focus={*writing} {complete} {take} />
            }
        </>
    }
}

/// The menu's entry for a choice, if it has one.
fn entry(offers: &'static [Offer], wanted: &ChosenAbstraction) -> Option<&'static str> {
    let offer = match wanted {
        ChosenAbstraction::Auto => Offer::find(offers, AUTO),
        ChosenAbstraction::Fixed(choice) => Offer::for_sigma(offers, &choice.all),
    };
    offer.map(|offer| offer.name)
}
