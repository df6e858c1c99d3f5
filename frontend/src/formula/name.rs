//! Names: italic letters, digits below, primes above.

use hornbook_core::horn::notation::NameParts;
use yew::prelude::*;

/// A name with more bytes than this may be broken: it can be wider than what it stands in.
const LONG: usize = 24;

/// A variable's name.
pub fn variable(name: &str) -> Html {
    parts(&NameParts::variable(name), "f-var")
}

/// A predicate's name; that of an abstract one ends with a sharp.
///
/// `L5_2` is the second point before line 5: both numbers go below.
pub fn predicate(name: &str) -> Html {
    parts(&NameParts::predicate(name), "f-pred")
}

/// A name that was taken apart.
pub(super) fn parts(name: &NameParts, class: &'static str) -> Html {
    // Primes keep their full size at the letter: above a number below, as small as that, nobody in
    // the last row would see them.
    let primes = "′".repeat(name.primes);
    let primes = (name.primes > 0).then(|| html! { <span class="f-prime">{ primes }</span> });
    let scripts = match (name.below.as_str(), name.above.as_str()) {
        ("", "") => html! {},
        (below, "") => html! { <sub>{ nested(below) }</sub> },
        ("", above) => html! { <sup>{ above }</sup> },
        // What goes above and below one name stands above each other.
        (below, above) => html! {
            <span class="f-scripts"><sup>{ above }</sup><sub>{ nested(below) }</sub></span>
        },
    };
    let long = (name.stem.len() > LONG).then_some("f-long");
    html! { <span {class}><i class={classes!(long)}>{ &name.stem }</i>{ primes }{ scripts }</span> }
}

/// `k_a` below the line has its `a` lower still, and nothing is lower than that.
fn nested(below: &str) -> Html {
    match below.split_once('_') {
        Some((stem, rest)) => html! { <>{ stem }<sub>{ rest }</sub></> },
        None => html! { below },
    }
}
