//! Arrays with their cells in the colours of the rounds that own them, round by round.

use super::graph_view::COLOURS;
use super::sideways::Sideways;
use super::transport::Transport;
use hornbook_records::tiling_picture::{LoopRound, TiledArray, TiledCell, TilingPicture};
use std::collections::BTreeMap;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TilePictureProps {
    pub picture: TilingPicture,
    /// The variable that counts the rounds.
    pub counter: String,
}

/// The arrays in front of the loop, and after each of its rounds.
#[component]
pub fn TilePicture(props: &TilePictureProps) -> Html {
    let TilePictureProps { picture, counter } = props;
    let last = picture.rounds.len();
    // The picture after so many rounds; at first after all of them.
    let at = use_state(|| None::<usize>);
    let shown = at.unwrap_or(last).min(last);
    let go = Callback::from(move |step: usize| at.set(Some(step)));
    let now = shown.checked_sub(1).and_then(|n| picture.rounds.get(n));
    let says = match now {
        Some(round) => format!("round {counter} = {}", round.counter),
        None => "before the first round".to_owned(),
    };
    let drawn = |owned: &TiledArray| ArrayAfterRounds { owned, picture, shown, counter }.draw();
    html! {
        <div class="tile-picture" data-testid="tile-picture">
            <Transport at={shown} {last} of="Rounds" says={says.clone()} {go} />
            <p class="why" data-testid="tile-moment">{ round_sentence(picture, counter, now, shown) }</p>
            { for picture.arrays.iter().map(drawn) }
            { faults(picture, counter) }
        </div>
    }
}

/// A sentence about the round on view.
fn round_sentence(
    picture: &TilingPicture,
    counter: &str,
    now: Option<&LoopRound>,
    shown: usize,
) -> String {
    let Some(round) = now else {
        return format!("Before the first of {} rounds.", picture.rounds.len());
    };
    let cells = |owned: &TiledArray| {
        let own = owned.cells.iter().filter(|cell| cell.owners.contains(&(shown - 1)));
        let own: Vec<String> = own.map(|cell| name(&owned.array, &cell.index)).collect();
        (!own.is_empty()).then(|| own.join(", "))
    };
    let own: Vec<String> = picture.arrays.iter().filter_map(cells).collect();
    let owns = if own.is_empty() {
        "owns nothing here".into()
    } else {
        format!("owns {}", own.join(" and "))
    };
    let disturbed: Vec<String> =
        picture.arrays.iter().flat_map(|owned| disturbed(owned, round, shown - 1)).collect();
    let spoils = match disturbed.as_slice() {
        [] => String::new(),
        cells => format!(" It also writes {}, which an earlier round owns.", cells.join(", ")),
    };
    format!("Round {counter} = {} {owns}.{spoils}", round.counter)
}

/// The cells of earlier rounds that a round writes.
fn disturbed(owned: &TiledArray, round: &LoopRound, number: usize) -> Vec<String> {
    let of_earlier = |cell: &&TiledCell| {
        let written = round
            .writes
            .iter()
            .any(|(array, index, _)| *array == owned.array && *index == cell.index);
        written && cell.owners.iter().any(|n| *n < number) && !cell.owners.contains(&number)
    };
    owned.cells.iter().filter(of_earlier).map(|cell| name(&owned.array, &cell.index)).collect()
}

/// Cells without an owner that a claim is about, and cells with several.
fn faults(picture: &TilingPicture, counter: &str) -> Html {
    let cells = |wanted: &dyn Fn(&TiledCell) -> bool| -> Vec<String> {
        let of = |owned: &TiledArray| {
            let cells = owned.cells.iter().filter(|cell| wanted(cell));
            cells.map(|cell| name(&owned.array, &cell.index)).collect::<Vec<_>>()
        };
        picture.arrays.iter().flat_map(of).collect()
    };
    let gaps = cells(&|cell| cell.wanted && cell.owners.is_empty());
    let overlaps = cells(&|cell| cell.owners.len() > 1);
    html! {
        <>
            if !gaps.is_empty() {
                <p class="reason" data-testid="tile-gaps">{ format!("No round owns {}, but the claim is about it (T1).", join_few(&gaps)) }</p>
            }
            if !overlaps.is_empty() {
                <p class="reason" data-testid="tile-overlaps">{ format!("Several rounds {counter} own {}.", join_few(&overlaps)) }</p>
            }
        </>
    }
}

fn join_few(cells: &[String]) -> String {
    const FEW: usize = 6;
    match cells.len() > FEW {
        true => format!("{} and {} more", cells[..FEW].join(", "), cells.len() - FEW),
        false => cells.join(", "),
    }
}

fn name(array: &str, index: &[i64]) -> String {
    let index: String = index.iter().map(|n| format!("[{n}]")).collect();
    format!("{array}{index}")
}

/// A mark that says whether the condition of a cell holds.
fn mark(held: Option<bool>) -> Html {
    match held {
        Some(true) => {
            html! { <span class="holds" title="The claim holds for it">{ " ✓" }</span> }
        }
        Some(false) => {
            html! { <span class="fails" title="The claim does not hold for it">{ " ✗" }</span> }
        }
        None => html! {},
    }
}

/// An array after some rounds.
struct ArrayAfterRounds<'p> {
    owned: &'p TiledArray,
    picture: &'p TilingPicture,
    /// How many rounds were made.
    shown: usize,
    counter: &'p str,
}

impl ArrayAfterRounds<'_> {
    fn draw(&self) -> Html {
        let TiledArray { array, cells, cut } = self.owned;
        let (values, written) = self.values();
        let is_grid = cells.first().is_some_and(|cell| cell.index.len() > 1);
        let mut rows: BTreeMap<i64, Vec<&TiledCell>> = BTreeMap::new();
        for cell in cells {
            let row = if is_grid { cell.index[0] } else { 0 };
            rows.entry(row).or_default().push(cell);
        }
        let row = |(_, cells): (&i64, &Vec<&TiledCell>)| {
            let shown = cells.iter().map(|cell| {
                let value = values.get(&cell.index).unwrap_or(&cell.before);
                self.cell(cell, value, written.contains(&cell.index))
            });
            html! {
                <Sideways class="tiles-row">
                    <ul class={classes!("strip", "numbers-strip", "tiles-strip", is_grid.then_some("grid-row"))}>{ for shown }</ul>
                </Sideways>
            }
        };
        html! {
            <div role="group" aria-label={format!("Array {array}")} class="tile-array">
                { for rows.iter().map(row) }
                if *cut { <p class="why">{ "The array is longer than this." }</p> }
            </div>
        }
    }

    /// The values that the rounds have written, and the cells that the last of them has.
    fn values(&self) -> (BTreeMap<Vec<i64>, String>, Vec<Vec<i64>>) {
        let (mut values, mut written) = (BTreeMap::new(), vec![]);
        for (n, round) in self.picture.rounds.iter().enumerate().take(self.shown) {
            let here = round.writes.iter().filter(|(array, ..)| *array == self.owned.array);
            for (_, index, value) in here {
                values.insert(index.clone(), value.clone());
                if n + 1 == self.shown {
                    written.push(index.clone());
                }
            }
        }
        (values, written)
    }

    fn cell(&self, cell: &TiledCell, value: &str, written: bool) -> Html {
        let TiledCell { index, owners, wanted, held, .. } = cell;
        let held = held.get(self.shown).copied().flatten();
        let now = self.shown.checked_sub(1);
        let is_now = now.is_some_and(|now| owners.contains(&now));
        let is_done = now.is_some_and(|now| owners.iter().any(|n| *n < now));
        let counter = |n: &usize| {
            self.picture.rounds.get(*n).map_or(String::new(), |r| r.counter.to_string())
        };
        let whose = match owners.as_slice() {
            [] if *wanted => "no round".to_owned(),
            [] => String::new(),
            owners => {
                let all: Vec<String> = owners.iter().map(counter).collect();
                format!("{} = {}", self.counter, all.join(", "))
            }
        };
        let colour = owners.first().map(|n| format!("own own-{}", n % COLOURS));
        let class = classes!(
            "cell",
            colour,
            (owners.len() > 1).then_some("overlap"),
            (owners.is_empty() && *wanted).then_some("unowned"),
            is_now.then_some("now"),
            (!is_now && !is_done).then_some("to-come"),
            (written && is_done && !is_now).then_some("disturbed"),
            written.then_some("written"),
        );
        let place = name(&self.owned.array, index);
        html! {
            <li {class} data-cell={place.clone()} data-owner={whose.clone()}>
                <span class="cell-why">{ whose }</span>
                <span class="cell-box">{ value.replace('-', "−") }</span>
                <span class="cell-index">{ place }{ mark(held) }</span>
            </li>
        }
    }
}
