//! The syntax tree: the parsed text with places, before names and types are resolved.
//!
//! Parentheses are not kept, and the body of an `if` or a loop is a list of statements whether or not it
//! had braces. Where the text has a syntax error there is an error node, and its diagnostic exists already.

use hornbook_base::{Int, Span};
use std::cmp::Ordering;

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The `#pragma` lines.
    pub pragmas: Vec<Pragma>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// The whole text.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its place, with its `;`.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `int x = 1, a[n];`
    Declare {
        /// Whether it begins with `const`: the variables keep their values.
        constant: bool,
        /// The type in front.
        ty: TypeName,
        /// The declared variables; never empty.
        declarators: Vec<Declarator>,
    },
    /// `x = 1;`, `a[i] += 2;`, `i++;`
    Update {
        /// A name, or a name with indices.
        target: Expr,
        /// The change of the target.
        op: UpdateOp,
    },
    /// `x, a[i] = y, z;`: two targets or more.
    Assign {
        /// The targets.
        targets: Vec<Expr>,
        /// The values; as many as targets, unless that was reported.
        values: Vec<Expr>,
    },
    /// `havoc x, a;`
    Havoc(Vec<Expr>),
    /// `insert(a, i, v);`: an array operation as a statement.
    Call(Expr),
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
    /// `do body while (cond);`
    DoWhile {
        /// The body.
        body: Vec<Stmt>,
        /// The condition.
        cond: Expr,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`, `return x;`, `return (x, y);`
    Return(Vec<Expr>),
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
    /// `hint cond;`
    Hint(Expr),
    /// `invariant cond;`, at the head of a loop's body.
    Invariant(Expr),
    /// `decreases e;`, at the head of a loop's body.
    Decreases(Expr),
    /// `int f(int x, int a[]) { .. }`, outside of all blocks.
    Function(Box<Function>),
    /// `operator sum(int a[]) { .. }`, outside of all blocks.
    Operator(Box<Operator>),
    /// `;`
    Empty,
    /// Not a statement.
    Error,
}

/// A function of the program's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The types of what it returns; none for `void`.
    pub results: Vec<ResultType>,
    /// Its name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The lines of its contract.
    pub contract: Vec<Clause>,
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// The type of something that a function returns: `int`, or `int[]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultType {
    /// The type in front.
    pub ty: TypeName,
    /// The number of pairs of brackets.
    pub dimensions: usize,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The type in front.
    pub ty: TypeName,
    /// The name, with brackets for an array; without a value.
    pub declarator: Declarator,
}

/// A line of a contract: `requires n >= 0;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Who is obliged to keep it.
    pub owed: Owed,
    /// The condition.
    pub cond: Expr,
    /// The whole line.
    pub span: Span,
}

/// Who is obliged to keep a line of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// `requires`: a caller, at the call.
    ByCaller,
    /// `ensures`: the function, when it returns.
    ByFunction,
}

impl Owed {
    /// The word that the line begins with.
    pub fn word(self) -> &'static str {
        match self {
            Owed::ByCaller => "requires",
            Owed::ByFunction => "ensures",
        }
    }
}

/// An instrumentation operator: a way to track arrays by ghost variables (PI Def. 1). It is no part of what
/// a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its name.
    pub name: Name,
    /// The tracked arrays and formulas.
    pub params: Vec<Followed>,
    /// Its ghost variables with their first values, as declarations.
    pub ghosts: Vec<Stmt>,
    /// The invariant of the ghost variables.
    pub invariant: Expr,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// A parameter of an operator: an array, or `bool P(x, i)`, a formula over a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The type in front.
    pub ty: TypeName,
    /// The name, with brackets for an array; without a value.
    pub declarator: Declarator,
    /// The names for the value of the cell and its index, if it is a formula.
    pub formula: Option<Vec<Name>>,
}

/// A rule of an operator: `rule append: a[i] { guard(i == hi); v = v + a[i]; hi = i + 1; }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// The variables whose expressions an application of the rule chooses.
    pub params: Vec<Name>,
    /// The trigger of the rule.
    pub on: Trigger,
    /// The guards and assignments to ghost variables, and for a value its replacement.
    pub body: Vec<Stmt>,
    /// The whole rule.
    pub span: Span,
}

/// The trigger of a rule. Names that the operator does not have match any expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// In front of any statement.
    Anywhere,
    /// `havoc a`: in front of anything that may change it.
    Change(Expr),
    /// `a[i] = x`: in front of a statement that gives it a new value.
    Write(Expr, Expr),
    /// `a[i]`, `sum(a, l, u)`: where a statement evaluates it.
    Value(Expr),
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

/// A change of an update's target.
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
    /// Its kind.
    pub kind: ExprKind,
    /// Its place; parentheses around it count.
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
    /// `nondet()` or `nondet(low, high)`
    Nondet(Option<Box<(Expr, Expr)>>),
    /// `cond ? then : els`
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `name(arguments)`; the last argument of a few functions is a formula over a cell.
    Call {
        /// The function.
        name: Name,
        /// The arguments.
        args: Vec<Expr>,
        /// `(value, index) -> formula`
        lambda: Option<Box<Lambda>>,
    },
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

/// `(value, index) -> formula`: a formula over one cell of an array (PI Table 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// The names for the value of the cell and, if there is a second one, its index.
    pub params: Vec<Name>,
    /// The formula.
    pub body: Expr,
}

pub use super::typed::{Pragma, Quantifier, UnaryOp};

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

impl CompareOp {
    /// The operator for the same with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
            CompareOp::Eq | CompareOp::Ne => self,
        }
    }

    /// The operator that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Ge,
            CompareOp::Le => CompareOp::Gt,
            CompareOp::Gt => CompareOp::Le,
            CompareOp::Ge => CompareOp::Lt,
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ne => CompareOp::Eq,
        }
    }

    /// Whether it holds of two values in this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            CompareOp::Eq => order.is_eq(),
            CompareOp::Ne => order.is_ne(),
            CompareOp::Lt => order.is_lt(),
            CompareOp::Le => order.is_le(),
            CompareOp::Gt => order.is_gt(),
            CompareOp::Ge => order.is_ge(),
        }
    }
}

/// The precedence of comparisons, on the scale of [`BinaryOp::precedence`].
pub const COMPARE_PRECEDENCE: u8 = 5;

impl BinaryOp {
    /// The precedence of the operator; the weakest is 1.
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

/// A node of the tree that has a place of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<'t> {
    /// The whole program.
    Program(&'t Program),
    /// A setting.
    Pragma(&'t Pragma),
    /// A statement.
    Stmt(&'t Stmt),
    /// One variable of a declaration.
    Declarator(&'t Declarator),
    /// A line of a contract.
    Clause(&'t Clause),
    /// A name where it is introduced, or that of a function.
    Name(&'t Name),
    /// An expression.
    Expr(&'t Expr),
}

impl Node<'_> {
    /// Its place in the text that the tree was read from.
    pub fn span(&self) -> Span {
        match self {
            Node::Program(program) => program.span,
            Node::Pragma(pragma) => pragma.span,
            Node::Stmt(stmt) => stmt.span,
            Node::Declarator(declarator) => declarator.span,
            Node::Clause(clause) => clause.span,
            Node::Name(name) => name.span,
            Node::Expr(expr) => expr.span,
        }
    }

    /// Whether another node is of the same kind: both a `while`, both an infix operator. The operator and
    /// the children may differ.
    pub fn is_like(&self, other: &Node<'_>) -> bool {
        use std::mem::discriminant;
        match (self, other) {
            (Node::Stmt(a), Node::Stmt(b)) => discriminant(&a.kind) == discriminant(&b.kind),
            (Node::Expr(a), Node::Expr(b)) => discriminant(&a.kind) == discriminant(&b.kind),
            _ => discriminant(self) == discriminant(other),
        }
    }
}

/// The functions among statements.
pub fn functions(body: &[Stmt]) -> impl Iterator<Item = &Function> {
    body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(&**function),
        _ => None,
    })
}

/// The number of statements at the head of a loop's body: the lines about the loop, and hints between them.
pub fn loop_head_length(body: &[Stmt]) -> usize {
    let is_head = |stmt: &&Stmt| {
        stmt.is_loop_clause() || matches!(stmt.kind, StmtKind::Hint(_) | StmtKind::Empty)
    };
    let head = body.iter().take_while(is_head).count();
    body[..head].iter().rposition(Stmt::is_loop_clause).map_or(0, |last| last + 1)
}

/// Walking through a tree.
impl Stmt {
    /// The statements directly inside.
    pub fn children(&self) -> Vec<&Stmt> {
        match &self.kind {
            StmtKind::If { then, els, .. } => {
                then.iter().chain(els.as_deref().unwrap_or(&[])).collect()
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Block(body) => body.iter().collect(),
            StmtKind::For { init, step, body, .. } => init.iter().chain(step).chain(body).collect(),
            StmtKind::Function(function) => function.body.iter().collect(),
            _ => vec![],
        }
    }

    /// Whether it ends an iteration, a loop or the program.
    pub fn is_jump(&self) -> bool {
        matches!(self.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_))
    }

    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        use StmtKind::{DoWhile, For, While};
        matches!(self.kind, While { .. } | DoWhile { .. } | For { .. })
    }

    /// Whether it is a line about the loop at the head of whose body it stands.
    pub fn is_loop_clause(&self) -> bool {
        matches!(self.kind, StmtKind::Invariant(_) | StmtKind::Decreases(_))
    }

    /// The expressions of the statement itself.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Declare { declarators, .. } => declarators
                .iter()
                .flat_map(|d| d.dimensions.iter().flatten().chain(&d.init))
                .collect(),
            StmtKind::Update { target, op } => match op {
                UpdateOp::Set(value) | UpdateOp::Change(_, value) => vec![target, value],
                UpdateOp::Increment | UpdateOp::Decrement => vec![target],
            },
            StmtKind::Assign { targets, values } => targets.iter().chain(values).collect(),
            StmtKind::Havoc(exprs) | StmtKind::Return(exprs) => exprs.iter().collect(),
            StmtKind::Function(function) => function.exprs(),
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Assume(cond)
            | StmtKind::Assert(cond)
            | StmtKind::Hint(cond)
            | StmtKind::Invariant(cond)
            | StmtKind::Decreases(cond)
            | StmtKind::Call(cond) => vec![cond],
            StmtKind::For { cond, .. } => cond.iter().collect(),
            StmtKind::Block(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Operator(_)
            | StmtKind::Empty
            | StmtKind::Error => vec![],
        }
    }

    /// Visits the statement and all below it.
    pub fn visit(&self, f: &mut impl FnMut(&Stmt)) {
        f(self);
        self.children().into_iter().for_each(|child| child.visit(f));
    }
}

impl Function {
    /// The lengths of its parameters and the conditions of its contract.
    pub fn exprs(&self) -> Vec<&Expr> {
        let lengths = self.params.iter().flat_map(|p| p.declarator.dimensions.iter().flatten());
        lengths.chain(self.contract.iter().map(|clause| &clause.cond)).collect()
    }
}

impl Expr {
    /// The operands.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Error => vec![],
            ExprKind::Nondet(range) => {
                range.iter().flat_map(|range| [&range.0, &range.1]).collect()
            }
            ExprKind::Unary(_, inner) => vec![inner],
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Ite(a, b, c) => vec![a, b, c],
            ExprKind::Call { args, lambda, .. } => {
                args.iter().chain(lambda.as_deref().map(|lambda| &lambda.body)).collect()
            }
            ExprKind::Compare(first, rest) => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, next)| next)).collect()
            }
            ExprKind::Quant { range, body, .. } => {
                let range = range.iter().flat_map(|range| [&range.0, &range.1]);
                range.chain([&**body]).collect()
            }
        }
    }

    /// Visits the expression and all below it.
    pub fn visit(&self, f: &mut impl FnMut(&Expr)) {
        f(self);
        self.children().into_iter().for_each(|child| child.visit(f));
    }

    /// Whether the expression or a part of it has a property.
    pub fn any(&self, is: &impl Fn(&Expr) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|child| child.any(is))
    }

    /// The variable under any number of indices.
    pub fn root(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Index(array, _) => array.root(),
            _ => None,
        }
    }
}
