//! The abstraction of arrays: one on offer, or any as text.

use super::menu::Menu;
use super::text_entry::TextEntry;
use crate::glossary::Term;
use crate::protocol::{ABSTRACTIONS_OF_ALL, Options};
use crate::state::{Action, State};
use hornbook_core::abstraction::sigma::{Choice, SigmaError};
use hornbook_core::pipeline::AUTO;
use yew::prelude::*;

/// The menu's entry for a text; no abstraction has this name.
const OTHER: &str = "other";

/// Properties of [`AbstractionChoice`].
#[derive(Clone, PartialEq, Properties)]
pub struct AbstractionChoiceProps {
    /// The choices.
    pub options: Options,
    /// Where choices go.
    pub dispatch: UseReducerDispatcher<State>,
}

/// A menu for the arrays that have no abstraction of their own; its last entry opens a field for
/// the whole choice, those of single arrays and program points included.
#[component]
pub fn AbstractionChoice(props: &AbstractionChoiceProps) -> Html {
    let AbstractionChoiceProps { options, dispatch } = props;
    let writing = use_state(|| false);
    let refused = use_state(|| None::<SigmaError>);
    let all = options.abstraction_of_all();
    let open = *writing || !ABSTRACTIONS_OF_ALL.iter().any(|offer| offer.name == all);
    let choose = {
        let (writing, refused) = (writing.clone(), refused.clone());
        let (options, dispatch) = (options.clone(), dispatch.clone());
        Callback::from(move |name: String| {
            writing.set(name == OTHER);
            refused.set(None);
            if name != OTHER {
                dispatch.dispatch(Action::Choose(options.with_abstraction_of_all(&name)));
            }
        })
    };
    let take = {
        let (writing, refused) = (writing.clone(), refused.clone());
        let (options, dispatch) = (options.clone(), dispatch.clone());
        Callback::from(move |text: String| {
            // The field stays, even if the text is one of the menu's.
            writing.set(true);
            let abstraction = text.trim().to_owned();
            match text.parse::<Choice>() {
                Err(error) if abstraction != AUTO => refused.set(Some(error)),
                _ => {
                    refused.set(None);
                    dispatch.dispatch(Action::Choose(Options { abstraction, ..options.clone() }));
                }
            }
        })
    };
    let chosen = if open { OTHER } else { all }.to_owned();
    let text = refused.as_ref().map_or(&options.abstraction, |error| &error.text).clone();
    let wrong = refused.as_ref().map(|error| AttrValue::from(error.to_string()));
    html! {
        <>
            <Menu label="abstraction" term={Term::DataAbstraction} testid="abstraction" {chosen} offers={ABSTRACTIONS_OF_ALL}
                extra={(OTHER.to_owned(), "other …".to_owned())} {choose} />
            if open {
                <TextEntry label="abstraction as text" testid="sigma" {text} {wrong} focus={*writing} {take} />
            }
        </>
    }
}
