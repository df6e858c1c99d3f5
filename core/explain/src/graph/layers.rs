//! Places for the nodes and edges of a graph, from top to bottom (Sugiyama, Tagawa and Toda 1981).
//!
//! Edges that close a cycle are turned round; the layer of a node is the length of the longest way
//! to it; the order within the layers follows the neighbours' (barycentres); columns follow the
//! neighbours as far as the order allows. All of it is exact and depends on the order of nodes and
//! edges only.

use hornbook_records::graph::GridPosition;

/// Sweeps over all layers, down and up by turns.
const SWEEPS: usize = 8;
/// Places that edges may take up. Beyond, each edge has only its first place.
const PLACES: usize = 20_000;

/// Where everything is.
pub(super) struct Layout {
    /// The places of the nodes, all in even rows.
    pub(super) nodes: Vec<GridPosition>,
    /// The places that each edge goes through, from its beginning to its end; at least one.
    pub(super) ways: Vec<Vec<GridPosition>>,
    /// Which edges close a cycle.
    pub(super) back: Vec<bool>,
}

/// Lays out a graph of `count` nodes. Cycles are entered at `roots` if these lead to them.
pub(super) fn layout(count: usize, edges: &[(usize, usize)], roots: &[usize]) -> Layout {
    let (back, order) = cycles(count, edges, roots);
    let layer = layers(count, edges, &back, &order);
    let mut grid = Grid::new(edges, &back, &layer, &order);
    grid.order();
    grid.columns();
    let way = |(cells, back): (&Vec<usize>, &bool)| {
        let mut way: Vec<GridPosition> = cells.iter().map(|cell| grid.place(*cell)).collect();
        if *back {
            way.reverse();
        }
        way
    };
    Layout {
        nodes: (0..count).map(|node| grid.place(node)).collect(),
        ways: grid.ways.iter().zip(&back).map(way).collect(),
        back,
    }
}

/// The edges that close cycles, and the nodes in an order in which all other edges lead forward.
/// The search has a stack of its own: long programs have long ways.
fn cycles(count: usize, edges: &[(usize, usize)], roots: &[usize]) -> (Vec<bool>, Vec<usize>) {
    let mut leaving: Vec<Vec<usize>> = vec![vec![]; count];
    for (n, (from, _)) in edges.iter().enumerate() {
        leaving[*from].push(n);
    }
    let mut back = vec![false; edges.len()];
    // Not seen, on the current way, done.
    let mut colour = vec![0u8; count];
    let mut order = vec![];
    for root in roots.iter().copied().chain(0..count) {
        if colour[root] != 0 {
            continue;
        }
        colour[root] = 1;
        let mut way = vec![(root, 0)];
        while let Some((node, next)) = way.last_mut() {
            let Some(&n) = leaving[*node].get(*next) else {
                colour[*node] = 2;
                order.push(*node);
                way.pop();
                continue;
            };
            *next += 1;
            let to = edges[n].1;
            match colour[to] {
                0 => {
                    colour[to] = 1;
                    way.push((to, 0));
                }
                1 => back[n] = true,
                _ => {}
            }
        }
    }
    order.reverse();
    (back, order)
}

/// The length of the longest way to each node.
fn layers(count: usize, edges: &[(usize, usize)], back: &[bool], order: &[usize]) -> Vec<usize> {
    let mut leaving: Vec<Vec<usize>> = vec![vec![]; count];
    for ((from, to), _) in edges.iter().zip(back).filter(|(_, back)| !**back) {
        leaving[*from].push(*to);
    }
    let mut layer = vec![0; count];
    for node in order {
        for to in &leaving[*node] {
            layer[*to] = layer[*to].max(layer[*node] + 1);
        }
    }
    layer
}

/// Cells in rows: the nodes, then one cell for each row that an edge passes.
struct Grid {
    /// The cells of each row from left to right.
    rows: Vec<Vec<usize>>,
    /// For each cell its row, and the neighbours in the rows above and below.
    cells: Vec<Cell>,
    /// The cells of each edge, from top to bottom.
    ways: Vec<Vec<usize>>,
}

#[derive(Default)]
struct Cell {
    row: usize,
    column: i64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Grid {
    fn new(edges: &[(usize, usize)], back: &[bool], layer: &[usize], order: &[usize]) -> Grid {
        let cell = |layer: &usize| Cell { row: 2 * layer, ..Cell::default() };
        let mut grid = Grid { rows: vec![], cells: layer.iter().map(cell).collect(), ways: vec![] };
        let down = |((from, to), back): (&(usize, usize), &bool)| match back {
            true => (*to, *from),
            false => (*from, *to),
        };
        let passed = |(top, bottom): (usize, usize)| 2 * layer[bottom].saturating_sub(layer[top]);
        let all: usize = edges.iter().zip(back).map(|edge| passed(down(edge))).sum();
        for edge in edges.iter().zip(back) {
            let (top, bottom) = down(edge);
            let last = match all <= PLACES {
                true => (2 * layer[bottom]).max(2 * layer[top] + 2),
                false => 2 * layer[top] + 2,
            };
            let way = grid.way(top, (top != bottom).then_some(bottom), last);
            grid.ways.push(way);
        }
        let rows = grid.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        grid.rows = vec![vec![]; rows];
        // Nodes in the order in which they are met, then what passes by.
        for cell in order.iter().copied().chain(layer.len()..grid.cells.len()) {
            grid.rows[grid.cells[cell].row].push(cell);
        }
        grid.number();
        grid
    }

    /// Makes the cells of an edge between the row of `top` and the row `last`.
    fn way(&mut self, top: usize, bottom: Option<usize>, last: usize) -> Vec<usize> {
        let (mut way, mut above) = (vec![], top);
        for row in self.cells[top].row + 1..last {
            let cell = self.cells.len();
            self.cells.push(Cell { row, above: vec![above], ..Cell::default() });
            self.cells[above].below.push(cell);
            way.push(cell);
            above = cell;
        }
        if let Some(bottom) = bottom.filter(|bottom| self.cells[*bottom].row == last) {
            self.cells[above].below.push(bottom);
            self.cells[bottom].above.push(above);
        }
        way
    }

    /// Puts the cells of each row beside each other.
    fn number(&mut self) {
        for row in &self.rows {
            for (n, cell) in row.iter().enumerate() {
                self.cells[*cell].column = n as i64;
            }
        }
    }

    /// The numbers of the rows, from top to bottom or the other way.
    fn sweep(&self, down: bool) -> Vec<usize> {
        let rows = 0..self.rows.len();
        if down { rows.collect() } else { rows.rev().collect() }
    }

    fn neighbours(&self, cell: usize, down: bool) -> &[usize] {
        let cell = &self.cells[cell];
        if down { &cell.above } else { &cell.below }
    }

    /// The mean column of the neighbours, as a fraction; a cell without any stays where it is.
    fn mean(&self, cell: usize, down: bool) -> (i64, i64) {
        let neighbours = self.neighbours(cell, down);
        let sum = neighbours.iter().map(|n| self.cells[*n].column).sum();
        let count = neighbours.len() as i64;
        if count == 0 { (self.cells[cell].column, 1) } else { (sum, count) }
    }

    /// Orders each row by the means of the row before it, by turns from both sides.
    fn order(&mut self) {
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            for row in self.sweep(down) {
                let mut cells = std::mem::take(&mut self.rows[row]);
                cells.sort_by(|a, b| {
                    let ((x, m), (y, n)) = (self.mean(*a, down), self.mean(*b, down));
                    (x * n).cmp(&(y * m))
                });
                for (n, cell) in cells.iter().enumerate() {
                    self.cells[*cell].column = n as i64;
                }
                self.rows[row] = cells;
            }
        }
    }

    /// Moves the cells below and above their neighbours, as far as the order allows.
    fn columns(&mut self) {
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 1;
            for row in self.sweep(down) {
                let wanted: Vec<i64> = self.rows[row]
                    .iter()
                    .map(|cell| {
                        let (sum, count) = self.mean(*cell, down);
                        sum.div_euclid(count)
                    })
                    .collect();
                for (cell, column) in self.rows[row].iter().zip(spread(&wanted)) {
                    self.cells[*cell].column = column;
                }
            }
        }
        let first = self.cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        self.cells.iter_mut().for_each(|cell| cell.column -= first);
    }

    fn place(&self, cell: usize) -> GridPosition {
        let cell = &self.cells[cell];
        GridPosition { column: cell.column as u32, row: cell.row as u32 }
    }
}

/// Increasing columns near the wanted ones: the middle between those that are pushed to the right
/// and those that are pushed to the left.
fn spread(wanted: &[i64]) -> Vec<i64> {
    let mut right = wanted.to_vec();
    for n in 1..right.len() {
        right[n] = right[n].max(right[n - 1] + 1);
    }
    let mut left = wanted.to_vec();
    for n in (1..left.len()).rev() {
        left[n - 1] = left[n - 1].min(left[n] - 1);
    }
    left.iter().zip(&right).map(|(l, r)| (l + r).div_euclid(2)).collect()
}
