//! Checking calls of the functions of a text.

use super::expr::Checked;
use super::function::{PendingCall, Signature};
use super::{Checker, called};
use crate::ast;
use crate::ast::Name;
use crate::typed::{
    AssertionKind, Call, CallEncoding, FunctionId, Type, TypedExpr, TypedExprKind, TypedStmtKind,
    VarId,
};
use hornbook_base::{Diagnostic, Span};

impl Checker {
    /// The function of a name, if the text has it.
    pub(super) fn own_function(&self, name: &str) -> Option<FunctionId> {
        let at = self.signatures.iter().position(|s| s.name == name)?;
        u32::try_from(at).ok().map(FunctionId)
    }

    /// The names of the text's functions.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &str> {
        self.signatures.iter().map(|s| s.name.as_str())
    }

    /// A call whose results are still to be taken.
    pub(super) fn own_call(
        &mut self,
        function: FunctionId,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Call> {
        let Signature { params, requires, .. } = &self.signatures[function.0 as usize];
        let (params, requires) = (params.clone(), *requires);
        let checked: Vec<Option<TypedExpr>> = (0..args.len())
            .map(|n| self.argument(&args[n], params.get(n).copied().flatten()))
            .collect();
        if params.len() != args.len() {
            let count = |n: usize| if n == 1 { "one value".into() } else { format!("{n} values") };
            let (takes, given) = (count(params.len()), args.len());
            let are = if given == 1 { "is" } else { "are" };
            let message = format!("`{}` takes {takes}, but here {are} {given}", name.text);
            self.error(span, message);
            return None;
        }
        if self.bound_depth > 0 {
            let message = "a call cannot stand inside a quantified formula";
            let hint = format!("call it first: `int v = {}(..);`", name.text);
            self.diagnostics.push(Diagnostic::error(span, message).hint(hint));
            return None;
        }
        let mut args: Vec<TypedExpr> = checked.into_iter().collect::<Option<_>>()?;
        self.aliases(&args)?;
        for n in self.measured.given(&name.text) {
            let length = self.length_for(&args[n], &name.text)?;
            // It stands nowhere in the text.
            args.push(TypedExpr { span: span.after(), ..length });
        }
        // Like a choice, it differs for each evaluation.
        self.nondets += 1;
        let claim = |_| self.new_assertion(span, AssertionKind::Requires);
        let requires = (0..requires).map(claim).collect();
        let (results, declares, encoding) = (vec![], false, CallEncoding::Relation);
        Some(Call { function, args, results, declares, requires, encoding })
    }

    /// A value, or the name of an array.
    fn argument(&mut self, arg: &ast::Expr, ty: Option<Type>) -> Option<TypedExpr> {
        let Some(ty) = ty else { return self.any_expr(arg) };
        let checked = self.expr_of(arg, ty)?;
        if !ty.is_array() {
            return Some(checked);
        }
        let TypedExprKind::Var(var) = checked.kind else {
            let message = "an array is given to a function by its name";
            self.diagnostics.push(
                Diagnostic::error(arg.span, message)
                    .hint("the function may change it: put it into an array of its own first"),
            );
            return None;
        };
        self.scopes.mark_written(var);
        Some(checked)
    }

    /// The length of an array that is given to a function which asks for it.
    fn length_for(&mut self, array: &TypedExpr, function: &str) -> Option<TypedExpr> {
        let length = self.declared_length(array);
        if length.is_none() {
            let message =
                format!("this array has no declared length, and `{function}` asks for it");
            self.diagnostics.push(
                Diagnostic::error(array.span, message).hint("declare one, as in `int a[n];`"),
            );
        }
        length
    }

    /// Reports an array that is passed twice.
    fn aliases(&mut self, args: &[TypedExpr]) -> Option<()> {
        let array = |arg: &TypedExpr| match arg.kind {
            TypedExprKind::Var(var) if arg.ty.is_array() => Some(var),
            _ => None,
        };
        for (n, arg) in args.iter().enumerate() {
            let Some(var) = array(arg) else { continue };
            if args[..n].iter().any(|other| array(other) == Some(var)) {
                let name = self.scopes.var(var).source_name.clone();
                let message = format!("`{name}` is given twice");
                self.diagnostics.push(
                    Diagnostic::error(arg.span, message)
                        .hint("the function would find its other array changed with this one")
                        .hint(format!("give it a copy: `int copy[] = {name};`")),
                );
                return None;
            }
        }
        Some(())
    }

    /// A call as a value.
    pub(super) fn own_value(
        &mut self,
        function: FunctionId,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Checked> {
        let call = self.own_call(function, name, args, span);
        let results = &self.signatures[function.0 as usize].results;
        let &[ty] = &results[..] else {
            let message = match results.len() {
                0 => format!("`{}` returns nothing, but a value is needed here", name.text),
                n => format!("`{}` returns {n} values, but one is needed here", name.text),
            };
            let hint = format!("a statement takes several: `x, y = {}(..);`", name.text);
            let several = results.len() > 1;
            let diagnostic = Diagnostic::error(span, message);
            self.diagnostics.push(if several { diagnostic.hint(hint) } else { diagnostic });
            return None;
        };
        let (mut call, ty) = (call?, ty?);
        let hidden = format!("{}_result", name.text);
        let var = self.scopes.hidden(&hidden, format!("{}(..)", name.text), ty, span);
        (call.results, call.declares) = (vec![var], true);
        self.pending.insert(var, PendingCall { call, span });
        Some(Checked::new(TypedExprKind::Var(var), ty, span))
    }

    /// A call as a statement.
    pub(super) fn own_statement(
        &mut self,
        function: FunctionId,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<TypedStmtKind> {
        let call = self.own_call(function, name, args, span)?;
        if !self.signatures[function.0 as usize].results.is_empty() {
            let message = format!("what `{}` returns is not used", name.text);
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
        Some(TypedStmtKind::Call(call))
    }

    /// `x, y = f(..);`, for the target variables.
    pub(super) fn own_assignment(
        &mut self,
        (function, name): (FunctionId, &Name),
        args: &[ast::Expr],
        targets: &[(VarId, Span)],
        span: Span,
    ) -> Option<TypedStmtKind> {
        let mut call = self.own_call(function, name, args, span)?;
        let results = self.signatures[function.0 as usize].results.clone();
        if results.len() != targets.len() {
            let message = format!(
                "`{}` returns {}, but here are {} variables",
                name.text,
                match results.len() {
                    0 => "nothing".to_owned(),
                    1 => "one value".to_owned(),
                    n => format!("{n} values"),
                },
                targets.len()
            );
            self.error(span, message);
            return None;
        }
        for ((var, at), ty) in targets.iter().zip(results) {
            let (found, ty) = (self.scopes.var(*var).ty, ty?);
            if found != ty {
                let message = format!("this variable is {}, not {}", called(found), called(ty));
                self.error(*at, message);
                return None;
            }
            self.scopes.mark_written(*var);
        }
        call.results = targets.iter().map(|(var, _)| *var).collect();
        Some(TypedStmtKind::Call(call))
    }
}
