//! Instrumentation operators (PI Def. 1): ghost variables, rules, an invariant.
//!
//! An operator is plain syntax. Its well-formedness is checked here; its soundness is a matter of tasks
//! ([`super::obligations`]).

use super::aggregate::{Aggregate, Monoid};
use super::statement::unbound;
use hornbook_base::Diagnostic;
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Expr, ExprKind, Rule, Stmt, StmtKind, Trigger, TypeName, UpdateOp,
};
use hornbook_lang::rewrite::build;
use hornbook_lang::rewrite::names::{Names, free, names};
use hornbook_lang::{ast, print};
use std::collections::BTreeSet;

/// A well-formed operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// The syntax tree.
    pub tree: ast::Operator,
}

/// A ghost variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// Its name in the operator.
    pub name: String,
    /// Its type.
    pub ty: TypeName,
    /// Its first value.
    pub init: Expr,
}

/// The form of an invariant: `value` is the aggregate of the range from `low` to `high`, where `low <=
/// high`.
#[derive(Clone, Debug, PartialEq)]
pub struct InvariantShape {
    /// The ghost variable that is the aggregate.
    pub value: String,
    /// The ghost variable that is the first index.
    pub low: String,
    /// The ghost variable that is the index behind the last one.
    pub high: String,
    /// The monoid.
    pub monoid: Monoid,
    /// Whether it holds only for ranges that are not empty.
    pub filled: bool,
}

/// A step of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleStep {
    /// `guard(e);`: if it fails this was the wrong rule.
    Guard(Expr),
    /// `g = e;`
    Set(String, Expr),
    /// `return e;`: the replacement of a value.
    Return(Expr),
}

impl Operator {
    /// The operator, or its errors.
    ///
    /// # Errors
    /// All errors, each with its place.
    pub fn new(tree: &ast::Operator) -> Result<Operator, Vec<Diagnostic>> {
        let operator = Operator { tree: tree.clone() };
        let problems = operator.problems();
        if problems.is_empty() { Ok(operator) } else { Err(problems) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.tree.name.text
    }

    /// Its head with parameters: `sum(int a[])`.
    pub fn head(&self) -> String {
        let text = self.text();
        let head = text.split_once(" {").map_or("", |(head, _)| head);
        head.trim_start_matches("operator ").to_owned()
    }

    /// The text of the operator in a program.
    pub fn text(&self) -> String {
        let kind = StmtKind::Operator(Box::new(self.tree.clone()));
        let program = ast::Program { body: vec![build::stmt(kind)], ..ast::Program::default() };
        print::program(&program)
    }

    /// Its rules as texts: the head and the steps of each.
    pub fn written_rules(&self) -> Vec<(String, Vec<String>)> {
        let mut rules: Vec<(String, Vec<String>)> = vec![];
        for line in self.text().lines().map(str::trim) {
            match (line.strip_prefix("rule "), rules.last_mut()) {
                (Some(head), _) => {
                    rules.push((head.trim_end_matches(['{', '}', ' ']).to_owned(), vec![]));
                }
                (None, Some((_, steps))) if line.ends_with(';') => steps.push(line.to_owned()),
                _ => {}
            }
        }
        rules
    }

    /// The array that it follows, if it does.
    pub fn array(&self) -> Option<&str> {
        let is_array = |p: &&ast::Followed| !p.declarator.dimensions.is_empty();
        self.tree.params.iter().find(is_array).map(|p| p.declarator.name.text.as_str())
    }

    /// The formula over a cell that it follows, if it does.
    pub fn formula(&self) -> Option<&str> {
        let formula = self.tree.params.iter().find(|p| p.formula.is_some());
        formula.map(|p| p.declarator.name.text.as_str())
    }

    /// Its ghost variables.
    pub fn ghosts(&self) -> Vec<Ghost> {
        let declared = |stmt: &Stmt| -> Vec<Ghost> {
            let StmtKind::Declare { ty, declarators, .. } = &stmt.kind else { return vec![] };
            let ghost = |d: &ast::Declarator| {
                Some(Ghost { name: d.name.text.clone(), ty: *ty, init: d.init.clone()? })
            };
            declarators.iter().filter_map(ghost).collect()
        };
        self.tree.ghosts.iter().flat_map(declared).collect()
    }

    /// The rule of this name.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.tree.rules.iter().find(|rule| rule.name.text == name)
    }

    /// The rule for any change of the followed value.
    pub fn change(&self) -> Option<&Rule> {
        self.tree.rules.iter().find(|rule| matches!(rule.on, Trigger::Change(_)))
    }

    /// The names of a rule that are bound to expressions of the program: those in its pattern that are not
    /// the operator's, and its parameters.
    pub fn open(&self, rule: &Rule) -> BTreeSet<String> {
        let mut open = self.in_pattern(rule);
        let own = self.own();
        let params = rule.params.iter().map(|name| name.text.clone());
        open.extend(params.filter(|name| !own.contains(name)));
        open
    }

    /// The names in the pattern of a rule that are not the operator's.
    fn in_pattern(&self, rule: &Rule) -> Names {
        let mut names: Names = match &rule.on {
            Trigger::Anywhere => Names::new(),
            Trigger::Change(e) | Trigger::Value(e) => pattern_names(e),
            Trigger::Write(target, value) => &pattern_names(target) | &pattern_names(value),
        };
        let own = self.own();
        names.retain(|name| !own.contains(name));
        names
    }

    /// All names in the operator.
    pub fn names(&self) -> Names {
        let mut all = &self.own() | &names(&self.tree.invariant);
        for rule in &self.tree.rules {
            all.extend(self.open(rule));
            for deed in Operator::rule_steps(rule) {
                let (RuleStep::Guard(e) | RuleStep::Set(_, e) | RuleStep::Return(e)) = deed;
                all.extend(names(&e));
            }
        }
        all
    }

    /// The names of the operator itself.
    fn own(&self) -> Names {
        let params = self.tree.params.iter().map(|p| p.declarator.name.text.clone());
        params.chain(self.ghosts().into_iter().map(|g| g.name)).collect()
    }

    /// The aggregate of the invariant, if it has one.
    pub fn aggregate(&self) -> Option<InvariantShape> {
        let all = conjuncts(&self.tree.invariant);
        let of =
            |parts: &[&Expr], filled: bool| parts.iter().find_map(|e| self.shape(e, &all, filled));
        let premise = |e: &&Expr| match &e.kind {
            ExprKind::Binary(BinaryOp::Implies, _, claims) => {
                let shape = of(&conjuncts(claims), true)?;
                let premise = format!("{} < {}", shape.low, shape.high);
                let ExprKind::Binary(_, when, _) = &e.kind else { return None };
                (print::expr(when) == premise).then_some(shape)
            }
            _ => None,
        };
        of(&all, false).or_else(|| all.iter().find_map(premise))
    }

    /// The form `value == sum(a, low, high)`, where the invariant also has `low <= high`.
    fn shape(&self, e: &Expr, all: &[&Expr], filled: bool) -> Option<InvariantShape> {
        let ghosts: Names = self.ghosts().into_iter().map(|g| g.name).collect();
        self.array()?;
        let ghost = |e: &Expr| match &e.kind {
            ExprKind::Name(name) if ghosts.contains(name) => Some(name.clone()),
            _ => None,
        };
        let ExprKind::Compare(left, rest) = &e.kind else { return None };
        let [(CompareOp::Eq, right)] = rest.as_slice() else { return None };
        let found = Aggregate::from_expr(right, &|a| self.is_array(a))?;
        let (low, high) = (ghost(&found.low)?, ghost(&found.high)?);
        let order = format!("{low} <= {high}");
        let ordered = all.iter().any(|e| print::expr(e) == order);
        let value = ghost(left).filter(|_| ordered)?;
        Some(InvariantShape { value, low, high, monoid: found.monoid, filled })
    }

    /// The steps of a rule. Steps of another form were refused.
    pub fn rule_steps(rule: &Rule) -> Vec<RuleStep> {
        rule.body.iter().filter_map(rule_step).collect()
    }

    fn problems(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = self.tree.ghosts.iter().flat_map(ghost_problems).collect();
        found.extend(self.param_problems());
        found.extend(self.name_problems());
        let ghosts: Names = self.ghosts().into_iter().map(|g| g.name).collect();
        found.extend(self.expr_problems(&self.tree.invariant, &ghosts));
        found.extend(self.lasting_formulas());
        for rule in &self.tree.rules {
            found.extend(self.rule_problems(rule));
        }
        found
    }

    fn param_problems(&self) -> Vec<Diagnostic> {
        let span = self.tree.name.span;
        let mut found = vec![];
        let params = self.tree.params.iter();
        let arrays = params.clone().filter(|p| p.declarator.dimensions.len() == 1).count();
        let formulas = params.filter(|p| p.formula.as_ref().is_some_and(|f| f.len() == 2)).count();
        if arrays > 1 || formulas > arrays || arrays + formulas < self.tree.params.len() {
            let message = "an operator follows an array `int a[]`, and a formula over its cells `bool P(x, i)`, or nothing";
            found.push(Diagnostic::error(span, message));
        }
        if arrays > 0 && self.change().is_none() {
            let message = format!("`{}` has no rule for other changes of its array", self.name());
            let hint = "add a rule `rule forget: havoc a { .. }` after which the invariant holds for any array";
            found.push(Diagnostic::error(span, message).hint(hint));
        }
        found
    }

    /// Checks that a name has one meaning in the whole operator and each rule.
    fn name_problems(&self) -> Vec<Diagnostic> {
        let twice = |name: &ast::Name| {
            let message = format!("`{}` already means something else here", name.text);
            Diagnostic::error(name.span, message)
        };
        let mut found = vec![];
        let mut own = Names::new();
        let params = self.tree.params.iter().map(|p| &p.declarator.name);
        let ghosts = self.tree.ghosts.iter().flat_map(|stmt| match &stmt.kind {
            StmtKind::Declare { declarators, .. } => declarators.iter().map(|d| &d.name).collect(),
            _ => vec![],
        });
        found.extend(params.chain(ghosts).filter(|name| !own.insert(name.text.clone())).map(twice));
        let mut rules = Names::new();
        for rule in &self.tree.rules {
            if !rules.insert(rule.name.text.clone()) {
                let message = format!("there are two rules `{}`", rule.name.text);
                found.push(Diagnostic::error(rule.name.span, message));
            }
            let mut seen = &own | &self.in_pattern(rule);
            let again = rule.params.iter().filter(|name| !seen.insert(name.text.clone()));
            found.extend(again.map(twice));
        }
        found
    }

    /// Checks that the formula in the invariant is only over cells. The formula changes with any variable of
    /// the program in it, and facts about it would be kept wrongly.
    fn lasting_formulas(&self) -> Vec<Diagnostic> {
        let is_formula = |e: &&Expr| match &e.kind {
            ExprKind::Call { name, .. } => Some(name.text.as_str()) == self.formula(),
            _ => false,
        };
        let refuse = |e: &Expr| {
            let message =
                "an invariant may use the formula only in an aggregate, as the formula may change";
            let hint = "keep its value in a ghost variable, and use that in the invariant";
            Diagnostic::error(e.span, message).hint(hint)
        };
        unbound(&self.tree.invariant).into_iter().filter(is_formula).map(refuse).collect()
    }

    fn is_array(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Name(name) if Some(name.as_str()) == self.array())
    }

    /// Checks the parts of an expression, so that the proof obligation covers all of it: numbers and truth
    /// values, these names, cells of the array, aggregates of the array itself, the formula for a value.
    fn expr_problems(&self, expr: &Expr, known: &Names) -> Vec<Diagnostic> {
        let refuse = |what: &str| {
            let hint = "an operator knows its ghost variables, cells and aggregates of its array, its formula, and the names of the pattern";
            let message = format!("{what} cannot stand in an operator");
            vec![Diagnostic::error(expr.span, message).hint(hint)]
        };
        let inner = |these: &[&Expr]| -> Vec<Diagnostic> {
            these.iter().flat_map(|e| self.expr_problems(e, known)).collect()
        };
        match &expr.kind {
            ExprKind::Name(name) if known.contains(name) => vec![],
            ExprKind::Name(name) => refuse(&format!("`{name}`, which means nothing here,")),
            ExprKind::Index(of, index) if self.is_array(of) => inner(&[index]),
            ExprKind::Index(..) => refuse("a cell of something else"),
            ExprKind::Quant { .. } => refuse("a quantifier"),
            ExprKind::Nondet(_) => refuse("a choice"),
            ExprKind::Call { name, args, lambda } => {
                let args: Vec<&Expr> = args.iter().collect();
                let monoid = Monoid::ALL.into_iter().find(|m| m.function() == name.text);
                match (args.as_slice(), lambda, monoid) {
                    ([a, low, high], _, Some(m)) if self.is_array(a) => {
                        let hands_on = lambda.as_ref().is_some_and(|lambda| self.hands_on(lambda));
                        match (m.has_formula(), lambda.is_some()) {
                            (true, true) if hands_on => inner(&[low, high]),
                            (false, false) => inner(&[low, high]),
                            _ => refuse("a formula other than the one that is followed"),
                        }
                    }
                    ([value, index], None, _) if self.formula() == Some(name.text.as_str()) => {
                        inner(&[value, index])
                    }
                    (_, None, _) if matches!(name.text.as_str(), "min" | "max" | "abs") => {
                        inner(&args)
                    }
                    _ => refuse(&format!("`{}` of this", name.text)),
                }
            }
            _ => inner(&expr.children()),
        }
    }

    /// Whether a formula over a cell is `(x, i) -> P(x, i)`.
    fn hands_on(&self, lambda: &ast::Lambda) -> bool {
        let ExprKind::Call { name, args, lambda: None } = &lambda.body.kind else { return false };
        let own = self.own();
        let same = |(arg, param): (&Expr, &ast::Name)| {
            arg.kind == ExprKind::Name(param.text.clone()) && !own.contains(&param.text)
        };
        self.formula() == Some(name.text.as_str())
            && (args.len(), lambda.params.len()) == (2, 2)
            && lambda.params[0].text != lambda.params[1].text
            && args.iter().zip(&lambda.params).all(same)
    }

    /// Checks the pattern of a rule: a write is one to a cell of the array at any index, or to any number
    /// where no array is followed; a change is one of the array.
    fn pattern_problems(&self, rule: &Rule) -> Vec<Diagnostic> {
        let ghosts: Names = self.ghosts().into_iter().map(|g| g.name).collect();
        let open = self.open(rule);
        let known = &ghosts | &open;
        let is_open = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if open.contains(name));
        let refuse = |what: &str| vec![Diagnostic::error(rule.name.span, what)];
        match &rule.on {
            Trigger::Anywhere => vec![],
            Trigger::Change(what) if self.is_array(what) => vec![],
            Trigger::Change(_) => refuse("`havoc` is about the array that is followed"),
            Trigger::Write(target, value) => {
                let fits = match (&target.kind, self.array()) {
                    (ExprKind::Index(of, index), Some(_)) => {
                        let apart = !build::same(index, value);
                        self.is_array(of) && is_open(index) && is_open(value) && apart
                    }
                    (ExprKind::Name(_), None) => is_open(target),
                    _ => false,
                };
                match fits {
                    true => self.expr_problems(value, &known),
                    false => refuse(
                        "a write is `a[i] = x` where an array is followed, and `x = ..` where none is",
                    ),
                }
            }
            Trigger::Value(value) => self.expr_problems(value, &known),
        }
    }

    fn rule_problems(&self, rule: &Rule) -> Vec<Diagnostic> {
        let mut found = vec![];
        let ghosts: Names = self.ghosts().into_iter().map(|g| g.name).collect();
        let known = &ghosts | &self.open(rule);
        found.extend(self.pattern_problems(rule));
        let uses =
            |e: &Expr, found: &mut Vec<Diagnostic>| found.extend(self.expr_problems(e, &known));
        let returns =
            matches!(rule.on, Trigger::Value(ref e) if !matches!(e.kind, ExprKind::Index(..)));
        let last = rule.body.len().saturating_sub(1);
        let mut returned = false;
        for (n, stmt) in rule.body.iter().enumerate() {
            match rule_step(stmt) {
                Some(RuleStep::Guard(e)) => uses(&e, &mut found),
                Some(RuleStep::Set(name, e)) => {
                    uses(&e, &mut found);
                    if !ghosts.contains(&name) {
                        let message = format!(
                            "`{name}` is no ghost variable: rules change nothing of the program"
                        );
                        found.push(Diagnostic::error(stmt.span, message));
                    }
                }
                Some(RuleStep::Return(e)) if returns && n == last => {
                    uses(&e, &mut found);
                    returned = true;
                }
                Some(RuleStep::Return(_)) => {
                    let message = "only a rule for a value returns something, as its last step";
                    found.push(Diagnostic::error(stmt.span, message));
                }
                None => {
                    let message = "a rule has guards and assignments to ghost variables only";
                    let hint =
                        "write `guard(..);` or `ghost = ..;`; a choice can be written with `? :`";
                    found.push(Diagnostic::error(stmt.span, message).hint(hint));
                }
            }
        }
        if returns && !returned {
            let message = format!("`{}` has no replacement for the value", rule.name.text);
            found.push(Diagnostic::error(rule.name.span, message).hint("end it with `return ..;`"));
        }
        found
    }
}

/// The parts of a conjunction.
pub fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

fn ghost_problems(stmt: &Stmt) -> Vec<Diagnostic> {
    let StmtKind::Declare { declarators, .. } = &stmt.kind else { return vec![] };
    let problem = |d: &ast::Declarator| -> Option<Diagnostic> {
        let constant =
            |e: &Expr| build::literal(e).is_some() || matches!(e.kind, ExprKind::Bool(_));
        match &d.init {
            _ if !d.dimensions.is_empty() => {
                Some(Diagnostic::error(d.span, "a ghost variable is a number or a truth value"))
            }
            Some(init) if constant(init) => None,
            _ => Some(
                Diagnostic::error(d.span, format!("`{}` has no first value", d.name.text))
                    .hint("give it a constant, as in `ghost int lo = 0;`"),
            ),
        }
    };
    declarators.iter().filter_map(problem).collect()
}

/// The names in a pattern but for the parameters of a formula over a cell.
fn pattern_names(pattern: &Expr) -> Names {
    let mut names = free(pattern);
    pattern.visit(&mut |e| {
        if let ExprKind::Call { lambda: Some(lambda), .. } = &e.kind
            && let ExprKind::Call { name, .. } = &lambda.body.kind
        {
            names.insert(name.text.clone());
        }
    });
    names
}

fn rule_step(stmt: &Stmt) -> Option<RuleStep> {
    match &stmt.kind {
        StmtKind::Call(call) => match &call.kind {
            ExprKind::Call { name, args, lambda: None } if name.text == "guard" => {
                match args.as_slice() {
                    [cond] => Some(RuleStep::Guard(cond.clone())),
                    _ => None,
                }
            }
            _ => None,
        },
        StmtKind::Update { target, op: UpdateOp::Set(value) } => match &target.kind {
            ExprKind::Name(name) => Some(RuleStep::Set(name.clone(), value.clone())),
            _ => None,
        },
        StmtKind::Return(values) => match values.as_slice() {
            [value] => Some(RuleStep::Return(value.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// The operators of a program, in its order.
pub fn written(body: &[Stmt]) -> impl Iterator<Item = &ast::Operator> {
    body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Operator(operator) => Some(&**operator),
        _ => None,
    })
}
