//! Rows of an array, and the plot of the dots that an abstraction keeps of them.

use super::figure::Figure;
use super::prose::Prose;
use super::sideways::Sideways;
use crate::abstraction_plot::{answer, describe_kept, dot, lines, most, question, value};
use crate::formula::variable;
use hornbook_records::abstraction_plot::{
    AbstractionPlot, Dot, PlotKind, Realizability, SampledArray, SampledRow,
};
use std::collections::BTreeSet;
use yew::prelude::*;

/// The distance of the plot's columns and lines, and the room for their names. Few lines have larger
/// distances.
const COLUMN: i64 = 40;
const LINE: (i64, i64) = (28, 46);
const LINES: i64 = 210;
const LEFT: i64 = 48;
const TOP: i64 = 30;
const BELOW: i64 = 40;
/// The sizes of a dot, and of its target for the pointer.
const DOT: i64 = 7;
const HIT: i64 = 13;
/// How high a line bows for each column on its way.
const BOW: i64 = 9;
/// The distance of the rows, about, and the delay of each after the one before, in milliseconds.
const ROW: i64 = 38;
const WAIT: i64 = 25;
/// How many of the picture's units are as wide as one rem of the page.
const REM: f64 = 16.0;

#[derive(Clone, PartialEq, Properties)]
pub struct PlotPictureProps {
    pub array: SampledArray,
    /// The part of it that the abstraction keeps.
    pub kept: PlotKind,
}

/// The rows on one side, their dots on the other. Picked dots ask whether they can come from one array.
#[component]
pub fn PlotPicture(props: &PlotPictureProps) -> Html {
    let PlotPictureProps { array, kept } = props;
    let picked = use_state(Vec::<Dot>::new);
    {
        let picked = picked.clone();
        use_effect_with(props.clone(), move |_| picked.set(vec![]));
    }
    let dots = AbstractionPlot::new(*kept, &array.rows);
    // Dots that were picked in another plot do not count.
    let all = dots.all();
    let now: Vec<Dot> = picked.iter().filter(|dot| all.contains(dot)).copied().collect();
    let found = (now.len() > 1).then(|| dots.classify(&now));
    let pick = {
        let (picked, most) = (picked.clone(), most(*kept));
        Callback::from(move |dot: Dot| picked.set(toggle_dot(&picked, dot, most)))
    };
    let drawn = DrawnPlot { array, kept: *kept, dots: &dots, picked: &now, found: found.as_ref() };
    html! {
        <>
            <p>{ describe_kept(*kept) }</p>
            <Figure name="cloud">
                <div class="cloud-sides">{ rows(&drawn) }{ plane(&drawn, &all, &pick) }</div>
            </Figure>
            { words(&drawn, &picked) }
        </>
    }
}

/// The picked dots after another click: of too many the first goes.
fn toggle_dot(picked: &[Dot], dot: Dot, most: usize) -> Vec<Dot> {
    let mut out: Vec<Dot> = picked.iter().filter(|other| **other != dot).copied().collect();
    if out.len() == picked.len() {
        out.push(dot);
    }
    out.split_off(out.len().saturating_sub(most))
}

/// The plot with the picked dots.
struct DrawnPlot<'d> {
    array: &'d SampledArray,
    kept: PlotKind,
    dots: &'d AbstractionPlot,
    picked: &'d [Dot],
    found: Option<&'d Realizability>,
}

impl DrawnPlot<'_> {
    /// The rows that have all the picked dots.
    fn matching_rows(&self) -> &[usize] {
        match self.found {
            Some(Realizability::Realized(rows)) => rows,
            _ => &[],
        }
    }

    /// The indices that rows show.
    fn indices(&self) -> Vec<i64> {
        let row = self.array.rows.first();
        row.map(|row| row.numbered().map(|(index, _)| index).collect()).unwrap_or_default()
    }
}

/// The question, or its answer, and the buttons.
fn words(drawn: &DrawnPlot, picked: &UseStateHandle<Vec<Dot>>) -> Html {
    let DrawnPlot { array, kept, dots, .. } = *drawn;
    let text = match (drawn.picked, drawn.found) {
        (now, Some(found)) => answer(array, kept, now, found),
        ([one], None) => format!("{}: pick another dot.", dot(array, kept, *one)),
        _ => question(kept),
    };
    let spurious = dots.find_spurious();
    let set = |dots: Vec<Dot>| {
        let picked = picked.clone();
        Callback::from(move |_: MouseEvent| picked.set(dots.clone()))
    };
    html! {
        <>
            <p class={classes!("cloud-answer", (drawn.found == Some(&Realizability::Spurious)).then_some("open"))} role="status" data-testid="cloud-answer">
                <Prose {text} />
            </p>
            <div class="axes">
                if let Some(spurious) = spurious {
                    <button onclick={set(spurious)} data-testid="cloud-mixture">{ "Show a mixed row" }</button>
                }
                <button onclick={set(vec![])} disabled={drawn.picked.is_empty()} data-testid="cloud-clear">{ "Pick none" }</button>
            </div>
        </>
    }
}

/// The rows as a table, the mixed row last.
fn rows(drawn: &DrawnPlot) -> Html {
    let DrawnPlot { array, .. } = *drawn;
    let heading = drawn.indices().into_iter().map(|k| html! { <th scope="col">{ k }</th> });
    let caption = format!("The first cells of {} in runs, one in each row", array.name);
    html! {
        <div class="witness cloud-rows">
            <Sideways class="witness-rows" label={caption.clone()}>
                <table>
                    <caption class="spoken">{ caption }</caption>
                    <thead><tr><th scope="col" class="f">{ variable(&array.name) }</th>{ for heading }</tr></thead>
                    <tbody>
                        { for array.rows.iter().enumerate().map(|(n, r)| row(drawn, n, r)) }
                        if drawn.kept != PlotKind::Values && drawn.found == Some(&Realizability::Spurious) { { spurious_row(drawn) } }
                    </tbody>
                </table>
            </Sideways>
        </div>
    }
}

fn row(drawn: &DrawnPlot, n: usize, row: &SampledRow) -> Html {
    let DrawnPlot { array, kept, picked, .. } = *drawn;
    let cells = row.numbered().map(|(index, cell)| {
        let seen = kept.abstract_cell(index, cell).is_some_and(|dot| picked.contains(&dot));
        html! {
            <td class={seen.then_some("seen")}>{ value_of_row(array, cell) }
                if seen { <span class="spoken">{ ", picked" }</span> }
            </td>
        }
    });
    let lit = drawn.matching_rows().contains(&n);
    html! {
        <tr class={lit.then_some("lit")} data-testid="cloud-row">
            <th scope="row" title={from(row)}>{ n + 1 }<span class="spoken">{ ", " }{ from(row) }</span></th>
            { for cells }
        </tr>
    }
}

/// A cell as it is in a run, whatever the abstraction keeps of it.
fn value_of_row(array: &SampledArray, cell: i64) -> String {
    value(array, PlotKind::Whole, cell)
}

/// Where a row comes from.
fn from(row: &SampledRow) -> String {
    let rounds: Vec<String> = row.rounds.iter().map(ToString::to_string).collect();
    match row.rounds.as_slice() {
        [] => format!("run {}", row.run),
        [1] => format!("run {}, after 1 round", row.run),
        _ => format!("run {}, after {} rounds", row.run, rounds.join(" and ")),
    }
}

/// The mixed row: the dots that were picked.
fn spurious_row(drawn: &DrawnPlot) -> Html {
    let cells = drawn.indices().into_iter().map(|index| {
        match drawn.picked.iter().find(|dot| dot.index == Some(index)) {
            Some(dot) => html! { <td>{ value(drawn.array, drawn.kept, dot.value) }</td> },
            None => html! {
                <td class="tail"><span aria-hidden="true">{ "?" }</span><span class="spoken">{ "any value" }</span></td>
            },
        }
    });
    html! {
        <tr class="mixed" data-testid="cloud-mixed"><th scope="row" ><span aria-hidden="true">{ "mix" }</span><span class="spoken">{ "mixture" }</span></th>{ for cells }</tr>
    }
}

/// The coordinates of the plot.
struct Plane {
    indices: Vec<i64>,
    values: Vec<i64>,
}

impl Plane {
    fn width(&self) -> i64 {
        LEFT + COLUMN * self.indices.len().max(1) as i64
    }

    fn height(&self) -> i64 {
        TOP + self.line() * self.values.len() as i64 + BELOW
    }

    /// The distance of two lines.
    fn line(&self) -> i64 {
        (LINES / self.values.len().max(1) as i64).clamp(LINE.0, LINE.1)
    }

    fn x(&self, index: Option<i64>) -> i64 {
        let column = self.indices.iter().position(|k| Some(*k) == index).unwrap_or(0);
        LEFT + COLUMN * column as i64 + COLUMN / 2
    }

    fn y(&self, value: i64) -> i64 {
        let from_below = self.values.iter().position(|v| *v == value).unwrap_or(0);
        let from_above = self.values.len().saturating_sub(from_below + 1);
        TOP + self.line() * from_above as i64 + self.line() / 2
    }

    fn position(&self, dot: Dot) -> (i64, i64) {
        (self.x(dot.index), self.y(dot.value))
    }
}

/// The plot: values over indices.
fn plane(drawn: &DrawnPlot, all: &BTreeSet<Dot>, pick: &Callback<Dot>) -> Html {
    let DrawnPlot { array, kept, .. } = *drawn;
    let indices = match kept {
        PlotKind::Values => vec![],
        PlotKind::First => vec![0],
        _ => drawn.indices(),
    };
    let plane = Plane { indices, values: lines(all) };
    let (width, height) = (plane.width(), plane.height());
    let columns = plane.indices.iter().map(|k| {
        let (x, y) = (plane.x(Some(*k)).to_string(), (height - 20).to_string());
        html! { <text class="index" {x} {y}>{ k }</text> }
    });
    let levels = plane.values.iter().map(|v| {
        let (x, y) = ((LEFT - 6).to_string(), plane.y(*v));
        html! {
            <>
                <line class="level" x1={LEFT.to_string()} x2={width.to_string()} y1={y.to_string()} y2={y.to_string()} />
                <text class="level-name" {x} y={(y + 5).to_string()}>{ value(array, kept, *v) }</text>
            </>
        }
    });
    let index = if kept == PlotKind::Values { "at any index" } else { "index" };
    // Another plot is animated anew.
    let key = format!("{kept:?} {} {:?}", array.name, array.rows);
    html! {
        <svg {key} class="plane" viewBox={format!("0 0 {width} {height}")} style={format!("width:{:.2}rem", width as f64 / REM)}
            role="group" aria-label={format!("What is kept of {}: dots to pick", array.name)} data-testid="cloud-plane">
            <text class="axis" x="4" y="16">{ "value" }</text>
            <text class="axis end" x={width.to_string()} y={(height - 4).to_string()}>{ index }</text>
            { for levels }
            { for columns }
            { for joined(drawn).into_iter().map(|pair| join(drawn, &plane, pair)) }
            { for all.iter().map(|dot| one_dot(drawn, &plane, *dot, pick)) }
        </svg>
    }
}

/// The pairs of dots that a line joins: those that the abstraction keeps together. Of a whole row each dot
/// is joined to the next.
fn joined(drawn: &DrawnPlot) -> BTreeSet<(Dot, Dot)> {
    let mut out = BTreeSet::new();
    for row in drawn.dots.rows() {
        let row: Vec<Dot> = row.iter().copied().collect();
        for (n, dot) in row.iter().enumerate() {
            let far = match drawn.kept {
                PlotKind::Whole => 1,
                PlotKind::Cells(together) if together > 1 => row.len(),
                _ => 0,
            };
            out.extend(row[n + 1..].iter().take(far).map(|other| (*dot, *other)));
        }
    }
    out
}

fn join(drawn: &DrawnPlot, plane: &Plane, (one, other): (Dot, Dot)) -> Html {
    let ((x, y), (to_x, to_y)) = (plane.position(one), plane.position(other));
    let bow = BOW * ((to_x - x) / COLUMN - 1);
    let (middle, above) = ((x + to_x) / 2, (y + to_y) / 2 - 2 * bow);
    let has = |dots: &[Dot]| dots.contains(&one) && dots.contains(&other);
    let class = classes!("join", has(drawn.picked).then_some("now"));
    html! { <path {class} d={format!("M{x} {y}Q{middle} {above} {to_x} {to_y}")} /> }
}

/// A dot that can be picked. It comes from the first row that has it.
fn one_dot(drawn: &DrawnPlot, plane: &Plane, dot: Dot, pick: &Callback<Dot>) -> Html {
    let (x, y) = plane.position(dot);
    let row = drawn.dots.rows_with(&[dot]).first().copied().unwrap_or(0) as i64;
    let style = format!("--x:{}px;--y:{}px;--wait:{}ms", -x, ROW * (row + 1) - y, WAIT * row);
    let now = drawn.picked.contains(&dot);
    let mate = drawn.matching_rows().iter().any(|n| drawn.dots.rows()[*n].contains(&dot));
    let class = classes!("dot", now.then_some("now"), mate.then_some("mate"));
    let says = self::dot(drawn.array, drawn.kept, dot).replace('`', "");
    let onclick = pick.reform(move |_: MouseEvent| dot);
    let onkeydown = {
        let pick = pick.clone();
        Callback::from(move |event: KeyboardEvent| {
            if matches!(&*event.key(), "Enter" | " ") {
                event.prevent_default();
                pick.emit(dot);
            }
        })
    };
    let circle = |class: &'static str, r: i64| {
        html! { <circle {class} cx={x.to_string()} cy={y.to_string()} r={r.to_string()} /> }
    };
    html! {
        <g {class} {style} role="button" tabindex="0" aria-pressed={now.to_string()} aria-label={says.clone()} {onclick} {onkeydown}
            data-testid="cloud-dot">
            <title>{ says }</title>
            { circle("hit", HIT) }
            { circle("spot", DOT) }
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_picks_a_dot_or_lets_it_go_and_of_too_many_the_first_goes() {
        let dots: Vec<Dot> = (0..3).map(|value| Dot { index: Some(0), value }).collect();
        let [a, b, c] = [dots[0], dots[1], dots[2]];
        assert_eq!(toggle_dot(&[], a, 2), [a]);
        assert_eq!(toggle_dot(&[a], b, 2), [a, b]);
        assert_eq!(toggle_dot(&[a, b], c, 2), [b, c]);
        assert_eq!(toggle_dot(&[a, b], a, 2), [b]);
    }
}
