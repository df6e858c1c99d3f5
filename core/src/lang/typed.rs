//! The typed program: what the rooms behind `lang/` see of a source text.
//!
//! Names are resolved, `for`, `++` and the like are gone, every expression has its type, and each
//! variable, shadowed or not, has a name of its own.

use crate::base::{Int, Span};
use serde::{Deserialize, Serialize};

/// A variable of a program: an index into [`Program::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VarId(pub u32);

/// An assertion of a program, numbered in the order of the text from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AssertId(pub u32);

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// Mathematical integers.
    Int,
    /// Truth values.
    Bool,
    /// Total maps from integers to integers; a declared length is not part of the type.
    IntArray,
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

/// A checked program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Every variable, in the order of declaration.
    pub vars: Vec<VarInfo>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// The place of each assertion, indexed by [`AssertId`].
    pub asserts: Vec<Span>,
}

impl Program {
    /// What is known of a variable. `id` must come from this program.
    pub fn var(&self, id: VarId) -> &VarInfo {
        &self.vars[id.0 as usize]
    }
}

/// A statement with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands. For `if` and `while` the whole statement; their conditions have spans too.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StmtKind {
    /// `int x = init;` or `int a[length];`. Without an initial value the variable has any value.
    Declare {
        /// The variable.
        var: VarId,
        /// The initial value; never there for arrays.
        init: Option<Expr>,
        /// The declared length; only for arrays, and `None` for `int a[]`.
        length: Option<Expr>,
    },
    /// `x = value;`
    Assign {
        /// A scalar variable.
        var: VarId,
        /// Its new value.
        value: Expr,
    },
    /// `a[index] = value;`
    Store {
        /// An array variable.
        array: VarId,
        /// Which cell.
        index: Expr,
        /// The cell's new value.
        value: Expr,
    },
    /// `if (cond) { .. } else { .. }`
    If {
        /// The condition.
        cond: Expr,
        /// Taken when it holds.
        then: Vec<Stmt>,
        /// Taken when it does not; empty when there is no `else`.
        els: Vec<Stmt>,
    },
    /// `while (cond) { .. }`, also what `for` becomes.
    While {
        /// The condition.
        cond: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// A block with a scope of its own, also the frame of a `for` (its first statement and loop).
    Block(Vec<Stmt>),
    /// Runs in which the condition does not hold are of no interest.
    Assume(Expr),
    /// The condition must hold in every run. The run goes on after it either way: each assertion
    /// is judged by itself (T Sec. 2.1.2).
    Assert {
        /// Which assertion.
        id: AssertId,
        /// What it claims.
        cond: Expr,
    },
}

/// An expression with its type and place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer constant.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A scalar variable.
    Var(VarId),
    /// `a[index]`.
    Read(VarId, Box<Expr>),
    /// `nondet()`: any value of the expression's type, chosen anew at each evaluation.
    Nondet,
    /// A unary operator applied.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operator applied. Both sides are always evaluated: nothing can go wrong in one.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A quantified formula over integer variables; no `nondet()` inside.
    Quant(Quantifier, Vec<VarId>, Box<Expr>),
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
pub enum BinaryOp {
    /// `x + y`
    Add,
    /// `x - y`
    Sub,
    /// `x * y`, one side a constant expression.
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
    /// `x == y`, on two integers or two truth values; also what `<==>` becomes.
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
