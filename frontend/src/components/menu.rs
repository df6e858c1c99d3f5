//! A menu of choices.

use super::gloss::Gloss;
use crate::glossary::Term;
use hornbook_protocol::Offer;
use std::fmt::Display;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct MenuProps {
    pub label: AttrValue,
    /// The term of the glossary that explains the label.
    #[prop_or_default]
    pub term: Option<Term>,
    pub testid: AttrValue,
    pub chosen: String,
    pub offers: &'static [Offer],
    /// One more entry before these: its name and what is shown.
    #[prop_or_default]
    pub own: Option<(String, String)>,
    /// One more entry behind these: its name and what is shown.
    #[prop_or_default]
    pub extra: Option<(String, String)>,
    pub choose: Callback<String>,
}

/// The name of the entry that leaves a choice to the program.
pub const NOT_CHOSEN: &str = "";

/// The entry that leaves a choice to the program, if that has a wish.
pub fn own_entry(wish: Option<&impl Display>) -> Option<(String, String)> {
    wish.map(|wish| (NOT_CHOSEN.to_owned(), format!("the program's own: {wish}")))
}

/// One of the student's choices, with an explanation of the chosen entry.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let MenuProps { label, term, testid, chosen, offers, own, extra, choose } = props;
    let select = use_node_ref();
    {
        let select = select.clone();
        // A menu that was used once does not follow the attribute of its entries any more.
        use_effect_with((chosen.clone(), own.clone(), extra.clone()), move |(chosen, ..)| {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(chosen);
            }
        });
    }
    let onchange = {
        let choose = choose.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                choose.emit(select.value());
            }
        })
    };
    let options = offers.iter().map(|offer| {
        html! {
            <option value={offer.name} selected={offer.name == *chosen} title={offer.help}>{ offer.title }</option>
        }
    });
    let help = offers.iter().find(|offer| offer.name == *chosen).map(|offer| offer.help);
    let help_id = help.map(|_| format!("help-{testid}"));
    html! {
        <div class="choice">
            <span>
                if let Some(term) = term { <Gloss term={*term}>{ label.clone() }</Gloss> } else { { label.clone() } }
            </span>
            <select ref={select} {onchange} aria-label={label.clone()} title={label.clone()} aria-describedby={help_id.clone()} data-testid={testid.clone()}>
                if let Some((name, title)) = own {
                    <option value={name.clone()} selected={name == chosen}>{ title }</option>
                }
                { for options }
                if let Some((name, title)) = extra {
                    <option value={name.clone()} selected={name == chosen}>{ title }</option>
                }
            </select>
            // A tooltip would be out of reach for fingers and keys.
            if let Some(help) = help { <small class="choice-help" id={help_id}>{ help }</small> }
        </div>
    }
}
