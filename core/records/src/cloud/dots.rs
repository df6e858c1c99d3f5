//! What an abstraction keeps of an array, as dots in a plane: the value over the index.
//!
//! Some dots are told together, such as two of them by `cell2`. The cloud has these groups of dots,
//! and not the arrays that they come from. So it may have all groups of an array that is none of them.

use crate::cloud::Row;
use hornbook_abstraction::sigma::Sigma;
use std::collections::BTreeSet;

/// What is kept of an array, where that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// `id`: the array as it is.
    Whole,
    /// `cell1`, `cell2`, `cell<2` and so on: so many cells together.
    Cells(usize),
    /// `sign`: one cell, and of its value the sign.
    Signs,
    /// `smash`: one value without its index.
    Values,
    /// `first`: the value at index 0.
    First,
}

/// What a cell has become. A row has at most one dot at each index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dot {
    /// The index; none where it is forgotten.
    pub index: Option<i64>,
    /// The value, or what is kept of it.
    pub value: i64,
}

/// Whether dots can come from one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These rows have all of them.
    Together(Vec<usize>),
    /// Two of them stand at one index, where no array has two values.
    OneIndex,
    /// No row has all of them, and the cloud tells so: it has these nowhere together.
    Known(Vec<Dot>),
    /// No row has all of them, but the cloud has all groups of them that are told together.
    Open,
}

impl Kept {
    /// What an abstraction of arrays of numbers or truth values keeps. `None` where no picture of it
    /// is drawn.
    pub fn of(sigma: &Sigma) -> Option<Kept> {
        match sigma {
            Sigma::Id => Some(Kept::Whole),
            Sigma::Cell => Some(Kept::Cells(1)),
            Sigma::Power(base, n) | Sigma::Ordered(base, n) if **base == Sigma::Cell => {
                Some(Kept::Cells(*n))
            }
            Sigma::Compose(outer, inner) if **inner == Sigma::Cell => Kept::of_cell(outer),
            _ => None,
        }
    }

    /// What is kept of a cell, an index and a value.
    fn of_cell(outer: &Sigma) -> Option<Kept> {
        let name = |sigma: &Sigma| match sigma {
            Sigma::Finite(finite) => finite.name.clone(),
            _ => None,
        };
        match outer {
            Sigma::Tuple(parts) => match parts.as_slice() {
                [Sigma::Id, of_value] if name(of_value)? == "sign" => Some(Kept::Signs),
                _ => None,
            },
            _ => match name(outer)?.as_str() {
                "smash" => Some(Kept::Values),
                "first" => Some(Kept::First),
                _ => None,
            },
        }
    }

    /// How many dots are told together.
    pub fn together(self) -> usize {
        match self {
            Kept::Whole => usize::MAX,
            Kept::Cells(n) => n,
            Kept::Signs | Kept::Values | Kept::First => 1,
        }
    }

    /// What becomes of a cell; `None` if it is forgotten.
    pub fn dot(self, index: i64, value: i64) -> Option<Dot> {
        let at = |index, value| Some(Dot { index, value });
        match self {
            Kept::Whole | Kept::Cells(_) => at(Some(index), value),
            Kept::Signs => at(Some(index), value.signum()),
            Kept::Values => at(None, value),
            Kept::First => at(Some(index), value).filter(|_| index == 0),
        }
    }
}

/// The dots of some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    kept: Kept,
    rows: Vec<BTreeSet<Dot>>,
}

impl Dots {
    /// What is kept of rows.
    pub fn new(kept: Kept, rows: &[Row]) -> Dots {
        let dots = |row: &Row| row.numbered().filter_map(|(k, v)| kept.dot(k, v)).collect();
        Dots { kept, rows: rows.iter().map(dots).collect() }
    }

    /// The dots of each row.
    pub fn rows(&self) -> &[BTreeSet<Dot>] {
        &self.rows
    }

    /// All dots.
    pub fn all(&self) -> BTreeSet<Dot> {
        self.rows.iter().flatten().copied().collect()
    }

    /// The rows that have all of these.
    pub fn with(&self, dots: &[Dot]) -> Vec<usize> {
        let has_all = |n: &usize| dots.iter().all(|dot| self.rows[*n].contains(dot));
        (0..self.rows.len()).filter(has_all).collect()
    }

    /// Whether different dots of the cloud can come from one array.
    pub fn answer(&self, dots: &[Dot]) -> Answer {
        let indices: BTreeSet<i64> = dots.iter().filter_map(|dot| dot.index).collect();
        if indices.len() < dots.iter().filter(|dot| dot.index.is_some()).count() {
            return Answer::OneIndex;
        }
        let rows = self.with(dots);
        if !rows.is_empty() {
            return Answer::Together(rows);
        }
        let groups = groups(dots, self.kept.together().min(dots.len()));
        let nowhere = groups.into_iter().find(|group| self.with(group).is_empty());
        nowhere.map_or(Answer::Open, Answer::Known)
    }

    /// The first dots that no row has together, while the cloud does not tell. `None` if there are
    /// none: then the cloud is as good as the rows.
    pub fn mixture(&self) -> Option<Vec<Dot>> {
        let all: Vec<Dot> = self.all().into_iter().collect();
        let mut chosen = vec![];
        self.completes(&mut chosen, &all).then_some(chosen)
    }

    /// Whether some dots become a mixture with some of the rest.
    fn completes(&self, chosen: &mut Vec<Dot>, rest: &[Dot]) -> bool {
        if chosen.len() > self.kept.together() {
            return self.answer(chosen) == Answer::Open;
        }
        if self.with(chosen).is_empty() {
            return false;
        }
        rest.iter().enumerate().any(|(n, dot)| {
            chosen.push(*dot);
            let found = self.completes(chosen, &rest[n + 1..]);
            if !found {
                chosen.pop();
            }
            found
        })
    }
}

/// All groups of so many dots.
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

    fn row(cells: &[i64]) -> Row {
        Row { first: 0, cells: cells.to_vec(), run: 1, rounds: vec![] }
    }

    fn dots(kept: Kept, rows: &[&[i64]]) -> Dots {
        let rows: Vec<Row> = rows.iter().map(|cells| row(cells)).collect();
        Dots::new(kept, &rows)
    }

    fn at(index: i64, value: i64) -> Dot {
        Dot { index: Some(index), value }
    }

    #[test]
    fn what_is_kept_is_read_off_the_abstraction() {
        let kept = |text: &str| Kept::of(&text.parse().expect("an abstraction"));
        assert_eq!(kept("id"), Some(Kept::Whole));
        let cells = ["cell", "cell2", "cell<2", "cell3"].map(kept);
        assert_eq!(cells, [1, 2, 2, 3].map(|n| Some(Kept::Cells(n))));
        assert_eq!(kept("smash ⊙ cell"), Some(Kept::Values));
        assert_eq!(kept("first ⊙ cell"), Some(Kept::First));
        assert_eq!(kept("(id • sign) ⊙ cell"), Some(Kept::Signs));
        for other in ["nothing", "cell ⊗ smash ⊙ cell", "slice(i)", "(sign ⊙ cell)^2"] {
            assert_eq!(kept(other), None, "{other}");
        }
    }

    #[test]
    fn one_cell_at_a_time_does_not_tell_what_belongs_together() {
        let cloud = dots(Kept::Cells(1), &[&[1, 1], &[2, 2]]);
        assert_eq!(cloud.answer(&[at(0, 1), at(1, 1)]), Answer::Together(vec![0]));
        assert_eq!(cloud.answer(&[at(0, 1), at(0, 2)]), Answer::OneIndex);
        assert_eq!(cloud.answer(&[at(0, 1), at(1, 2)]), Answer::Open);
        assert_eq!(cloud.mixture(), Some(vec![at(0, 1), at(1, 2)]));
    }

    #[test]
    fn two_cells_tell_pairs_but_not_three() {
        let rows: [&[i64]; 3] = [&[1, 1, 0], &[1, 0, 1], &[0, 1, 1]];
        let cloud = dots(Kept::Cells(2), &rows);
        let (a, b) = (at(0, 0), at(1, 0));
        assert_eq!(cloud.answer(&[a, b]), Answer::Known(vec![a, b]));
        let ones = [at(0, 1), at(1, 1), at(2, 1)];
        assert_eq!(cloud.answer(&ones), Answer::Open);
        assert_eq!(cloud.mixture().as_deref(), Some(&ones[..]));
        assert_eq!(cloud.answer(&[a, b, at(2, 1)]), Answer::Known(vec![a, b]));
        let whole = dots(Kept::Whole, &rows);
        assert_eq!(whole.answer(&ones), Answer::Known(ones.to_vec()));
        assert_eq!(whole.mixture(), None);
    }

    #[test]
    fn indices_and_values_may_be_forgotten() {
        let rows: [&[i64]; 2] = [&[3, -4], &[3, 5]];
        let values = dots(Kept::Values, &rows).all();
        assert!(values.iter().map(|dot| (dot.index, dot.value)).eq([-4, 3, 5].map(|v| (None, v))));
        assert!(dots(Kept::First, &rows).all().into_iter().eq([at(0, 3)]));
        assert!(dots(Kept::Signs, &rows).all().into_iter().eq([at(0, 1), at(1, -1), at(1, 1)]));
    }

    fn clouds() -> impl Strategy<Value = (Dots, Vec<Row>)> {
        let kept = prop::sample::select(vec![
            Kept::Whole,
            Kept::Cells(1),
            Kept::Cells(2),
            Kept::Cells(3),
            Kept::Signs,
            Kept::Values,
            Kept::First,
        ]);
        let rows = prop::collection::vec(prop::collection::vec(-1_i64..3, 4), 1..5);
        (kept, rows).prop_map(|(kept, rows)| {
            let rows: Vec<Row> = rows.iter().map(|cells| row(cells)).collect();
            (Dots::new(kept, &rows), rows)
        })
    }

    /// Whether a row has a dot, found without its set of dots.
    fn has(kept: Kept, row: &Row, dot: Dot) -> bool {
        let mut cells = (0..).zip(&row.cells);
        cells.any(|(index, value)| kept.dot(index, *value) == Some(dot))
    }

    proptest! {
        #[test]
        fn every_dot_is_of_a_row_and_every_kept_cell_is_a_dot((cloud, rows) in clouds()) {
            let all = cloud.all();
            for dot in &all {
                prop_assert!(rows.iter().any(|row| has(cloud.kept, row, *dot)));
            }
            for (index, value) in rows.iter().flat_map(Row::numbered) {
                prop_assert!(cloud.kept.dot(index, value).is_none_or(|dot| all.contains(&dot)));
            }
        }

        #[test]
        fn answers_are_those_of_a_search_through_the_rows((cloud, rows) in clouds()) {
            let all: Vec<Dot> = cloud.all().into_iter().collect();
            let in_row = |dots: &[Dot]| -> Vec<usize> {
                let has_all = |n: &usize| dots.iter().all(|d| has(cloud.kept, &rows[*n], *d));
                (0..rows.len()).filter(has_all).collect()
            };
            let mut open = vec![];
            for picked in [2, 3].into_iter().flat_map(|size| groups(&all, size)) {
                let (rows, n) = (in_row(&picked), cloud.kept.together());
                match cloud.answer(&picked) {
                    Answer::Together(found) => prop_assert!(found == rows && !rows.is_empty()),
                    Answer::OneIndex => prop_assert!(rows.is_empty()),
                    Answer::Known(group) => {
                        prop_assert!(group.len() <= n && in_row(&group).is_empty());
                        prop_assert!(group.iter().all(|dot| picked.contains(dot)));
                    }
                    Answer::Open => {
                        prop_assert!(rows.is_empty() && picked.len() > n);
                        prop_assert!(groups(&picked, n).iter().all(|group| !in_row(group).is_empty()));
                        open.push(picked);
                    }
                }
            }
            if cloud.kept.together() <= 2 {
                let small = |dots: &Vec<Dot>| dots.len() == cloud.kept.together() + 1;
                prop_assert_eq!(cloud.mixture().is_some(), open.iter().any(small));
            }
        }
    }
}
