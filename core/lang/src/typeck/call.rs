//! Checking calls of built-in functions.

use super::expr::{Checked, joined};
use super::{Checker, PendingCheck, called};
use crate::ast;
use crate::ast::{Lambda, Name};
use crate::similar::{edit_distance, suggest_keyword};
use crate::typed::{
    ArrayType, AssertionKind, Builtin, Element, Quantifier, Type, TypedBinaryOp, TypedExpr,
    TypedExprKind,
};
use hornbook_base::{Diagnostic, Int, Span};

/// The names of the functions, with their parameters.
const FUNCTIONS: [(&str, &str); 16] = [
    ("min", "two numbers or more, or an array and a range: `min(x, y)`, `min(a, lo, hi)`"),
    ("max", "two numbers or more, or an array and a range: `max(x, y)`, `max(a, lo, hi)`"),
    ("abs", "one number: `abs(x)`"),
    ("len", "an array with a declared length: `len(a)`"),
    ("const_array", "one value: `const_array(v)`"),
    ("insert", "an array, an index and a value: `insert(a, i, v)`"),
    ("erase", "an array and an index: `erase(a, i)`"),
    ("fill", "an array, a range and a value: `fill(a, lo, hi, v)`"),
    ("sub_array", "an array and a range: `sub_array(a, lo, hi)`"),
    ("sorted", "an array of numbers and a range: `sorted(a, lo, hi)`"),
    ("bound_eq", "two arrays and a range: `bound_eq(a, b, lo, hi)`"),
    (
        "permutation",
        "two arrays of numbers, and a range unless their length is declared: `permutation(a, b)`, \
         `permutation(a, b, lo, hi)`",
    ),
    ("sum", "an array of numbers and a range: `sum(a, lo, hi)`"),
    (
        "count",
        "an array, a range, and a value or a formula: `count(a, lo, hi, v)`, \
         `count(a, lo, hi, (x, i) -> x == i)`",
    ),
    ("forall", "an array, a range and a formula: `forall(a, lo, hi, (x, i) -> x == i)`"),
    ("exists", "an array, a range and a formula: `exists(a, lo, hi, (x, i) -> x == i)`"),
];

/// Whether the language has a function of this name.
pub fn is_builtin(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// The largest number of arguments of `min` and `max`; their terms double with each.
const MAX_COMPARED: usize = 6;

/// A kind of parameter of a built-in function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParamKind {
    /// An array; the first argument only.
    Array,
    /// An array of numbers with one index; the first argument only.
    Numbers,
    /// An array of the same type as the first one.
    Same,
    /// A value for a cell of the first array.
    Cell,
    /// A number.
    Int,
}

fn params(function: Builtin) -> &'static [ParamKind] {
    use ParamKind::{Array, Cell, Int, Numbers, Same};
    match function {
        Builtin::Insert => &[Array, Int, Cell],
        Builtin::Erase => &[Array, Int],
        Builtin::Fill => &[Array, Int, Int, Cell],
        Builtin::SubArray => &[Array, Int, Int],
        Builtin::Sorted | Builtin::Sum | Builtin::MaxOf | Builtin::MinOf => &[Numbers, Int, Int],
        Builtin::BoundEq => &[Array, Same, Int, Int],
        Builtin::Permutation => &[Numbers, Same, Int, Int],
        Builtin::Count => &[Array, Int, Int, Cell],
        Builtin::Abs => &[Int],
        // These take any number of arguments, one of any type, or a formula.
        Builtin::Min | Builtin::Max | Builtin::ConstArray | Builtin::CountWhere => &[],
    }
}

impl Checker {
    /// `name(args)`. `wanted` is the type that the context expects, for `const_array`.
    pub(super) fn call(
        &mut self,
        name: &Name,
        args: &[ast::Expr],
        lambda: Option<&Lambda>,
        wanted: Type,
        span: Span,
    ) -> Option<Checked> {
        let quantifier = match name.text.as_str() {
            "forall" => Some(Quantifier::Forall),
            "exists" => Some(Quantifier::Exists),
            _ => None,
        };
        if let Some(quantifier) = quantifier {
            return self.cell_formula(quantifier, name, args, lambda, span);
        }
        if let Some(lambda) = lambda {
            if name.text == "count" {
                return self.count_where(name, args, lambda, span);
            }
            let message = format!("`{}` takes no formula", name.text);
            self.error(lambda.params.first().map_or(span, |p| p.span), message);
            return None;
        }
        let function = match name.text.as_str() {
            "abs" => Builtin::Abs,
            "insert" => Builtin::Insert,
            "erase" => Builtin::Erase,
            "fill" => Builtin::Fill,
            "sub_array" => Builtin::SubArray,
            "sorted" => Builtin::Sorted,
            "bound_eq" => Builtin::BoundEq,
            "permutation" => return self.permutation(name, args, span),
            "sum" => Builtin::Sum,
            "count" => Builtin::Count,
            "min" | "max" => return self.extremum(name, args, span),
            "const_array" => return self.const_array(name, args, wanted, span),
            "len" => return self.length_of(name, args, span),
            before if self.has_before(before) => return self.before(args, wanted, span),
            "old" => return self.old(args, wanted, span),
            own if self.own_function(own).is_some() => {
                let function = self.own_function(own)?;
                return self.own_value(function, name, args, span);
            }
            _ => {
                self.unknown_function(name);
                args.iter().for_each(|arg| drop(self.any_expr(arg)));
                return None;
            }
        };
        self.apply(function, name, args, span)
    }

    fn unknown_function(&mut self, name: &Name) {
        let known = FUNCTIONS.iter().map(|(known, _)| *known).chain(self.own_names());
        let close = known
            .map(|known| (edit_distance(&name.text, known), known))
            .filter(|(distance, _)| *distance <= 2 && *distance < name.text.len())
            .min();
        let message = format!("there is no function `{}`", name.text);
        let diagnostic = Diagnostic::error(name.span, message);
        self.diagnostics.push(match (suggest_keyword(&name.text), close) {
            (Some(instead), _) => diagnostic.hint(instead),
            (None, Some((_, known))) => diagnostic.hint(format!("did you mean `{known}`?")),
            (None, None) => {
                let all: Vec<&str> = FUNCTIONS.iter().map(|(known, _)| *known).collect();
                diagnostic
                    .hint(format!("write one, as in `int {}(int x) {{ return x; }}`", name.text))
                    .hint(format!("the functions are {}", all.join(", ")))
            }
        });
    }

    pub(super) fn report_wrong_arguments(&mut self, name: &Name, span: Span) {
        let takes = FUNCTIONS.iter().find(|(known, _)| *known == name.text).map_or("", |f| f.1);
        self.error(span, format!("`{}` takes {takes}", name.text));
    }

    fn apply(
        &mut self,
        function: Builtin,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Checked> {
        let params = params(function);
        if params.len() != args.len() {
            args.iter().for_each(|arg| drop(self.any_expr(arg)));
            self.report_wrong_arguments(name, span);
            return None;
        }
        let nondets = self.nondets;
        let mut array = Type::INT_ARRAY;
        let mut checked = vec![];
        for (param, arg) in params.iter().zip(args) {
            checked.push(match param {
                ParamKind::Array | ParamKind::Numbers => {
                    let found = self.array(arg);
                    array = found.as_ref().map_or(array, |a| a.ty);
                    found
                }
                ParamKind::Same => self.expr_of(arg, array),
                ParamKind::Cell => self.expr_of(arg, array.cell().unwrap_or(Type::Int)),
                ParamKind::Int => self.int(arg),
            });
        }
        let checked: Vec<TypedExpr> = checked.into_iter().collect::<Option<_>>()?;
        if params[0] == ParamKind::Numbers && array != Type::INT_ARRAY {
            let message = format!("`{}` needs an array of numbers with one index", name.text);
            self.error(args[0].span, message);
            return None;
        }
        if self.nondets > nondets {
            self.report_doubled_choice(name, span)?;
        }
        if function == Builtin::SubArray {
            self.chooses("`sub_array`", span)?;
        }
        if function.is_opaque(&checked) {
            self.opaque(span, &format!("`{}`", name.text));
        }
        self.check_ranges(function, &checked, span);
        let ty = match function {
            Builtin::Sorted | Builtin::BoundEq | Builtin::Permutation => Type::Bool,
            Builtin::Insert | Builtin::Erase | Builtin::Fill | Builtin::SubArray => array,
            _ => Type::Int,
        };
        Some(Checked::new(TypedExprKind::Call(function, checked), ty, span))
    }

    /// Reports a choice in an argument whose value is needed more than once.
    fn report_doubled_choice(&mut self, name: &Name, span: Span) -> Option<()> {
        let (what, hint) = self.chooser();
        let message = format!("{what} cannot stand inside `{}`", name.text);
        self.diagnostics.push(Diagnostic::error(span, message).hint(hint));
        None
    }

    /// `permutation(a, b, lo, hi)`, or `permutation(a, b)` for the length of one of them.
    fn permutation(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Checked> {
        let whole = match args {
            [a, b] => Some([a, b]),
            _ => None,
        };
        let checked = match whole {
            Some(arrays) => self.whole_range(arrays, name, span)?,
            None => match self.apply(Builtin::Permutation, name, args, span)?.expr.kind {
                TypedExprKind::Call(_, checked) => checked,
                _ => return None,
            },
        };
        let is_row = |e: &TypedExpr| matches!(e.kind, TypedExprKind::Read(..)) && e.ty.is_array();
        if let Some(row) = checked[..2].iter().find(|arg| arg.any(&is_row)) {
            let message = "`permutation` is not for rows of arrays with two indices";
            self.diagnostics.push(
                Diagnostic::error(row.span, message)
                    .hint("copy the row first, as in `int r[] = m[i];`"),
            );
            return None;
        }
        Some(Checked::new(TypedExprKind::Call(Builtin::Permutation, checked), Type::Bool, span))
    }

    /// Two arrays of numbers and the range that is all of them.
    fn whole_range(
        &mut self,
        arrays: [&ast::Expr; 2],
        name: &Name,
        span: Span,
    ) -> Option<Vec<TypedExpr>> {
        let found = arrays.map(|arg| self.array(arg));
        let [Some(a), Some(b)] = found else { return None };
        if let Some(wrong) = [&a, &b].into_iter().find(|array| array.ty != Type::INT_ARRAY) {
            let message = format!("`{}` needs an array of numbers with one index", name.text);
            self.error(wrong.span, message);
            return None;
        }
        let Some(length) = self.declared_length(&a).or_else(|| self.declared_length(&b)) else {
            self.diagnostics.push(
                Diagnostic::error(span, "neither array has a declared length")
                    .hint("say which cells are meant, as in `permutation(a, b, 0, n)`"),
            );
            return None;
        };
        let zero = TypedExpr { kind: TypedExprKind::Int(Int::ZERO), ty: Type::Int, span };
        let checked = vec![a, b, zero, TypedExpr { span, ..length }];
        self.check_ranges(Builtin::Permutation, &checked, span);
        Some(checked)
    }

    /// `min` and `max`, of numbers or of a range of cells.
    fn extremum(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Checked> {
        let smallest = name.text == "min";
        let of_array = args.first().is_some_and(|arg| self.is_array(arg));
        if of_array {
            let function = if smallest { Builtin::MinOf } else { Builtin::MaxOf };
            return self.apply(function, name, args, span);
        }
        let nondets = self.nondets;
        let checked: Vec<Option<TypedExpr>> = args.iter().map(|arg| self.int(arg)).collect();
        if args.len() < 2 {
            self.report_wrong_arguments(name, span);
            return None;
        }
        if args.len() > MAX_COMPARED {
            let message = format!("`{}` takes at most {MAX_COMPARED} numbers", name.text);
            self.error(span, message);
            return None;
        }
        let checked: Vec<TypedExpr> = checked.into_iter().collect::<Option<_>>()?;
        if self.nondets > nondets {
            self.report_doubled_choice(name, span)?;
        }
        let function = if smallest { Builtin::Min } else { Builtin::Max };
        Some(Checked::new(TypedExprKind::Call(function, checked), Type::Int, span))
    }

    fn const_array(
        &mut self,
        name: &Name,
        args: &[ast::Expr],
        wanted: Type,
        span: Span,
    ) -> Option<Checked> {
        let [value] = args else {
            args.iter().for_each(|arg| drop(self.any_expr(arg)));
            self.report_wrong_arguments(name, span);
            return None;
        };
        let nondets = self.nondets;
        let value = self.checked(value, wanted.cell().unwrap_or(Type::Int))?.expr;
        if self.nondets > nondets {
            self.report_doubled_choice(name, span)?;
        }
        let ty = match value.ty {
            Type::Int => Type::INT_ARRAY,
            Type::Bool => Type::array(1, Element::Bool),
            Type::Array(ArrayType { dimensions, element }) => {
                Type::array(dimensions.saturating_add(1), element)
            }
        };
        let kind = TypedExprKind::Call(Builtin::ConstArray, vec![value]);
        Some(Checked::new(kind, ty, span))
    }
}

/// Lengths of arrays.
impl Checker {
    /// `len(a)`, or `len(a[i])` for the rows of `a`.
    fn length_of(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Checked> {
        let [array] = args else {
            args.iter().for_each(|arg| drop(self.any_expr(arg)));
            self.report_wrong_arguments(name, span);
            return None;
        };
        // Lengths never change.
        let found = self.with_entry_values(false, |this| this.array(array))?;
        match self.declared_length(&found) {
            Some(length) => {
                let constant = match &length.kind {
                    TypedExprKind::Int(n) => Some(n.clone()),
                    _ => None,
                };
                let expr = TypedExpr { span, ..length };
                Some(Checked { expr, constant })
            }
            None => {
                self.diagnostics.push(
                    Diagnostic::error(span, "this array has no declared length")
                        .hint("declare one, as in `int a[n];`"),
                );
                None
            }
        }
    }

    /// The declared length of an array variable or of its rows.
    pub(super) fn declared_length(&self, array: &TypedExpr) -> Option<TypedExpr> {
        let (mut array, mut depth) = (array, 0);
        while let TypedExprKind::Read(outer, _) = &array.kind {
            (array, depth) = (outer, depth + 1);
        }
        match &array.kind {
            TypedExprKind::Var(var) => self.lengths.get(var)?.get(depth)?.clone(),
            _ => None,
        }
    }

    /// Notes that an index must lie within the declared length, if bounds are checked.
    pub(super) fn check_bounds(&mut self, array: &TypedExpr, index: &TypedExpr, span: Span) {
        if !self.options.check_bounds {
            return;
        }
        let Some(length) = self.declared_length(array) else { return };
        let zero = TypedExpr { kind: TypedExprKind::Int(Int::ZERO), ty: Type::Int, span };
        let above = joined(TypedBinaryOp::Le, zero, index.clone(), span);
        let below = joined(TypedBinaryOp::Lt, index.clone(), length, span);
        let cond = joined(TypedBinaryOp::And, above, below, span);
        self.checks.push(PendingCheck { kind: AssertionKind::Bounds, span, cond });
    }

    /// Notes that the ranges of a function's arguments must lie within the declared lengths.
    fn check_ranges(&mut self, function: Builtin, args: &[TypedExpr], span: Span) {
        use Builtin::{BoundEq, Count, Fill, MaxOf, MinOf, Permutation, Sorted, SubArray, Sum};
        let (arrays, low, high) = match (function, args) {
            (BoundEq | Permutation, [a, b, low, high]) => (vec![a, b], low, high),
            (Count | Fill | MaxOf | MinOf | Sorted | SubArray | Sum, [a, low, high, ..]) => {
                (vec![a], low, high)
            }
            _ => return,
        };
        for array in arrays {
            self.check_range(array, low, high, span);
        }
    }

    /// Notes that a range must lie within the declared length unless it is empty, if bounds are checked.
    pub(super) fn check_range(
        &mut self,
        array: &TypedExpr,
        low: &TypedExpr,
        high: &TypedExpr,
        span: Span,
    ) {
        if !self.options.check_bounds {
            return;
        }
        let Some(length) = self.declared_length(array) else { return };
        let zero = TypedExpr { kind: TypedExprKind::Int(Int::ZERO), ty: Type::Int, span };
        let some = joined(TypedBinaryOp::Lt, low.clone(), high.clone(), span);
        let above = joined(TypedBinaryOp::Le, zero, low.clone(), span);
        let below = joined(TypedBinaryOp::Le, high.clone(), length, span);
        let inside = joined(TypedBinaryOp::And, above, below, span);
        let cond = joined(TypedBinaryOp::Implies, some, inside, span);
        self.checks.push(PendingCheck { kind: AssertionKind::Bounds, span, cond });
    }

    /// Whether an expression is an array, without reporting anything.
    fn is_array(&self, expr: &ast::Expr) -> bool {
        self.dimensions(expr) > 0
    }

    /// The number of indices that an expression takes.
    fn dimensions(&self, expr: &ast::Expr) -> u8 {
        match &expr.kind {
            ast::ExprKind::Name(name) => {
                match self.scopes.visible(name).map(|var| self.scopes.var(var).ty) {
                    Some(Type::Array(array)) => array.dimensions,
                    _ => 0,
                }
            }
            ast::ExprKind::Index(array, _) => self.dimensions(array).saturating_sub(1),
            ast::ExprKind::Call { name, args, .. } => {
                let first = || args.first().map_or(0, |arg| self.dimensions(arg));
                match name.text.as_str() {
                    "const_array" => first().saturating_add(1),
                    "insert" | "erase" | "fill" | "sub_array" => first(),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// An expression of some array type.
    pub(super) fn array(&mut self, expr: &ast::Expr) -> Option<TypedExpr> {
        let found = self.checked(expr, Type::INT_ARRAY)?.expr;
        if found.ty.is_array() {
            return Some(found);
        }
        let message = match &expr.kind {
            ast::ExprKind::Name(name) => format!("`{name}` is {}, not an array", called(found.ty)),
            ast::ExprKind::Index(..) => match (expr.root(), depth(expr)) {
                (Some(name), 1) => format!("`{name}` takes one index, but here are two"),
                (Some(name), n) => format!("`{name}` takes {n} indices, but here are more"),
                _ => "only an array has cells".to_owned(),
            },
            _ => "only an array has cells".to_owned(),
        };
        self.error(expr.span, message);
        None
    }
}

fn depth(expr: &ast::Expr) -> usize {
    match &expr.kind {
        ast::ExprKind::Index(array, _) => 1 + depth(array),
        _ => 0,
    }
}
