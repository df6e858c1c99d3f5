//! Checking functions and their contracts.

use super::Checker;
use super::expr::Checked;
use crate::ast;
use crate::ast::{Clause, Owed, ResultType, StmtKind as Written, TypeName};
use crate::rewrite::operators::copy_old_params;
use crate::typed::{
    AssertId, AssertionKind, Call, CallEncoding, Check, Element, FunctionId, Type, TypedExpr,
    TypedExprKind, TypedFunction, TypedParam, TypedStmt, TypedStmtKind, VarId, VarInfo,
};
use hornbook_base::{Diagnostic, Severity, Span};
use std::collections::BTreeSet;

/// The signature of a function, for its calls. A type that does not exist is `None`.
pub(super) struct Signature {
    pub(super) name: String,
    /// The name's place, which identifies the function.
    span: Span,
    pub(super) params: Vec<Option<Type>>,
    pub(super) results: Vec<Option<Type>>,
    /// The number of conditions in `requires`.
    pub(super) requires: usize,
}

/// A call in an expression, which [`order`](super::order) puts in front of the statement.
pub(super) struct PendingCall {
    pub call: Call,
    pub span: Span,
}

/// The context of a check.
#[derive(Clone)]
pub(super) enum CheckContext {
    /// Statements of the program.
    Program,
    /// Statements of a function: the number and types of its results.
    Function(Vec<Option<Type>>),
    /// `requires`, which speaks of the parameters.
    Requires,
    /// `ensures`: with entry values and results. Scalar parameters are copies, so their final values
    /// concern nobody.
    Ensures {
        params: Vec<TypedParam>,
        results: Vec<VarId>,
        /// Whether `old(..)` is around.
        old: bool,
    },
}

/// The functions of a text, in its order.
pub(super) fn signatures(tree: &ast::Program) -> Vec<Signature> {
    let functions = tree.body.iter().filter_map(|stmt| match &stmt.kind {
        Written::Function(function) => Some(function),
        _ => None,
    });
    let signature = |function: &ast::Function| Signature {
        name: function.name.text.clone(),
        span: function.name.span,
        params: function.params.iter().map(param_type).collect(),
        results: function.results.iter().map(|ty| result_type(*ty)).collect(),
        requires: function.contract.iter().filter(|c| c.owed == Owed::ByCaller).count(),
    };
    functions.map(|function| signature(function)).collect()
}

fn result_type(result: ResultType) -> Option<Type> {
    type_with(result.ty, result.dimensions)
}

fn param_type(param: &ast::Param) -> Option<Type> {
    type_with(param.ty, param.declarator.dimensions.len())
}

fn type_with(ty: TypeName, dimensions: usize) -> Option<Type> {
    let dimensions = u8::try_from(dimensions).unwrap_or(u8::MAX);
    match ty {
        TypeName::Int => Some(Type::array(dimensions, Element::Int)),
        TypeName::Bool => Some(Type::array(dimensions, Element::Bool)),
        TypeName::Error => None,
    }
}

/// Functions.
impl Checker {
    /// Reports functions of one name, and those that have the name of a built-in one.
    pub(super) fn clashing_functions(&mut self) {
        for (n, signature) in self.signatures.iter().enumerate() {
            let Signature { name, span, .. } = signature;
            let earlier = self.signatures[..n].iter().find(|other| other.name == *name);
            if let Some(earlier) = earlier {
                let message = format!("there are two functions `{name}`");
                self.diagnostics.push(
                    Diagnostic::error(*span, message)
                        .label(earlier.span, "the first one is here")
                        .hint("give one of them another name"),
                );
            } else if super::call::is_builtin(name) || name == OLD {
                let message = format!("`{name}` is a function of the language");
                self.diagnostics
                    .push(Diagnostic::error(*span, message).hint("give this one another name"));
            }
        }
    }

    /// A function where it stands in the text.
    pub(super) fn function_statement(&mut self, function: &ast::Function) {
        if !self.signatures.iter().any(|s| s.span == function.name.span) {
            let message = "a function stands outside of all blocks";
            self.error(function.name.span, message);
            return;
        }
        let names = self.scopes.hide();
        let loops = std::mem::take(&mut self.loops);
        let checked = self.function(function);
        self.functions.push(checked);
        self.loops = loops;
        self.scopes.show(names);
        self.within = CheckContext::Program;
    }

    fn function(&mut self, function: &ast::Function) -> TypedFunction {
        let first = self.scopes.count();
        let vars = self.params(function);
        let owed = |owed: Owed| function.contract.iter().filter(move |c| c.owed == owed);
        self.within = CheckContext::Requires;
        let requires = owed(Owed::ByCaller).filter_map(|clause| self.clause(clause)).collect();
        let claims: Vec<(AssertId, &Clause)> = owed(Owed::ByFunction)
            .map(|clause| (self.new_assertion(clause.span, AssertionKind::Ensures), clause))
            .collect();
        let types: Vec<Option<Type>> = function.results.iter().map(|ty| result_type(*ty)).collect();
        self.within = CheckContext::Function(types.clone());
        let known = self.diagnostics.len();
        // Where lines about loops ask for old values, it begins with copies of parameters.
        let body = self.scoped_statements(&copy_old_params(function).function.body);
        // A `return` with an error is none.
        let whole = self.diagnostics[known..].iter().all(|d| d.severity != Severity::Error);
        let name = &function.name;
        // Nobody takes the results of `main`.
        if whole && !types.is_empty() && name.text != MAIN && !always_leaves(&body) {
            let message = format!("`{}` does not return a value on every way", name.text);
            self.diagnostics.push(
                Diagnostic::error(name.span, message)
                    .hint("end each way through it with `return ..;`"),
            );
        }
        let mut written = BTreeSet::new();
        body.iter().for_each(|stmt| writes(stmt, &|_, _| true, &mut written));
        let params = vars.into_iter().map(|var| self.param(var, &written)).collect::<Vec<_>>();
        self.scopes.enter();
        let results = self.results(&types, function.name.span);
        let within =
            CheckContext::Ensures { params: params.clone(), results: results.clone(), old: false };
        let mut ensures = vec![];
        for (id, clause) in claims {
            self.within = within.clone();
            ensures.extend(self.clause(clause).map(|cond| Check { id, cond }));
        }
        self.scopes.leave();
        TypedFunction {
            name: function.name.text.clone(),
            span: function.name.span,
            params,
            results,
            requires,
            ensures,
            body,
            vars: (first..self.scopes.count()).map(VarId).collect(),
        }
    }

    /// The variables of the parameters, and behind them those for lengths that callers give.
    fn params(&mut self, function: &ast::Function) -> Vec<VarId> {
        let (mut vars, mut given) = (vec![], vec![]);
        let asked = self.measured.given(&function.name.text);
        for (n, param) in function.params.iter().enumerate() {
            let (var, clash) = self.scopes.declare(&param.declarator.name, param_type(param));
            self.diagnostics.extend(clash);
            let Some(var) = var else { continue };
            self.scopes.mark_read(var);
            let lengths = param.declarator.dimensions.iter();
            let mut lengths: Vec<Option<TypedExpr>> =
                lengths.map(|length| self.param_length(length.as_ref()?)).collect();
            if asked.contains(&n) {
                let (name, span) = (&param.declarator.name.text, param.declarator.name.span);
                let shown = format!("len({name})");
                let length = self.scopes.hidden(&format!("len_{name}"), shown, Type::Int, span);
                let kind = TypedExprKind::Var(length);
                lengths[0] = Some(TypedExpr { kind, ty: Type::Int, span });
                given.push(length);
            }
            if lengths.iter().any(Option::is_some) {
                self.sized.insert(var);
                self.lengths.insert(var, lengths);
            }
            vars.push(var);
        }
        vars.extend(given);
        vars
    }

    /// The length of an array parameter: a number, or a parameter that is never assigned. The length of the
    /// caller's array is another matter.
    fn param_length(&mut self, length: &ast::Expr) -> Option<TypedExpr> {
        let length = self.int(length)?;
        let fixed = match &length.kind {
            TypedExprKind::Int(_) => true,
            TypedExprKind::Var(var) => !self.assigned.contains(&self.scopes.var(*var).source_name),
            _ => false,
        };
        if !fixed {
            self.diagnostics.push(
                Diagnostic::error(length.span, "the length of a parameter does not change").hint(
                    "write a number or the name of a parameter that keeps its value, or `[]`",
                ),
            );
        }
        fixed.then_some(length)
    }

    /// A parameter with the variable for its entry value.
    fn param(&mut self, var: VarId, written: &BTreeSet<VarId>) -> TypedParam {
        if !written.contains(&var) {
            return TypedParam { var, entry: var };
        }
        let info = self.scopes.var(var).clone();
        let (name, shown) = (format!("{}_old", info.name), format!("old({})", info.source_name));
        TypedParam { var, entry: self.scopes.hidden(&name, shown, info.ty, info.span) }
    }

    /// The variables for the results; a single one is called `result`.
    fn results(&mut self, types: &[Option<Type>], span: Span) -> Vec<VarId> {
        let mut vars = vec![];
        for (n, ty) in types.iter().enumerate() {
            let Some(ty) = *ty else { continue };
            let shown = if types.len() == 1 { RESULT.to_owned() } else { format!("{RESULT}[{n}]") };
            let name = if n == 0 { RESULT.to_owned() } else { format!("{RESULT}_{n}") };
            vars.push(self.scopes.hidden(&name, shown, ty, span));
        }
        vars
    }

    fn clause(&mut self, clause: &Clause) -> Option<TypedExpr> {
        let nondets = self.nondets;
        let cond = self.bool(&clause.cond);
        self.checks.clear();
        if self.nondets > nondets {
            self.pending.clear();
            let message = "a contract makes no choices and calls no functions";
            self.error(clause.cond.span, message);
            return None;
        }
        cond
    }

    /// `return ..;`
    pub(super) fn return_statement(
        &mut self,
        values: &[ast::Expr],
        span: Span,
    ) -> Option<TypedStmtKind> {
        let CheckContext::Function(types) = self.within.clone() else {
            values.iter().for_each(|value| drop(self.any_expr(value)));
            let Some(value) = values.first() else { return Some(TypedStmtKind::Return(vec![])) };
            let message = "a program returns no value";
            self.diagnostics.push(
                Diagnostic::error(value.span, message)
                    .hint("write `return;`, or put a function around it: `int f(int n) { .. }`"),
            );
            return None;
        };
        if types.len() != values.len() {
            values.iter().for_each(|value| drop(self.any_expr(value)));
            let message = match types.len() {
                0 => "this function returns nothing".to_owned(),
                1 => "this function returns one value".to_owned(),
                n => format!("this function returns {n} values"),
            };
            let here = match values.len() {
                0 => "here there is none".to_owned(),
                1 => "here there is one".to_owned(),
                n => format!("here there are {n}"),
            };
            self.error(span, format!("{message}, but {here}"));
            return None;
        }
        let value = |(value, ty): (&ast::Expr, &Option<Type>)| match ty {
            Some(ty) => self.expr_of(value, *ty),
            None => self.any_expr(value),
        };
        let values: Vec<Option<TypedExpr>> = values.iter().zip(&types).map(value).collect();
        Some(TypedStmtKind::Return(values.into_iter().collect::<Option<_>>()?))
    }

    /// `result`, `result[1]` and parameters in `ensures`, which mean other variables than elsewhere.
    pub(super) fn in_ensures(&self, var: VarId) -> VarId {
        let CheckContext::Ensures { params, old, .. } = &self.within else { return var };
        let scalar = !self.scopes.var(var).ty.is_array();
        let param = params.iter().find(|param| param.var == var && (scalar || *old));
        param.map_or(var, |param| param.entry)
    }

    /// The variable of a result, where `ensures` mentions it.
    pub(super) fn result(&self, name: &str, index: Option<&ast::Expr>) -> Option<VarId> {
        let CheckContext::Ensures { results, .. } = &self.within else { return None };
        if name != RESULT || self.scopes.visible(name).is_some() {
            return None;
        }
        match (&results[..], index.map(|index| &index.kind)) {
            ([only], None) => Some(*only),
            ([_, _, ..], Some(ast::ExprKind::Int(n))) => {
                results.get(usize::try_from(n.to_i64()?).ok()?).copied()
            }
            _ => None,
        }
    }

    /// `old(e)`: the value of `e` when the function was called.
    pub(super) fn old(&mut self, args: &[ast::Expr], wanted: Type, span: Span) -> Option<Checked> {
        let [value] = args else {
            self.error(span, "`old` takes one expression: `old(a[i])`");
            return None;
        };
        let CheckContext::Ensures { old, .. } = &mut self.within else {
            let message = "`old` stands for the value of a parameter before a call: only `ensures` has it, and lines about the loops of a function";
            self.error(span, message);
            return None;
        };
        let around = std::mem::replace(old, true);
        let checked = self.checked(value, wanted);
        if let CheckContext::Ensures { old, .. } = &mut self.within {
            *old = around;
        }
        checked
    }
}

/// The function that is the program, where there are no other statements.
const MAIN: &str = "main";

/// The name of the operator for entry values.
const OLD: &str = "old";

/// The name of the result.
const RESULT: &str = "result";

/// The program as a whole.
impl Checker {
    /// A program without statements of its own is its function `main`, if it has one; what that takes may be
    /// anything.
    pub(super) fn with_main(&self, body: Vec<TypedStmt>) -> Vec<TypedStmt> {
        let is_main = |f: &TypedFunction| f.name == MAIN && !f.has_contract();
        let main = self.functions.iter().position(is_main).filter(|_| body.is_empty());
        let Some((n, function)) = main.and_then(|n| Some((n, self.functions.get(n)?))) else {
            return body;
        };
        let info = |p: &TypedParam| self.scopes.var(p.var);
        let stmt = |kind, span| TypedStmt { kind, span, checks: vec![] };
        let given = function
            .params
            .iter()
            .map(|p| stmt(TypedStmtKind::Declare { var: p.var, init: None }, info(p).span));
        let arg = |p: &TypedParam| TypedExpr {
            kind: TypedExprKind::Var(p.var),
            ty: info(p).ty,
            span: info(p).span,
        };
        let call = Call {
            function: FunctionId(u32::try_from(n).unwrap_or(u32::MAX)),
            args: function.params.iter().map(arg).collect(),
            results: vec![],
            declares: false,
            requires: vec![],
            encoding: CallEncoding::Relation,
        };
        given.chain([stmt(TypedStmtKind::Call(call), function.span)]).collect()
    }

    /// Warns about functions in which nothing is checked.
    pub(super) fn unused_functions(&mut self, body: &[TypedStmt]) {
        let mut called = BTreeSet::new();
        let bodies = self.functions.iter().map(|function| &function.body[..]).chain([body]);
        bodies.flatten().for_each(|stmt| calls(stmt, &mut called));
        for (n, function) in (0..).zip(&self.functions) {
            if called.contains(&FunctionId(n)) || function.has_contract() {
                continue;
            }
            let message =
                format!("`{}` is never called, so nothing in it is checked", function.name);
            let hint = match function.name == MAIN {
                true => {
                    "there are statements outside of functions, and these are the program: put them into `main`"
                }
                false => "call it, or give it a contract, which is checked in any case",
            };
            self.diagnostics.push(Diagnostic::warning(function.span, message).hint(hint));
        }
    }

    /// Determines which parameters change, once all functions are known: an array changes if a function
    /// that it is passed to changes it.
    pub(super) fn settle_params(&mut self) {
        let mut changed = BTreeSet::new();
        let bodies = self.functions.iter().flat_map(|function| &function.body);
        bodies.for_each(|stmt| writes(stmt, &|_, _| false, &mut changed));
        loop {
            let changes = |function: FunctionId, n: usize| {
                let function = self.functions.get(function.0 as usize);
                let param = function.and_then(|function| function.params.get(n));
                param.is_some_and(|param| changed.contains(&param.var))
            };
            let mut more = BTreeSet::new();
            let bodies = self.functions.iter().flat_map(|function| &function.body);
            bodies.for_each(|stmt| writes(stmt, &changes, &mut more));
            if more.is_subset(&changed) {
                break;
            }
            changed.extend(more);
        }
        for function in &mut self.functions {
            let same = |p: &&mut TypedParam| !changed.contains(&p.var) && p.changes();
            for param in function.params.iter_mut().filter(same) {
                for check in &mut function.ensures {
                    check.cond = check.cond.map(&|e| match e.kind {
                        TypedExprKind::Var(var) if var == param.entry => {
                            TypedExpr { kind: TypedExprKind::Var(param.var), ..e }
                        }
                        _ => e,
                    });
                }
                param.entry = param.var;
            }
        }
    }

    /// The statements with the runs in front that begin with a function that has a contract: any caller
    /// keeps `requires`.
    pub(super) fn with_entries(&self, body: Vec<TypedStmt>) -> Vec<TypedStmt> {
        let entries = (0..).zip(&self.functions).filter(|(_, function)| function.has_contract());
        let vars = |var| self.scopes.var(var);
        let entries = entries.map(|(n, function)| entry(FunctionId(n), function, vars));
        entries.chain(body).collect()
    }
}

/// `if (nondet()) { int x; int a[]; assume(requires); f(x, a); return; }`
fn entry<'v>(
    id: FunctionId,
    function: &TypedFunction,
    vars: impl Fn(VarId) -> &'v VarInfo,
) -> TypedStmt {
    let span = function.entry_span();
    let stmt = |kind, span| TypedStmt { kind, span, checks: vec![] };
    let expr = |kind, ty| TypedExpr { kind, ty, span };
    let given = function.params.iter().map(|p| {
        let info = vars(p.var);
        stmt(TypedStmtKind::Declare { var: p.var, init: None }, info.span)
    });
    let kept = function.requires.iter();
    let kept = kept.map(|cond| stmt(TypedStmtKind::Assume(cond.clone()), cond.span));
    let arg = |p: &TypedParam| expr(TypedExprKind::Var(p.var), vars(p.var).ty);
    let args = function.params.iter().map(arg).collect();
    let (results, requires, encoding) = (vec![], vec![], CallEncoding::Nothing);
    let call = Call { function: id, args, results, declares: false, requires, encoding };
    let run =
        [TypedStmtKind::Call(call), TypedStmtKind::Return(vec![])].map(|kind| stmt(kind, span));
    let cond = expr(TypedExprKind::Nondet(None), Type::Bool);
    let then = given.chain(kept).chain(run).collect();
    stmt(TypedStmtKind::If { cond, then, els: vec![] }, span)
}

/// Collects the variables that a statement, or one inside it, writes to, where a function `changes` the
/// array that it is passed at some place.
pub(super) fn writes(
    stmt: &TypedStmt,
    changes: &impl Fn(FunctionId, usize) -> bool,
    out: &mut BTreeSet<VarId>,
) {
    let mut all = |stmts: &[TypedStmt]| stmts.iter().for_each(|inner| writes(inner, changes, out));
    match &stmt.kind {
        TypedStmtKind::If { then, els, .. } => [then, els].into_iter().for_each(|s| all(s)),
        TypedStmtKind::While { body, step, .. } => [body, step].into_iter().for_each(|s| all(s)),
        TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => all(body),
        TypedStmtKind::Assign(writes) => out.extend(writes.iter().map(|write| write.var)),
        TypedStmtKind::Call(call) => {
            out.extend(&call.results);
            let given = (0..).zip(&call.args).filter(|(_, arg)| arg.ty.is_array());
            let given = given.filter(|(n, _)| changes(call.function, *n));
            out.extend(given.filter_map(|(_, arg)| arg.variable()));
        }
        _ => {}
    }
}

/// Collects the functions that a statement, or one inside it, calls.
fn calls(stmt: &TypedStmt, out: &mut BTreeSet<FunctionId>) {
    let mut all = |stmts: &[TypedStmt]| stmts.iter().for_each(|inner| calls(inner, out));
    match &stmt.kind {
        TypedStmtKind::If { then, els, .. } => [then, els].into_iter().for_each(|s| all(s)),
        TypedStmtKind::While { body, step, .. } => [body, step].into_iter().for_each(|s| all(s)),
        TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => all(body),
        TypedStmtKind::Call(call) => out.extend([call.function]),
        _ => {}
    }
}

/// Whether no path leads to the end of the statements.
fn always_leaves(stmts: &[TypedStmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        TypedStmtKind::Return(_) => true,
        TypedStmtKind::If { then, els, .. } => always_leaves(then) && always_leaves(els),
        TypedStmtKind::Block(body) => always_leaves(body),
        TypedStmtKind::DoWhile { body, .. } => always_leaves(body) && !breaks(body),
        TypedStmtKind::While { cond, body, .. } => {
            matches!(cond.kind, TypedExprKind::Bool(true)) && !breaks(body)
        }
        _ => false,
    })
}

/// Whether statements may leave the loop that they are in.
fn breaks(stmts: &[TypedStmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        TypedStmtKind::Break => true,
        TypedStmtKind::If { then, els, .. } => breaks(then) || breaks(els),
        TypedStmtKind::Block(body) => breaks(body),
        _ => false,
    })
}
