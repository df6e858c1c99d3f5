//! The control-flow graph as a picture.

use super::graph_link::{begins, link};
use crate::highlights::{Highlights, Topic};
use crate::hooks::{bring_into_view, stacked};
use crate::state::{Action, State};
use hornbook_horn::ClauseId;
use hornbook_horn::cfg::NodeKind;
use hornbook_records::graph::{Drawing, DrawnEdge, DrawnKind, DrawnNode, GridPosition};
use std::fmt::Write;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// The size of one place of the grid, and of a node in it.
const CELL: (i32, i32) = (150, 60);
const NODE: (i32, i32) = (108, 34);
/// The longest line of a label that fits beside its arrow, and the distance of two lines. Words that do not
/// fit into two lines stand in the title.
const LABEL: usize = 17;
const LINE: i32 = 15;
/// The longest name that a node has room for.
const NAME: usize = 8;
/// How wide a letter of a label is at most, and how far the first one is from its line.
const LETTER: i32 = 8;
/// How far from the middle of a place a line goes straight up or down there: its label stands beside that.
/// An edge to another column turns between the places.
const STRAIGHT: i32 = 20;
/// How wide the bow of a line is that comes back to where it began, from its middle.
const APART: i32 = 18;
/// How many of the picture's units are as wide as one rem of the page.
const REM: i32 = 16;

#[derive(Clone, PartialEq, Properties)]
pub struct GraphViewProps {
    pub drawing: Rc<Drawing>,
    /// The number of the picture among those on view.
    pub number: usize,
    /// Highlights of the topic under the pointer.
    pub hovered: Highlights,
    /// Highlights of the picked topic.
    pub picked: Highlights,
    /// Groups of lines of the program.
    pub bands: Rc<Vec<(u32, u32)>>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// Points as boxes, steps as arrows with the words of the program. Both highlight their topic and are
/// highlighted with it.
#[component]
pub fn GraphView(props: &GraphViewProps) -> Html {
    let GraphViewProps { drawing, number, .. } = props;
    let (width, height) = (width(drawing), drawing.rows as i32 * CELL.1);
    let graph = use_node_ref();
    use_beginning(&graph, drawing);
    use_picked_in_view(&graph, &props.picked);
    let edges = drawing.edges.iter().map(|e| edge(props, e));
    let nodes = drawing.nodes.iter().enumerate().map(|(n, node)| self::node(props, n, node));
    html! {
        <div class="graph" ref={graph} data-testid="graph">
            <svg viewBox={format!("0 0 {width} {height}")} style={format!("--width:{}", width / REM)} role="group" aria-label={name(drawing)}>
                <defs>
                    <marker id={marker(*number)} viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                        <path d="M0 0L10 5L0 10z" />
                    </marker>
                </defs>
                { for edges }
                { for nodes }
            </svg>
        </div>
    }
}

/// The id of a picture's arrow heads, which is unique on the page.
fn marker(number: usize) -> String {
    match number {
        0 => "arrow".to_owned(),
        n => format!("arrow-{n}"),
    }
}

/// The accessible name of the picture.
fn name(drawing: &Drawing) -> String {
    match &drawing.function {
        Some(function) => format!("Control-flow graph of {function}"),
        None => "Control-flow graph".to_owned(),
    }
}

/// Where the picture is wider than its box, scrolls to where runs begin.
#[hook]
fn use_beginning(graph: &NodeRef, drawing: &Drawing) {
    let start = |node: &&DrawnNode| node.kind == DrawnKind::Point(NodeKind::Start);
    let start = drawing.nodes.iter().find(start).map(|node| middle(node.place).0);
    let graph = graph.clone();
    // Not again with each key, but when the picture gets another shape.
    use_effect_with((drawing.columns, start), move |_| {
        let Some(graph) = graph.cast::<Element>() else { return };
        if let Ok(Some(node)) = graph.query_selector(".node.start") {
            scroll_sideways(&graph, &node);
        }
    });
}

/// Brings a part of the picture into the middle of its box.
fn scroll_sideways(graph: &Element, part: &Element) {
    let [part, seen] = [part, graph].map(Element::get_bounding_client_rect);
    let off = part.left() + part.width() / 2.0 - seen.left() - seen.width() / 2.0;
    graph.set_scroll_left(graph.scroll_left() + off as i32);
}

/// Scrolls to the picked element, if it is out of sight. Where the panes are stacked the page stays where
/// it is.
#[hook]
fn use_picked_in_view(graph: &NodeRef, picked: &Highlights) {
    let graph = graph.clone();
    use_effect_with(picked.clone(), move |_| {
        let Some(graph) = graph.cast::<Element>() else { return };
        let Ok(Some(lit)) = graph.query_selector(".lit") else { return };
        let [part, seen] = [&lit, &graph].map(Element::get_bounding_client_rect);
        if part.left() < seen.left() || part.right() > seen.right() {
            scroll_sideways(&graph, &lit);
        }
        if !stacked() {
            bring_into_view(&lit);
        }
    });
}

/// How wide the picture is: its places, and the labels beside the last of them.
fn width(drawing: &Drawing) -> i32 {
    let places = drawing.columns as i32 * CELL.0;
    let label = |edge: &DrawnEdge| {
        let longest = lines(&edge.label).iter().map(|line| line.chars().count()).max();
        label_at(edge).0 + LETTER * longest.unwrap_or(0) as i32
    };
    drawing.edges.iter().map(label).fold(places, i32::max)
}

/// Where the label of an edge begins, from the left, and its middle, from the top.
fn label_at(edge: &DrawnEdge) -> (i32, i32) {
    let (x, y) = middle(edge.way[edge.way.len() / 2]);
    (if edge.from == edge.to { x + APART } else { x } + LETTER, y)
}

/// The middle of a place.
fn middle(place: GridPosition) -> (i32, i32) {
    (place.column as i32 * CELL.0 + CELL.0 / 2, place.row as i32 * CELL.1 + CELL.1 / 2)
}

fn edge(props: &GraphViewProps, edge: &DrawnEdge) -> Html {
    let lit =
        |highlights: &Highlights| edge.clauses.iter().any(|c| highlights.terms_of(*c).is_some());
    let class = classes!(
        "edge",
        edge.back.then_some("back"),
        lit(&props.picked).then_some("lit"),
        lit(&props.hovered).then_some("hovered"),
    );
    let [from, to] = [edge.from, edge.to].map(|n| &props.drawing.nodes[n]);
    let words = lines(&edge.label);
    let is_cut = words.last().is_some_and(|line| line.ends_with('…'));
    let says = format!("line {}: {} to {}: {}", edge.line, from.name, to.name, edge.label);
    let (x, y) = label_at(edge);
    // A function that only begins there is a node, which is a link itself.
    let called = if to.kind == DrawnKind::Function { &[][..] } else { edge.calls.as_slice() };
    let top = y + 4 - LINE * ((words.len() + called.len()) as i32 - 1) / 2;
    let below = top + LINE * words.len() as i32;
    // The blank keeps the last word of a line and the first of the next one apart for screen readers.
    let words = words.iter().zip(0..).map(|(words, n)| {
        html! { <text x={x.to_string()} y={(top + LINE * n).to_string()} aria-hidden="true">{ words }{ " " }</text> }
    });
    let links = called.iter().zip(0..).map(|(function, n)| {
        link(function, &shortened(function), edge.line, (x, below + LINE * n))
    });
    let act = ElementHandlers::new(props, edge.clauses.first().map(|id| Topic::Clause(*id)));
    html! {
        <>
            <g class={class.clone()} role="button" tabindex="0" aria-label={says.clone()} onmouseenter={act.enter.clone()} onmouseleave={act.leave.clone()}
                onclick={act.pick.clone()} onkeydown={act.key} data-testid="edge">
                <title>{ says }</title>
                <path class="hit" d={way(from, edge, to)} />
                <path class="line" d={way(from, edge, to)} marker-end={format!("url(#{})", marker(props.number))} />
                if !is_cut { { for words.clone() } }
            </g>
            // A label that is cut is no part of the button: the button's name has all of it.
            if is_cut {
                <g {class} aria-hidden="true" onmouseenter={act.enter.clone()} onmouseleave={act.leave.clone()} onclick={act.pick.clone()}>{ for words }</g>
            }
            { for links }
        </>
    }
}

/// The line of an edge: from the border of one node through its places to the border of another.
fn way(from: &DrawnNode, edge: &DrawnEdge, to: &DrawnNode) -> String {
    if edge.from == edge.to {
        return loop_at(from, edge);
    }
    let points: Vec<(i32, i32)> = edge.way.iter().map(|place| middle(*place)).collect();
    let towards = |node: &DrawnNode, next: (i32, i32)| {
        let (x, y) = middle(node.place);
        // Nodes stand in rows of their own: lines leave and meet them above and below.
        let side = (next.0 - x).clamp(-NODE.0 / 3, NODE.0 / 3);
        (x + side, if next.1 < y { y - NODE.1 / 2 } else { y + NODE.1 / 2 })
    };
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let (mut before, end) = (towards(from, *first), towards(to, *last));
    let mut out = format!("M{} {}", before.0, before.1);
    let mut curve = |(x, y): (i32, i32)| {
        let half = (before.1 + y) / 2;
        let _ = write!(out, "C{} {half} {x} {half} {x} {y}", before.0);
        before = (x, y);
    };
    let straight = if end.1 < middle(from.place).1 { -STRAIGHT } else { STRAIGHT };
    for (x, y) in points {
        curve((x, y - straight));
        curve((x, y + straight));
    }
    curve(end);
    out
}

/// The line of an edge that comes back to where it began: to the middle of its places, and back.
fn loop_at(node: &DrawnNode, edge: &DrawnEdge) -> String {
    let ((x, y), (far, low)) = (middle(node.place), middle(edge.way[edge.way.len() / 2]));
    let x = x + (far - x).clamp(-NODE.0 / 3, NODE.0 / 3);
    let side = y + (low - y).signum() * NODE.1 / 2;
    // In its middle such a curve has come three quarters of the way to its control points.
    let (bow, turn) = ((4 * far - x) / 3, (4 * low - side) / 3);
    let [from, to] = [x + APART / 2, x - APART / 2];
    format!("M{from} {side}C{} {turn} {} {turn} {to} {side}", bow + APART, bow - APART)
}

/// A label in one line or two, broken behind a space.
fn lines(label: &str) -> Vec<String> {
    if label.chars().count() <= LABEL {
        return vec![label.to_owned()];
    }
    let end = label.char_indices().nth(LABEL + 1).map_or(label.len(), |(end, _)| end);
    match label[..end].rsplit_once(' ') {
        Some((first, _)) if !first.is_empty() => {
            vec![first.to_owned(), shortened(&label[first.len() + 1..])]
        }
        _ => vec![shortened(label)],
    }
}

fn shortened(label: &str) -> String {
    if label.chars().count() <= LABEL {
        return label.to_owned();
    }
    label.chars().take(LABEL - 1).chain(['…']).collect()
}

fn node(props: &GraphViewProps, n: usize, node: &DrawnNode) -> Html {
    if node.kind == DrawnKind::Function {
        return begins(node, middle(node.place), NODE);
    }
    let is_point = node.pred.is_some();
    let claims: Vec<ClauseId> = leading_to(props, n);
    let topic = match node.pred {
        Some(point) => Some(Topic::Point(point)),
        None => claims.first().map(|id| Topic::Clause(*id)),
    };
    let lit = |highlights: &Highlights| match is_point {
        true => highlights.point == node.pred,
        false => claims.iter().any(|id| highlights.terms_of(*id).is_some()),
    };
    let class = classes!(
        "node",
        kind(node),
        band(&props.bands, node.line),
        lit(&props.picked).then_some("lit"),
        lit(&props.hovered).then_some("hovered"),
    );
    let (x, y) = middle(node.place);
    let (name, shown) = named(props.drawing.function.as_deref(), &node.name);
    let says = format!("{name}, line {}: {}", node.line, node.title.replace('`', ""));
    let act = ElementHandlers::new(props, topic);
    // The number is no part of the button: the button's name says it in words.
    html! {
        <>
            <g {class} role="button" tabindex="0" aria-label={says.clone()} onmouseenter={act.enter} onmouseleave={act.leave}
                onclick={act.pick} onkeydown={act.key} data-testid="node">
                <title>{ says }</title>
                <rect x={(x - NODE.0 / 2).to_string()} y={(y - NODE.1 / 2).to_string()} width={NODE.0.to_string()}
                    height={NODE.1.to_string()} rx={if is_point { "9" } else { "17" }} />
                <text x={x.to_string()} y={(y + 5).to_string()}>{ shown }</text>
            </g>
            <text class="line-no" x={(x + NODE.0 / 2 - 7).to_string()} y={(y + 5).to_string()} aria-hidden="true">{ node.line }</text>
        </>
    }
}

/// The class of a line that belongs to a group.
pub(super) fn band(bands: &[(u32, u32)], line: u32) -> Option<String> {
    let n = bands.iter().position(|(first, last)| (*first..=*last).contains(&line))?;
    Some(format!("own own-{}", n % COLOURS))
}

/// The number of colours for groups of lines.
pub(super) const COLOURS: usize = 6;

/// The name of a point, and the part of it that fits beside its line. In the graph of a function its end
/// needs no name of the function.
fn named(function: Option<&str>, name: &str) -> (String, String) {
    let own = function.and_then(|function| Some((function, name.strip_prefix(function)?)));
    let name = match own {
        Some((function, "")) => function.to_owned(),
        Some((_, "_end")) => "end".to_owned(),
        _ => name.replace('_', "."),
    };
    let shown = match name.chars().count() <= NAME {
        true => name.clone(),
        false => name.chars().take(NAME - 1).chain(['…']).collect(),
    };
    (name, shown)
}

/// The clauses of the edges that lead to a node.
fn leading_to(props: &GraphViewProps, n: usize) -> Vec<ClauseId> {
    let edges = props.drawing.edges.iter().filter(|e| e.to == n);
    edges.flat_map(|e| e.clauses.iter().copied()).collect()
}

fn kind(node: &DrawnNode) -> &'static str {
    match node.kind {
        DrawnKind::Claim => "claim",
        DrawnKind::Function => "call-link",
        DrawnKind::Point(NodeKind::Start) => "start",
        DrawnKind::Point(NodeKind::LoopHead) => "head",
        DrawnKind::Point(NodeKind::End) => "end",
        DrawnKind::Point(NodeKind::Plain) => "plain",
    }
}

/// The event handlers of an element for a topic.
struct ElementHandlers {
    enter: Callback<MouseEvent>,
    leave: Callback<MouseEvent>,
    pick: Callback<MouseEvent>,
    key: Callback<KeyboardEvent>,
}

impl ElementHandlers {
    fn new(props: &GraphViewProps, topic: Option<Topic>) -> ElementHandlers {
        let pick = {
            let (dispatch, topic) = (props.dispatch.clone(), topic.clone());
            Callback::from(move |()| {
                if let Some(topic) = &topic {
                    dispatch.dispatch(Action::Pick(topic.clone()));
                }
            })
        };
        let (enter, leave) = (props.dispatch.clone(), props.dispatch.clone());
        ElementHandlers {
            enter: Callback::from(move |_| enter.dispatch(Action::Hover(topic.clone()))),
            leave: Callback::from(move |_| leave.dispatch(Action::Hover(None))),
            pick: pick.reform(|_| ()),
            key: Callback::from(move |event: KeyboardEvent| {
                if matches!(&*event.key(), "Enter" | " ") {
                    event.prevent_default();
                    pick.emit(());
                }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_a_function_have_short_names() {
        let shown = |function, name| named(function, name).1;
        assert_eq!(shown(None, "L5_2"), "L5.2");
        assert_eq!(shown(Some("set"), "set_end"), "end");
        assert_eq!(shown(Some("do_it"), "do_it"), "do_it");
        let (name, short) = named(Some("maximum_of"), "maximum_of");
        assert_eq!((name.as_str(), short.as_str()), ("maximum_of", "maximum…"));
    }

    #[test]
    fn labels_are_broken_behind_a_space_and_cut_at_the_end() {
        assert_eq!(lines("i < n"), ["i < n"]);
        assert_eq!(lines("flag[i] = a[i] + 1"), ["flag[i] = a[i] +", "1"]);
        assert_eq!(lines("exactly_seventeen x"), ["exactly_seventeen", "x"]);
        assert_eq!(lines("a_name_that_is_too_long"), ["a_name_that_is_t…"]);
        assert_eq!(
            lines("first = second + third * fourth - fifth"),
            ["first = second +", "third * fourth -…"]
        );
    }
}
