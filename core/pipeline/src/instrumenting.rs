//! Instrumentation before anything is solved: operators, and the workbench on which rules are applied by
//! hand.

use super::Input;
use hornbook_base::{Diagnostic, LineIndex, Severity, Span};
use hornbook_explain as explain;
use hornbook_explain::instrumented::{added_spans, ghost_meanings};
use hornbook_instrument::sample::{RUN_STEPS, instrument_program};
use hornbook_instrument::search::Search;
use hornbook_lang::ast::{Expr, ExprKind, Program, Trigger};
use hornbook_lang::interp::{ListedChoices, run_to_failure};
use hornbook_lang::{parse, print};
use hornbook_records::instrumented::GhostMeaning;
use hornbook_records::workbench::{
    ApplicableRule, OperatorInstance, OperatorRecord, Workbench, WorkbenchProgram,
};
use hornbook_settings::Settings;
use hornbook_tasks::choices::MethodChoice;
use hornbook_tasks::instrument::aggregate::Monoid;
use hornbook_tasks::instrument::choices::{AppliedRule, BaseText, Instrumentation};
use hornbook_tasks::instrument::followed::Followed;
use hornbook_tasks::instrument::library::{TEXTS, operators};
use hornbook_tasks::instrument::named_rules::{NamedGhost, NamedRule, NamedRules};
use hornbook_tasks::instrument::obligations::obligations;
use hornbook_tasks::instrument::operator::{Operator, conjuncts};
use hornbook_tasks::instrument::sites::{RuleSite, rule_sites, uses};

/// Warnings about rules that fit nowhere; where ghost variables follow a value, warnings that nothing is
/// known of it are removed.
pub(super) fn diagnose(
    text: &str,
    lines: &LineIndex,
    settings: &super::Settings,
    found: &mut Vec<Diagnostic>,
) {
    if settings.method == MethodChoice::Abstraction {
        return;
    }
    let (tree, _) = parse(text);
    let library = operators(&tree).0;
    let base = BaseText::from_program(text, settings.rules.is_empty());
    let followed = uses(&parse(&base.text).0, &library, 0);
    let followed: Vec<Span> = followed.iter().filter_map(|u| base.place(u.value)).collect();
    found.retain(|d| d.severity == Severity::Error || !followed.contains(&d.span));
    found.extend(nested(&tree).into_iter().map(|span| {
        Diagnostic::warning(span, "no ghost variables follow a value that depends on such a value")
            .hint("give the inner one to a variable first: `int s = sum(..);`")
    }));
    if let Err(why) = settings.rules.resolve(&tree, lines, &library) {
        found.push(Diagnostic::warning(Span::default(), why).hint("name other rules, or none"));
    }
}

/// Aggregates with an aggregate in their range or formula.
fn nested(tree: &Program) -> Vec<Span> {
    let is_aggregate = |e: &Expr| match &e.kind {
        ExprKind::Call { name, args, .. } => {
            args.len() >= 3 && Monoid::ALL.into_iter().any(|m| m.function() == name.text)
        }
        _ => false,
    };
    let mut found = vec![];
    for stmt in &tree.body {
        stmt.visit(&mut |s| {
            for expr in s.exprs() {
                expr.visit(&mut |outer| {
                    let mut inside = false;
                    outer.visit(&mut |e| inside |= e.span != outer.span && is_aggregate(e));
                    if is_aggregate(outer) && inside {
                        found.push(outer.span);
                    }
                });
            }
        });
    }
    found
}

/// The operators for a text, its own first.
pub fn operator_records(input: &Input) -> Vec<OperatorRecord> {
    let (tree, _) = parse(&input.text);
    let (library, own) = operators(&tree);
    let search = Search::new(&input.text, library.clone(), &Settings::default());
    let used = |name: &str| search.options().iter().any(|(f, _)| f.operator == name);
    let record = |(n, o): (usize, &Operator)| record(o, n < own, used(o.name()));
    library.iter().enumerate().map(record).collect()
}

fn record(operator: &Operator, own: bool, used: bool) -> OperatorRecord {
    let name = operator.name().to_owned();
    let about = TEXTS.iter().filter(|(known, _)| !own && *known == name);
    let comment = |text: &str| {
        let lines = text.lines().map_while(|line| line.strip_prefix("//"));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let ghost = |g: hornbook_tasks::instrument::operator::Ghost| {
        format!("{} {} = {}", print::type_name(g.ty), g.name, print::expr(&g.init))
    };
    OperatorRecord {
        head: operator.head(),
        about: about.map(|(_, text)| comment(text)).collect(),
        own,
        used,
        ghosts: operator.ghosts().into_iter().map(ghost).collect(),
        invariant: conjuncts(&operator.tree.invariant).into_iter().map(print::expr).collect(),
        rules: operator.written_rules(),
        tasks: obligations(operator).into_iter().map(|o| [o.title, o.why, o.text]).collect(),
        name,
    }
}

/// The workbench of a program, with the results of the chosen rules. `None` if the text has errors.
pub fn workbench(input: &Input) -> Option<Workbench> {
    input.program.as_ref()?;
    let (tree, _) = parse(&input.text);
    let library = operators(&tree).0;
    let settings = Settings::default();
    let search = Search::new(&input.text, library.clone(), &settings);
    let bench = Bench { tree, lines: &input.lines, library, search };
    Some(bench.shown(&input.settings.rules))
}

struct Bench<'i> {
    tree: Program,
    lines: &'i LineIndex,
    library: Vec<Operator>,
    search: Search,
}

impl Bench<'_> {
    fn shown(&self, rules: &NamedRules) -> Workbench {
        let known: Vec<OperatorInstance> = rules.ghosts.iter().map(following).collect();
        let offers = self.search.options().into_iter().map(|(followed, _)| OperatorInstance {
            what: followed.to_string(),
            scope: followed.scope.clone(),
        });
        let mut new: Vec<OperatorInstance> = vec![];
        for offer in offers {
            if !known.contains(&offer) && !new.contains(&offer) {
                new.push(offer);
            }
        }
        let all = known.iter().chain(&new);
        Workbench {
            rules: rules.clone(),
            places: rules.ghosts.iter().map(|ghost| self.places(ghost)).collect(),
            fitting: all.flat_map(|following| self.fitting(following)).collect(),
            made: (!rules.is_empty()).then(|| self.made(rules, true)),
            offers: new,
        }
    }

    /// The place where each rule is applied.
    fn places(&self, ghost: &NamedGhost) -> Vec<Option<Span>> {
        let place = |rule: &NamedRule| {
            // Each rule is applied alone, so that a rule without a place does not hide those of others.
            let alone = NamedGhost { rules: vec![rule.clone()], ..ghost.clone() };
            let alone = NamedRules { ghosts: vec![alone] };
            let found = alone.resolve(&self.tree, self.lines, &self.library).ok()?;
            let applied = found.rules.first()?;
            Some(applied.value.unwrap_or(applied.at))
        };
        ghost.rules.iter().map(place).collect()
    }

    /// The rules that fit a statement.
    fn fitting(&self, following: &OperatorInstance) -> Vec<ApplicableRule> {
        let OperatorInstance { what, scope } = following.clone();
        let named = NamedGhost { what, scope, rules: vec![] };
        let Ok((operator, followed)) = named.followed(&self.tree, &self.library) else {
            return vec![];
        };
        let mut found = vec![];
        for (rule, (head, steps)) in operator.tree.rules.iter().zip(operator.written_rules()) {
            let fits = rule_sites(&self.tree, operator, &followed, rule);
            let params: Vec<String> = rule.params.iter().map(|name| name.text.clone()).collect();
            for fit in &fits {
                let name = self.named(&followed, &rule.name.text, params.len(), *fit, &fits);
                // A rule that fits anywhere is offered where the search or the user applies it.
                let anywhere = matches!(rule.on, Trigger::Anywhere);
                let likely = name.args.iter().all(|arg| !arg.is_empty());
                found.push((
                    anywhere && !likely,
                    ApplicableRule {
                        following: following.clone(),
                        at: fit.at,
                        value: fit.value,
                        rule: name,
                        head: head.clone(),
                        steps: steps.clone(),
                        params: params.clone(),
                    },
                ));
            }
        }
        found.sort_by_key(|(unlikely, _)| *unlikely);
        found.into_iter().map(|(_, fitting)| fitting).collect()
    }

    /// A rule at a place, with the arguments that the search would try first.
    fn named(
        &self,
        followed: &Followed,
        rule: &str,
        params: usize,
        fit: RuleSite,
        fits: &[RuleSite],
    ) -> NamedRule {
        let is_same = |known: &Followed| known.to_string() == followed.to_string();
        let options = self.search.options();
        let tried = options.iter().filter(|(known, _)| is_same(known)).flat_map(|(_, rules)| rules);
        let mut here = tried.filter(|applied| applied.rule == rule && applied.at == fit.at);
        let args = here.next().map(|applied| applied.args.clone());
        let (RuleSite { at, value }, rule) = (fit, rule.to_owned());
        let applied = AppliedRule { ghost: 0, rule, at, value, args: args.unwrap_or_default() };
        let mut named = NamedRule::naming(&applied, fits, self.lines);
        named.args.resize(params, String::new());
        named
    }

    fn made(&self, rules: &NamedRules, whole: bool) -> Result<WorkbenchProgram, String> {
        let choices = rules.resolve(&self.tree, self.lines, &self.library)?;
        let choices = Instrumentation { whole, ..choices };
        let made = instrument_program(&self.tree, &self.library, &choices)?;
        let steps = RUN_STEPS;
        let samples = self.search.sample_runs();
        let failure = samples.iter().find_map(|run| made.failure(run, steps));
        let broken = failure.map(|failure| {
            let broken = failure.broken(self.lines, 1);
            let mut listed = ListedChoices::new(failure.run);
            let trace = run_to_failure(&made.program, &mut listed, failure.guard_id, steps);
            let lines = LineIndex::new(&made.text);
            let run =
                explain::run::describe(&made.program, &lines, &made.text, &trace, failure.guard_id);
            (broken, run)
        });
        Ok(WorkbenchProgram {
            added: added_spans(&made.places),
            meanings: self.meanings(&choices),
            text: made.text,
            broken,
            runs: samples.len(),
        })
    }

    pub(super) fn meanings(&self, choices: &Instrumentation) -> Vec<GhostMeaning> {
        ghost_meanings(&self.tree, &self.library, choices).unwrap_or_default()
    }
}

fn following(named: &NamedGhost) -> OperatorInstance {
    OperatorInstance { what: named.what.clone(), scope: named.scope.clone() }
}

/// The program with ghost variables that the user has chosen, or else the first that no small run refutes,
/// which may have calls inlined.
///
/// # Errors
/// In words, if there is none.
pub fn instrument(input: &Input) -> Result<(NamedRules, bool, WorkbenchProgram), String> {
    input.program.as_ref().ok_or("the text has errors")?;
    let named = &input.settings.rules;
    let base = BaseText::from_program(&input.text, named.is_empty());
    let (tree, _) = parse(&base.text);
    let library = operators(&tree).0;
    let settings = Settings::default();
    let (lines, mut search) =
        (LineIndex::new(&base.text), Search::for_base(&base, library.clone(), &settings));
    let rules = match named.is_empty() {
        false => named.clone(),
        true => {
            let found = search.next().ok_or("nothing that is asked for can be followed")?;
            NamedRules::naming(&found.choices, &tree, &lines, &library)
        }
    };
    let bench = Bench { tree, lines: &lines, library, search };
    let made = bench.made(&rules, !named.is_empty())?;
    Ok((rules, base.places.is_some(), made))
}
