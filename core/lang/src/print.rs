//! Prints a syntax tree in its canonical form: one statement a line, braces around every body, no more
//! parentheses than needed.
//!
//! Comments are not part of the tree and are lost. Parsing the output gives the same tree with other
//! places, as long as the tree has no error nodes (they appear as comments) and fits the parser's limits.

use super::ast::{
    BinaryOp, COMPARE_PRECEDENCE, Declarator, Expr, ExprKind, Function, Lambda, Name, Node,
    Operator, Pragma, Program, Quantifier, ResultType, Rule, Stmt, StmtKind, Trigger, TypeName,
    UnaryOp, UpdateOp,
};
use hornbook_base::Span;

const INDENT: &str = "  ";
const ERROR: &str = "/* error */";
/// Binds tighter than every operator between two operands.
const UNARY: u8 = COMPARE_PRECEDENCE + 3;
/// Binds tighter than everything.
const OPERAND: u8 = UNARY + 1;

/// The canonical text of a program without its settings.
pub fn program(program: &Program) -> String {
    let mut out = Printer::default();
    out.statements(&program.body, 0);
    out.text
}

/// The canonical text of a program with its settings.
pub fn whole(program: &Program) -> String {
    let mut out = Printer::default();
    out.whole(program);
    out.text
}

/// The canonical text with settings, with every node of the tree and its place in the text: each node
/// before those below it, and siblings in their order. A node's place is the one that parsing the text
/// gives it, so a pair of parentheses around an expression counts.
pub fn with_nodes(program: &Program) -> (String, Vec<(Span, Node<'_>)>) {
    let mut out = Printer { text: String::new(), nodes: Some(vec![]) };
    out.whole(program);
    (out.text, out.nodes.unwrap_or_default())
}

/// The canonical text of an expression.
pub fn expr(expr: &Expr) -> String {
    let mut out = Printer::default();
    out.operand(expr, 0);
    out.text
}

fn result_type(result: ResultType) -> String {
    type_name(result.ty).to_owned() + &"[]".repeat(result.dimensions)
}

/// The name of a type.
pub fn type_name(ty: TypeName) -> &'static str {
    match ty {
        TypeName::Int => "int",
        TypeName::Bool => "bool",
        TypeName::Error => ERROR,
    }
}

/// A printer: the text so far, and, if asked for, the nodes with their places in it.
#[derive(Default)]
struct Printer<'t> {
    text: String,
    nodes: Option<Vec<(Span, Node<'t>)>>,
}

impl<'t> Printer<'t> {
    /// Prints a node by `print` and keeps its place.
    fn node(&mut self, node: Node<'t>, print: impl FnOnce(&mut Self)) {
        let start = self.text.len();
        let at = self.nodes.as_ref().map(Vec::len);
        if let Some(nodes) = &mut self.nodes {
            nodes.push((Span::default(), node));
        }
        print(self);
        let span = Span::new(start, self.text.len());
        if let (Some(nodes), Some(at)) = (&mut self.nodes, at)
            && let Some(entry) = nodes.get_mut(at)
        {
            entry.0 = span;
        }
    }

    fn whole(&mut self, program: &'t Program) {
        self.node(Node::Program(program), |out| {
            for pragma in &program.pragmas {
                out.node(Node::Pragma(pragma), |out| out.pragma(pragma));
                out.text.push('\n');
            }
            out.statements(&program.body, 0);
        });
    }

    fn pragma(&mut self, pragma: &Pragma) {
        self.text.push_str("#pragma ");
        self.text.push_str(&pragma.key);
        if !pragma.value.is_empty() {
            self.text.push(' ');
            self.text.push_str(&pragma.value);
        }
    }

    fn name(&mut self, name: &'t Name) {
        self.node(Node::Name(name), |out| out.text.push_str(&name.text));
    }

    fn statements(&mut self, body: &'t [Stmt], level: usize) {
        for stmt in body {
            self.text.push_str(&INDENT.repeat(level));
            self.statement(stmt, level);
            self.text.push('\n');
        }
    }

    fn statement(&mut self, stmt: &'t Stmt, level: usize) {
        self.node(Node::Stmt(stmt), |out| out.statement_kind(stmt, level));
    }

    fn statement_kind(&mut self, stmt: &'t Stmt, level: usize) {
        match &stmt.kind {
            StmtKind::Declare { .. } | StmtKind::Update { .. } | StmtKind::Assign { .. } => {
                self.simple_kind(stmt);
                self.text.push(';');
            }
            StmtKind::Havoc(targets) => {
                self.text.push_str("havoc ");
                self.separated(targets, |out, target| out.operand(target, OPERAND));
                self.text.push(';');
            }
            StmtKind::Call(call) => {
                self.operand(call, 0);
                self.text.push(';');
            }
            StmtKind::DoWhile { body, cond } => {
                self.text.push_str("do ");
                self.block(body, level);
                self.text.push_str(" while (");
                self.operand(cond, 0);
                self.text.push_str(");");
            }
            StmtKind::Break => self.text.push_str("break;"),
            StmtKind::Continue => self.text.push_str("continue;"),
            StmtKind::Return(values) => self.return_statement(values),
            StmtKind::Function(function) => self.function(function, level),
            StmtKind::Operator(operator) => self.operator(operator, level),
            StmtKind::Hint(cond) => self.line("hint", cond),
            StmtKind::Invariant(cond) => self.line("invariant", cond),
            StmtKind::Decreases(value) => self.line("decreases", value),
            StmtKind::If { cond, then, els } => {
                self.if_statement(cond, then, els.as_deref(), level)
            }
            StmtKind::While { cond, body } => {
                self.text.push_str("while (");
                self.operand(cond, 0);
                self.text.push_str(") ");
                self.block(body, level);
            }
            StmtKind::For { init, cond, step, body } => {
                self.text.push_str("for (");
                self.separated(init, Self::simple);
                self.text.push_str("; ");
                if let Some(cond) = cond {
                    self.operand(cond, 0);
                }
                self.text.push_str("; ");
                self.separated(step, Self::simple);
                self.text.push_str(") ");
                self.block(body, level);
            }
            StmtKind::Block(body) => self.block(body, level),
            StmtKind::Assume(cond) => self.claim("assume", cond),
            StmtKind::Assert(cond) => self.claim("assert", cond),
            StmtKind::Empty => self.text.push(';'),
            StmtKind::Error => self.text.push_str(ERROR),
        }
    }

    fn return_statement(&mut self, values: &'t [Expr]) {
        self.text.push_str("return");
        match values {
            [] => {}
            [value] => {
                self.text.push(' ');
                self.operand(value, 0);
            }
            several => {
                self.text.push_str(" (");
                self.separated(several, |out, value| out.operand(value, 0));
                self.text.push(')');
            }
        }
        self.text.push(';');
    }

    fn function(&mut self, function: &'t Function, level: usize) {
        let Function { results, name, params, contract, body } = function;
        match &results[..] {
            [] => self.text.push_str("void"),
            [ty] => self.text.push_str(&result_type(*ty)),
            several => {
                let names: Vec<String> = several.iter().map(|ty| result_type(*ty)).collect();
                self.text.push_str(&format!("({})", names.join(", ")));
            }
        }
        self.text.push(' ');
        self.name(name);
        self.text.push('(');
        self.separated(params, |out, param| {
            out.text.push_str(type_name(param.ty));
            out.text.push(' ');
            out.declarator(&param.declarator);
        });
        self.text.push(')');
        for clause in contract {
            self.text.push('\n');
            self.text.push_str(&INDENT.repeat(level + 1));
            self.node(Node::Clause(clause), |out| {
                out.text.push_str(clause.owed.word());
                out.text.push(' ');
                out.operand(&clause.cond, 0);
                out.text.push(';');
            });
        }
        self.text.push_str(if contract.is_empty() { " " } else { "\n" });
        self.block(body, level);
    }

    fn operator(&mut self, operator: &'t Operator, level: usize) {
        let Operator { name, params, ghosts, invariant, rules } = operator;
        let indent = INDENT.repeat(level + 1);
        self.text.push_str("operator ");
        self.name(name);
        self.text.push('(');
        self.separated(params, |out, followed| {
            out.text.push_str(type_name(followed.ty));
            out.text.push(' ');
            out.declarator(&followed.declarator);
            if let Some(names) = &followed.formula {
                out.text.push('(');
                out.separated(names, Self::name);
                out.text.push(')');
            }
        });
        self.text.push_str(") {\n");
        for ghost in ghosts {
            self.text.push_str(&format!("{indent}ghost "));
            self.statement(ghost, level + 1);
            self.text.push('\n');
        }
        self.text.push_str(&format!("{indent}invariant "));
        self.operand(invariant, 0);
        self.text.push_str(";\n");
        for rule in rules {
            self.text.push_str(&indent);
            self.rule(rule, level + 1);
            self.text.push('\n');
        }
        self.text.push_str(&INDENT.repeat(level));
        self.text.push('}');
    }

    fn rule(&mut self, rule: &'t Rule, level: usize) {
        self.text.push_str("rule ");
        self.name(&rule.name);
        if !rule.params.is_empty() {
            self.text.push('(');
            self.separated(&rule.params, Self::name);
            self.text.push(')');
        }
        match &rule.on {
            Trigger::Anywhere => {}
            Trigger::Change(what) => {
                self.text.push_str(": havoc ");
                self.operand(what, 0);
            }
            Trigger::Write(target, value) => {
                self.text.push_str(": ");
                self.operand(target, OPERAND);
                self.text.push_str(" = ");
                self.operand(value, 0);
            }
            Trigger::Value(value) => {
                self.text.push_str(": ");
                self.operand(value, 0);
            }
        }
        self.text.push(' ');
        self.block(&rule.body, level);
    }

    fn if_statement(
        &mut self,
        cond: &'t Expr,
        then: &'t [Stmt],
        els: Option<&'t [Stmt]>,
        level: usize,
    ) {
        self.text.push_str("if (");
        self.operand(cond, 0);
        self.text.push_str(") ");
        self.block(then, level);
        let Some(els) = els else { return };
        self.text.push_str(" else ");
        match els {
            [chained] if matches!(chained.kind, StmtKind::If { .. }) => {
                self.statement(chained, level);
            }
            _ => self.block(els, level),
        }
    }

    fn block(&mut self, body: &'t [Stmt], level: usize) {
        if body.is_empty() {
            self.text.push_str("{}");
            return;
        }
        self.text.push_str("{\n");
        self.statements(body, level + 1);
        self.text.push_str(&INDENT.repeat(level));
        self.text.push('}');
    }

    /// `word e;`
    fn line(&mut self, word: &str, e: &'t Expr) {
        self.text.push_str(word);
        self.text.push(' ');
        self.operand(e, 0);
        self.text.push(';');
    }

    fn claim(&mut self, word: &str, cond: &'t Expr) {
        self.text.push_str(word);
        self.text.push('(');
        self.operand(cond, 0);
        self.text.push_str(");");
    }

    /// A declaration or an update in the header of a `for`.
    fn simple(&mut self, stmt: &'t Stmt) {
        self.node(Node::Stmt(stmt), |out| out.simple_kind(stmt));
    }

    fn simple_kind(&mut self, stmt: &'t Stmt) {
        match &stmt.kind {
            StmtKind::Declare { constant, ty, declarators } => {
                if *constant {
                    self.text.push_str("const ");
                }
                self.text.push_str(type_name(*ty));
                self.text.push(' ');
                self.separated(declarators, Self::declarator);
            }
            StmtKind::Update { target, op } => self.update(target, op),
            StmtKind::Assign { targets, values } => {
                self.separated(targets, |out, target| out.operand(target, OPERAND));
                self.text.push_str(" = ");
                self.separated(values, |out, value| out.operand(value, 0));
            }
            _ => self.text.push_str(ERROR),
        }
    }

    fn declarator(&mut self, declarator: &'t Declarator) {
        self.node(Node::Declarator(declarator), |out| out.declared(declarator));
    }

    fn declared(&mut self, declarator: &'t Declarator) {
        self.name(&declarator.name);
        for dimension in &declarator.dimensions {
            self.text.push('[');
            if let Some(length) = dimension {
                self.operand(length, 0);
            }
            self.text.push(']');
        }
        if let Some(init) = &declarator.init {
            self.text.push_str(" = ");
            self.operand(init, 0);
        }
    }

    fn update(&mut self, target: &'t Expr, op: &'t UpdateOp) {
        self.operand(target, OPERAND);
        match op {
            UpdateOp::Set(value) => {
                self.text.push_str(" = ");
                self.operand(value, 0);
            }
            UpdateOp::Change(op, value) => {
                self.text.push(' ');
                self.text.push_str(op.text());
                self.text.push_str("= ");
                self.operand(value, 0);
            }
            UpdateOp::Increment => self.text.push_str("++"),
            UpdateOp::Decrement => self.text.push_str("--"),
        }
    }

    fn separated<T>(&mut self, items: &'t [T], print: fn(&mut Self, &'t T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.text.push_str(", ");
            }
            print(self, item);
        }
    }

    /// An expression in a place that takes operators down to `weakest` without parentheses.
    fn operand(&mut self, expr: &'t Expr, weakest: u8) {
        let parentheses = precedence(expr) < weakest;
        self.node(Node::Expr(expr), |out| {
            if parentheses {
                out.text.push('(');
            }
            out.expr_kind(expr);
            if parentheses {
                out.text.push(')');
            }
        });
    }

    fn expr_kind(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::Int(n) => self.text.push_str(&n.to_string()),
            ExprKind::Bool(b) => self.text.push_str(if *b { "true" } else { "false" }),
            ExprKind::Name(name) => self.text.push_str(name),
            ExprKind::Index(array, index) => {
                self.operand(array, OPERAND);
                self.text.push('[');
                self.operand(index, 0);
                self.text.push(']');
            }
            ExprKind::Nondet(None) => self.text.push_str("nondet()"),
            ExprKind::Nondet(Some(range)) => {
                self.text.push_str("nondet(");
                self.operand(&range.0, 0);
                self.text.push_str(", ");
                self.operand(&range.1, 0);
                self.text.push(')');
            }
            ExprKind::Ite(cond, then, els) => {
                self.operand(cond, 1);
                self.text.push_str(" ? ");
                self.operand(then, 0);
                self.text.push_str(" : ");
                self.operand(els, 0);
            }
            ExprKind::Call { name, args, lambda } => self.call(name, args, lambda.as_deref()),
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Compare(first, rest) => {
                self.operand(first, COMPARE_PRECEDENCE + 1);
                for (op, next) in rest {
                    self.text.push_str(&format!(" {} ", op.text()));
                    self.operand(next, COMPARE_PRECEDENCE + 1);
                }
            }
            ExprKind::Quant { quantifier, vars, range, body } => {
                self.quant(*quantifier, vars, range.as_deref(), body)
            }
            ExprKind::Error => self.text.push_str(ERROR),
        }
    }

    fn call(&mut self, name: &'t Name, args: &'t [Expr], lambda: Option<&'t Lambda>) {
        self.name(name);
        self.text.push('(');
        self.separated(args, |out, arg| out.operand(arg, 0));
        if let Some(lambda) = lambda {
            self.text.push_str(if args.is_empty() { "(" } else { ", (" });
            self.separated(&lambda.params, Self::name);
            self.text.push_str(") -> ");
            self.operand(&lambda.body, 0);
        }
        self.text.push(')');
    }

    fn unary(&mut self, op: UnaryOp, inner: &'t Expr) {
        self.text.push(match op {
            UnaryOp::Neg => '-',
            UnaryOp::Not => '!',
        });
        // `--x` would read as something else.
        let double = op == UnaryOp::Neg && matches!(inner.kind, ExprKind::Unary(UnaryOp::Neg, _));
        self.operand(inner, if double { OPERAND } else { UNARY });
    }

    fn binary(&mut self, op: BinaryOp, left: &'t Expr, right: &'t Expr) {
        let level = op.precedence();
        let groups_right = u8::from(op == BinaryOp::Implies);
        self.operand(left, level + groups_right);
        self.text.push_str(&format!(" {} ", op.text()));
        self.operand(right, level + 1 - groups_right);
    }

    fn quant(
        &mut self,
        quantifier: Quantifier,
        vars: &'t [Name],
        range: Option<&'t (Expr, Expr)>,
        body: &'t Expr,
    ) {
        self.text.push_str(match quantifier {
            Quantifier::Forall => "forall ",
            Quantifier::Exists => "exists ",
        });
        self.separated(vars, Self::name);
        if let Some((low, high)) = range {
            self.text.push_str(" in ");
            self.operand(low, COMPARE_PRECEDENCE + 1);
            self.text.push_str("..");
            self.operand(high, COMPARE_PRECEDENCE + 1);
        }
        self.text.push_str(": ");
        self.operand(body, 0);
    }
}

fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Quant { .. } | ExprKind::Ite(..) => 0,
        ExprKind::Binary(op, ..) => op.precedence(),
        ExprKind::Compare(..) => COMPARE_PRECEDENCE,
        ExprKind::Unary(..) => UNARY,
        _ => OPERAND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn canonical(text: &str) -> String {
        let (tree, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        program(&tree)
    }

    #[test]
    fn output_has_braces_and_few_parentheses() {
        let shown = canonical(
            "if (((a))) x=(1+2)*3-(4-5); else if (!(a&&b)) ; for(;;i++,j--) a[(i)]-=1;\
             assert((forall k in 0..n:(a[k]==0))==>(p==>q));",
        );
        assert_eq!(
            shown,
            "if (a) {\n  x = (1 + 2) * 3 - (4 - 5);\n} else if (!(a && b)) {\n  ;\n}\n\
             for (; ; i++, j--) {\n  a[i] -= 1;\n}\n\
             assert((forall k in 0..n: a[k] == 0) ==> p ==> q);\n"
        );
    }

    #[test]
    fn printing_twice_changes_nothing() {
        let once = canonical("int x = - -1, a[]; bool b = (0 < x) == (x <= 2) ;");
        assert_eq!(once, canonical(&once));
    }
}
