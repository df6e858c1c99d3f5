//! A program with ghost variables, from a program and choices: the operators, and where their rules are
//! applied. There is no search here, and the result is trusted.
//!
//! What a rule does comes in front of the statement that it is applied to, which stays as it is but for
//! values that are replaced. So whatever is chosen, the program does what it did; what can go wrong is
//! that a guard fails. **Soundness** of what follows an array needs more ([`super`]): every statement
//! that may change the array, or a variable in the array's expression or in the formula, has a rule for
//! it. Where none is chosen it is the one for `havoc`; where none can be applied there is no program.

use super::choices::{AppliedRule, Instrumentation};
use super::followed::formula_names;
use super::followed::{Followed, is_of_the_program};
use super::library::named;
use super::operator::{Operator, RuleStep};
use super::pattern::{Binding, explicit, matches, matches_sum};
use super::statement::{
    calls_own, changes, place_of, scopes, shadows, unbound, unstable, write_of,
};
use hornbook_base::Span;
use hornbook_lang::ast::{
    Declarator, Expr, ExprKind, Function, Name, Program, Rule, Stmt, StmtKind, Trigger, UpdateOp,
    loop_head_length,
};
use hornbook_lang::rewrite::names::{Fresh, Names, names};
use hornbook_lang::rewrite::{build, effects, walk};
use std::collections::BTreeMap;

/// The names of the ghost variables of each operator instance, by their names in the operator.
pub type GhostNames = Vec<BTreeMap<String, String>>;

/// The program with ghost variables.
///
/// # Errors
/// In words, if the choices make no sense for the program.
pub fn apply(
    program: &Program,
    library: &[Operator],
    choices: &Instrumentation,
) -> Result<Program, String> {
    let operators = at_work(library, choices)?;
    are_about(choices, program)?;
    let names = ghost_names(program, &operators, choices);
    let mut out = program.clone();
    out.pragmas.retain(|pragma| pragma.key != "rules");
    out.body.retain(|stmt| !matches!(stmt.kind, StmtKind::Operator(_)));
    let needed: Vec<Names> =
        (0..choices.ghosts.len()).map(|n| needed(operators[n], n, choices)).collect();
    let mut fresh = Fresh::for_body(&program.body);
    names.iter().flat_map(BTreeMap::values).for_each(|name| drop(fresh.name(name)));
    let mut used = vec![false; choices.rules.len()];
    for scope in scopes(program) {
        let here = |n: &usize| choices.ghosts[*n].scope == scope;
        let ghosts: Vec<usize> = (0..choices.ghosts.len()).filter(here).collect();
        if ghosts.is_empty() {
            continue;
        }
        let mut work = Instrumenter {
            choices,
            operators: &operators,
            names: &names,
            needed: &needed,
            used: &mut used,
            fresh: &mut fresh,
            scope: &scope,
        };
        let named = |function: &&mut Box<Function>| Some(&function.name.text) == scope.as_ref();
        let body = match &scope {
            None => Some(&mut out.body),
            Some(_) => functions(&mut out.body).find(named).map(|function| &mut function.body),
        };
        if let Some(body) = body {
            let declared = ghosts.iter().flat_map(|n| work.declarations(*n)).collect::<Vec<_>>();
            *body = work.stmts(std::mem::take(body))?;
            body.splice(0..0, declared);
        }
    }
    match used.iter().position(|used| !used) {
        None => Ok(out),
        Some(n) => Err(format!("the rule `{}` has no place", choices.rules[n].rule)),
    }
}

/// The operator instances.
fn at_work<'o>(
    library: &'o [Operator],
    choices: &Instrumentation,
) -> Result<Vec<&'o Operator>, String> {
    let one = |ghost: &Followed| {
        let found = named(library, &ghost.operator);
        found.ok_or_else(|| format!("there is no operator `{}`", ghost.operator))
    };
    choices.ghosts.iter().map(one).collect()
}

/// Whether all expressions in the choices are of the program.
fn are_about(choices: &Instrumentation, program: &Program) -> Result<(), String> {
    choices.ghosts.iter().try_for_each(|ghost| ghost.can_be_followed(program))?;
    choices.rules.iter().try_for_each(|rule| {
        let scope = choices.ghosts.get(rule.ghost).and_then(|ghost| ghost.scope.as_deref());
        rule.args.iter().try_for_each(|arg| is_of_the_program(arg, program, scope))
    })
}

/// The ghost variables on which guards or values depend, with the rules that are applied. The others are
/// left out.
fn needed(operator: &Operator, ghost: usize, choices: &Instrumentation) -> Names {
    if choices.whole {
        return operator.ghosts().into_iter().map(|ghost| ghost.name).collect();
    }
    let own = choices.rules.iter().filter(|rule| rule.ghost == ghost);
    let rules = own.filter_map(|rule| operator.rule(&rule.rule)).chain(operator.change());
    let deeds: Vec<RuleStep> = rules.flat_map(Operator::rule_steps).collect();
    let mut needed: Names = deeds
        .iter()
        .flat_map(|deed| match deed {
            RuleStep::Guard(e) | RuleStep::Return(e) => names(e),
            RuleStep::Set(..) => Names::new(),
        })
        .collect();
    // Copies are compared.
    if choices.ghosts.iter().filter(|other| other.is_like(&choices.ghosts[ghost])).count() > 1 {
        needed.extend(
            operator.aggregate().into_iter().flat_map(|shape| [shape.value, shape.low, shape.high]),
        );
    }
    loop {
        let before = needed.len();
        for deed in &deeds {
            if let RuleStep::Set(name, value) = deed
                && needed.contains(name)
            {
                needed.extend(names(value));
            }
        }
        if needed.len() == before {
            return needed;
        }
    }
}

fn functions(body: &mut [Stmt]) -> impl Iterator<Item = &mut Box<Function>> {
    body.iter_mut().filter_map(|stmt| match &mut stmt.kind {
        StmtKind::Function(function) => Some(function),
        _ => None,
    })
}

/// Fresh names for the ghost variables: `sum_lo`; the variable with the name of its operator is named after
/// the array, too: `sum_of_a`.
pub fn ghost_names(
    program: &Program,
    operators: &[&Operator],
    choices: &Instrumentation,
) -> GhostNames {
    let mut fresh = Fresh::for_body(&program.body);
    let of = |(operator, followed): (&&Operator, &Followed)| {
        let array = followed.array.as_ref().and_then(Expr::root);
        let name = |ghost: &str| match (ghost == operator.name(), array) {
            (true, Some(array)) => format!("{ghost}_of_{array}"),
            _ => format!("{}_{ghost}", operator.name()),
        };
        let ghosts = operator.ghosts().into_iter();
        ghosts.map(|g| (g.name.clone(), fresh.name(&name(&g.name)))).collect()
    };
    operators.iter().zip(&choices.ghosts).map(of).collect()
}

/// The binding of the names of an operator instance.
pub fn ghost_binding(
    operator: &Operator,
    followed: &Followed,
    names: &BTreeMap<String, String>,
) -> Binding {
    let mut binding = followed.binding(operator);
    for (name, new) in names {
        binding.values.insert(name.clone(), build::name(new));
    }
    binding
}

pub(super) struct Instrumenter<'w> {
    pub(super) choices: &'w Instrumentation,
    pub(super) operators: &'w [&'w Operator],
    pub(super) names: &'w GhostNames,
    /// The ghost variables of each operator instance that are needed, by their names in the operator.
    pub(super) needed: &'w [Names],
    /// Whether each rule has found its statement.
    used: &'w mut Vec<bool>,
    fresh: &'w mut Fresh,
    pub(super) scope: &'w Option<String>,
}

impl Instrumenter<'_> {
    /// The ghost variables, with their first values.
    fn declarations(&self, ghost: usize) -> Vec<Stmt> {
        let one = |g: super::operator::Ghost| {
            let name = Name { text: self.names[ghost][&g.name].clone(), span: Span::default() };
            let declarator = Declarator {
                name,
                dimensions: vec![],
                init: Some(nowhere(g.init)),
                span: Span::default(),
            };
            build::stmt(StmtKind::Declare {
                constant: false,
                ty: g.ty,
                declarators: vec![declarator],
            })
        };
        let needed = |g: &super::operator::Ghost| self.needed[ghost].contains(&g.name);
        self.operators[ghost].ghosts().into_iter().filter(needed).map(one).collect()
    }

    fn stmts(&mut self, stmts: Vec<Stmt>) -> Result<Vec<Stmt>, String> {
        let mut out = vec![];
        for stmt in stmts {
            if matches!(stmt.kind, StmtKind::Function(_)) {
                out.push(stmt);
                continue;
            }
            self.stmt(stmt, &mut out)?;
        }
        Ok(out)
    }

    /// A statement with all rule steps in front of it.
    fn stmt(&mut self, stmt: Stmt, out: &mut Vec<Stmt>) -> Result<(), String> {
        let mut stmt = self.without_header(stmt)?;
        if self.follows_write(&stmt) {
            self.settle(&mut stmt, out);
        }
        let mut inside = vec![];
        for (n, ghost) in self.choices.ghosts.iter().enumerate() {
            if ghost.scope == *self.scope {
                self.rules_of(n, &mut stmt, out, &mut inside)?;
            }
        }
        if matches!(stmt.kind, StmtKind::Assert(_) | StmtKind::Hint(_)) || self.replaces(&stmt) {
            out.extend(self.agreements(place_of(&stmt)));
        }
        for inner in walk::bodies(&mut stmt) {
            *inner = self.stmts(std::mem::take(inner))?;
        }
        if let StmtKind::While { body, .. } | StmtKind::For { body, .. } = &mut stmt.kind {
            let head = loop_head_length(body);
            body.splice(head..head, inside);
        }
        out.push(stmt);
        Ok(())
    }

    /// Whether a rule for a write is applied to a statement.
    fn follows_write(&self, stmt: &Stmt) -> bool {
        let is_write = |applied: &AppliedRule| {
            let rule = self.operators[applied.ghost].rule(&applied.rule);
            rule.is_some_and(|rule| matches!(rule.on, Trigger::Write(..)))
        };
        self.choices.rules.iter().any(|rule| rule.at == stmt.span && is_write(rule))
    }

    /// Makes the choices of a write in front of it, as a rule evaluates its index and value, too.
    fn settle(&mut self, stmt: &mut Stmt, out: &mut Vec<Stmt>) {
        let StmtKind::Update { target, op: UpdateOp::Set(value) } = &mut stmt.kind else { return };
        let ExprKind::Index(_, index) = &mut target.kind else { return };
        for e in [&mut **index, value] {
            if effects::chooses(e) && !calls_own(e) {
                let name = self.fresh.name("chosen");
                out.push(build::declare(&name, e.clone()));
                *e = build::expr_at(e.span, build::name(&name));
            }
        }
    }

    /// Whether a value of the statement is replaced.
    fn replaces(&self, stmt: &Stmt) -> bool {
        let replaces = |applied: &AppliedRule| {
            let rule = self.operators[applied.ghost].rule(&applied.rule);
            rule.is_some_and(|r| {
                Operator::rule_steps(r).iter().any(|d| matches!(d, RuleStep::Return(_)))
            })
        };
        self.choices.rules.iter().any(|rule| rule.at == stmt.span && replaces(rule))
    }

    /// A `for` in whose header a rule is applied as a `while`, where there is a place for it.
    fn without_header(&self, stmt: Stmt) -> Result<Stmt, String> {
        let StmtKind::For { init, cond, step, body } = &stmt.kind else { return Ok(stmt) };
        let watched: Names = self
            .choices
            .ghosts
            .iter()
            .filter(|g| g.scope == *self.scope)
            .flat_map(Followed::watched)
            .collect();
        let is_chosen = |s: &Stmt| {
            let changes = changes(s).iter().any(|name| watched.contains(name));
            changes || self.choices.rules.iter().any(|rule| rule.at == s.span)
        };
        if !init.iter().chain(step).any(is_chosen) {
            return Ok(stmt);
        }
        if effects::continues(body) {
            return Err("`continue` hides the header of a loop".into());
        }
        let cond = cond.clone().unwrap_or_else(|| build::expr(ExprKind::Bool(true)));
        // Names that the body declares must not catch those in the header.
        let declares = body.iter().any(|s| matches!(s.kind, StmtKind::Declare { .. }));
        let body = match declares && !step.is_empty() {
            true => build::in_block(body.clone()),
            false => body.clone(),
        };
        let body = [body.as_slice(), step.as_slice()].concat();
        let turning = build::stmt_at(stmt.span, build::stmt(StmtKind::While { cond, body }));
        let all = init.iter().cloned().chain([turning]).collect();
        Ok(build::stmt(StmtKind::Block(all)))
    }

    /// The rule steps of one ghost at a statement: in front of it, or, for the condition of a loop, at the
    /// start of its body.
    fn rules_of(
        &mut self,
        ghost: usize,
        stmt: &mut Stmt,
        before: &mut Vec<Stmt>,
        inside: &mut Vec<Stmt>,
    ) -> Result<(), String> {
        let chosen: Vec<usize> = (0..self.choices.rules.len())
            .filter(|n| {
                self.choices.rules[*n].ghost == ghost && self.choices.rules[*n].at == stmt.span
            })
            .collect();
        let changes = self.changes(ghost, stmt)?;
        let mut phase = RulePhase::Before;
        for n in chosen {
            let applied = &self.choices.rules[n];
            let operator = self.operators[ghost];
            let rule = operator
                .rule(&applied.rule)
                .ok_or_else(|| format!("there is no rule `{}`", applied.rule))?;
            let binding = self.binding(ghost, rule, applied, stmt)?;
            phase = phase.after(rule).ok_or("rules at one place exclude each other")?;
            let in_condition = applied.value.is_some() && stmt.is_loop();
            let deeds = self.rule_steps(ghost, rule, &binding, place_of(stmt));
            match (in_condition, &stmt.kind) {
                (false, _) => before.extend(deeds),
                (true, StmtKind::While { .. } | StmtKind::For { .. })
                    if phase == RulePhase::Before =>
                {
                    inside.extend(deeds);
                }
                _ => return Err("a value in the condition of a loop stays as it is".into()),
            }
            for deed in Operator::rule_steps(rule) {
                if let RuleStep::Return(value) = deed {
                    replace(stmt, applied.value, &nowhere(binding.instance(&value)));
                }
            }
            self.used[n] = true;
        }
        match phase {
            RulePhase::Written => {}
            _ if !changes => {}
            RulePhase::Before => before.extend(self.forgotten(ghost, place_of(stmt))?),
            RulePhase::Replaced => {
                return Err("a statement changes a value that it also uses".into());
            }
        }
        Ok(())
    }

    /// The steps of a rule in front of the statement.
    fn rule_steps(&self, ghost: usize, rule: &Rule, binding: &Binding, span: Span) -> Vec<Stmt> {
        let one = |deed: RuleStep| match deed {
            RuleStep::Set(name, _) if !self.needed[ghost].contains(&name) => vec![],
            RuleStep::Guard(cond) => guard(span, nowhere(binding.instance(&cond))),
            RuleStep::Set(name, value) => {
                let target = build::name(&self.names[ghost][&name]);
                vec![build::stmt_at(span, build::set(target, nowhere(binding.instance(&value))))]
            }
            RuleStep::Return(_) => vec![],
        };
        Operator::rule_steps(rule).into_iter().flat_map(one).collect()
    }

    /// The rule for any change.
    fn forgotten(&self, ghost: usize, span: Span) -> Result<Vec<Stmt>, String> {
        let operator = self.operators[ghost];
        let Some(rule) = operator.change() else {
            return Err(format!("`{}` has no rule for any change", operator.name()));
        };
        Ok(self.rule_steps(ghost, rule, &self.ghost_binding(ghost), span))
    }

    fn ghost_binding(&self, ghost: usize) -> Binding {
        ghost_binding(self.operators[ghost], &self.choices.ghosts[ghost], &self.names[ghost])
    }

    /// The binding of the names of a rule at a statement.
    fn binding(
        &self,
        ghost: usize,
        rule: &Rule,
        applied: &AppliedRule,
        stmt: &Stmt,
    ) -> Result<Binding, String> {
        let operator = self.operators[ghost];
        let wrong = || Err(format!("the rule `{}` does not fit here", rule.name.text));
        let mut binding = self.ghost_binding(ghost);
        let open = operator.open(rule);
        if applied.args.len() != rule.params.len() {
            return wrong();
        }
        for (param, arg) in rule.params.iter().zip(&applied.args) {
            binding.values.insert(param.text.clone(), arg.clone());
        }
        let fits = match &rule.on {
            Trigger::Anywhere => true,
            Trigger::Change(_) => true,
            Trigger::Write(target, value) => match write_of(stmt) {
                Some((to, new))
                    if !unstable(&new) && !unstable(&to) && !self.is_about(ghost, &to) =>
                {
                    let mut sum = binding.clone();
                    let added = matches(target, &to, &open, &mut sum)
                        && matches_sum(value, &new, &open, &mut sum);
                    if added {
                        binding = sum;
                    }
                    added
                }
                _ => false,
            },
            Trigger::Value(pattern) => {
                let calls = stmt.exprs().into_iter().any(calls_own) || shadows(stmt, applied.value);
                let here = stmt.exprs().into_iter().flat_map(unbound);
                let mut here = here.filter(|e| Some(e.span) == applied.value && !unstable(e));
                !calls
                    && here
                        .next()
                        .is_some_and(|e| matches(pattern, &explicit(e), &open, &mut binding))
            }
        };
        if fits { Ok(binding) } else { wrong() }
    }

    /// Whether the formula, or the array's own expression, depends on the written variable: then a write to
    /// one cell may change the contributions of others.
    fn is_about(&self, ghost: usize, target: &Expr) -> bool {
        let followed = &self.choices.ghosts[ghost];
        let mut array = followed.array.as_ref();
        let mut about = followed.formula.iter().flat_map(formula_names).collect::<Names>();
        while let Some(ExprKind::Index(outer, index)) = array.map(|e| &e.kind) {
            about.extend(names(index));
            array = Some(outer);
        }
        target.root().is_some_and(|root| about.contains(root))
    }

    /// Whether a statement itself may change the followed value. Where no rule can come in front of the
    /// change, nothing can be followed.
    fn changes(&self, ghost: usize, stmt: &Stmt) -> Result<bool, String> {
        let watched = self.watched(ghost);
        let touches = |written: &Names| written.iter().any(|name| watched.contains(name));
        let header = match &stmt.kind {
            StmtKind::For { init, step, .. } => {
                init.iter().chain(step).any(|s| touches(&changes(s)))
            }
            _ => false,
        };
        let own = changes(stmt);
        if header || stmt.is_loop() && touches(&own) {
            return Err("the followed value changes in the header of a loop".into());
        }
        Ok(touches(&own))
    }

    /// The variables that the followed value depends on.
    fn watched(&self, ghost: usize) -> Names {
        self.choices.ghosts[ghost].watched()
    }
}

/// An expression without a span. Inserted statements evaluate copies of the program's expressions, which
/// must not be taken for these.
pub(super) fn nowhere(mut expr: Expr) -> Expr {
    walk::subexprs(&mut expr, &mut |e| {
        e.span = Span::default();
        match &mut e.kind {
            ExprKind::Call { name, lambda, .. } => {
                name.span = Span::default();
                let params = lambda.iter_mut().flat_map(|lambda| &mut lambda.params);
                params.for_each(|param| param.span = Span::default());
            }
            ExprKind::Quant { vars, .. } => vars.iter_mut().for_each(|v| v.span = Span::default()),
            _ => {}
        }
    });
    expr
}

/// The phase of the rules of one ghost at one statement. A value is replaced by the ghosts at the start of
/// the statement, so they may not change afterwards; after the rule for a write they are about the array
/// behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RulePhase {
    Before,
    Replaced,
    Written,
}

impl RulePhase {
    /// The phase after one more rule; `None` if the rule must not come now.
    fn after(self, rule: &Rule) -> Option<RulePhase> {
        let deeds = Operator::rule_steps(rule);
        let replaces = deeds.iter().any(|deed| matches!(deed, RuleStep::Return(_)));
        let sets = deeds.iter().any(|deed| matches!(deed, RuleStep::Set(..)));
        let writes = matches!(rule.on, Trigger::Write(..));
        match self {
            RulePhase::Written => None,
            RulePhase::Replaced if sets || writes => None,
            _ if writes => Some(RulePhase::Written),
            _ if replaces => Some(RulePhase::Replaced),
            phase => Some(phase),
        }
    }
}

/// `assert(cond); assume(cond);`: behind a guard that fails no claim counts, as it was the wrong rule.
fn guard(span: Span, cond: Expr) -> Vec<Stmt> {
    let claim = build::stmt_at(span, build::stmt(StmtKind::Assert(cond.clone())));
    vec![claim, build::stmt_at(span, build::stmt(StmtKind::Assume(cond)))]
}

/// Replaces an expression by a value.
fn replace(stmt: &mut Stmt, at: Option<Span>, new: &Expr) {
    for expr in walk::own_exprs(stmt) {
        walk::subexprs(expr, &mut |e| {
            if Some(e.span) == at {
                *e = build::expr_at(e.span, new.clone());
            }
        });
    }
}
