//! Weakest preconditions (Dijkstra) of claims about single cells. They give mid-conditions (TI Sec. 5). The
//! conditions of a claim rest on them between loops ([`super::theorem`]).

use super::form::distance;
use super::slices::access;
use super::slices::is_true;
use hornbook_base::Int;
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Stmt, StmtKind, UnaryOp, UpdateOp,
};
use hornbook_lang::rewrite::effects::{Effects, binds};
use hornbook_lang::rewrite::names::{Names, names};
use hornbook_lang::rewrite::{build, effects, substitute, walk};
use std::collections::BTreeMap;

/// The largest size of claims that are followed.
const LARGEST: usize = 200;

/// The weakest precondition of statements; `None` if it needs a quantifier or is large. Assertions are
/// ignored.
pub fn before(stmts: &[Stmt], claim: &Expr) -> Option<Expr> {
    let mut claim = claim.clone();
    for stmt in stmts.iter().rev() {
        claim = simplified(&before_one(stmt, claim)?);
        if size(&claim) > LARGEST {
            return None;
        }
    }
    Some(claim)
}

fn before_one(stmt: &Stmt, claim: Expr) -> Option<Expr> {
    // A function may change its arguments.
    let calls = stmt.exprs().into_iter().flat_map(effects::own_calls);
    let said = names(&claim);
    if calls.flat_map(|call| call.children()).filter_map(Expr::root).any(|name| said.contains(name))
    {
        return None;
    }
    // A variable that is declared inside differs from the claim's of that name.
    let inside = stmt.children().into_iter().flat_map(|s| Effects::from_stmt(s).declares);
    if inside.into_iter().any(|name| said.contains(&name)) {
        return None;
    }
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Assert(_) | StmtKind::Hint(_) => Some(claim),
        StmtKind::Invariant(_) | StmtKind::Decreases(_) => Some(claim),
        // An assumption with bound names is ignored, so the result is stronger.
        StmtKind::Assume(cond) if binds(cond) || effects::chooses(cond) => Some(claim),
        StmtKind::Assume(cond) => Some(build::binary(BinaryOp::Implies, cond.clone(), claim)),
        StmtKind::Block(body) => before(body, &claim),
        StmtKind::If { cond, then, els } => {
            if effects::chooses(cond) || !effects::own_calls(cond).is_empty() {
                return None;
            }
            let yes = before(then, &claim)?;
            let no = before(els.as_deref().unwrap_or_default(), &claim)?;
            if build::same(&yes, &no) {
                return Some(yes);
            }
            let yes = build::binary(BinaryOp::Implies, cond.clone(), yes);
            let no = build::binary(BinaryOp::Implies, build::not(cond.clone()), no);
            Some(build::and(Some(yes), no))
        }
        StmtKind::Declare { declarators, .. } => {
            declarators.iter().rev().try_fold(claim, |claim, d| before_declarator(d, claim))
        }
        StmtKind::Update { target, op } => {
            let one = || build::int(&Int::ONE);
            let changed = |op, by| build::binary(op, target.clone(), by);
            let value = match op {
                UpdateOp::Set(value) => value.clone(),
                UpdateOp::Change(op, by) => changed(*op, by.clone()),
                UpdateOp::Increment => changed(BinaryOp::Add, one()),
                UpdateOp::Decrement => changed(BinaryOp::Sub, one()),
            };
            assigned(&[(target, &value)], claim)
        }
        StmtKind::Assign { targets, values } => {
            assigned(&targets.iter().zip(values).collect::<Vec<_>>(), claim)
        }
        _ => effects_leave(stmt, &claim).then_some(claim),
    }
}

fn effects_leave(stmt: &Stmt, claim: &Expr) -> bool {
    let said = names(claim);
    !stmt.is_loop() && effects::writes(stmt).is_disjoint(&said)
}

fn before_declarator(d: &Declarator, claim: Expr) -> Option<Expr> {
    match &d.init {
        Some(value) if d.dimensions.is_empty() => {
            assigned(&[(&build::name(&d.name.text), value)], claim)
        }
        _ => (!names(&claim).contains(&d.name.text)).then_some(claim),
    }
}

/// The weakest precondition of a simultaneous assignment.
fn assigned(pairs: &[(&Expr, &Expr)], claim: Expr) -> Option<Expr> {
    let said = names(&claim);
    let matters = |(target, _): &&(&Expr, &Expr)| target.root().is_some_and(|r| said.contains(r));
    let open = |e: &Expr| effects::chooses(e) || !effects::own_calls(e).is_empty();
    if pairs.iter().filter(matters).any(|(_, value)| open(value)) {
        return None;
    }
    if pairs.iter().any(|pair| matters(&pair)) && binds(&claim) {
        return None;
    }
    // The assigned array would have to be read in the place of the other one.
    let mut indexed = Names::new();
    claim.visit(&mut |e| {
        if let ExprKind::Index(..) = &e.kind {
            indexed.extend(e.root().map(str::to_owned));
        }
    });
    let mut whole = Names::new();
    add_whole(&claim, &mut whole);
    let mut scalars = BTreeMap::new();
    let mut cells: Vec<Written> = vec![];
    for (target, value) in pairs.iter().filter(matters) {
        match &target.kind {
            ExprKind::Name(name) if indexed.contains(name) => return None,
            ExprKind::Name(name) => drop(scalars.insert(name.clone(), (*value).clone())),
            _ => {
                let (array, indices) = access(target)?;
                // A claim about a whole array is no claim about a cell.
                if whole.contains(array) || indices.iter().any(|index| open(index)) {
                    return None;
                }
                cells.push(Written { array, indices, value });
            }
        }
    }
    let mut claim = claim;
    read_after(&mut claim, &scalars, &cells)?;
    Some(claim)
}

/// A cell that is assigned.
struct Written<'e> {
    array: &'e str,
    indices: Vec<&'e Expr>,
    value: &'e Expr,
}

/// The names without an index.
fn add_whole(e: &Expr, found: &mut Names) {
    match &e.kind {
        ExprKind::Name(name) => drop(found.insert(name.clone())),
        ExprKind::Index(..) => match access(e) {
            Some((_, indices)) => indices.into_iter().for_each(|index| add_whole(index, found)),
            None => e.children().into_iter().for_each(|part| add_whole(part, found)),
        },
        _ => e.children().into_iter().for_each(|part| add_whole(part, found)),
    }
}

/// Replaces assigned variables and cells by their values, inner parts first; `None` if an assigned part
/// overlaps a read.
fn read_after(e: &mut Expr, scalars: &BTreeMap<String, Expr>, cells: &[Written<'_>]) -> Option<()> {
    if let Some((array, _)) = access(e) {
        let written: Vec<&Written> = cells.iter().filter(|cell| cell.array == array).collect();
        for index in indices_mut(e) {
            read_after(index, scalars, cells)?;
        }
        let (_, indices) = access(e)?;
        let mut read = e.clone();
        // The last of several writes to a cell counts.
        for cell in written {
            if cell.indices.len() != indices.len() {
                return None;
            }
            let pairs = indices.iter().zip(&cell.indices);
            let apart = |(read, at): (&&Expr, &&Expr)| distance(read, at).map(|d| !d.is_zero());
            let all: Vec<Option<bool>> = pairs.clone().map(apart).collect();
            if all.contains(&Some(true)) {
                continue;
            }
            let open = pairs.zip(all).filter(|(_, apart)| apart.is_none());
            let here = open.fold(None, |all, ((read, at), _)| {
                let same = build::compare((*read).clone(), CompareOp::Eq, (*at).clone());
                Some(build::and(all, same))
            });
            let value = cell.value.clone();
            read = match here {
                None => value,
                Some(here) => {
                    let (yes, no) = (Box::new(value), Box::new(read));
                    build::expr(ExprKind::Ite(Box::new(here), yes, no))
                }
            };
        }
        *e = read;
        return Some(());
    }
    if let ExprKind::Name(_) = &e.kind {
        substitute(e, scalars);
        return Some(());
    }
    walk::operands(e).into_iter().try_for_each(|part| read_after(part, scalars, cells))
}

/// The indices of a cell, the last one first.
fn indices_mut(e: &mut Expr) -> Vec<&mut Expr> {
    let (mut found, mut e) = (vec![], e);
    while let ExprKind::Index(array, index) = &mut e.kind {
        found.push(&mut **index);
        e = array;
    }
    found
}

fn size(e: &Expr) -> usize {
    let mut count = 0;
    e.visit(&mut |_| count += 1);
    count
}

/// The claim without parts that are trivially true.
pub fn simplified(e: &Expr) -> Expr {
    let mut e = e.clone();
    walk::subexprs(&mut e, &mut |part| {
        if let Some(simpler) = step(part) {
            *part = simpler;
        }
    });
    e
}

fn step(e: &Expr) -> Option<Expr> {
    let truth = |b: bool| Some(build::expr(ExprKind::Bool(b)));
    let is_false = |e: &Expr| e.kind == ExprKind::Bool(false);
    match &e.kind {
        ExprKind::Compare(a, rest) => match rest.as_slice() {
            [(op, b)] => {
                let d = if build::same(a, b) { Some(Int::ZERO) } else { distance(a, b) };
                truth(op.holds(d?.cmp(&Int::ZERO)))
            }
            _ => None,
        },
        ExprKind::Binary(BinaryOp::And, a, b) => match (is_true(a), is_true(b)) {
            (true, _) => Some((**b).clone()),
            (_, true) => Some((**a).clone()),
            _ if is_false(a) || is_false(b) => truth(false),
            _ => build::same(a, b).then(|| (**a).clone()),
        },
        ExprKind::Binary(BinaryOp::Or, a, b) => match (is_false(a), is_false(b)) {
            (true, _) => Some((**b).clone()),
            (_, true) => Some((**a).clone()),
            _ if is_true(a) || is_true(b) => truth(true),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Implies, a, b) => match () {
            () if is_true(a) => Some((**b).clone()),
            () if is_false(a) || is_true(b) => truth(true),
            () => disjuncts(b).iter().any(|part| build::same(part, a)).then_some(truth(true)?),
        },
        ExprKind::Unary(UnaryOp::Not, a) if is_true(a) => truth(false),
        ExprKind::Unary(UnaryOp::Not, a) if is_false(a) => truth(true),
        ExprKind::Ite(cond, yes, no) => match () {
            () if is_true(cond) || build::same(yes, no) => Some((**yes).clone()),
            () if is_false(cond) => Some((**no).clone()),
            () => None,
        },
        _ => None,
    }
}

fn disjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Or, a, b) => [disjuncts(a), disjuncts(b)].concat(),
        _ => vec![e],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::{expression, parse, print};

    fn wp(stmts: &str, claim: &str) -> Option<String> {
        let (tree, problems) = parse(stmts);
        assert!(problems.is_empty(), "{problems:?}");
        let claim = expression(claim).expect("a claim");
        before(&tree.body, &claim).map(|e| print::expr(&e))
    }

    #[test]
    fn what_is_written_is_put_in_its_place() {
        assert_eq!(wp("c[i] = a[i];", "c[i] == a[i]").as_deref(), Some("true"));
        assert_eq!(wp("b[i] = a[i];", "b[i] == c[i]").as_deref(), Some("a[i] == c[i]"));
        let swap = "int t = a[i]; a[i] = b[i]; b[i] = t;";
        assert_eq!(wp(swap, "b[i] == c[i]").as_deref(), Some("a[i] == c[i]"));
        assert_eq!(wp("a[i], b[i] = b[i], a[i];", "b[i] == c[i]").as_deref(), Some("a[i] == c[i]"));
        assert_eq!(wp("a[i + 1] = 0;", "a[i] == 1").as_deref(), Some("a[i] == 1"));
        assert_eq!(wp("a[j] = 0;", "a[i] == 1").as_deref(), Some("(i == j ? 0 : a[i]) == 1"));
        assert_eq!(wp("x++;", "x > y").as_deref(), Some("x + 1 > y"));
    }

    #[test]
    fn branches_give_implications_and_choices_nothing() {
        let text = "if (a[i] < 0) { a[i] = 0; }";
        assert_eq!(wp(text, "a[i] >= 0").as_deref(), Some("!(a[i] < 0) ==> a[i] >= 0"));
        assert_eq!(wp("x = nondet();", "x > 0"), None);
        assert_eq!(wp("x = nondet();", "y > 0").as_deref(), Some("y > 0"));
        assert_eq!(wp("havoc a;", "a[0] > 0"), None);
        assert_eq!(wp("while (x > 0) { x--; }", "y > 0"), None);
    }

    #[test]
    fn variables_of_one_name_are_not_mixed_up() {
        assert_eq!(wp("{ int n = 3; x = n; }", "a[k] == n"), None);
        assert_eq!(wp("if (x > 0) { int n = 3; }", "a[k] == n"), None);
        assert_eq!(wp("{ int m = 3; x = m; }", "x == n").as_deref(), Some("3 == n"));
        assert_eq!(wp("a = b;", "a[0] == 1"), None);
        assert_eq!(wp("a[0] = 1;", "c == a"), None);
        assert_eq!(wp("a[0] = 7;", "sum(a, 0, 3) == s"), None);
        assert_eq!(wp("x = 5;", "count(a, 0, 2, (x) -> x > 3) == 1"), None);
        assert_eq!(wp("assume(forall x in 0..n: x >= 0);", "y == 1").as_deref(), Some("y == 1"));
        assert_eq!(wp("x = f(a);", "a[0] == 1"), None);
    }
}
