//! Equal loops, and equal calls, on equal inputs have equal outputs: Ackermann's reduction (*Solvable cases of the decision
//! problem*, 1954), for statements in the place of functions.

use super::{Summarizer, havoc};
use crate::tiling::form::{expr, form};
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Function, Program, Stmt, StmtKind, TypeName,
    UpdateOp,
};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Names, free, introduced, rename};
use hornbook_lang::rewrite::{build, effects, walk};
use std::collections::{BTreeMap, BTreeSet};

/// Each equal loop or call is related to the first one and to so many before it: all pairs of hundreds would fill the memory.
const NEAR: usize = 12;

/// A loop or a call, with copies of what it began with and of what it computed.
pub(super) struct Equals {
    /// Equal for those that compute the same from equal inputs.
    key: String,
    inputs: Vec<Input>,
    /// The copies of what it computed, with their types.
    outputs: Vec<((TypeName, bool), String)>,
}

impl Equals {
    /// The types of what it began with and of what it computed.
    fn types(&self) -> [Vec<(TypeName, bool)>; 2] {
        let inputs = self.inputs.iter().map(|input| input.ty).collect();
        [inputs, self.outputs.iter().map(|(ty, _)| *ty).collect()]
    }
}

/// A value that a loop or a call began with.
struct Input {
    /// The variable and how often it had changed, if it is one.
    variable: Option<(String, usize)>,
    copy: String,
    ty: (TypeName, bool),
}

/// The function of a call.
pub(super) fn callee(call: &Expr) -> Option<&str> {
    match &call.kind {
        ExprKind::Call { name, .. } => Some(&name.text),
        _ => None,
    }
}

impl Summarizer {
    /// The statements in the place of a loop, with copies of its inputs in front and those of its outputs behind, if there
    /// is an equal loop.
    pub(super) fn consistent_loop(
        &mut self,
        stmt: &Stmt,
        replaced: Vec<Stmt>,
        out: &mut Vec<Stmt>,
    ) {
        let form = self.canonical(stmt).filter(|form| self.repeated.contains(&form.key));
        let Some(form) = form else { return out.extend(replaced) };
        let written = self.changed.written(std::slice::from_ref(stmt));
        // In the order in which they occur, which is that of the other loop.
        let outputs = form.outer.iter().filter(|name| written.contains(*name)).cloned().collect();
        let inputs = form.outer.into_iter().filter(|name| !form.set.contains(name));
        let inputs = inputs.map(|name| (build::name(&name), self.types.find(&name))).collect();
        self.consistent(form.key, inputs, outputs, replaced, out);
    }

    /// Replaces a statement that only calls a function, and may assign its result.
    pub(super) fn call(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) -> Option<()> {
        let (call, result) = called(stmt)?;
        let ExprKind::Call { name, args, lambda: None } = &call.kind else { return None };
        let function = self.functions.get(&name.text)?.clone();
        let simple = |e: &Expr| effects::own_calls(e).is_empty() && !effects::chooses(e);
        if !args.iter().all(simple) || args.len() != function.params.len() {
            return None;
        }
        let ty = |param: &hornbook_lang::ast::Param| {
            let dimensions = param.declarator.dimensions.len();
            (dimensions < 2).then_some((param.ty, dimensions == 1))
        };
        let typed = args.iter().cloned().zip(function.params.iter().map(ty));
        let inputs: Vec<(Expr, Option<(TypeName, bool)>)> = typed.collect();
        let written = self.changed.written(std::slice::from_ref(stmt));
        let mut replaced = vec![];
        if let StmtKind::Declare { ty, declarators, constant } = &stmt.kind {
            let declarators = declarators.iter().map(|d| Declarator { init: None, ..d.clone() });
            let declarators = declarators.collect();
            // A constant without a value has any, too.
            let kind = StmtKind::Declare { constant: *constant, ty: *ty, declarators };
            replaced.push(Stmt { kind, span: stmt.span });
        }
        replaced.extend(havoc(written.iter().cloned()));
        // In the order of the parameters, which is that of the other call.
        let passed = args.iter().filter_map(Expr::root).filter(|name| written.contains(*name));
        let outputs: Vec<String> =
            result.iter().cloned().chain(passed.map(str::to_owned)).collect();
        // What is passed and assigned at once has two places in that order.
        let is_passed = |name: &String| args.iter().any(|arg| arg.root() == Some(name));
        let is_known = self.is_determined(&function) && !result.as_ref().is_some_and(is_passed);
        match is_known {
            true => {
                self.knows = true;
                self.consistent(format!("call {}", name.text), inputs, outputs, replaced, out);
            }
            false => out.extend(replaced),
        }
        Some(())
    }

    /// Statements that compute what they write from these inputs, in relation to earlier ones with the same key.
    fn consistent(
        &mut self,
        key: String,
        inputs: Vec<(Expr, Option<(TypeName, bool)>)>,
        outputs: Vec<String>,
        replaced: Vec<Stmt>,
        out: &mut Vec<Stmt>,
    ) {
        let typed = |name: String| Some((self.types.find(&name)?, name));
        let outputs: Option<Vec<((TypeName, bool), String)>> =
            outputs.into_iter().map(typed).collect();
        let all_typed = inputs.iter().all(|(_, ty)| ty.is_some());
        let Some(outputs) = outputs.filter(|_| all_typed) else { return out.extend(replaced) };
        let mut own = Equals { key, inputs: vec![], outputs: vec![] };
        for (value, ty) in inputs {
            let Some(ty) = ty else { continue };
            let copy = self.fresh.name("began_with");
            let variable = match &value.kind {
                ExprKind::Name(name) => {
                    Some((name.clone(), self.changes.get(name).copied().unwrap_or(0)))
                }
                _ => None,
            };
            out.push(build::declare_as((ty.0, usize::from(ty.1)), &copy, value));
            own.inputs.push(Input { variable, copy, ty });
        }
        out.extend(replaced);
        for (ty, name) in outputs {
            let copy = self.fresh.name("computed");
            out.push(build::declare_as((ty.0, usize::from(ty.1)), &copy, build::name(&name)));
            own.outputs.push((ty, copy));
        }
        let is_kin = |earlier: &&Equals| earlier.key == own.key && earlier.types() == own.types();
        let kin: Vec<&Equals> = self.equals.iter().filter(is_kin).collect();
        let near = kin.len().saturating_sub(NEAR);
        let related = kin.iter().enumerate().filter(|(n, _)| *n == 0 || *n >= near);
        out.extend(related.filter_map(|(_, earlier)| agreement(earlier, &own)));
        self.knows |= !kin.is_empty();
        self.equals.push(own);
    }

    /// Whether what a function returns and writes depends on nothing but what it is given.
    fn is_determined(&self, function: &Function) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![function]);
        while let Some(next) = open.pop() {
            if !seen.insert(next.name.text.clone()) {
                continue;
            }
            if !is_determined(&next.body) {
                return false;
            }
            for stmt in &next.body {
                stmt.visit(&mut |s| open.extend(self.calls(s)));
            }
        }
        true
    }

    /// The form of a loop that is the same for loops that are equal up to names.
    pub(super) fn canonical(&self, stmt: &Stmt) -> Option<CanonicalLoop> {
        let mut determined = is_determined(std::slice::from_ref(stmt));
        stmt.visit(&mut |s| {
            determined &= self.calls(s).iter().all(|f| self.is_determined(f));
        });
        let variables = variables(stmt);
        let mut declared = Names::new();
        stmt.visit(&mut |s| declared.extend(effects::declares(s)));
        let outer = variables.iter().filter(|v| !declared.contains(*v) && is_free(stmt, v));
        let outer: Vec<String> = outer.cloned().collect();
        // A name that a quantifier binds as well would stand for two variables.
        let is_bound = introduced(std::slice::from_ref(stmt));
        let is_plain = |name: &String| self.types.find(name).is_some() && !is_bound.contains(name);
        if !determined || !outer.iter().all(is_plain) {
            return None;
        }
        let map = variables.into_iter().zip((0..).map(|n: usize| format!("v{n}"))).collect();
        let mut body = vec![stmt.clone()];
        rename(&mut body, &map);
        walk::stmts(&mut body, &mut normalize);
        let key = print::program(&Program { body, ..Program::default() });
        Some(CanonicalLoop { key, outer, set: header_sets(stmt) })
    }
}

/// A loop up to names.
pub(super) struct CanonicalLoop {
    pub(super) key: String,
    /// The variables from outside that it reads or writes, in the order in which they occur.
    outer: Vec<String>,
    /// The ones that its header sets: what they were before does not matter.
    set: Names,
}

/// If both began with the same, both computed the same.
fn agreement(one: &Equals, other: &Equals) -> Option<Stmt> {
    let equal = |a: &str, b: &str| build::compare(build::name(a), CompareOp::Eq, build::name(b));
    let pairs = one.inputs.iter().zip(&other.inputs);
    let differ = pairs.filter(|(a, b)| a.variable.is_none() || a.variable != b.variable);
    let same = differ.fold(None, |all, (a, b)| Some(build::and(all, equal(&a.copy, &b.copy))));
    let outputs = one.outputs.iter().zip(&other.outputs);
    let agree = outputs.fold(None, |all, ((_, a), (_, b))| Some(build::and(all, equal(a, b))))?;
    Some(build::assume(match same {
        Some(same) => build::binary(BinaryOp::Implies, same, agree),
        None => agree,
    }))
}

/// The call that a statement consists of, with the variable that gets its result.
fn called(stmt: &Stmt) -> Option<(&Expr, Option<String>)> {
    match &stmt.kind {
        StmtKind::Call(call) => Some((call, None)),
        StmtKind::Update { target, op: UpdateOp::Set(call) } => match &target.kind {
            ExprKind::Name(name) => Some((call, Some(name.clone()))),
            _ => None,
        },
        StmtKind::Declare { declarators, .. } => match declarators.as_slice() {
            [Declarator { name, dimensions, init: Some(call), .. }] if dimensions.is_empty() => {
                Some((call, Some(name.text.clone())))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether statements make no choice: all that they compute depends on what they read.
fn is_determined(body: &[Stmt]) -> bool {
    let chooses = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Havoc(_) => true,
        StmtKind::Declare { declarators, .. } => declarators.iter().any(|d| d.init.is_none()),
        _ => false,
    };
    // The greatest value of no cells may be any.
    let is_open = |e: &Expr| match &e.kind {
        ExprKind::Nondet(_) => true,
        ExprKind::Call { name, args, .. } => match name.text.as_str() {
            // Lengths do not belong to the cells that are compared.
            "sub_array" | "len" => true,
            "permutation" => args.len() == 2,
            "min" | "max" => args.len() != 2,
            _ => false,
        },
        _ => false,
    };
    !effects::any(body, &|stmt| chooses(stmt) || stmt.exprs().into_iter().any(|e| e.any(&is_open)))
}

/// The variables of a statement in the order in which they occur.
fn variables(stmt: &Stmt) -> Vec<String> {
    let mut found: Vec<String> = vec![];
    let mut note = |name: &str| {
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    };
    stmt.visit(&mut |s| {
        effects::declares(s).iter().for_each(|name| note(name));
        for e in s.exprs() {
            e.visit(&mut |e| match &e.kind {
                ExprKind::Name(name) => note(name),
                ExprKind::Quant { vars, .. } => vars.iter().for_each(|v| note(&v.text)),
                ExprKind::Call { lambda: Some(lambda), .. } => {
                    lambda.params.iter().for_each(|v| note(&v.text));
                }
                _ => {}
            });
        }
    });
    found
}

/// Whether a name stands somewhere in a statement where no quantifier binds it.
fn is_free(stmt: &Stmt, name: &str) -> bool {
    let mut found = false;
    stmt.visit(&mut |s| found |= s.exprs().into_iter().any(|e| free(e).contains(name)));
    found
}

/// The variable that the header of a loop sets to a number, if it does nothing else.
fn header_sets(stmt: &Stmt) -> Names {
    let StmtKind::For { init, .. } = &stmt.kind else { return Names::new() };
    if init.len() > 1 {
        return Names::new();
    }
    let set = |s: &Stmt| match &s.kind {
        StmtKind::Update { target, op: UpdateOp::Set(value) } => match &target.kind {
            ExprKind::Name(name) if build::literal(value).is_some() => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    init.iter().filter_map(set).collect()
}

/// Updates become assignments, and sums are ordered.
fn normalize(stmt: &mut Stmt) {
    if let StmtKind::Update { target, op } = &mut stmt.kind {
        let one = build::int(&hornbook_base::Int::ONE);
        let value = |op, by: &Expr| build::binary(op, target.clone(), by.clone());
        let set = match &*op {
            UpdateOp::Set(value) => value.clone(),
            UpdateOp::Change(op, by) => value(*op, by),
            UpdateOp::Increment => value(BinaryOp::Add, &one),
            UpdateOp::Decrement => value(BinaryOp::Sub, &one),
        };
        *op = UpdateOp::Set(set);
    }
    walk::own_exprs(stmt).into_iter().for_each(order);
}

fn order(e: &mut Expr) {
    match form(e) {
        // A target stays what it is.
        Some(form) if !matches!(e.kind, ExprKind::Name(_)) => *e = expr(&form),
        Some(_) => {}
        None => walk::operands(e).into_iter().for_each(order),
    }
}

/// The forms of loops that occur more than once.
pub(super) fn repeated(all: Vec<String>) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    all.into_iter().for_each(|key| *counts.entry(key).or_default() += 1);
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(key, _)| key).collect()
}
