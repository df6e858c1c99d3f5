//! Names: italic letters, digits below, primes above.

use hornbook_horn::notation::NameParts;
use std::cell::RefCell;
use std::collections::BTreeMap;
use yew::prelude::*;

/// A name with more bytes than this may be broken: it can be wider than its column.
const LONG: usize = 24;

thread_local! {
    /// The names in the program of variables that the clauses call otherwise. All formulas of the page are
    /// of one text.
    static CALLED: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Sets the names in the program of variables: `i_2` is `i (line 8)`.
pub fn call_variables(names: &[(String, String)]) {
    CALLED.set(names.iter().cloned().collect());
}

/// A variable's name.
pub fn variable(name: &str) -> Html {
    called(name).unwrap_or_else(|| parts(&NameParts::variable(name), "f-var"))
}

/// The name in the program of a variable that the clauses call otherwise, or of a cell of it.
pub(super) fn called(name: &str) -> Option<Html> {
    let (base, marks) = name.split_at(name.find(['\'', '#']).unwrap_or(name.len()));
    let find = |name: &str| CALLED.with_borrow(|called| called.get(name).cloned());
    if let Some(shown) = find(base) {
        let (source, line) = shown.split_once(' ').unwrap_or((&shown, ""));
        let source = parts(&NameParts::variable(&format!("{source}{marks}")), "f-var");
        return Some(
            html! { <>{ source }<span class="f-line">{ "\u{a0}" }{ line.replace(' ', "\u{a0}") }</span></> },
        );
    }
    let (stem, array) = base.split_once('_').filter(|(stem, _)| matches!(*stem, "k" | "v"))?;
    let named = NameParts { below: find(array)?, ..NameParts::variable(&format!("{stem}{marks}")) };
    Some(parts(&named, "f-var"))
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
        // The superscript and the subscript of a name stand above each other.
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

#[cfg(test)]
mod tests {
    use super::*;
    use yew::virtual_dom::VNode;

    fn text(node: &Html) -> String {
        match node {
            VNode::VText(part) => part.text.to_string(),
            VNode::VList(parts) => parts.iter().map(text).collect(),
            VNode::VTag(tag) => tag.children().map(text).unwrap_or_default(),
            _ => String::new(),
        }
    }

    #[test]
    fn a_variable_that_shares_its_name_has_its_line_behind() {
        let shown = |name: &str| text(&variable(name)).replace('\u{a0}', " ");
        assert_eq!(shown("i_2"), "i2");
        call_variables(&[("i_2".into(), "i (line 8)".into()), ("a_2".into(), "a (line 9)".into())]);
        assert_eq!(shown("i_2"), "i (line 8)");
        assert_eq!(shown("i_2''"), "i′′ (line 8)");
        assert_eq!(shown("k_a_2'"), "k′a (line 9)");
        assert_eq!((shown("i"), shown("i2"), shown("k_a")), ("i".into(), "i2".into(), "ka".into()));
    }
}
