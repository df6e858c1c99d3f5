//! Checking writes: assignments, updates, `havoc` and calls as statements.

use super::Checker;
use crate::ast;
use crate::ast::UpdateOp;
use crate::typed::{Type, TypedBinaryOp, TypedExpr, TypedExprKind, TypedStmtKind, VarId, Write};
use hornbook_base::{Diagnostic, Int, Span};

/// The target of a write, with the type of its value.
struct WriteTarget {
    var: VarId,
    indices: Vec<TypedExpr>,
    ty: Type,
}

impl WriteTarget {
    fn write(self, value: TypedExpr) -> Write {
        Write { var: self.var, indices: self.indices, value }
    }
}

/// Updates.
impl Checker {
    pub(super) fn update(&mut self, target: &ast::Expr, op: &UpdateOp) -> Option<TypedStmtKind> {
        let nondets = self.nondets;
        let Some(place) = self.place(target) else {
            self.check_operand(target, op);
            return None;
        };
        let changes = !matches!(op, UpdateOp::Set(_));
        if changes && self.nondets > nondets {
            let (message, hint) = match self.pending.is_empty() {
                true => (
                    "this would choose two indices: one to read and one to write",
                    "choose the index first: `int i = nondet();`",
                ),
                false => (
                    "this would call a function twice: for an index to read and for one to write",
                    "compute the index first: `int i = f(..);`",
                ),
            };
            self.diagnostics.push(Diagnostic::error(target.span, message).hint(hint));
            return None;
        }
        // The old value is not marked as read: `x++` alone is no use of `x`.
        let value = self.new_value(target, &place, op);
        self.scopes.mark_written(place.var);
        Some(TypedStmtKind::Assign(vec![place.write(value?)]))
    }

    /// `x, y = 1, 2;`
    pub(super) fn assign(
        &mut self,
        targets: &[ast::Expr],
        values: &[ast::Expr],
    ) -> Option<TypedStmtKind> {
        let places: Vec<Option<WriteTarget>> = targets.iter().map(|t| self.place(t)).collect();
        self.report_double_write(targets);
        if let ([call], [_, _, ..]) = (values, targets) {
            return self.assign_results(call, targets, places);
        }
        let mut writes = vec![];
        let mut good = true;
        for ((place, target), value) in places.into_iter().zip(targets).zip(values) {
            let value = match &place {
                Some(place) => self.expr_of(value, place.ty),
                None => self.value_for(target, value),
            };
            match place.zip(value) {
                Some((place, value)) => {
                    self.scopes.mark_written(place.var);
                    writes.push(place.write(value));
                }
                None => good = false,
            }
        }
        good.then_some(TypedStmtKind::Assign(writes))
    }

    /// `x, y = f(..);`
    fn assign_results(
        &mut self,
        call: &ast::Expr,
        targets: &[ast::Expr],
        places: Vec<Option<WriteTarget>>,
    ) -> Option<TypedStmtKind> {
        let function = match &call.kind {
            ast::ExprKind::Call { name, .. } => self.own_function(&name.text),
            _ => None,
        };
        let (Some(function), ast::ExprKind::Call { name, args, .. }) = (function, &call.kind)
        else {
            self.any_expr(call)?;
            let message = format!("{} values are needed here, but there is one", targets.len());
            self.error(call.span, message);
            return None;
        };
        let places: Vec<WriteTarget> = places.into_iter().collect::<Option<_>>()?;
        if let Some(n) = places.iter().position(|place| !place.indices.is_empty()) {
            self.diagnostics.push(
                Diagnostic::error(targets[n].span, "results of one call go to variables")
                    .hint("give this one to a variable and put that into the cell"),
            );
            return None;
        }
        let vars: Vec<(VarId, Span)> =
            places.iter().zip(targets).map(|(place, target)| (place.var, target.span)).collect();
        self.own_assignment((function, name), args, &vars, call.span)
    }

    /// Reports a variable that gets two values at once.
    fn report_double_write(&mut self, targets: &[ast::Expr]) {
        for (n, target) in targets.iter().enumerate() {
            let ast::ExprKind::Name(name) = &target.kind else { continue };
            if targets[..n].iter().any(|other| other.root() == Some(name)) {
                self.error(target.span, format!("`{name}` gets two values at once"));
            }
        }
    }

    pub(super) fn havoc(&mut self, targets: &[ast::Expr]) -> Option<TypedStmtKind> {
        let places: Vec<Option<WriteTarget>> = targets.iter().map(|t| self.place(t)).collect();
        let places: Vec<WriteTarget> = places.into_iter().collect::<Option<_>>()?;
        let writes = places.into_iter().zip(targets).map(|(place, target)| {
            self.scopes.mark_written(place.var);
            let kind = TypedExprKind::Nondet(None);
            let value = TypedExpr { kind, ty: place.ty, span: target.span };
            place.write(value)
        });
        Some(TypedStmtKind::Assign(writes.collect()))
    }

    /// `insert(a, i, v);` is short for `a = insert(a, i, v);`
    pub(super) fn call_statement(&mut self, call: &ast::Expr) -> Option<TypedStmtKind> {
        let ast::ExprKind::Call { name, args, .. } = &call.kind else {
            return None;
        };
        if let Some(function) = self.own_function(&name.text) {
            return self.own_statement(function, name, args, call.span);
        }
        let value = self.any_expr(call)?;
        let changing = ["insert", "erase", "fill"].contains(&name.text.as_str());
        let target = args.first().and_then(|array| match &array.kind {
            ast::ExprKind::Name(name) => self.scopes.visible(name),
            _ => None,
        });
        match target.filter(|_| changing) {
            Some(var) => {
                self.scopes.mark_written(var);
                Some(TypedStmtKind::Assign(vec![Write { var, indices: vec![], value }]))
            }
            None => {
                self.diagnostics.push(
                    Diagnostic::error(call.span, "this statement does nothing")
                        .hint("a statement changes a variable, as in `x = 1;`"),
                );
                None
            }
        }
    }

    /// The place of a target; targets with a syntax error are not reported again.
    fn place(&mut self, target: &ast::Expr) -> Option<WriteTarget> {
        match &target.kind {
            ast::ExprKind::Name(name) => {
                let var = self.resolve(name, target.span)?;
                if self.cells.contains_key(&var) {
                    self.error(target.span, "this is only a name for the value of a cell");
                    return None;
                }
                if let Some(declared) = self.constants.get(&var) {
                    let message = format!("`{name}` is `const`: it keeps its value");
                    let hint = "leave out `const`, or give the new value to another variable";
                    self.diagnostics.push(
                        Diagnostic::error(target.span, message)
                            .label(*declared, "it is declared here")
                            .hint(hint),
                    );
                    return None;
                }
                Some(WriteTarget { var, indices: vec![], ty: self.scopes.var(var).ty })
            }
            ast::ExprKind::Index(array, index) => {
                let outer = self.outer_place(array);
                let index = self.int(index);
                let (mut place, index) = (outer?, index?);
                let cell = self.read_place(place.var, &place.indices, array.span)?;
                self.check_bounds(&cell, &index, target.span);
                place.ty = place.ty.cell()?;
                place.indices.push(index);
                Some(place)
            }
            _ => None,
        }
    }

    /// The place of an array that an index follows.
    fn outer_place(&mut self, array: &ast::Expr) -> Option<WriteTarget> {
        let root_is_array = match &array.kind {
            ast::ExprKind::Name(name) => {
                let var = self.resolve(name, array.span)?;
                self.scopes.var(var).ty.is_array()
            }
            _ => true,
        };
        if !root_is_array {
            // Reports the error.
            self.array(array);
            return None;
        }
        let place = self.place(array)?;
        if !place.ty.is_array() {
            self.array(array);
            return None;
        }
        Some(place)
    }

    /// Checks the operand of an update whose target has an error.
    fn check_operand(&mut self, target: &ast::Expr, op: &UpdateOp) {
        match op {
            UpdateOp::Set(value) => {
                self.value_for(target, value);
            }
            UpdateOp::Change(_, value) => {
                self.any_expr(value);
            }
            UpdateOp::Increment | UpdateOp::Decrement => {}
        }
    }

    /// Checks the value for a target with an error: the array says the type of a cell, also with a wrong
    /// index.
    fn value_for(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<TypedExpr> {
        match self.type_of_cell(target) {
            Some(ty) => self.expr_of(value, ty),
            None => self.any_expr(value),
        }
    }

    fn type_of_cell(&self, target: &ast::Expr) -> Option<Type> {
        match &target.kind {
            ast::ExprKind::Name(name) => Some(self.scopes.var(self.scopes.visible(name)?).ty),
            ast::ExprKind::Index(array, _) => self.type_of_cell(array)?.cell(),
            _ => None,
        }
    }

    fn new_value(
        &mut self,
        target: &ast::Expr,
        place: &WriteTarget,
        op: &UpdateOp,
    ) -> Option<TypedExpr> {
        let (op, operand) = match op {
            UpdateOp::Set(value) => return self.expr_of(value, place.ty),
            UpdateOp::Change(op, operand) => (*op, Some(operand)),
            UpdateOp::Increment => (ast::BinaryOp::Add, None),
            UpdateOp::Decrement => (ast::BinaryOp::Sub, None),
        };
        if place.ty != Type::Int {
            self.report_no_number(target, place.ty);
            return None;
        }
        let old = self.read_place(place.var, &place.indices, target.span)?;
        if let Some(operand) = operand {
            return self.arithmetic_on(old, op, operand);
        }
        let int = |kind| TypedExpr { kind, ty: Type::Int, span: target.span };
        let op = if op == ast::BinaryOp::Sub { TypedBinaryOp::Sub } else { TypedBinaryOp::Add };
        let one = int(TypedExprKind::Int(Int::ONE));
        Some(int(TypedExprKind::Binary(op, Box::new(old), Box::new(one))))
    }

    fn report_no_number(&mut self, target: &ast::Expr, ty: Type) {
        let name = crate::print::expr(target);
        let diagnostic = if ty.is_array() {
            Diagnostic::error(target.span, format!("`{name}` is an array, not a number"))
                .hint(format!("name a cell: `{name}[i]`"))
        } else {
            let message = format!("this needs a number, but `{name}` is a truth value (bool)");
            Diagnostic::error(target.span, message)
        };
        self.diagnostics.push(diagnostic);
    }

    /// The value of a variable, or of the cell of it that the indices lead to.
    fn read_place(&self, var: VarId, indices: &[TypedExpr], span: Span) -> Option<TypedExpr> {
        let whole = TypedExpr { kind: TypedExprKind::Var(var), ty: self.scopes.var(var).ty, span };
        indices.iter().try_fold(whole, |outer, index| {
            let ty = outer.ty.cell()?;
            Some(TypedExpr {
                kind: TypedExprKind::Read(Box::new(outer), Box::new(index.clone())),
                ty,
                span,
            })
        })
    }
}
