//! The syntax tree: what was written, with places, before names and types are known.
//!
//! Parentheses are not kept, and the body of an `if` or a loop is a list of statements whether or
//! not it had braces. Where a text makes no sense there is an error node, and its diagnostic
//! exists already.

use crate::base::{Int, Span};

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The statements.
    pub body: Vec<Stmt>,
    /// The whole text.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands, with its `;`.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `int x = 1, a[n];`
    Declare {
        /// The type in front.
        ty: TypeName,
        /// What is declared; never empty.
        declarators: Vec<Declarator>,
    },
    /// `x = 1;`, `a[i] += 2;`, `i++;`
    Update {
        /// A name, or a name with indices.
        target: Expr,
        /// What happens to it.
        op: UpdateOp,
    },
    /// `if (cond) then else els`
    If {
        /// The condition.
        cond: Expr,
        /// Taken when it holds.
        then: Vec<Stmt>,
        /// Taken when it does not; `else if` is a list of one `if`.
        els: Option<Vec<Stmt>>,
    },
    /// `while (cond) body`
    While {
        /// The condition.
        cond: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `for (init; cond; step) body`
    For {
        /// One declaration, or any number of updates.
        init: Vec<Stmt>,
        /// The condition; without one the loop does not end by itself.
        cond: Option<Expr>,
        /// Any number of updates.
        step: Vec<Stmt>,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `{ .. }`
    Block(Vec<Stmt>),
    /// `assume(cond);`
    Assume(Expr),
    /// `assert(cond);`
    Assert(Expr),
    /// `;`
    Empty,
    /// Not a statement.
    Error,
}

/// The name of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeName {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// A type that does not exist.
    Error,
}

/// One variable of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declarator {
    /// Its name.
    pub name: Name,
    /// A pair of brackets each, with what is between them.
    pub dimensions: Vec<Option<Expr>>,
    /// The value after `=`.
    pub init: Option<Expr>,
    /// From the name to the end of the value.
    pub span: Span,
}

/// A name where it is introduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// What an update does to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// `= e`
    Set(Expr),
    /// `+= e` and the like, with an arithmetic operator.
    Change(BinaryOp, Expr),
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands; parentheses around it count.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, never negative.
    Int(Int),
    /// `true` or `false`
    Bool(bool),
    /// A variable.
    Name(String),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `nondet()`
    Nondet,
    /// `-e` or `!e`
    Unary(UnaryOp, Box<Expr>),
    /// An operator between two operands, comparisons excepted.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `first < second <= third`: one or more comparisons.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `forall x, y in low..high: body`
    Quant {
        /// Which quantifier.
        quantifier: Quantifier,
        /// The bound variables; never empty.
        vars: Vec<Name>,
        /// The half-open range of every bound variable.
        range: Option<Box<(Expr, Expr)>>,
        /// The body.
        body: Box<Expr>,
    },
    /// Not an expression.
    Error,
}

pub use super::typed::{Quantifier, UnaryOp};

/// Operators between two operands, comparisons excepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `<==>`
    Iff,
    /// `==>`, the only one that groups to the right.
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// How tightly comparisons bind, on the scale of [`BinaryOp::precedence`].
pub const COMPARE_PRECEDENCE: u8 = 5;

impl BinaryOp {
    /// How tightly the operator binds; the weakest is 1.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::Iff => 1,
            BinaryOp::Implies => 2,
            BinaryOp::Or => 3,
            BinaryOp::And => 4,
            BinaryOp::Add | BinaryOp::Sub => COMPARE_PRECEDENCE + 1,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => COMPARE_PRECEDENCE + 2,
        }
    }

    /// The operator as it is written.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Iff => "<==>",
            BinaryOp::Implies => "==>",
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Mod => "%",
        }
    }
}

impl CompareOp {
    /// The operator as it is written.
    pub fn text(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
}
