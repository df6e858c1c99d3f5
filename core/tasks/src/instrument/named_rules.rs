//! Rules as users name them: `sum(a): 3 begin(0), 6 append, 9 use`.
//!
//! For each followed value the text has the operator with its arguments, a colon, and rules, each behind the
//! line of its statement or value; where a rule fits more than once on that line, behind `line:column`. A
//! value in a function has ` in f` before the colon. Followed values are separated by `;`.
//!
//! Reading the text needs no program. [`NamedRules::resolve`] finds the statements of a program.

use super::choices::{AppliedRule, Instrumentation};
use super::followed::Followed;
use super::library;
use super::operator::Operator;
use super::sites::{RuleSite, rule_sites};
use super::statement::{declared, scopes};
use hornbook_base::LineIndex;
use hornbook_lang::ast::{ExprKind, Lambda, Program, Rule};
use hornbook_lang::rewrite::names::names;
use hornbook_lang::{expression, print};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Rules by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NamedRules {
    /// The followed values, each with its rules.
    pub ghosts: Vec<NamedGhost>,
}

/// A followed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGhost {
    /// The operator with its arguments: `sum(a)`, `count(a, (x, i) -> x == 0)`, `square`.
    pub what: String,
    /// The function of it; `None` for the statements outside of functions.
    pub scope: Option<String>,
    /// The rules, in the order in which they are applied to one statement.
    pub rules: Vec<NamedRule>,
}

/// A rule at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRule {
    /// The line of the statement, or of the value that the rule is about, from 1.
    pub line: u32,
    /// The column, from 1, where the line is ambiguous.
    pub column: Option<u32>,
    /// The name of the rule.
    pub rule: String,
    /// The arguments of the rule.
    pub args: Vec<String>,
}

impl NamedRules {
    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.ghosts.is_empty()
    }

    /// The rules as text, without ghosts that have none.
    pub fn in_short(&self) -> String {
        let at_work = self.ghosts.iter().filter(|ghost| !ghost.rules.is_empty());
        NamedRules { ghosts: at_work.cloned().collect() }.to_string()
    }

    /// These rules with one more for a followed value, which may be new.
    #[must_use]
    pub fn with_rule(&self, what: &str, scope: Option<&str>, rule: NamedRule) -> NamedRules {
        let mut all = self.following(what, scope);
        let is_it = |g: &&mut NamedGhost| g.what == what && g.scope.as_deref() == scope;
        if let Some(ghost) = all.ghosts.iter_mut().find(is_it) {
            ghost.rules.push(rule);
        }
        all
    }

    /// These rules with a followed value, if it is not yet one.
    #[must_use]
    pub fn following(&self, what: &str, scope: Option<&str>) -> NamedRules {
        let mut all = self.clone();
        let known = |g: &NamedGhost| g.what == what && g.scope.as_deref() == scope;
        if !all.ghosts.iter().any(known) {
            let (what, scope) = (what.to_owned(), scope.map(str::to_owned));
            all.ghosts.push(NamedGhost { what, scope, rules: vec![] });
        }
        all
    }

    /// These rules without one of a followed value.
    #[must_use]
    pub fn without_rule(&self, ghost: usize, rule: usize) -> NamedRules {
        let mut all = self.clone();
        if let Some(named) = all.ghosts.get_mut(ghost)
            && rule < named.rules.len()
        {
            named.rules.remove(rule);
        }
        all
    }

    /// These rules without a followed value.
    #[must_use]
    pub fn without(&self, ghost: usize) -> NamedRules {
        let others = self.ghosts.iter().enumerate().filter(|(n, _)| *n != ghost);
        NamedRules { ghosts: others.map(|(_, named)| named.clone()).collect() }
    }

    /// These rules after `by` lines were inserted, or removed, behind a line.
    #[must_use]
    pub fn shifted(&self, behind: u32, by: i64) -> NamedRules {
        let mut all = self.clone();
        for rule in all.ghosts.iter_mut().flat_map(|ghost| &mut ghost.rules) {
            if rule.line > behind {
                let moved = (i64::from(rule.line) + by).max(i64::from(behind));
                rule.line = u32::try_from(moved).unwrap_or(rule.line);
            }
        }
        all
    }

    /// The choices for a program.
    ///
    /// # Errors
    /// In words, the parts that the program or the operators do not have.
    pub fn resolve(
        &self,
        program: &Program,
        lines: &LineIndex,
        library: &[Operator],
    ) -> Result<Instrumentation, String> {
        let mut choices = Instrumentation::default();
        for (n, named) in self.ghosts.iter().enumerate() {
            let (operator, followed) = named.followed(program, library)?;
            for rule in &named.rules {
                let found = operator.rule(&rule.rule);
                let known = found.ok_or_else(|| {
                    format!("the operator `{}` has no rule `{}`", operator.name(), rule.rule)
                })?;
                choices.rules.push(rule.applied(
                    n,
                    known,
                    &rule.fit(rule_sites(program, operator, &followed, known), lines)?,
                )?);
            }
            choices.ghosts.push(followed);
        }
        Ok(choices)
    }

    /// The names of choices.
    pub fn naming(
        choices: &Instrumentation,
        program: &Program,
        lines: &LineIndex,
        library: &[Operator],
    ) -> NamedRules {
        let ghosts = choices.ghosts.iter().enumerate().map(|(n, followed)| {
            let operator = library::named(library, &followed.operator);
            let own = choices.rules.iter().filter(|rule| rule.ghost == n);
            let rules = own.map(|applied| {
                let rule = operator.and_then(|o| Some((o, o.rule(&applied.rule)?)));
                let fits = rule.map(|(o, rule)| rule_sites(program, o, followed, rule));
                NamedRule::naming(applied, &fits.unwrap_or_default(), lines)
            });
            let rules = rules.collect();
            NamedGhost { what: followed.to_string(), scope: followed.scope.clone(), rules }
        });
        NamedRules { ghosts: ghosts.collect() }
    }
}

impl NamedGhost {
    /// Finds the operator and its arguments.
    ///
    /// # Errors
    /// In words, if there is no such operator, or it does not follow such values.
    pub fn followed<'o>(
        &self,
        program: &Program,
        library: &'o [Operator],
    ) -> Result<(&'o Operator, Followed), String> {
        let what = &self.what;
        if !scopes(program).contains(&self.scope) {
            let name = self.scope.as_deref().unwrap_or_default();
            return Err(format!("there is no function `{name}`"));
        }
        let expr = expression(what).ok_or_else(|| format!("`{what}` cannot be followed"))?;
        let (name, args, lambda) = match expr.kind {
            ExprKind::Name(name) => (name, vec![], None),
            ExprKind::Call { name, args, lambda } => (name.text, args, lambda),
            _ => return Err(format!("`{what}` cannot be followed")),
        };
        let operator = library::named(library, &name);
        let operator = operator.ok_or_else(|| format!("there is no operator `{name}`"))?;
        let wants = (usize::from(operator.array().is_some()), operator.formula().is_some());
        if (args.len(), lambda.is_some()) != wants {
            return Err(format!("`{what}` is not what `{name}` follows: {}", operator.head()));
        }
        let declared = declared(program, self.scope.as_deref());
        let unknown = args.iter().flat_map(names).find(|name| !declared.contains(name));
        if let Some(name) = unknown {
            return Err(format!("there is no variable `{name}`"));
        }
        let formula = lambda.map(|lambda: Box<Lambda>| super::pattern::with_index(&lambda));
        let (scope, array) = (self.scope.clone(), args.into_iter().next());
        Ok((operator, Followed { operator: name, scope, array, formula }))
    }
}

impl NamedRule {
    /// The place that fits, among those of the rule.
    fn fit(&self, fits: Vec<RuleSite>, lines: &LineIndex) -> Result<RuleSite, String> {
        let at = |fit: &RuleSite| lines.line_column(fit.place().start);
        let here = |fit: &RuleSite| {
            let at = at(fit);
            at.line == self.line && self.column.is_none_or(|column| column == at.column)
        };
        let found = fits.into_iter().find(here);
        found.ok_or_else(|| {
            format!("the rule `{}` has no place at line {}", self.rule, self.place())
        })
    }

    /// The line, or line and column, as text.
    pub fn place(&self) -> String {
        match self.column {
            Some(column) => format!("{}:{column}", self.line),
            None => self.line.to_string(),
        }
    }

    fn applied(&self, ghost: usize, rule: &Rule, fit: &RuleSite) -> Result<AppliedRule, String> {
        if self.args.len() != rule.params.len() {
            let wanted: Vec<&str> = rule.params.iter().map(|name| name.text.as_str()).collect();
            return Err(format!("the rule is `{}({})`", self.rule, wanted.join(", ")));
        }
        let arg = |text: &String| {
            expression(text).ok_or_else(|| format!("`{text}` cannot be read as a value"))
        };
        let args = self.args.iter().map(arg).collect::<Result<_, _>>()?;
        let (rule, RuleSite { at, value }) = (self.rule.clone(), *fit);
        Ok(AppliedRule { ghost, rule, at, value, args })
    }

    /// The name of a rule at a place, one of those where it fits.
    pub fn naming(applied: &AppliedRule, fits: &[RuleSite], lines: &LineIndex) -> NamedRule {
        let own = RuleSite { at: applied.at, value: applied.value };
        let place = lines.line_column(own.place().start);
        let same_line = |fit: &&RuleSite| lines.line(fit.place()) == place.line;
        let is_first = fits.iter().find(same_line) == Some(&own);
        NamedRule {
            line: place.line,
            column: (!is_first).then_some(place.column),
            rule: applied.rule.clone(),
            args: applied.args.iter().map(print::expr).collect(),
        }
    }
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let array = self.array.iter().map(print::expr);
        let formula = self.formula.iter().map(|lambda| {
            let params: Vec<&str> = lambda.params.iter().map(|p| p.text.as_str()).collect();
            format!("({}) -> {}", params.join(", "), print::expr(&lambda.body))
        });
        let parts: Vec<String> = array.chain(formula).collect();
        match parts.as_slice() {
            [] => f.write_str(&self.operator),
            parts => write!(f, "{}({})", self.operator, parts.join(", ")),
        }
    }
}

impl fmt::Display for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place(), self.rule)?;
        match self.args.as_slice() {
            [] => Ok(()),
            args => write!(f, "({})", args.join(", ")),
        }
    }
}

impl fmt::Display for NamedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, ghost) in self.ghosts.iter().enumerate() {
            f.write_str(if n == 0 { "" } else { "; " })?;
            f.write_str(&ghost.what)?;
            if let Some(scope) = &ghost.scope {
                write!(f, " in {scope}")?;
            }
            let rules: Vec<String> = ghost.rules.iter().map(ToString::to_string).collect();
            match rules.is_empty() {
                true => f.write_str(":")?,
                false => write!(f, ": {}", rules.join(", "))?,
            }
        }
        Ok(())
    }
}

impl From<NamedRules> for String {
    fn from(rules: NamedRules) -> String {
        rules.to_string()
    }
}

impl TryFrom<String> for NamedRules {
    type Error = String;

    fn try_from(text: String) -> Result<NamedRules, String> {
        text.parse()
    }
}

impl FromStr for NamedRules {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedRules, String> {
        let ghosts = split(text, ';').into_iter().filter(|part| !part.trim().is_empty());
        Ok(NamedRules { ghosts: ghosts.map(ghost).collect::<Result<_, _>>()? })
    }
}

fn ghost(text: &str) -> Result<NamedGhost, String> {
    let parts = split(text, ':');
    let (Some(head), true) = (parts.first(), parts.len() > 1) else {
        let text = text.trim();
        return Err(format!("`{text}` names no rules: write `{text}: 3 begin(0), 5 append`"));
    };
    // Places contain colons, too.
    let rules = &text[head.len() + 1..];
    let (what, scope) = match head.rsplit_once(" in ") {
        Some((what, scope)) if !scope.contains(')') => (what, Some(scope.trim().to_owned())),
        _ => (*head, None),
    };
    let rules = split(rules, ',').into_iter().filter(|part| !part.trim().is_empty());
    let (what, rules) = (what.trim().to_owned(), rules.map(rule).collect::<Result<_, _>>()?);
    if what.is_empty() {
        return Err("the followed value is missing: write as in `sum(a): 5 append`".into());
    }
    Ok(NamedGhost { what, scope, rules })
}

fn rule(text: &str) -> Result<NamedRule, String> {
    let text = text.trim();
    let wrong =
        || format!("`{text}` is no rule at a place: write as in `3 begin(0)` or `5:9 append`");
    let (place, rule) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let number = |part: &str| part.parse::<u32>().ok().filter(|n| *n > 0).ok_or_else(wrong);
    let (line, column) = match place.split_once(':') {
        Some((line, column)) => (number(line)?, Some(number(column)?)),
        None => (number(place)?, None),
    };
    let (name, args) = match rule.split_once('(') {
        Some((name, rest)) => (name, rest.trim_end().strip_suffix(')').ok_or_else(wrong)?),
        None => (rule, ""),
    };
    let name = name.trim();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_word) {
        return Err(wrong());
    }
    let args = split(args, ',').into_iter().map(|arg| arg.trim().to_owned());
    let args = args.filter(|arg| !arg.is_empty()).collect();
    Ok(NamedRule { line, column, rule: name.to_owned(), args })
}

/// The parts between separators that stand in no brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (vec![], 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            c if c == separator && depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "",
            "sum(a):",
            "sum(a): 3 begin(0), 6 append, 9 use",
            "count(a, (x, i) -> x == 0 ? true : i < 3) in f: 3:5 begin(m[0]), 6 append; square: 2 begin(i + 1)",
            "max(m[i]): 4 take(0, n)",
        ] {
            let read: NamedRules = text.parse().expect(text);
            assert_eq!(read.to_string(), text);
        }
        let spaced: NamedRules = " sum( a ) :3  begin( 0 ,) ;; ".parse().expect("rules");
        assert_eq!(spaced.to_string(), "sum( a ): 3 begin(0)");
    }

    #[test]
    fn what_is_no_rule_is_said() {
        for text in
            ["sum(a)", ": 3 use", "sum(a): use", "sum(a): 0 use", "sum(a): 3 use(", "sum(a): 3 u s"]
        {
            assert!(text.parse::<NamedRules>().is_err(), "{text}");
        }
    }

    #[test]
    fn rules_are_added_taken_away_and_moved() {
        let use_at = |line| NamedRule { line, column: None, rule: "use".into(), args: vec![] };
        let rules = NamedRules::default().with_rule("sum(a)", None, use_at(3)).with_rule(
            "sum(a)",
            None,
            use_at(7),
        );
        assert_eq!(rules.to_string(), "sum(a): 3 use, 7 use");
        assert_eq!(rules.shifted(3, 2).to_string(), "sum(a): 3 use, 9 use");
        assert_eq!(rules.shifted(2, -1).to_string(), "sum(a): 2 use, 6 use");
        assert_eq!(rules.without_rule(0, 0).to_string(), "sum(a): 7 use");
        assert_eq!(rules.without(0), NamedRules::default());
    }
}
