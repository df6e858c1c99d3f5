//! The abstraction of sampled arrays as dots in a plane: the value over the index.
//!
//! An abstraction keeps groups of dots, such as pairs for `cell2`, and not the arrays that they come from.
//! So it may have all groups of a spurious array, which is none of the sampled ones.

use crate::abstraction_plot::SampledRow;
use hornbook_abstraction::sigma::Sigma;
use std::collections::BTreeSet;

/// An abstraction of arrays that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// `id`: the whole array.
    Whole,
    /// `cell1`, `cell2`, `cell<2` and so on: tuples of cells.
    Cells(usize),
    /// `sign`: one cell, and of its value the sign.
    Signs,
    /// `smash`: one value without its index.
    Values,
    /// `first`: the value at index 0.
    First,
}

/// The abstraction of a cell. A row has at most one dot at each index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dot {
    /// The index; none where it is forgotten.
    pub index: Option<i64>,
    /// The value, or its sign.
    pub value: i64,
}

/// The realizability of dots: whether they can come from one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Realizability {
    /// These rows have all of them.
    Realized(Vec<usize>),
    /// Two of them have the same index.
    SameIndex,
    /// No row has all of them, and the abstraction excludes this group of them.
    Excluded(Vec<Dot>),
    /// No row has all of them, but the abstraction has all their groups.
    Spurious,
}

impl PlotKind {
    /// The drawable form of an abstraction of arrays of numbers or truth values, if there is one.
    pub fn from_sigma(sigma: &Sigma) -> Option<PlotKind> {
        match sigma {
            Sigma::Id => Some(PlotKind::Whole),
            Sigma::Cell => Some(PlotKind::Cells(1)),
            Sigma::Power(base, n) | Sigma::Ordered(base, n) if **base == Sigma::Cell => {
                Some(PlotKind::Cells(*n))
            }
            Sigma::Compose(outer, inner) if **inner == Sigma::Cell => {
                PlotKind::from_cell_abstraction(outer)
            }
            _ => None,
        }
    }

    /// The drawable form of an abstraction of single cells.
    fn from_cell_abstraction(outer: &Sigma) -> Option<PlotKind> {
        let name = |sigma: &Sigma| match sigma {
            Sigma::Finite(finite) => finite.name.clone(),
            _ => None,
        };
        match outer {
            Sigma::Tuple(parts) => match parts.as_slice() {
                [Sigma::Id, of_value] if name(of_value)? == "sign" => Some(PlotKind::Signs),
                _ => None,
            },
            _ => match name(outer)?.as_str() {
                "smash" => Some(PlotKind::Values),
                "first" => Some(PlotKind::First),
                _ => None,
            },
        }
    }

    /// The number of dots in a group.
    pub fn group_size(self) -> usize {
        match self {
            PlotKind::Whole => usize::MAX,
            PlotKind::Cells(n) => n,
            PlotKind::Signs | PlotKind::Values | PlotKind::First => 1,
        }
    }

    /// The dot of a cell; `None` if the abstraction forgets it.
    pub fn abstract_cell(self, index: i64, value: i64) -> Option<Dot> {
        let dot_at = |index, value| Some(Dot { index, value });
        match self {
            PlotKind::Whole | PlotKind::Cells(_) => dot_at(Some(index), value),
            PlotKind::Signs => dot_at(Some(index), value.signum()),
            PlotKind::Values => dot_at(None, value),
            PlotKind::First => dot_at(Some(index), value).filter(|_| index == 0),
        }
    }
}

/// The dots of sampled rows under an abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractionPlot {
    kind: PlotKind,
    rows: Vec<BTreeSet<Dot>>,
}

impl AbstractionPlot {
    /// The plot of rows under an abstraction.
    pub fn new(kind: PlotKind, rows: &[SampledRow]) -> AbstractionPlot {
        let dots = |row: &SampledRow| {
            row.numbered().filter_map(|(k, v)| kind.abstract_cell(k, v)).collect()
        };
        AbstractionPlot { kind, rows: rows.iter().map(dots).collect() }
    }

    /// The dots of each row.
    pub fn rows(&self) -> &[BTreeSet<Dot>] {
        &self.rows
    }

    /// All dots.
    pub fn all(&self) -> BTreeSet<Dot> {
        self.rows.iter().flatten().copied().collect()
    }

    /// The rows that contain all of these dots.
    pub fn rows_with(&self, dots: &[Dot]) -> Vec<usize> {
        let has_all = |n: &usize| dots.iter().all(|dot| self.rows[*n].contains(dot));
        (0..self.rows.len()).filter(has_all).collect()
    }

    /// Classifies different dots by whether they can come from one array.
    pub fn classify(&self, dots: &[Dot]) -> Realizability {
        let indices: BTreeSet<i64> = dots.iter().filter_map(|dot| dot.index).collect();
        if indices.len() < dots.iter().filter(|dot| dot.index.is_some()).count() {
            return Realizability::SameIndex;
        }
        let rows = self.rows_with(dots);
        if !rows.is_empty() {
            return Realizability::Realized(rows);
        }
        let groups = groups(dots, self.kind.group_size().min(dots.len()));
        let nowhere = groups.into_iter().find(|group| self.rows_with(group).is_empty());
        nowhere.map_or(Realizability::Spurious, Realizability::Excluded)
    }

    /// The first spurious combination of dots; `None` if the abstraction is precise for the rows.
    pub fn find_spurious(&self) -> Option<Vec<Dot>> {
        let all: Vec<Dot> = self.all().into_iter().collect();
        let mut chosen = vec![];
        self.extend_to_spurious(&mut chosen, &all).then_some(chosen)
    }

    /// Extends the chosen dots to a spurious combination with some of the rest, if there is one.
    fn extend_to_spurious(&self, chosen: &mut Vec<Dot>, rest: &[Dot]) -> bool {
        if chosen.len() > self.kind.group_size() {
            return self.classify(chosen) == Realizability::Spurious;
        }
        if self.rows_with(chosen).is_empty() {
            return false;
        }
        rest.iter().enumerate().any(|(n, dot)| {
            chosen.push(*dot);
            let found = self.extend_to_spurious(chosen, &rest[n + 1..]);
            if !found {
                chosen.pop();
            }
            found
        })
    }
}

/// All subsets of this size.
fn groups(dots: &[Dot], size: usize) -> Vec<Vec<Dot>> {
    match (dots, size) {
        (_, 0) => vec![vec![]],
        ([], _) => vec![],
        ([first, rest @ ..], _) => {
            let with = groups(rest, size - 1).into_iter();
            let with = with.map(|group| [first].into_iter().copied().chain(group).collect());
            with.chain(groups(rest, size)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(cells: &[i64]) -> SampledRow {
        SampledRow { first: 0, cells: cells.to_vec(), run: 1, rounds: vec![] }
    }

    fn dots(kind: PlotKind, rows: &[&[i64]]) -> AbstractionPlot {
        let rows: Vec<SampledRow> = rows.iter().map(|cells| row(cells)).collect();
        AbstractionPlot::new(kind, &rows)
    }

    fn dot_at(index: i64, value: i64) -> Dot {
        Dot { index: Some(index), value }
    }

    #[test]
    fn plots_are_read_off_the_abstraction() {
        let kind = |text: &str| PlotKind::from_sigma(&text.parse().expect("an abstraction"));
        assert_eq!(kind("id"), Some(PlotKind::Whole));
        let cells = ["cell", "cell2", "cell<2", "cell3"].map(kind);
        assert_eq!(cells, [1, 2, 2, 3].map(|n| Some(PlotKind::Cells(n))));
        assert_eq!(kind("smash ⊙ cell"), Some(PlotKind::Values));
        assert_eq!(kind("first ⊙ cell"), Some(PlotKind::First));
        assert_eq!(kind("(id • sign) ⊙ cell"), Some(PlotKind::Signs));
        for other in ["nothing", "cell ⊗ smash ⊙ cell", "slice(i)", "(sign ⊙ cell)^2"] {
            assert_eq!(kind(other), None, "{other}");
        }
    }

    #[test]
    fn one_cell_at_a_time_does_not_tell_what_belongs_together() {
        let plot = dots(PlotKind::Cells(1), &[&[1, 1], &[2, 2]]);
        assert_eq!(plot.classify(&[dot_at(0, 1), dot_at(1, 1)]), Realizability::Realized(vec![0]));
        assert_eq!(plot.classify(&[dot_at(0, 1), dot_at(0, 2)]), Realizability::SameIndex);
        assert_eq!(plot.classify(&[dot_at(0, 1), dot_at(1, 2)]), Realizability::Spurious);
        assert_eq!(plot.find_spurious(), Some(vec![dot_at(0, 1), dot_at(1, 2)]));
    }

    #[test]
    fn two_cells_tell_pairs_but_not_three() {
        let rows: [&[i64]; 3] = [&[1, 1, 0], &[1, 0, 1], &[0, 1, 1]];
        let plot = dots(PlotKind::Cells(2), &rows);
        let (a, b) = (dot_at(0, 0), dot_at(1, 0));
        assert_eq!(plot.classify(&[a, b]), Realizability::Excluded(vec![a, b]));
        let ones = [dot_at(0, 1), dot_at(1, 1), dot_at(2, 1)];
        assert_eq!(plot.classify(&ones), Realizability::Spurious);
        assert_eq!(plot.find_spurious().as_deref(), Some(&ones[..]));
        assert_eq!(plot.classify(&[a, b, dot_at(2, 1)]), Realizability::Excluded(vec![a, b]));
        let whole = dots(PlotKind::Whole, &rows);
        assert_eq!(whole.classify(&ones), Realizability::Excluded(ones.to_vec()));
        assert_eq!(whole.find_spurious(), None);
    }

    #[test]
    fn indices_and_values_may_be_forgotten() {
        let rows: [&[i64]; 2] = [&[3, -4], &[3, 5]];
        let values = dots(PlotKind::Values, &rows).all();
        assert!(values.iter().map(|dot| (dot.index, dot.value)).eq([-4, 3, 5].map(|v| (None, v))));
        assert!(dots(PlotKind::First, &rows).all().into_iter().eq([dot_at(0, 3)]));
        assert!(dots(PlotKind::Signs, &rows).all().into_iter().eq([
            dot_at(0, 1),
            dot_at(1, -1),
            dot_at(1, 1)
        ]));
    }

    fn plots() -> impl Strategy<Value = (AbstractionPlot, Vec<SampledRow>)> {
        let kind = prop::sample::select(vec![
            PlotKind::Whole,
            PlotKind::Cells(1),
            PlotKind::Cells(2),
            PlotKind::Cells(3),
            PlotKind::Signs,
            PlotKind::Values,
            PlotKind::First,
        ]);
        let rows = prop::collection::vec(prop::collection::vec(-1_i64..3, 4), 1..5);
        (kind, rows).prop_map(|(kind, rows)| {
            let rows: Vec<SampledRow> = rows.iter().map(|cells| row(cells)).collect();
            (AbstractionPlot::new(kind, &rows), rows)
        })
    }

    /// Whether a row has a dot, found without its set of dots.
    fn has(kind: PlotKind, row: &SampledRow, dot: Dot) -> bool {
        let mut cells = (0..).zip(&row.cells);
        cells.any(|(index, value)| kind.abstract_cell(index, *value) == Some(dot))
    }

    proptest! {
        #[test]
        fn every_dot_is_of_a_row_and_every_kept_cell_is_a_dot((plot, rows) in plots()) {
            let all = plot.all();
            for dot in &all {
                prop_assert!(rows.iter().any(|row| has(plot.kind, row, *dot)));
            }
            for (index, value) in rows.iter().flat_map(SampledRow::numbered) {
                prop_assert!(plot.kind.abstract_cell(index, value).is_none_or(|dot| all.contains(&dot)));
            }
        }

        #[test]
        fn answers_are_those_of_a_search_through_the_rows((plot, rows) in plots()) {
            let all: Vec<Dot> = plot.all().into_iter().collect();
            let in_row = |dots: &[Dot]| -> Vec<usize> {
                let has_all = |n: &usize| dots.iter().all(|d| has(plot.kind, &rows[*n], *d));
                (0..rows.len()).filter(has_all).collect()
            };
            let mut open = vec![];
            for picked in [2, 3].into_iter().flat_map(|size| groups(&all, size)) {
                let (rows, n) = (in_row(&picked), plot.kind.group_size());
                match plot.classify(&picked) {
                    Realizability::Realized(found) => prop_assert!(found == rows && !rows.is_empty()),
                    Realizability::SameIndex => prop_assert!(rows.is_empty()),
                    Realizability::Excluded(group) => {
                        prop_assert!(group.len() <= n && in_row(&group).is_empty());
                        prop_assert!(group.iter().all(|dot| picked.contains(dot)));
                    }
                    Realizability::Spurious => {
                        prop_assert!(rows.is_empty() && picked.len() > n);
                        prop_assert!(groups(&picked, n).iter().all(|group| !in_row(group).is_empty()));
                        open.push(picked);
                    }
                }
            }
            if plot.kind.group_size() <= 2 {
                let small = |dots: &Vec<Dot>| dots.len() == plot.kind.group_size() + 1;
                prop_assert_eq!(plot.find_spurious().is_some(), open.iter().any(small));
            }
        }
    }
}
