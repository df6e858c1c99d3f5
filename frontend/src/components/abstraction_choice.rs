//! The abstraction of arrays: one on offer, or any as text.

use super::menu::{Menu, own_entry};
use super::text_entry::TextEntry;
use crate::completion::completions;
use crate::glossary::Term;
use crate::protocol::{NOT_CHOSEN, Offer, Options};
use hornbook_core::abstraction::sigma::{Choice, SigmaError};
use hornbook_core::explain::Wishes;
use hornbook_core::pipeline::AUTO;
use std::rc::Rc;
use yew::prelude::*;

/// The menu's entry for a text; no abstraction has this name.
const OTHER: &str = "other";

/// Properties of [`AbstractionChoice`].
#[derive(Clone, PartialEq, Properties)]
pub struct AbstractionChoiceProps {
    /// The choices.
    pub options: Options,
    /// The abstraction that the program asks for; it holds as long as none is chosen.
    #[prop_or_default]
    pub wish: Option<String>,
    /// What is on offer.
    pub offers: &'static [Offer],
    /// What is chosen, in words.
    #[prop_or(AttrValue::Static("abstraction"))]
    pub label: AttrValue,
    /// How tests find the menu and the field.
    #[prop_or(["abstraction", "sigma"])]
    pub testids: [&'static str; 2],
    /// The arrays and points of the program, which can have abstractions of their own.
    #[prop_or_default]
    pub places: Rc<Vec<String>>,
    /// Called with the new choices.
    pub choose: Callback<Options>,
}

/// A menu for the arrays that have no abstraction of their own; its last entry opens a field for
/// the whole choice, those of single arrays and program points included.
#[component]
pub fn AbstractionChoice(props: &AbstractionChoiceProps) -> Html {
    let AbstractionChoiceProps { options, wish, offers, label, testids, places, .. } = props;
    let chosen_now = &props.choose;
    let writing = use_state(|| false);
    let refused = use_state(|| None::<SigmaError>);
    let all = match (wish, options.abstraction.as_str()) {
        (Some(_), NOT_CHOSEN) => NOT_CHOSEN,
        _ => options.abstraction_of_all(),
    };
    let offered = all == NOT_CHOSEN || offers.iter().any(|offer| offer.name == all);
    let unreadable = unreadable(options);
    let open = *writing || !offered || unreadable.is_some();
    let choose = {
        let (writing, refused) = (writing.clone(), refused.clone());
        let (options, chosen_now) = (options.clone(), chosen_now.clone());
        Callback::from(move |name: String| {
            writing.set(name == OTHER);
            refused.set(None);
            if name == NOT_CHOSEN {
                chosen_now.emit(Options { abstraction: name, ..options.clone() });
            } else if name != OTHER {
                chosen_now.emit(options.with_abstraction_of_all(&name));
            }
        })
    };
    let take = {
        let (writing, refused) = (writing.clone(), refused.clone());
        let (options, chosen_now) = (options.clone(), chosen_now.clone());
        let auto = offers.iter().any(|offer| offer.name == AUTO);
        Callback::from(move |text: String| {
            // The field stays, even if the text is one of the menu's.
            writing.set(true);
            let abstraction = text.trim().to_owned();
            match text.parse::<Choice>() {
                Err(error) if abstraction != AUTO || !auto => refused.set(Some(error)),
                _ => {
                    refused.set(None);
                    chosen_now.emit(Options { abstraction, ..options.clone() });
                }
            }
        })
    };
    let complete = {
        let places = places.clone();
        Callback::from(move |(text, at): (String, usize)| completions(&text, at, &places))
    };
    let chosen = if open { OTHER } else { all }.to_owned();
    let wishes = Wishes { abstraction: wish.clone(), heuristic: None };
    let in_force = options.in_force(&wishes).abstraction;
    let text = refused.as_ref().map_or(in_force, |error| error.text.clone());
    let wrong = (*refused).clone().or(unreadable);
    let wrong = wrong.map(|error| AttrValue::from(error.to_string()));
    html! {
        <>
            <Menu label={label.clone()} term={Term::DataAbstraction} testid={testids[0]} {chosen} own={own_entry(wish.as_ref())} offers={*offers}
                extra={(OTHER.to_owned(), "other …".to_owned())} {choose} />
            if open {
                <TextEntry label={format!("{label} as text")} testid={testids[1]} {text} {wrong} focus={*writing} {complete} {take} />
            }
        </>
    }
}

/// What is wrong with the choice itself.
fn unreadable(options: &Options) -> Option<SigmaError> {
    let named = [NOT_CHOSEN, AUTO].contains(&&*options.abstraction);
    options.abstraction.parse::<Choice>().err().filter(|_| !named)
}
