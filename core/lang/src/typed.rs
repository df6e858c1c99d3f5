//! The typed program, which later crates see of a source text.
//!
//! Names are resolved, `for`, `++` and the like are expanded, every expression has its type, and each
//! variable, shadowed or not, has a name of its own.
//!
//! Lengths that matter have become hidden variables, and bounds checks claims in front of the
//! statements that need them.

pub use hornbook_base::{AssertId, FunctionId};
use hornbook_base::{Int, LineIndex, Span};
use serde::{Deserialize, Serialize};

/// A variable of a program: an index into [`TypedProgram::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VarId(pub u32);

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// Mathematical integers.
    Int,
    /// Truth values.
    Bool,
    /// Total maps from integers; a declared length is not part of the type.
    Array(ArrayType),
}

/// The type of an array: how many indices lead to a scalar, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArrayType {
    /// The number of indices; at least 1.
    pub dimensions: u8,
    /// The type of the innermost cells.
    pub element: Element,
}

/// The type of the innermost cells of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Element {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
}

impl Type {
    /// Arrays of integers with one index.
    pub const INT_ARRAY: Type = Type::array(1, Element::Int);

    /// Arrays with `dimensions` indices, or the bare element when there is none.
    pub const fn array(dimensions: u8, element: Element) -> Type {
        match (dimensions, element) {
            (0, Element::Int) => Type::Int,
            (0, Element::Bool) => Type::Bool,
            _ => Type::Array(ArrayType { dimensions, element }),
        }
    }

    /// Whether this is an array type.
    pub fn is_array(self) -> bool {
        matches!(self, Type::Array(_))
    }

    /// The type of the cells, if this is an array type.
    pub fn cell(self) -> Option<Type> {
        match self {
            Type::Array(array) => Some(Type::array(array.dimensions - 1, array.element)),
            Type::Int | Type::Bool => None,
        }
    }
}

/// A variable: declared by the program, or bound by a quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VarInfo {
    /// A name that no other variable of the program has; the source name, or for a later variable
    /// of the same name that name followed by `_2`, `_3` and so on.
    pub name: String,
    /// The name in the source.
    pub source_name: String,
    /// The type.
    pub ty: Type,
    /// The name's place in its declaration.
    pub span: Span,
}

impl VarInfo {
    /// Whether an earlier variable has its name in the source, so that its own has a number.
    pub fn is_renamed(&self) -> bool {
        let rest =
            self.name.strip_prefix(&self.source_name).and_then(|rest| rest.strip_prefix('_'));
        rest.is_some_and(|n| !n.is_empty() && n.bytes().all(|digit| digit.is_ascii_digit()))
    }
}

/// A checked program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedProgram {
    /// Every variable, in the order of declaration.
    pub vars: Vec<VarInfo>,
    /// The functions, in the order of the text.
    pub functions: Vec<TypedFunction>,
    /// The statements. A function with a contract may be the first to run, so they begin with a choice for
    /// each such function whether it is; such a run ends when the function returns.
    pub body: Vec<TypedStmt>,
    /// The assertions, indexed by [`AssertId`].
    pub asserts: Vec<Assertion>,
    /// The pragmas of the text, in their order.
    pub pragmas: Vec<Pragma>,
}

/// A function. Its array parameters are the caller's own, scalar parameters are copies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedFunction {
    /// Its name in the source.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// The parameters.
    pub params: Vec<TypedParam>,
    /// The variables of the results, only in `ensures`.
    pub results: Vec<VarId>,
    /// The conditions that callers keep: on the parameters, without choices.
    pub requires: Vec<TypedExpr>,
    /// The claims that the function keeps: on [`TypedParam::entry`], on array parameters and on the results,
    /// without choices.
    pub ensures: Vec<Check>,
    /// Its statements. Each way through them ends with a `return` if there are results.
    pub body: Vec<TypedStmt>,
    /// All variables that live only while it runs: those of the parameters, of the body and of the
    /// contract.
    pub vars: Vec<VarId>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedParam {
    /// The variable.
    pub var: VarId,
    /// The variable of its entry value; the same one if it does not change.
    pub entry: VarId,
}

impl TypedParam {
    /// Whether the function may change it.
    pub fn changes(&self) -> bool {
        self.var != self.entry
    }
}

impl TypedFunction {
    /// The place of the decision whether a run begins with it: just before its name.
    pub fn entry_span(&self) -> Span {
        Span { start: self.span.start, end: self.span.start }
    }

    /// Whether it has a contract.
    pub fn has_contract(&self) -> bool {
        !self.requires.is_empty() || !self.ensures.is_empty()
    }
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The function.
    pub function: FunctionId,
    /// The arguments, one for each parameter; for an array a variable. No array is passed twice.
    pub args: Vec<TypedExpr>,
    /// The variables of the results.
    pub results: Vec<VarId>,
    /// Whether the call declares them.
    pub declares: bool,
    /// The claims that the caller keeps [`TypedFunction::requires`], one for each; none where the call stands
    /// for any caller that does.
    pub requires: Vec<AssertId>,
    /// The encoding of the call.
    pub encoding: CallEncoding,
}

/// The encoding of a call for verification (T Sec. 2.1.3.3). Runs go through the function's statements in
/// any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallEncoding {
    /// The function's relation between arguments and results.
    Relation,
    /// Its contract only.
    Contract,
    /// No caller goes on: the call stands for any caller.
    Nothing,
}

/// A claim that must hold in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertion {
    /// Its place; for a bounds check the place of the access.
    pub span: Span,
    /// The source of the claim.
    pub kind: AssertionKind,
}

/// The source of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AssertionKind {
    /// `assert(..);`
    Asserted,
    /// `hint ..;`: a part of an invariant (T Sec. 7.2). It says nothing about the program, so the verdict
    /// on the whole does not depend on it.
    Hint,
    /// `invariant ..;` at a loop: it holds each time before the condition is evaluated.
    Invariant,
    /// `decreases ..;` at a loop: in each round the value was not negative and becomes smaller.
    Decreases,
    /// A bounds check: an index lies within the declared length.
    Bounds,
    /// A bounds check: a divisor is not zero.
    Divisor,
    /// `requires ..;` at a call.
    Requires,
    /// `ensures ..;`
    Ensures,
}

impl AssertionKind {
    /// Whether it comes from the option to check bounds.
    pub fn is_check(self) -> bool {
        matches!(self, AssertionKind::Bounds | AssertionKind::Divisor)
    }
}

/// A line that sets a default: `#pragma abstraction cell2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pragma {
    /// The setting.
    pub key: String,
    /// Its value; empty for a switch that is turned on.
    pub value: String,
    /// The whole line.
    pub span: Span,
}

impl TypedProgram {
    /// The declaration of a variable. `id` must come from this program.
    pub fn var(&self, id: VarId) -> &VarInfo {
        &self.vars[id.0 as usize]
    }

    /// The name of a variable for people: its name in the source, with the line of its declaration where an
    /// earlier variable has that name. Of several on one line each has its number.
    pub fn shown(&self, id: VarId, lines: &LineIndex) -> String {
        let this = self.var(id);
        if !this.is_renamed() {
            return this.source_name.clone();
        }
        let line = lines.line(this.span);
        let same = |other: &&VarInfo| {
            let renamed = other.is_renamed() && other.source_name == this.source_name;
            renamed && lines.line(other.span) == line
        };
        match self.vars.iter().filter(same).count() {
            1 => format!("{} (line {line})", this.source_name),
            _ => this.name.clone(),
        }
    }

    /// The place of an assertion; empty for one of another program.
    pub fn assert_span(&self, id: AssertId) -> Span {
        self.asserts.get(id.0 as usize).map_or(Span::default(), |a| a.span)
    }
}

/// A statement with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedStmt {
    /// Its kind.
    pub kind: TypedStmtKind,
    /// Its place. For `if` and loops the whole statement; their conditions have spans too.
    pub span: Span,
    /// The claims that must hold each time before the statement's own expressions are evaluated: for a loop
    /// each time before its condition is. Empty unless bounds are checked.
    pub checks: Vec<Check>,
}

/// A claim in front of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Which assertion it is.
    pub id: AssertId,
    /// The condition; without `nondet()`.
    pub cond: TypedExpr,
}

/// One cell or variable that gets a new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    /// The variable.
    pub var: VarId,
    /// Which cell of it; none for the whole variable.
    pub indices: Vec<TypedExpr>,
    /// The new value.
    pub value: TypedExpr,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypedStmtKind {
    /// `int x = init;` or `int a[length] = init;`. Without an initial value the variable has any
    /// value. Lengths that matter have become variables of their own.
    Declare {
        /// The variable.
        var: VarId,
        /// The initial value.
        init: Option<TypedExpr>,
    },
    /// `x = value;`, `a[i][j] = value;`, or several at once: all indices and values are evaluated
    /// first, from left to right, and then written from left to right. Never empty.
    Assign(Vec<Write>),
    /// `if (cond) { .. } else { .. }`
    If {
        /// The condition.
        cond: TypedExpr,
        /// Taken when it holds.
        then: Vec<TypedStmt>,
        /// Taken when it does not; empty when there is no `else`.
        els: Vec<TypedStmt>,
    },
    /// `while (cond) { .. }`, also what `for` becomes.
    While {
        /// The condition.
        cond: TypedExpr,
        /// The body, in a scope of its own.
        body: Vec<TypedStmt>,
        /// The statements after the body and after a `continue`: the step of a `for`. They declare nothing.
        step: Vec<TypedStmt>,
    },
    /// `do { .. } while (cond);`
    DoWhile {
        /// The body, in a scope of its own.
        body: Vec<TypedStmt>,
        /// The condition for another round.
        cond: TypedExpr,
    },
    /// Leaves the innermost loop.
    Break,
    /// Ends this iteration of the innermost loop.
    Continue,
    /// Ends the function with these values, or the run.
    Return(Vec<TypedExpr>),
    /// Runs a function.
    Call(Call),
    /// An inlined call: the function has variables of its own here.
    Inlined(Call, Box<TypedFunction>),
    /// A block with a scope of its own, also the frame of a `for` (its first statement and loop).
    Block(Vec<TypedStmt>),
    /// Cuts off runs in which the condition does not hold.
    Assume(TypedExpr),
    /// The condition must hold in every run. The run goes on after it either way: each assertion is judged
    /// by itself (T Sec. 2.1.2).
    Assert {
        /// Which assertion.
        id: AssertId,
        /// The condition.
        cond: TypedExpr,
    },
}

/// An expression with its type and place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedExpr {
    /// Its kind.
    pub kind: TypedExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypedExprKind {
    /// An integer constant.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A variable.
    Var(VarId),
    /// `array[index]`.
    Read(Box<TypedExpr>, Box<TypedExpr>),
    /// `nondet()`: any value of the expression's type, chosen anew at each evaluation; with a range an
    /// integer from the first bound to before the second. Runs in which there is none are cut off.
    Nondet(Option<Box<(TypedExpr, TypedExpr)>>),
    /// A unary operator applied.
    Unary(UnaryOp, Box<TypedExpr>),
    /// A binary operator applied. Both sides are always evaluated: neither can fail.
    Binary(TypedBinaryOp, Box<TypedExpr>, Box<TypedExpr>),
    /// `cond ? then : els`. All three are always evaluated.
    Ite(Box<TypedExpr>, Box<TypedExpr>, Box<TypedExpr>),
    /// A built-in function applied.
    Call(Builtin, Vec<TypedExpr>),
    /// A quantified formula over integer variables; no `nondet()` inside.
    Quant(Quantifier, Vec<VarId>, Box<TypedExpr>),
}

/// The built-in functions. Ranges are half open: from `lo` up to, but not including, `hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Builtin {
    /// `min(x, y, ..)`, two numbers or more.
    Min,
    /// `max(x, y, ..)`, two numbers or more.
    Max,
    /// `abs(x)`.
    Abs,
    /// `const_array(v)`: `v` in every cell.
    ConstArray,
    /// `insert(a, i, v)`: `v` goes into cell `i`, the cells from there on move up by one.
    Insert,
    /// `erase(a, i)`: cell `i` goes, the cells behind it move down by one.
    Erase,
    /// `fill(a, lo, hi, v)`: `v` in each cell of the range.
    Fill,
    /// `sub_array(a, lo, hi)`: the cells of the range, moved to the front; the others have any
    /// value, chosen anew at each evaluation.
    SubArray,
    /// `sorted(a, lo, hi)`: the cells of the range do not decrease.
    Sorted,
    /// `bound_eq(a, b, lo, hi)`: `a` and `b` agree on the range.
    BoundEq,
    /// `permutation(a, b, lo, hi)`: the range holds each value equally often in `a` and in `b`.
    Permutation,
    /// `sum(a, lo, hi)`.
    Sum,
    /// `max(a, lo, hi)`: the largest value of a range that is not empty.
    MaxOf,
    /// `min(a, lo, hi)`: the smallest value of a range that is not empty.
    MinOf,
    /// `count(a, lo, hi, v)`: how many cells of the range hold `v`.
    Count,
    /// `count(a, lo, hi, (x, i) -> formula)`: the number of `i` of a range for which a formula holds. The
    /// arguments are `lo`, `hi` and the formula as the body of a quantifier, which only binds `i`.
    CountWhere,
}

impl Builtin {
    /// Whether the value is unconstrained when a program is verified: it is a summary of any number of
    /// cells (PI Sec. 4.2). Counts in arrays of numbers are constrained.
    pub fn is_opaque(self, args: &[TypedExpr]) -> bool {
        let is_row = |e: &TypedExpr| matches!(e.kind, TypedExprKind::Read(..)) && e.ty.is_array();
        let numbers = |e: &TypedExpr| e.ty == Type::INT_ARRAY && !e.any(&is_row);
        match self {
            Builtin::Sum | Builtin::MaxOf | Builtin::MinOf | Builtin::CountWhere => true,
            Builtin::Count => !args.first().is_some_and(numbers),
            _ => false,
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `!p`
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypedBinaryOp {
    /// `x + y`
    Add,
    /// `x - y`
    Sub,
    /// `x * y`, of any two numbers.
    Mul,
    /// `x / y`, Euclidean, `y` a constant that is not zero.
    Div,
    /// `x % y`, Euclidean, `y` a constant that is not zero.
    Mod,
    /// `x < y`
    Lt,
    /// `x <= y`
    Le,
    /// `x > y`
    Gt,
    /// `x >= y`
    Ge,
    /// `x == y`, on two values of one type; on arrays all cells count. Also the form of `<==>`.
    Eq,
    /// `x != y`
    Ne,
    /// `p && q`
    And,
    /// `p || q`
    Or,
    /// `p ==> q`
    Implies,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Quantifier {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
}

impl TypedExpr {
    /// The variable, if it is one.
    pub fn variable(&self) -> Option<VarId> {
        match self.kind {
            TypedExprKind::Var(var) => Some(var),
            _ => None,
        }
    }

    /// The operands.
    pub fn children(&self) -> Vec<&TypedExpr> {
        match &self.kind {
            TypedExprKind::Int(_) | TypedExprKind::Bool(_) | TypedExprKind::Var(_) => vec![],
            TypedExprKind::Nondet(range) => {
                range.iter().flat_map(|range| [&range.0, &range.1]).collect()
            }
            TypedExprKind::Unary(_, a) | TypedExprKind::Quant(_, _, a) => vec![a],
            TypedExprKind::Read(a, b) | TypedExprKind::Binary(_, a, b) => vec![a, b],
            TypedExprKind::Ite(a, b, c) => vec![a, b, c],
            TypedExprKind::Call(_, args) => args.iter().collect(),
        }
    }

    /// Whether the expression or one inside it has a property.
    pub fn any(&self, f: &impl Fn(&TypedExpr) -> bool) -> bool {
        f(self) || self.children().into_iter().any(|child| child.any(f))
    }

    /// Whether there are more nodes than `limit`; takes no more steps than that.
    pub fn is_larger_than(&self, limit: usize) -> bool {
        let mut open = vec![self];
        let mut seen = 0;
        while let Some(expr) = open.pop() {
            seen += 1;
            if seen > limit {
                return true;
            }
            open.extend(expr.children());
        }
        false
    }

    /// The expression with every node, operands first, replaced by `f` of it.
    pub fn map(&self, f: &impl Fn(TypedExpr) -> TypedExpr) -> TypedExpr {
        let boxed = |e: &TypedExpr| Box::new(e.map(f));
        let kind = match &self.kind {
            TypedExprKind::Int(_) | TypedExprKind::Bool(_) | TypedExprKind::Var(_) => {
                self.kind.clone()
            }
            TypedExprKind::Nondet(range) => TypedExprKind::Nondet(
                range.as_ref().map(|range| Box::new((range.0.map(f), range.1.map(f)))),
            ),
            TypedExprKind::Unary(op, a) => TypedExprKind::Unary(*op, boxed(a)),
            TypedExprKind::Quant(q, vars, a) => TypedExprKind::Quant(*q, vars.clone(), boxed(a)),
            TypedExprKind::Read(a, b) => TypedExprKind::Read(boxed(a), boxed(b)),
            TypedExprKind::Binary(op, a, b) => TypedExprKind::Binary(*op, boxed(a), boxed(b)),
            TypedExprKind::Ite(a, b, c) => TypedExprKind::Ite(boxed(a), boxed(b), boxed(c)),
            TypedExprKind::Call(function, args) => {
                TypedExprKind::Call(*function, args.iter().map(|e| e.map(f)).collect())
            }
        };
        f(TypedExpr { kind, ty: self.ty, span: self.span })
    }
}

/// All statements of a program and of its functions, those inside others too.
pub fn all_statements(program: &TypedProgram) -> Vec<&TypedStmt> {
    let bodies = program.functions.iter().map(|function| &function.body);
    bodies.chain([&program.body]).flat_map(|body| statements(body)).collect()
}

impl TypedStmt {
    /// The expressions of the statement itself, without those of statements in it.
    pub fn exprs(&self) -> Vec<&TypedExpr> {
        match &self.kind {
            TypedStmtKind::Declare { init, .. } => init.iter().collect(),
            TypedStmtKind::Assign(writes) => {
                writes.iter().flat_map(|write| write.indices.iter().chain([&write.value])).collect()
            }
            TypedStmtKind::If { cond, .. }
            | TypedStmtKind::While { cond, .. }
            | TypedStmtKind::DoWhile { cond, .. }
            | TypedStmtKind::Assume(cond)
            | TypedStmtKind::Assert { cond, .. } => vec![cond],
            TypedStmtKind::Return(values) => values.iter().collect(),
            TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
                call.args.iter().collect()
            }
            TypedStmtKind::Block(_) | TypedStmtKind::Break | TypedStmtKind::Continue => vec![],
        }
    }
}

/// All statements, those inside others too.
pub fn statements(stmts: &[TypedStmt]) -> Vec<&TypedStmt> {
    let mut out = vec![];
    for stmt in stmts {
        out.push(stmt);
        bodies(stmt).into_iter().for_each(|body| out.extend(statements(body)));
    }
    out
}

/// The lists of statements in a statement, without those of functions.
pub fn bodies(stmt: &TypedStmt) -> [&[TypedStmt]; 2] {
    match &stmt.kind {
        TypedStmtKind::If { then, els, .. } => [then, els],
        TypedStmtKind::While { body, step, .. } => [body, step],
        TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => [body, &[]],
        _ => [&[], &[]],
    }
}
