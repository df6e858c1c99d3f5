//! From a typed program to Horn clauses: one predicate for each program point, one clause for
//! each way from one point to the next, one assertion clause for each claim (T Sec. 2.1).

use super::clause::{
    Clause, ClauseId, Goal, Instance, Origin, Pred, PredId, Premise, Rule, System,
};
use super::prenex::{negate, strip};
use super::term::{Names, Op, Quantifier, Sort, Term, Var};
use crate::base::{LineIndex, Span};
use crate::lang::typed as ast;
use crate::lang::typed::{
    AssertId, BinaryOp, Expr, ExprKind, Program, Stmt, StmtKind, Type, UnaryOp, VarId,
};
use std::collections::BTreeMap;

/// The clauses of a program: satisfiable exactly if no run violates an assertion.
///
/// `lines` is the index of the program's text; it only serves names and titles.
pub fn encode(program: &Program, lines: &LineIndex) -> System {
    let mut encoder =
        Encoder { program, lines, system: System::default(), scope: vec![], scopes: vec![] };
    let end_span = program.body.last().map_or(Span::default(), |s| s.span.after());
    let first_span = program.body.first().map_or(end_span, |s| s.span);
    let start = encoder.point(first_span, None);
    let start_goal = Goal::Instance(Instance::plain(start, vec![]));
    let span = Span::new(first_span.start as usize, first_span.start as usize);
    encoder.clause(Edge::new(span, Rule::Start).origin, vec![], start_goal);
    encoder.sequence(&program.body, start, None, end_span);
    encoder.system
}

struct Encoder<'p> {
    program: &'p Program,
    lines: &'p LineIndex,
    system: System,
    /// The variables in scope, outermost first.
    scope: Vec<VarId>,
    /// The variables in scope at each point, in the order of its parameters.
    scopes: Vec<Vec<VarId>>,
}

/// What changes on the way from one point to the next; the rest keeps its value.
type Changes = BTreeMap<VarId, Term>;

impl Encoder<'_> {
    /// Makes a point with the variables now in scope. `at` is the statement that follows it.
    fn point(&mut self, at: Span, role: Option<&str>) -> PredId {
        let id = PredId(self.system.preds.len() as u32);
        let line = self.lines.line(at);
        let name = self.unique_name(role.map_or(format!("L{line}"), str::to_owned));
        let title = match role {
            Some(_) => "at the end of the program".to_owned(),
            None => format!("before line {line}"),
        };
        let params = self.scope.iter().map(|v| self.var(*v)).collect();
        self.system.preds.push(Pred { name, title, span: at, loop_head: false, params });
        self.scopes.push(self.scope.clone());
        id
    }

    fn unique_name(&self, name: String) -> String {
        let taken = |n: &str| self.system.preds.iter().any(|p| p.name == n);
        if !taken(&name) {
            return name;
        }
        let mut numbered = (2u32..).map(|n| format!("{name}_{n}"));
        numbered.find(|n| !taken(n)).unwrap_or(name)
    }

    /// The term-level variable of a program variable.
    fn var(&self, id: VarId) -> Var {
        let info = self.program.var(id);
        Var::new(&info.name, sort(info.ty))
    }

    fn clause(&mut self, origin: Origin, premises: Vec<Premise>, goal: Goal) {
        let id = ClauseId(self.system.clauses.len() as u32);
        self.system.clauses.push(Clause { id, origin, premises, goal });
    }

    /// The instance of a point with the program's variables themselves as arguments.
    fn here(&self, point: PredId) -> Premise {
        let params = &self.system.pred(point).params;
        Premise::Instance(Instance::plain(point, params.iter().map(Term::var).collect()))
    }

    /// The clause for going along an edge from one point to another.
    fn step(&mut self, from: PredId, edge: Edge, to: PredId) {
        let value = |id: &VarId| edge.changes.get(id).cloned().unwrap_or(Term::var(&self.var(*id)));
        let args = self.scopes[to.0 as usize].iter().map(value).collect();
        let condition = edge.condition.filter(|c| !c.is_true()).map(Premise::Cond);
        let premises = std::iter::once(self.here(from)).chain(condition).collect();
        self.clause(edge.origin, premises, Goal::Instance(Instance::plain(to, args)));
    }

    /// Encodes statements from the point `from` to the point `to`, or to a new last point.
    /// Variables declared here leave the scope at the end. `end` is where the end stands.
    fn sequence(&mut self, stmts: &[Stmt], from: PredId, to: Option<PredId>, end: Span) {
        let depth = self.scope.len();
        let mut at = from;
        for (i, stmt) in stmts.iter().enumerate() {
            if let StmtKind::Declare { var, .. } = stmt.kind {
                self.scope.push(var);
            }
            let next = match (stmts.get(i + 1), to) {
                (Some(next), _) => self.point(next.span, None),
                (None, Some(to)) => to,
                (None, None) => self.point(end, Some("end")),
            };
            self.stmt(stmt, at, next);
            at = next;
        }
        if let (true, Some(to)) = (stmts.is_empty(), to) {
            self.step(from, Edge::new(end, Rule::Skip), to);
        }
        self.scope.truncate(depth);
    }

    fn stmt(&mut self, stmt: &Stmt, from: PredId, to: PredId) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Declare { var, init, .. } => {
                let mut values = Values::new(self);
                let value = match init {
                    Some(init) => values.term(init),
                    None => values.any(&self.var(*var)),
                };
                let edge = Edge::new(span, Rule::Declare).change(*var, value);
                let edge = edge.choosing(values.inputs);
                self.step(from, edge, to);
            }
            StmtKind::Assign { var, value } => {
                let mut values = Values::new(self);
                let edge = Edge::new(span, Rule::Assign).change(*var, values.term(value));
                let edge = edge.choosing(values.inputs);
                self.step(from, edge, to);
            }
            StmtKind::Store { array, index, value } => {
                let mut values = Values::new(self);
                let (index, value) = (values.term(index), values.term(value));
                let new = Term::store(Term::var(&self.var(*array)), index, value);
                let edge = Edge::new(span, Rule::Store).change(*array, new);
                let edge = edge.choosing(values.inputs);
                self.step(from, edge, to);
            }
            StmtKind::If { cond, then, els } => {
                self.branch(cond, true, then, from, to, span);
                self.branch(cond, false, els, from, to, span);
            }
            StmtKind::While { cond, body } => {
                let line = self.lines.line(span);
                let pred = &mut self.system.preds[from.0 as usize];
                pred.loop_head = true;
                pred.title = format!("each time the loop of line {line} begins");
                self.branch(cond, true, body, from, from, span);
                self.branch(cond, false, &[], from, to, span);
            }
            StmtKind::Block(stmts) => self.sequence(stmts, from, Some(to), span),
            StmtKind::Assume(cond) => {
                let mut values = Values::new(self);
                let cond = strip(&values.term(cond), Quantifier::Exists);
                let edge = Edge::new(span, Rule::Assume).when(cond).choosing(values.inputs);
                self.step(from, edge, to);
            }
            StmtKind::Assert { id, cond } => self.assert(span, *id, cond, from, to),
        }
    }

    fn assert(&mut self, span: Span, id: AssertId, cond: &Expr, from: PredId, to: PredId) {
        let mut values = Values::new(self);
        let goal = strip(&values.term(cond), Quantifier::Forall);
        let inputs = values.inputs;
        let edge = Edge::new(span, Rule::Skip).choosing(inputs.clone());
        let origin = Origin { span, rule: Rule::Assert, assert: Some(id), inputs };
        let here = self.here(from);
        self.clause(origin, vec![here], Goal::Cond(goal));
        self.step(from, edge, to);
    }

    /// One side of a condition: from `from`, through `body`, to `to`.
    fn branch(
        &mut self,
        cond: &Expr,
        holds: bool,
        body: &[Stmt],
        from: PredId,
        to: PredId,
        whole: Span,
    ) {
        let mut values = Values::new(self);
        let term = values.term(cond);
        let inputs = values.inputs;
        let (term, rule) =
            if holds { (term, Rule::BranchTrue) } else { (negate(&term), Rule::BranchFalse) };
        let entry = match body.first() {
            Some(first) => self.point(first.span, None),
            None => to,
        };
        self.step(from, Edge::new(cond.span, rule).when(term).choosing(inputs), entry);
        if !body.is_empty() {
            self.sequence(body, entry, Some(to), whole);
        }
    }
}

/// A way from one point to the next.
struct Edge {
    origin: Origin,
    condition: Option<Term>,
    changes: Changes,
}

impl Edge {
    fn new(span: Span, rule: Rule) -> Edge {
        let origin = Origin { span, rule, assert: None, inputs: vec![] };
        Edge { origin, condition: None, changes: Changes::new() }
    }

    fn when(mut self, condition: Term) -> Edge {
        self.condition = Some(condition);
        self
    }

    fn change(mut self, var: VarId, value: Term) -> Edge {
        self.changes.insert(var, value);
        self
    }

    fn choosing(mut self, inputs: Vec<Var>) -> Edge {
        self.origin.inputs = inputs;
        self
    }
}

/// The sort of a type.
pub fn sort(ty: Type) -> Sort {
    match ty {
        Type::Int => Sort::Int,
        Type::Bool => Sort::Bool,
        Type::IntArray => Sort::int_array(),
    }
}

/// Translates the expressions of one statement; remembers the names taken for "any value".
struct Values<'e, 'p> {
    encoder: &'e Encoder<'p>,
    names: Names,
    /// The fresh variables, in the order in which the interpreter chooses their values.
    inputs: Vec<Var>,
}

impl<'e, 'p> Values<'e, 'p> {
    fn new(encoder: &'e Encoder<'p>) -> Values<'e, 'p> {
        let all = (0..encoder.program.vars.len() as u32).map(|i| encoder.var(VarId(i)));
        Values { encoder, names: Names::avoiding(all), inputs: vec![] }
    }

    /// A fresh variable of the sort of `like`, named after it.
    fn any(&mut self, like: &Var) -> Term {
        let v = self.names.fresh(like);
        self.inputs.push(v.clone());
        Term::var(&v)
    }

    fn term(&mut self, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Int(n) => Term::int(n.clone()),
            ExprKind::Bool(b) => Term::bool(*b),
            ExprKind::Var(id) => Term::var(&self.encoder.var(*id)),
            ExprKind::Read(array, index) => {
                Term::select(Term::var(&self.encoder.var(*array)), self.term(index))
            }
            ExprKind::Nondet => self.any(&Var::new("any", sort(expr.ty))),
            ExprKind::Unary(UnaryOp::Neg, e) => {
                let e = self.term(e);
                e.as_int().map_or_else(|| Term::app(Op::Neg, vec![e.clone()]), |n| Term::int(-n))
            }
            ExprKind::Unary(UnaryOp::Not, e) => Term::not(self.term(e)),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.term(a), self.term(b));
                binary(*op, a, b)
            }
            ExprKind::Quant(q, vars, body) => {
                let q = match q {
                    ast::Quantifier::Forall => Quantifier::Forall,
                    ast::Quantifier::Exists => Quantifier::Exists,
                };
                let vars = vars.iter().map(|v| self.encoder.var(*v)).collect();
                Term::quant(q, vars, self.term(body))
            }
        }
    }
}

fn binary(op: BinaryOp, a: Term, b: Term) -> Term {
    let op = match op {
        BinaryOp::And => return Term::and([a, b]),
        BinaryOp::Or => return Term::or([a, b]),
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::Div => Op::Div,
        BinaryOp::Mod => Op::Mod,
        BinaryOp::Lt => Op::Lt,
        BinaryOp::Le => Op::Le,
        BinaryOp::Gt => Op::Gt,
        BinaryOp::Ge => Op::Ge,
        BinaryOp::Eq => Op::Eq,
        BinaryOp::Ne => Op::Ne,
        BinaryOp::Implies => Op::Implies,
    };
    Term::app(op, vec![a, b])
}
