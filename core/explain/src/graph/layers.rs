//! The layered layout of a graph, from top to bottom (Sugiyama, Tagawa and Toda 1981).
//!
//! Back edges are reversed; the layer of a node is the length of the longest path to it; the order within the
//! layers follows the neighbours' (barycentres); columns follow the neighbours as far as the order allows.
//! All of it is exact and depends on the order of nodes and edges only.

use hornbook_records::graph::GridPosition;

/// The number of sweeps over all layers, alternately down and up.
const MAX_SWEEPS: usize = 8;
/// The greatest number of positions of all edges. Beyond it, each edge has only its first position.
const MAX_POSITIONS: usize = 20_000;

/// The layout of a graph.
pub(super) struct Layout {
    /// The positions of the nodes, all in even rows.
    pub(super) nodes: Vec<GridPosition>,
    /// The positions along each edge, at least one.
    pub(super) ways: Vec<Vec<GridPosition>>,
    /// Whether each edge is a back edge.
    pub(super) back: Vec<bool>,
}

/// Lays out a graph of `count` nodes. Cycles are entered at `roots` if these lead to them.
pub(super) fn layout(count: usize, edges: &[(usize, usize)], roots: &[usize]) -> Layout {
    let (back, order) = find_back_edges(count, edges, roots);
    let layer = assign_layers(count, edges, &back, &order);
    let mut grid = Grid::new(edges, &back, &layer, &order);
    grid.order_rows();
    grid.align_columns();
    let way = |(cells, back): (&Vec<usize>, &bool)| {
        let mut way: Vec<GridPosition> = cells.iter().map(|cell| grid.position(*cell)).collect();
        if *back {
            way.reverse();
        }
        way
    };
    Layout {
        nodes: (0..count).map(|node| grid.position(node)).collect(),
        ways: grid.ways.iter().zip(&back).map(way).collect(),
        back,
    }
}

/// The back edges, and the nodes in a topological order of the other edges. The depth-first search has a
/// stack of its own: long programs have long paths.
fn find_back_edges(
    count: usize,
    edges: &[(usize, usize)],
    roots: &[usize],
) -> (Vec<bool>, Vec<usize>) {
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

/// The length of the longest path to each node.
fn assign_layers(
    count: usize,
    edges: &[(usize, usize)],
    back: &[bool],
    order: &[usize],
) -> Vec<usize> {
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
    cells: Vec<LayoutCell>,
    /// The cells of each edge, from top to bottom.
    ways: Vec<Vec<usize>>,
}

#[derive(Default)]
struct LayoutCell {
    row: usize,
    column: i64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Grid {
    fn new(edges: &[(usize, usize)], back: &[bool], layer: &[usize], order: &[usize]) -> Grid {
        let cell = |layer: &usize| LayoutCell { row: 2 * layer, ..LayoutCell::default() };
        let mut grid = Grid { rows: vec![], cells: layer.iter().map(cell).collect(), ways: vec![] };
        let down = |((from, to), back): (&(usize, usize), &bool)| match back {
            true => (*to, *from),
            false => (*from, *to),
        };
        let passed = |(top, bottom): (usize, usize)| 2 * layer[bottom].saturating_sub(layer[top]);
        let all: usize = edges.iter().zip(back).map(|edge| passed(down(edge))).sum();
        for edge in edges.iter().zip(back) {
            let (top, bottom) = down(edge);
            let last = match all <= MAX_POSITIONS {
                true => (2 * layer[bottom]).max(2 * layer[top] + 2),
                false => 2 * layer[top] + 2,
            };
            let way = grid.add_path(top, (top != bottom).then_some(bottom), last);
            grid.ways.push(way);
        }
        let rows = grid.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        grid.rows = vec![vec![]; rows];
        // Nodes in the order in which they are met, then what passes by.
        for cell in order.iter().copied().chain(layer.len()..grid.cells.len()) {
            grid.rows[grid.cells[cell].row].push(cell);
        }
        grid.assign_columns();
        grid
    }

    /// Makes the cells of an edge between the row of `top` and the row `last`.
    fn add_path(&mut self, top: usize, bottom: Option<usize>, last: usize) -> Vec<usize> {
        let (mut way, mut above) = (vec![], top);
        for row in self.cells[top].row + 1..last {
            let cell = self.cells.len();
            self.cells.push(LayoutCell { row, above: vec![above], ..LayoutCell::default() });
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

    /// Assigns columns to the cells of each row, from the left.
    fn assign_columns(&mut self) {
        for row in &self.rows {
            for (n, cell) in row.iter().enumerate() {
                self.cells[*cell].column = n as i64;
            }
        }
    }

    /// The numbers of the rows, from top to bottom or the other way.
    fn sweep_rows(&self, down: bool) -> Vec<usize> {
        let rows = 0..self.rows.len();
        if down { rows.collect() } else { rows.rev().collect() }
    }

    fn neighbours(&self, cell: usize, down: bool) -> &[usize] {
        let cell = &self.cells[cell];
        if down { &cell.above } else { &cell.below }
    }

    /// The mean column of the neighbours, as a fraction; a cell without any stays where it is.
    fn barycentre(&self, cell: usize, down: bool) -> (i64, i64) {
        let neighbours = self.neighbours(cell, down);
        let sum = neighbours.iter().map(|n| self.cells[*n].column).sum();
        let count = neighbours.len() as i64;
        if count == 0 { (self.cells[cell].column, 1) } else { (sum, count) }
    }

    /// Orders each row by barycentres, alternately down and up.
    fn order_rows(&mut self) {
        for sweep in 0..MAX_SWEEPS {
            let down = sweep % 2 == 0;
            for row in self.sweep_rows(down) {
                let mut cells = std::mem::take(&mut self.rows[row]);
                cells.sort_by(|a, b| {
                    let ((x, m), (y, n)) = (self.barycentre(*a, down), self.barycentre(*b, down));
                    (x * n).cmp(&(y * m))
                });
                for (n, cell) in cells.iter().enumerate() {
                    self.cells[*cell].column = n as i64;
                }
                self.rows[row] = cells;
            }
        }
    }

    /// Aligns the cells with their neighbours, as far as the order allows.
    fn align_columns(&mut self) {
        for sweep in 0..MAX_SWEEPS {
            let down = sweep % 2 == 1;
            for row in self.sweep_rows(down) {
                let wanted: Vec<i64> = self.rows[row]
                    .iter()
                    .map(|cell| {
                        let (sum, count) = self.barycentre(*cell, down);
                        sum.div_euclid(count)
                    })
                    .collect();
                for (cell, column) in self.rows[row].iter().zip(resolve_columns(&wanted)) {
                    self.cells[*cell].column = column;
                }
            }
        }
        let first = self.cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        self.cells.iter_mut().for_each(|cell| cell.column -= first);
    }

    fn position(&self, cell: usize) -> GridPosition {
        let cell = &self.cells[cell];
        GridPosition { column: cell.column as u32, row: cell.row as u32 }
    }
}

/// Increasing columns near the wanted ones: the mean of those that are pushed to the right and those that are
/// pushed to the left.
fn resolve_columns(wanted: &[i64]) -> Vec<i64> {
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
