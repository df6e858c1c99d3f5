//! The tiles of loops: their cells in closed form, a field for another tile, and the picture of a run.

use super::prose::Prose;
use super::text_entry::TextEntry;
use super::tile_picture::TilePicture;
use crate::hooks::{use_document, use_kept_keyboard};
use crate::state::{Action, State};
use hornbook_base::text::capitalised;
use hornbook_protocol::DocumentKind;
use hornbook_records::tiled::{LoopRecord, TileRecord, TilingRecord};
use hornbook_records::tiling_picture::TilingPicture;
use hornbook_tasks::tiling::named_tiles::{NamedTile, NamedTiles};
use std::collections::BTreeSet;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TilesViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The loops with their tiles and pictures, and the size of the run.
#[component]
pub fn TilesView(props: &TilesViewProps) -> Html {
    let TilesViewProps { state, dispatch } = props;
    let known = use_document::<TilingRecord>(state, DocumentKind::Tiling);
    let chosen = use_state(|| None::<usize>);
    use_kept_keyboard(state.options.choices.tiles.to_string(), ".road");
    let Some((_, tilings)) = &known else {
        return html! { <p class="empty" role="status">{ "Hornbook looks for the tiles …" }</p> };
    };
    if tilings.loops.is_empty() {
        let misfits = tilings.segments.iter().any(|segment| segment.misfit.is_some());
        let more = if misfits { " The stage Segments says how to make a loop fit." } else { "" };
        return html! { <p class="empty">{ "No loop is counted, so no round owns any cells." }{ more }</p> };
    }
    let sizes: BTreeSet<i64> = tilings.pictures.iter().map(|picture| picture.size).collect();
    let sizes: Vec<i64> = sizes.into_iter().collect();
    let last = sizes.len().saturating_sub(1);
    let at = chosen.unwrap_or_else(|| first_size(tilings, &sizes)).min(last);
    let shown = sizes.get(at).copied();
    let oninput = Callback::from(move |event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        chosen.set(field.value().parse().ok());
    });
    let drop_all = {
        let (dispatch, options) = (dispatch.clone(), state.options.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Choose(options.with_tiles(NamedTiles::default())));
        })
    };
    let one = |l: &LoopRecord| {
        let of = |p: &&TilingPicture| p.at == l.at && Some(p.size) == shown;
        let picture = tilings.pictures.iter().find(of).cloned();
        html! { <LoopTiles key={l.at.start} record={l.clone()} {picture} tilings={tilings.clone()} state={state.clone()} dispatch={dispatch.clone()} /> }
    };
    html! {
        <div class="tiling" data-testid="tiles">
            if let Some(shown) = shown {
                <label class="tile-size">
                    { format!("Size of the run: {shown} ") }
                    <input type="range" min="0" max={last.to_string()} value={at.to_string()} aria-valuetext={shown.to_string()} {oninput} data-testid="tile-size" />
                </label>
            }
            if let Some(why) = &tilings.wrong {
                <p class="reason" data-testid="tiles-wrong">
                    <Prose text={format!("{}. So the tiles that follow from the writes are used.", capitalised(why))} />{ " " }
                    <button class="quiet" onclick={drop_all} data-testid="tiles-drop">{ "Name no tiles" }</button>
                </p>
            }
            { for tilings.loops.iter().map(one) }
        </div>
    }
}

/// The first size for which a loop has some rounds, by its place among all of them.
fn first_size(tilings: &TilingRecord, sizes: &[i64]) -> usize {
    let rounds = |size: &i64| {
        let of_size = tilings.pictures.iter().filter(|picture| picture.size == *size);
        of_size.map(|picture| picture.rounds.len()).max().unwrap_or(0)
    };
    let some = sizes.iter().position(|size| rounds(size) >= SOME);
    some.or_else(|| (0..sizes.len()).max_by_key(|n| rounds(&sizes[*n]))).unwrap_or(0)
}

/// The pragma by which a program names tiles itself.
const PRAGMA: &str = "#pragma tiles";

/// The least number of rounds of an instructive picture.
const SOME: usize = 4;

#[derive(Clone, PartialEq, Properties)]
struct LoopTilesProps {
    record: LoopRecord,
    picture: Option<TilingPicture>,
    tilings: Rc<TilingRecord>,
    state: Rc<State>,
    dispatch: UseReducerDispatcher<State>,
}

/// A loop with its tiles, and the picture of the run.
#[component]
fn LoopTiles(props: &LoopTilesProps) -> Html {
    let LoopTilesProps { record, picture, tilings, state, dispatch } = props;
    let LoopRecord { at, line, inside, counter, rounds, tiles, untiled, behind, .. } = record;
    // A text that is no tile at all, with its array and the reason.
    let unread = use_state(|| None::<(String, String, String)>);
    let names_tiles = state.text.contains(PRAGMA);
    let go = {
        let (dispatch, at) = (dispatch.clone(), *at);
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(at)))
    };
    let entry = |array: &str, tile: Option<&TileRecord>| {
        let named = named(record, array, tile);
        let own = tilings.by_hand.tiles.iter().find(|t| is_place(t, &named)).cloned();
        let here = unread.as_ref().filter(|(of, ..)| *of == *array);
        let wrong = match here {
            Some((.., why)) => Some(why.clone()),
            None => tilings.wrong.clone().filter(|_| own.is_some()),
        };
        let text = match (here, &own) {
            (Some((_, text, _)), _) => text.clone(),
            (_, Some(own)) => own.cells.clone(),
            _ => tile.map(|tile| tile.cells.clone()).unwrap_or_default(),
        };
        let take = {
            let (dispatch, options) = (dispatch.clone(), state.options.clone());
            let by_hand = tilings.by_hand.clone();
            let found = tile.map(|tile| tile.found.clone()).unwrap_or_default();
            let (unread, array) = (unread.clone(), array.to_owned());
            Callback::from(move |cells: String| {
                // An empty field means the tile that the program names.
                let as_found = cells.trim() == found && !names_tiles;
                let cells = if as_found { String::new() } else { cells.trim().to_owned() };
                let tiles = by_hand.with_tile(NamedTile { cells: cells.clone(), ..named.clone() });
                match tiles.to_string().parse::<NamedTiles>() {
                    Ok(read) if read == tiles => {
                        unread.set(None);
                        dispatch.dispatch(Action::Choose(options.with_tiles(tiles)));
                    }
                    Ok(_) => {
                        let why = "a tile is one condition on the index of a cell".to_owned();
                        unread.set(Some((array.clone(), cells, why)));
                    }
                    Err(why) => unread.set(Some((array.clone(), cells, why))),
                }
            })
        };
        let label = match tile.map_or(0, |tile| tile.dimension) {
            0 => format!("Cells of {array} in the tile of round {counter}"),
            n => format!(
                "Cells of {array}, along its index {}, in the tile of round {counter}",
                n + 1
            ),
        };
        let found = tile.map(|tile| tile.found.clone()).filter(|found| !found.is_empty());
        html! {
            <div class="tile-entry">
                <TextEntry {label} testid="tile" {text} wrong={wrong.map(AttrValue::from)} placeholder={format!("k == {counter}")} take={take.clone()} />
                if let Some(found) = found.filter(|_| own.is_some()) {
                    <p class="why">
                        { "From the writes it would be " }<code>{ found.clone() }</code>{ ". " }
                        <button class="quiet" onclick={take.reform(move |_: MouseEvent| found.clone())} data-testid="tile-back">{ "Use that again" }</button>
                    </p>
                }
            </div>
        }
    };
    html! {
        <section class="clause" data-testid="loop-tiles">
            <div class="task-head">
                <button class="chip from" onclick={go}>{ format!("line {line}") }</button>
                <code>{ rounds }</code>
                if *inside { <span class="why">{ "in another loop; the first time that it runs" }</span> }
            </div>
            { for tiles.iter().map(|tile| entry(&tile.array, Some(tile))) }
            { for untiled.iter().map(|array| html! { <><p class="why">{ format!("No tile for {array} follows from the writes.") }</p>{ entry(array, None) }</> }) }
            { for behind.iter().map(|text| html! { <p class="why">{ "Needed behind it: " }<code>{ text }</code></p> }) }
            if let Some(picture) = picture {
                <TilePicture picture={picture.clone()} counter={counter.clone()} />
            } else {
                <p class="empty">{ "The run of this size that was tried does not reach this loop." }</p>
            }
        </section>
    }
}

fn named(record: &LoopRecord, array: &str, tile: Option<&TileRecord>) -> NamedTile {
    NamedTile {
        line: record.line,
        column: record.column,
        array: array.to_owned(),
        dimension: tile.map_or(0, |tile| tile.dimension),
        cells: String::new(),
    }
}

fn is_place(one: &NamedTile, other: &NamedTile) -> bool {
    (one.line, one.column, &one.array) == (other.line, other.column, &other.array)
}
