//! A menu of things that can be chosen.

use crate::protocol::Offer;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of [`Menu`].
#[derive(Clone, PartialEq, Properties)]
pub struct MenuProps {
    /// What is chosen.
    pub label: AttrValue,
    /// How tests find it.
    pub testid: AttrValue,
    /// The name of the entry that is chosen.
    pub chosen: String,
    /// What is on offer.
    pub offers: &'static [Offer],
    /// One more entry behind these: its name and what is shown.
    #[prop_or_default]
    pub extra: Option<(String, String)>,
    /// Called with the name that was picked.
    pub choose: Callback<String>,
}

/// One of the student's choices.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let MenuProps { label, testid, chosen, offers, extra, choose } = props;
    let select = use_node_ref();
    {
        let select = select.clone();
        // A menu that was used once does not follow the attribute of its entries any more.
        use_effect_with((chosen.clone(), extra.clone()), move |(chosen, _)| {
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
    html! {
        <label class="choice">
            <span>{ label.clone() }</span>
            <select ref={select} {onchange} title={label.clone()} data-testid={testid.clone()}>
                { for options }
                if let Some((name, title)) = extra {
                    <option value={name.clone()} selected={name == chosen}>{ title }</option>
                }
            </select>
        </label>
    }
}
