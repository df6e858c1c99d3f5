//! Links from one control-flow graph to that of a function which it calls.

use super::graphs::go_to;
use hornbook_records::graph::DrawnNode;
use yew::prelude::*;

/// How high a link is for a finger, and how far it reaches above the foot of its letters.
const HIGH: i32 = 24;
const ABOVE: i32 = 17;
/// How wide a letter of a link is at most.
const LETTER: i32 = 8;

/// A link to the graph of a function that is called, from a place below the words of the call. It is no
/// part of their arrow, which picks a clause.
pub(super) fn link(function: &str, shown: &str, line: u32, (x, y): (i32, i32)) -> Html {
    let says = format!("line {line} calls {function}: to its graph");
    let words = format!("→ {shown}");
    let width = LETTER * words.chars().count() as i32;
    let LinkHandlers { click, key } = LinkHandlers::new(function);
    html! {
        <g class="call-link" role="link" tabindex="0" aria-label={says.clone()} onclick={click} onkeydown={key} data-testid="call-link">
            <title>{ says }</title>
            <rect class="hit" x={x.to_string()} y={(y - ABOVE).to_string()} width={width.to_string()} height={HIGH.to_string()} />
            <text x={x.to_string()} y={y.to_string()}>{ words }</text>
        </g>
    }
}

/// A function that begins where nothing comes behind it: a node that is a link to its graph.
pub(super) fn begins(node: &DrawnNode, (x, y): (i32, i32), (width, height): (i32, i32)) -> Html {
    let says = format!("{} begins: to its graph", node.name);
    let LinkHandlers { click, key } = LinkHandlers::new(&node.name);
    html! {
        <g class="node call-link" role="link" tabindex="0" aria-label={says.clone()} onclick={click} onkeydown={key} data-testid="call-link">
            <title>{ says }</title>
            <rect x={(x - width / 2).to_string()} y={(y - height / 2).to_string()} width={width.to_string()} height={height.to_string()} />
            <text x={x.to_string()} y={(y + 5).to_string()}>{ fitting(&node.name) }</text>
        </g>
    }
}

/// The name of a function as far as it fits into a node.
fn fitting(name: &str) -> String {
    const MOST: usize = 11;
    if name.chars().count() <= MOST {
        return format!("→ {name}");
    }
    ["→ "]
        .into_iter()
        .flat_map(str::chars)
        .chain(name.chars().take(MOST - 1))
        .chain(['…'])
        .collect()
}

/// The event handlers of a link to another graph.
struct LinkHandlers {
    click: Callback<MouseEvent>,
    key: Callback<KeyboardEvent>,
}

impl LinkHandlers {
    fn new(function: &str) -> LinkHandlers {
        let name = function.to_owned();
        let go = Callback::from(move |()| go_to(Some(&name)));
        LinkHandlers {
            click: go.reform(|_| ()),
            key: Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Enter" {
                    event.prevent_default();
                    go.emit(());
                }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(fitting("set"), "→ set");
        assert_eq!(fitting("a_very_long_name"), "→ a_very_lon…");
    }
}
