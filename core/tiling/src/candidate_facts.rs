//! Candidate facts between loops, suggested by runs (TI Sec. 5): templates are instantiated with values of a
//! first run, and the first run that violates a fact drops it.
//!
//! TI leaves this to DAIKON. The conditions that claims need between loops are found backwards from the
//! claims ([`hornbook_tasks::tiling::theorem`]); learned facts show more, and have conditions of their own.

use super::values::Values;
use hornbook_base::{Int, Span};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast;
use hornbook_lang::ast::{CompareOp, Expr, ExprKind};
use hornbook_lang::interp::{StepKind, StepRecord, Trace, Value};
use hornbook_lang::rewrite::build;
use hornbook_lang::typed::TypedProgram;
use hornbook_tasks::tiling::form::{expr, put, value, var};
use hornbook_tasks::tiling::loops::{Loop, Segment, segments};
use hornbook_tasks::tiling::slices::{Range, Slice};
use hornbook_tasks::tiling::tiles::Tile;

/// A fact that runs suggest.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateFact {
    /// The number of the segment behind which it holds, a loop.
    pub behind: usize,
    /// The loop.
    pub at: Span,
    /// The fact itself.
    pub slice: Slice,
    /// The number of cells on which it held, until a run violated it.
    pub cells: u64,
    /// The number of runs on which it held.
    pub runs: u64,
    /// The cell that violates it, with its values, in words.
    pub killed: Option<String>,
}

/// The most cells of a range that are checked.
const LONGEST: i64 = 16;

/// Learns facts from runs behind each loop outside of loops. Each run has a name.
pub fn learn_facts(
    tree: &ast::Program,
    program: &TypedProgram,
    tiles_of: &dyn Fn(&Loop) -> Vec<Tile>,
    runs: &[(String, Trace)],
    index: &str,
) -> Vec<CandidateFact> {
    let mut found = vec![];
    for (n, segment) in segments(tree).iter().enumerate() {
        let Segment::Loop(l) = segment else { continue };
        let points: Vec<LoopExit> = runs
            .iter()
            .filter_map(|(name, trace)| LoopExit::behind(program, trace, name, l))
            .collect();
        for tile in tiles_of(l) {
            let Some(range) = cells_of_rounds(l, &tile, index) else { continue };
            for body in templates(&tile.array, &l.counter, index, &range, &points) {
                let slice = Slice { ranges: vec![range.clone()], body };
                let mut one =
                    CandidateFact { behind: n, at: l.span, slice, cells: 0, runs: 0, killed: None };
                points.iter().for_each(|point| one.see(point));
                if one.cells > 0
                    && !found
                        .iter()
                        .any(|known: &CandidateFact| known.behind == n && known.slice == one.slice)
                {
                    found.push(one);
                }
            }
        }
    }
    found
}

/// The cells of all tiles, as a range; `None` where rounds go by larger steps, or along other dimensions.
fn cells_of_rounds(l: &Loop, tile: &Tile, index: &str) -> Option<Range> {
    let (low, high) = (tile.cells.first()?, tile.cells.last()?);
    let moves = low.coeff(&var(&l.counter));
    if l.step.abs() != 1 || tile.dimension > 0 || high.sub(low).as_constant().is_none() {
        return None;
    }
    let last = l.bound.sub(&Linear::constant(l.step));
    let (one, other) = (&l.first, &last);
    let up = moves.is_positive() == (l.step > 0);
    let (first, last) = if up { (one, other) } else { (other, one) };
    let high = put(high, &l.counter, last)?.add(&Linear::constant(1));
    Some(Range { var: index.to_owned(), low: put(low, &l.counter, first)?, high })
}

/// The state of a run at the exit of a loop.
struct LoopExit<'r> {
    run: &'r str,
    values: Values,
}

impl<'r> LoopExit<'r> {
    fn behind(
        program: &TypedProgram,
        trace: &Trace,
        run: &'r str,
        l: &Loop,
    ) -> Option<LoopExit<'r>> {
        let leaves = |step: &StepRecord| {
            step.span == l.asks && step.kind == StepKind::Condition { value: false }
        };
        let at = trace.steps.iter().position(leaves)?;
        Some(LoopExit { run, values: Values::from_state(program, &trace.state_after(at)) })
    }

    fn cell(&self, array: &str, index: &Int) -> Option<Int> {
        match self.values.cell(array, std::slice::from_ref(index))? {
            Value::Int(n) => Some(n.clone()),
            _ => None,
        }
    }

    /// The indices of a range.
    fn indices(&self, range: &Range) -> Vec<Int> {
        let of = |name: &str| self.values.scalar(name);
        let ends = value(&range.low, &of).zip(value(&range.high, &of));
        let ends = ends.and_then(|(low, high)| Some((low.to_i64()?, high.to_i64()?)));
        let (low, high) = ends.unwrap_or((0, 0));
        (low..high.min(low + LONGEST)).map(Int::from).collect()
    }
}

impl CandidateFact {
    fn see(&mut self, point: &LoopExit) {
        if self.killed.is_some() {
            return;
        }
        let [range] = self.slice.ranges.as_slice() else { return };
        let mut seen = 0;
        for at in &point.indices(range) {
            let values = point.values.with_number(&range.var, at.clone());
            match values.holds(&self.slice.body) {
                Some(true) => seen += 1,
                Some(false) => {
                    self.killed = Some(self.values(point, &range.var, at));
                    return;
                }
                // It says nothing of a cell with an unknown value.
                None => {}
            }
        }
        self.cells += seen;
        self.runs += u64::from(seen > 0);
    }

    /// The cells that a run has at an index, in words.
    fn values(&self, point: &LoopExit, index: &str, at: &Int) -> String {
        let mut cells = vec![];
        let values = point.values.with_number(index, at.clone());
        self.slice.body.visit(&mut |e| {
            if let ExprKind::Index(array, i) = &e.kind
                && let (Some(name), Some(i)) = (array.root(), values.number(i))
                && let Some(n) = point.cell(name, &i)
            {
                let cell = format!("{name}[{i}] = {n}");
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        });
        format!("{}: {}", point.run, cells.join(", "))
    }
}

/// Templates for a cell of an array: an equation with a number, the index, a scalar or another array's cell,
/// an order, or a number for even and for odd indices.
fn templates(
    array: &str,
    counter: &str,
    index: &str,
    range: &Range,
    points: &[LoopExit],
) -> Vec<Expr> {
    let cell = |array: &str, at: Expr| {
        build::expr(ExprKind::Index(Box::new(build::name(array)), Box::new(at)))
    };
    let here = || cell(array, build::name(index));
    let mut found = vec![];
    let samples: Vec<(&LoopExit, Int, Int)> = points
        .iter()
        .flat_map(|p| p.indices(range).into_iter().map(move |k| (p, k)))
        .filter_map(|(p, k)| Some((p, k.clone(), p.cell(array, &k)?)))
        .collect();
    let Some((point, k, v)) = samples.first().cloned() else { return vec![] };
    found.push(build::compare(here(), CompareOp::Eq, build::int(&v)));
    // A line through the first two cells of one run.
    let pair = samples.windows(2).find(|pair| pair[0].0.run == pair[1].0.run);
    if let Some([(_, k, v), (_, k2, v2)]) = pair
        && let Some(slope) = quotient_of(&(v2 - v), &(k2 - k)).filter(|slope| !slope.is_zero())
    {
        let line = Linear::var(&var(index)).scale(&slope);
        let line = line.add(&Linear::constant(v - &(&slope * k)));
        found.push(build::compare(here(), CompareOp::Eq, expr(&line)));
    }
    let others = point.values.arrays().filter(|name| *name != array);
    for other in others {
        let there = cell(other, build::name(index));
        let d = point.cell(other, &k).map(|w| &v - &w).unwrap_or_default();
        found.push(build::compare(here(), CompareOp::Eq, there.clone()));
        if let (false, Some(d)) = (d.is_zero(), d.to_i64()) {
            found.push(build::compare(here(), CompareOp::Eq, build::plus(there.clone(), d)));
        }
        let mirror = range.low.add(&range.high).sub(&Linear::constant(1));
        let mirrored = cell(other, expr(&mirror.sub(&Linear::var(&var(index)))));
        found.push(build::compare(here(), CompareOp::Eq, mirrored));
        found.push(build::compare(here(), CompareOp::Le, there.clone()));
        found.push(build::compare(here(), CompareOp::Ge, there));
    }
    // The counter may be out of scope behind its loop.
    for (scalar, _) in point.values.numbers().filter(|(name, _)| *name != counter) {
        for op in [CompareOp::Eq, CompareOp::Le, CompareOp::Ge] {
            found.push(build::compare(here(), op, build::name(scalar)));
        }
    }
    found.push(build::compare(here(), CompareOp::Ge, build::int(&Int::ZERO)));
    for rest in 0..2 {
        let of_class =
            samples.iter().find(|(_, k, _)| k.rem_euclid(&Int::from(2)) == Some(Int::from(rest)));
        if let Some((_, _, v)) = of_class {
            let class =
                build::binary(ast::BinaryOp::Mod, build::name(index), build::int(&Int::from(2)));
            let class = build::compare(class, CompareOp::Eq, build::int(&Int::from(rest)));
            let says = build::compare(here(), CompareOp::Eq, build::int(v));
            found.push(build::binary(ast::BinaryOp::Implies, class, says));
        }
    }
    found
}

fn quotient_of(a: &Int, b: &Int) -> Option<Int> {
    (a.rem_euclid(b)? == Int::ZERO).then(|| a.div_euclid(b)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a run with no values but `n` drops the fact that `n` is equal to something in one cell.
    fn is_dropped(other: Expr) -> (bool, u64) {
        let values = Values::default().with_number("n", 3.into());
        let exit = LoopExit { run: "a run", values };
        let (low, high) = (Linear::constant(0), Linear::constant(1));
        let ranges = vec![Range { var: "k".to_owned(), low, high }];
        let body = build::compare(build::name("n"), CompareOp::Eq, other);
        let slice = Slice { ranges, body };
        let at = Span::default();
        let mut fact = CandidateFact { behind: 0, at, slice, cells: 0, runs: 0, killed: None };
        fact.see(&exit);
        (fact.killed.is_some(), fact.cells)
    }

    #[test]
    fn an_unknown_value_is_no_contradiction() {
        assert_eq!(is_dropped(build::int(&3.into())), (false, 1));
        assert_eq!(is_dropped(build::int(&4.into())), (true, 0));
        assert_eq!(is_dropped(build::name("nobody")), (false, 0));
    }
}
