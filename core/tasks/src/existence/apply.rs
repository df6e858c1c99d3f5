//! From chosen witnesses to the program with ghost variables. It is trusted and searches nothing.

use hornbook_base::{Int, Span};
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, Name, Program, Quantifier, Stmt, StmtKind, TypeName,
    UnaryOp, UpdateOp,
};
use hornbook_lang::rewrite::effects::{chooses, own_calls};
use hornbook_lang::rewrite::names::{Fresh, Names, free, names};
use hornbook_lang::rewrite::{build, substitute, walk};
use std::collections::BTreeMap;

/// The witness of an existential quantifier, as an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// An index that the program, or an outer quantifier, has.
    Given(Expr),
    /// The index of the cell whose value a variable took over last.
    Taken(String),
    /// The index in `to` to which the cell `from[at]` was copied last; `at` is a variable of an outer
    /// quantifier.
    Sent {
        /// The array that was read.
        from: String,
        /// The array that was written.
        to: String,
        /// The index in `from`.
        at: String,
    },
    /// The index in `from` from which the cell `to[at]` was copied last.
    Source {
        /// The array that was read.
        from: String,
        /// The array that was written.
        to: String,
        /// The index in `to`.
        at: String,
    },
}

/// The witnesses of all existential quantifiers of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessChoice {
    /// The assertion.
    pub claim: Span,
    /// The witness of each quantifier, in the order of the text.
    pub witnesses: Vec<Witness>,
}

/// An existential quantifier of a claim: `exists` in a positive position, or `forall` in a negative one.
#[derive(Clone, Debug)]
pub struct Existential {
    /// Its variable.
    pub var: String,
    /// The range, if there is one.
    pub range: Option<(Expr, Expr)>,
    /// The body.
    pub body: Expr,
    /// The variables of quantifiers around it.
    pub around: Vec<String>,
    /// Whether it is a `forall` in a negative position.
    pub fails: bool,
}

/// The existential quantifiers of a claim.
pub fn find_existentials(claim: &Expr) -> Vec<Existential> {
    let mut found = vec![];
    strengthened(claim, &mut |exists| {
        found.push(exists.clone());
        None
    });
    found
}

/// The program with ghost variables, and with the claim about them.
///
/// # Errors
/// In words, if the choice makes no sense for the program.
pub fn apply(program: &Program, choice: &WitnessChoice) -> Result<Program, String> {
    let mut program = program.clone();
    let takers = takers(&program.body, &arrays_of(&program.body, choice));
    let mut ghosts = WitnessGhosts { fresh: Fresh::for_body(&program.body), named: vec![], takers };
    let terms = choice.witnesses.iter().map(|witness| ghosts.term(witness));
    let terms = terms.collect::<Result<Vec<_>, _>>()?;
    let body = beginning(&mut program).ok_or("the program has no statements")?;
    claim(body, choice, &terms)?;
    // A followed array may have its index from another ghost.
    let (mut next, chosen) = (0, ghosts.named.len());
    while let Some((witness, name)) = ghosts.named.get(next).cloned() {
        let (witness, name) = (&witness, &*name);
        let mut following =
            GhostUpdates { ghosts: &mut ghosts, witness, name, conditions: vec![], follows: false };
        following.insert_updates(body);
        if next < chosen && !following.follows {
            return Err(format!("nothing gives a value to {name}"));
        }
        next += 1;
    }
    body.splice(0..0, ghosts.named.iter().map(|(witness, name)| declaration(witness, name)));
    Ok(program)
}

/// The statements that a run begins with: those outside of functions, or if there are none those of `main`.
fn beginning(program: &mut Program) -> Option<&mut Vec<Stmt>> {
    if !program.body.iter().all(is_aside) {
        return Some(&mut program.body);
    }
    program.body.iter_mut().find_map(|stmt| match &mut stmt.kind {
        StmtKind::Function(f) if f.name.text == "main" => Some(&mut f.body),
        _ => None,
    })
}

/// Whether a statement only annotates the program.
fn is_aside(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_))
}

/// Ghost variables for witnesses, by the arrays and variables that they follow.
struct WitnessGhosts {
    fresh: Fresh,
    named: Vec<(Witness, String)>,
    /// The variables that take over the value of a cell.
    takers: Names,
}

/// The arrays that the claim of a choice is about.
fn arrays_of(body: &[Stmt], choice: &WitnessChoice) -> Names {
    let mut found = Names::new();
    body.iter().for_each(|stmt| {
        stmt.visit(&mut |stmt| match &stmt.kind {
            StmtKind::Assert(cond) if stmt.span == choice.claim => cond.visit(&mut |e| {
                found.extend(cell(e).map(|(array, _)| array.clone()));
            }),
            _ => {}
        });
    });
    found
}

/// The variables that take over the value of a cell of these arrays, from the cell or from such a variable.
fn takers(body: &[Stmt], arrays: &Names) -> Names {
    let mut all = vec![];
    let mut collect = |stmt: &Stmt| {
        let owned = |(name, value): (&str, &Expr)| (name.to_owned(), value.clone());
        all.extend(given(stmt).into_iter().map(owned));
    };
    body.iter().for_each(|stmt| stmt.visit(&mut collect));
    let mut found = Names::new();
    loop {
        let is_cell = |e: &Expr| cell(e).is_some_and(|(array, _)| arrays.contains(array));
        let takes = |value: &Expr| value.any(&is_cell) || !free(value).is_disjoint(&found);
        let more = all.iter().filter(|(_, value)| takes(value)).map(|(name, _)| name.clone());
        let more: Names = more.filter(|name| !found.contains(name)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

impl WitnessGhosts {
    /// The index of a witness as a term.
    fn term(&mut self, witness: &Witness) -> Result<Expr, String> {
        let base = match witness {
            Witness::Given(term) if is_pure(term) => return Ok(term.clone()),
            Witness::Given(_) => return Err("the witness is no value".into()),
            Witness::Taken(of) => format!("place_of_{of}"),
            Witness::Sent { from, to, .. } => format!("{from}_to_{to}"),
            Witness::Source { from, to, .. } => format!("{to}_from_{from}"),
        };
        let known = self.named.iter().find(|(known, _)| follows_same(known, witness));
        let name = match known {
            Some((_, name)) => name.clone(),
            None => {
                let name = self.fresh.name(&base);
                self.named.push((witness.clone(), name.clone()));
                name
            }
        };
        let ghost = build::name(&name);
        Ok(match witness {
            Witness::Sent { at, .. } | Witness::Source { at, .. } => {
                build::expr(ExprKind::Index(Box::new(ghost), Box::new(build::name(at))))
            }
            _ => ghost,
        })
    }

    /// The first variable in an expression, outside of quantifiers, that took over a cell, if it is not `of`.
    fn taker_in(&self, e: &Expr, of: &str) -> Option<String> {
        match &e.kind {
            ExprKind::Name(name) => {
                Some(name.clone()).filter(|n| n != of && self.takers.contains(n))
            }
            ExprKind::Quant { .. } | ExprKind::Call { lambda: Some(_), .. } => None,
            _ => e.children().into_iter().find_map(|part| self.taker_in(part, of)),
        }
    }
}

fn follows_same(a: &Witness, b: &Witness) -> bool {
    use Witness::{Sent, Source, Taken};
    match (a, b) {
        (Taken(a), Taken(b)) => a == b,
        (Sent { from, to, .. }, Sent { from: f, to: t, .. })
        | (Source { from, to, .. }, Source { from: f, to: t, .. }) => (from, to) == (f, t),
        _ => false,
    }
}

fn declaration(witness: &Witness, name: &str) -> Stmt {
    let zero = build::int(&Int::ZERO);
    if matches!(witness, Witness::Taken(_)) {
        return build::declare(name, zero);
    }
    let span = Span::default();
    let called = Name { text: "const_array".into(), span };
    let zeros = build::expr(ExprKind::Call { name: called, args: vec![zero], lambda: None });
    build::declare_as((TypeName::Int, 1), name, zeros)
}

/// Replaces the old claim by the stronger one. Other claims are left out: they change no run.
fn claim(body: &mut [Stmt], choice: &WitnessChoice, terms: &[Expr]) -> Result<(), String> {
    let (mut made, mut is_plain) = (None, true);
    let mut change = |stmt: &mut Stmt| match &mut stmt.kind {
        StmtKind::Assert(cond) if !is_pure(cond) => is_plain = false,
        StmtKind::Assert(cond) if stmt.span == choice.claim => {
            let mut left = terms.iter();
            let new = strengthened(cond, &mut |_| left.next().cloned());
            made = Some(left.next().is_none());
            *cond = new;
        }
        StmtKind::Assert(_) => stmt.kind = StmtKind::Empty,
        _ => {}
    };
    for stmt in body.iter_mut().filter(|stmt| !is_aside(stmt)) {
        walk::stmts(std::slice::from_mut(stmt), &mut change);
    }
    match made {
        // A call may change arrays, and a repeated choice may differ.
        _ if !is_plain => Err("the claim calls functions or makes choices".into()),
        Some(true) => Ok(()),
        Some(false) => Err("there are more witnesses than existential quantifiers".into()),
        None => Err("there is no such claim".into()),
    }
}

/// A stronger claim, by the witnesses of its existential quantifiers, or if there are none by premises about
/// one cell. Beside existential quantifiers premises stay as they are, since the proof may need several
/// cells.
fn strengthened(claim: &Expr, choose: &mut dyn FnMut(&Existential) -> Option<Expr>) -> Expr {
    let mut exists = false;
    stronger(claim, true, &mut vec![], &mut |found| {
        exists |= !found.fails;
        None
    });
    let mut offered = |found: &Existential| match exists && found.fails {
        true => None,
        false => choose(found),
    };
    stronger(claim, true, &mut vec![], &mut offered)
}

/// A stronger formula, or a weaker one in a negative position: `choose` gives the terms of existential
/// quantifiers.
fn stronger(
    e: &Expr,
    up: bool,
    around: &mut Vec<String>,
    choose: &mut dyn FnMut(&Existential) -> Option<Expr>,
) -> Expr {
    let mut part = |e: &Expr, up: bool| Box::new(stronger(e, up, around, choose));
    let kind = match &e.kind {
        ExprKind::Quant { quantifier, vars, range, body } => {
            if up == (*quantifier == Quantifier::Exists) {
                return match vars.as_slice() {
                    [var] => said_of(e, up, var, range.as_deref(), body, around, choose),
                    _ => e.clone(),
                };
            }
            around.extend(vars.iter().map(|var| var.text.clone()));
            let body = Box::new(stronger(body, up, around, choose));
            around.truncate(around.len() - vars.len());
            let (vars, range) = (vars.clone(), range.clone());
            ExprKind::Quant { quantifier: *quantifier, vars, range, body }
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            ExprKind::Binary(*op, part(a, up), part(b, up))
        }
        ExprKind::Binary(BinaryOp::Implies, a, b) => {
            ExprKind::Binary(BinaryOp::Implies, part(a, !up), part(b, up))
        }
        ExprKind::Binary(BinaryOp::Iff, a, b) if up && has_quantifier(e) => {
            let implies = |a: Box<Expr>, b: Box<Expr>| {
                build::expr_at(e.span, build::binary(BinaryOp::Implies, *a, *b))
            };
            let forth = implies(part(a, false), part(b, true));
            let back = implies(part(b, false), part(a, true));
            ExprKind::Binary(BinaryOp::And, Box::new(forth), Box::new(back))
        }
        ExprKind::Unary(op @ UnaryOp::Not, a) => ExprKind::Unary(*op, part(a, !up)),
        _ => return e.clone(),
    };
    Expr { kind, ..e.clone() }
}

fn has_quantifier(e: &Expr) -> bool {
    e.any(&|e: &Expr| matches!(e.kind, ExprKind::Quant { .. }))
}

/// The body of a quantifier for its witness; the formula itself if it has none. In a negative position a
/// `forall` becomes a premise about one cell.
fn said_of(
    e: &Expr,
    up: bool,
    var: &Name,
    range: Option<&(Expr, Expr)>,
    body: &Expr,
    around: &[String],
    choose: &mut dyn FnMut(&Existential) -> Option<Expr>,
) -> Expr {
    let exists = Existential {
        var: var.text.clone(),
        range: range.cloned(),
        body: body.clone(),
        around: around.to_vec(),
        fails: !up,
    };
    let Some(term) = choose(&exists) else { return e.clone() };
    let mut said = body.clone();
    substitute(&mut said, &BTreeMap::from([(var.text.clone(), term.clone())]));
    let Some((low, high)) = range else { return build::expr_at(e.span, said) };
    let inside = build::and(
        Some(build::compare(low.clone(), CompareOp::Le, term.clone())),
        build::compare(term, CompareOp::Lt, high.clone()),
    );
    let kind = match up {
        true => build::and(Some(inside), said),
        false => build::binary(BinaryOp::Implies, inside, said),
    };
    build::expr_at(e.span, kind)
}

/// The insertion of updates of a ghost variable.
struct GhostUpdates<'g> {
    ghosts: &'g mut WitnessGhosts,
    witness: &'g Witness,
    name: &'g str,
    /// The conditions around the statement, the innermost one last.
    conditions: Vec<Expr>,
    /// Whether an update was inserted.
    follows: bool,
}

impl GhostUpdates<'_> {
    /// Inserts updates in front of the statements that change the followed array or variable.
    fn insert_updates(&mut self, body: &mut Vec<Stmt>) {
        let mut out = vec![];
        for mut stmt in std::mem::take(body) {
            if is_aside(&stmt) {
                out.push(stmt);
                continue;
            }
            if let StmtKind::If { cond, then, els } = &mut stmt.kind {
                self.conditions.push(cond.clone());
                self.insert_updates(then);
                if let Some(els) = els {
                    self.insert_updates(els);
                }
                self.conditions.pop();
            } else {
                for inner in walk::bodies(&mut stmt) {
                    self.insert_updates(inner);
                }
            }
            let update = self.update(&stmt);
            self.follows |= update.is_some();
            out.extend(update);
            out.push(stmt);
        }
        *body = out;
    }

    /// The update in front of a statement.
    fn update(&mut self, stmt: &Stmt) -> Option<Stmt> {
        let ghost = build::name(self.name);
        match self.witness {
            Witness::Given(_) => None,
            Witness::Taken(of) if is_counted(stmt, of) => {
                self.asked(of).map(|place| build::set(ghost, place))
            }
            Witness::Taken(of) => {
                let all = given(stmt);
                let (_, value) = all.iter().find(|(name, _)| name == of)?;
                let place = self.place_of(value, of, true)?;
                // A variable that is declared here is unknown in front of it.
                let declared = matches!(stmt.kind, StmtKind::Declare { .. });
                let early = declared && all.iter().any(|(name, _)| free(value).contains(*name));
                (!early).then(|| build::set(ghost, place))
            }
            Witness::Sent { from, to, .. } | Witness::Source { from, to, .. } => {
                let StmtKind::Update { target, op: UpdateOp::Set(value) } = &stmt.kind else {
                    return None;
                };
                let ((written, at), (source, place)) = (cell(target)?, cell(value)?);
                let fits = written == to && source == from && [at, place].into_iter().all(is_pure);
                let (key, image) = match self.witness {
                    Witness::Sent { .. } => (place, at),
                    _ => (at, place),
                };
                let kept = build::expr(ExprKind::Index(Box::new(ghost), Box::new(key.clone())));
                fits.then(|| build::set(kept, image.clone()))
            }
        }
    }

    /// The index from which a value of `of` is taken, if it is from a cell; if it `may` be, that of a cell
    /// in the conditions around.
    fn place_of(&mut self, value: &Expr, of: &str, may: bool) -> Option<Expr> {
        if !is_pure(value) {
            return None;
        }
        if let ExprKind::Ite(cond, then, els) = &value.kind {
            let (then, els) = (self.place_of(then, of, false), self.place_of(els, of, false));
            let is_taken = then.is_some() || els.is_some();
            let boxed = |e: Option<Expr>| Box::new(e.unwrap_or_else(|| build::name(self.name)));
            let kind = ExprKind::Ite(cond.clone(), boxed(then), boxed(els));
            return is_taken.then(|| build::expr(kind));
        }
        if let Some(found) = cell_in(value) {
            return self.place_if(value, &found, of, cell(&found)?.1.clone());
        }
        let is_call = matches!(value.kind, ExprKind::Call { .. } | ExprKind::Name(_));
        match self.ghosts.taker_in(value, of) {
            // Sums of cells have no index.
            Some(taker) if is_call || is_truth(value) => {
                let place = self.ghosts.term(&Witness::Taken(taker.clone())).ok()?;
                self.place_if(value, &build::name(&taker), of, place)
            }
            _ if may => self.asked(of),
            _ => None,
        }
    }

    /// The index of a cell in a value, if the cell decides the truth value, or the larger of two values.
    fn place_if(&self, value: &Expr, found: &Expr, of: &str, place: Expr) -> Option<Expr> {
        if value == found {
            return Some(place);
        }
        let makes = match is_truth(value) {
            true => build::and(Some(build::not(build::name(of))), value.clone()),
            false => build::compare(value.clone(), CompareOp::Eq, found.clone()),
        };
        let kept = Box::new(build::name(self.name));
        let kind = ExprKind::Ite(Box::new(makes), Box::new(place), kept);
        (names(value).contains(of) || !is_truth(value)).then(|| build::expr(kind))
    }

    /// The index of a cell in the conditions around, or of a variable that took one over; the innermost ones
    /// first.
    fn asked(&mut self, of: &str) -> Option<Expr> {
        if let Some(found) = self.conditions.iter().rev().find_map(cell_in) {
            return Some(cell(&found)?.1.clone());
        }
        let taker = self.conditions.iter().rev().find_map(|c| self.ghosts.taker_in(c, of))?;
        self.ghosts.term(&Witness::Taken(taker)).ok()
    }
}

/// Whether an expression is a truth value by its form.
fn is_truth(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Compare(..)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
    )
}

/// Whether a statement increments a variable, or adds to it.
fn is_counted(stmt: &Stmt, of: &str) -> bool {
    let StmtKind::Update { target, op } = &stmt.kind else { return false };
    !matches!(op, UpdateOp::Set(_)) && matches!(&target.kind, ExprKind::Name(name) if name == of)
}

/// The values that a statement assigns to variables.
fn given(stmt: &Stmt) -> Vec<(&str, &Expr)> {
    match &stmt.kind {
        StmtKind::Update { target, op: UpdateOp::Set(value) } => match &target.kind {
            ExprKind::Name(name) => vec![(name, value)],
            _ => vec![],
        },
        StmtKind::Declare { declarators, .. } => {
            let numbers = declarators.iter().filter(|d| d.dimensions.is_empty());
            numbers.filter_map(|d| Some((&*d.name.text, d.init.as_ref()?))).collect()
        }
        _ => vec![],
    }
}

/// An array and an index.
fn cell(e: &Expr) -> Option<(&String, &Expr)> {
    let ExprKind::Index(array, at) = &e.kind else { return None };
    let ExprKind::Name(name) = &array.kind else { return None };
    Some((name, at))
}

/// The first cell that an expression reads outside of quantifiers.
fn cell_in(e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Index(..) if cell(e).is_some_and(|(_, at)| is_pure(at)) => Some(e.clone()),
        ExprKind::Quant { .. } | ExprKind::Call { lambda: Some(_), .. } => None,
        _ => e.children().into_iter().find_map(cell_in),
    }
}

/// Whether an expression may be evaluated again.
pub fn is_pure(e: &Expr) -> bool {
    !chooses(e) && own_calls(e).is_empty()
}
