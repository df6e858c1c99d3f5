//! Scripts of questions about quantifier-free formulas.

use super::sexp::{MAX_DEPTH, Sexp, SexpKind, parse};
use super::terms::{Elaborator, Limits, Symbol};
use crate::term::{Sort, Term, Var};
use hornbook_base::{Diagnostic, Severity, Span};
use std::rc::Rc;

/// One command of a script, with its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Demands a formula; those with a name are part of unsatisfiable cores.
    Assert {
        /// The formula.
        formula: Term,
        /// Its name.
        name: Option<Rc<str>>,
        /// Its place.
        span: Span,
    },
    /// Opens a scope.
    Push,
    /// Closes the innermost scope.
    Pop,
    /// Asks whether the formulas have a common model together with some more.
    CheckSat {
        /// The assumptions for this question only.
        assumptions: Vec<WrittenTerm>,
        /// The constants whose values are asked for too, if there is a model.
        constants: Option<Vec<Var>>,
    },
    /// Asks for the values of these constants.
    GetModel(Vec<Var>),
    /// Asks for the values of terms, with the places of the terms in the text.
    GetValue(Vec<WrittenTerm>),
    /// Asks which of the named assertions contradict each other.
    GetUnsatCore,
    /// Asks which of the assumptions contradict the assertions.
    GetUnsatAssumptions,
    /// Takes back all assertions and scopes.
    ResetAssertions,
    /// Prints a text.
    Echo(String),
}

/// A term as it stands in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenTerm {
    /// The term.
    pub term: Term,
    /// Its text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A script that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The commands in order.
    pub commands: Vec<Command>,
}

/// The largest number of open scopes.
const MAX_SCOPES: usize = 10_000;

/// Questions are answered without recursion through them.
const LIMITS: Limits = Limits { size: 4_000_000, copied: 4_000_000, depth: MAX_DEPTH };

/// Reads a script, with diagnostics. There is a script exactly if there is no error.
///
/// When nowhere in the text stands `get-model` or `get-value`, each `check-sat` asks for a model
/// too.
pub fn script(text: &str) -> (Option<Script>, Vec<Diagnostic>) {
    let mut reader = ScriptReader { text, scope: Elaborator::default(), ..ScriptReader::default() };
    reader.scope.limits = LIMITS;
    reader.scope.names_matter = true;
    let commands = parse(text, &mut reader.scope.diagnostics);
    let asks = |c: &Sexp| c.head().is_some_and(|h| matches!(&**h, "get-model" | "get-value"));
    let asks = commands.iter().any(asks);
    for command in &commands {
        reader.command(command, !asks);
        if reader.over {
            break;
        }
    }
    let mut diagnostics = reader.scope.diagnostics;
    diagnostics.sort_by_key(|d| d.span);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    ((!failed).then_some(reader.script), diagnostics)
}

#[derive(Default)]
struct ScriptReader<'t> {
    text: &'t str,
    scope: Elaborator,
    /// The number of declarations when each open scope began.
    marks: Vec<usize>,
    script: Script,
    over: bool,
}

impl ScriptReader<'_> {
    fn command(&mut self, command: &Sexp, models: bool) {
        let (Some(name), Some(items)) = (command.head(), command.list()) else {
            let message = "a command is expected here, such as `(check-sat)`";
            self.scope.error(command.span, message);
            return;
        };
        let span = command.span;
        match (&**name, &items[1..]) {
            ("set-logic", [logic]) => self.logic(logic),
            ("set-option", [option, value]) => self.option(option, value),
            ("set-info" | "set-option", _) => {}
            ("declare-const", [name, sort]) => self.declare(name, sort),
            ("define-const", [name, sort, body]) => {
                let none = Sexp { kind: SexpKind::List(vec![]), span: name.span };
                if let Some(definition) = self.scope.definition(&none, sort, body) {
                    self.scope.declare(name, definition);
                }
            }
            ("declare-fun", [name, params, sort]) => match params.list() {
                Some([]) => self.declare(name, sort),
                _ => self.scope.error(params.span, "functions with parameters are not supported"),
            },
            ("define-fun", [name, params, sort, body]) => {
                if let Some(definition) = self.scope.definition(params, sort, body) {
                    self.scope.declare(name, definition);
                }
            }
            ("assert", [formula]) => self.assert(formula),
            ("push", levels) => self.scopes(levels, span, true),
            ("pop", levels) => self.scopes(levels, span, false),
            ("check-sat", []) => self.check_sat(vec![], models),
            ("check-sat-assuming", [list]) => {
                if let Some(assumptions) = self.terms(list, true) {
                    self.check_sat(assumptions, models);
                }
            }
            ("get-value", [list]) => {
                if let Some(terms) = self.terms(list, false) {
                    self.script.commands.push(Command::GetValue(terms));
                }
            }
            ("get-unsat-core", []) => self.script.commands.push(Command::GetUnsatCore),
            ("get-unsat-assumptions", []) => {
                self.script.commands.push(Command::GetUnsatAssumptions);
            }
            ("reset-assertions", []) => {
                if let Some(first) = self.marks.first() {
                    self.scope.forget(*first);
                }
                self.marks.clear();
                self.script.commands.push(Command::ResetAssertions);
            }
            ("reset", []) => {
                self.scope.forget(0);
                self.marks.clear();
                self.script.commands.push(Command::ResetAssertions);
            }
            ("get-model", []) => {
                let constants = self.scope.constants();
                self.script.commands.push(Command::GetModel(constants));
            }
            ("echo", [text]) => match &text.kind {
                SexpKind::Text(text) => self.script.commands.push(Command::Echo(text.to_string())),
                _ => self.scope.error(text.span, "`echo` takes a string"),
            },
            ("exit", []) => self.over = true,
            (
                known @ ("set-logic"
                | "declare-const"
                | "define-const"
                | "declare-fun"
                | "define-fun"
                | "assert"
                | "check-sat"
                | "check-sat-assuming"
                | "get-model"
                | "get-value"
                | "get-unsat-core"
                | "get-unsat-assumptions"
                | "reset-assertions"
                | "reset"
                | "echo"
                | "exit"),
                _,
            ) => {
                self.scope.error(span, format!("`{known}` has the wrong number of arguments"));
            }
            _ => self.unknown(name, items[0].span),
        }
    }

    /// Accepts a logic that has more than this solver answers: a command that goes beyond is reported at
    /// its place.
    fn logic(&mut self, logic: &Sexp) {
        let Some(name) = logic.symbol() else {
            self.scope.error(logic.span, "the name of a logic is expected here");
            return;
        };
        let plain = name.strip_prefix("QF_").unwrap_or(name);
        if !matches!(plain, "ALL" | "UF" | "IDL") && !plain.contains("IA") && !plain.contains("IRA")
        {
            let message = format!("questions in the logic `{name}` are not answered");
            let diagnostic = Diagnostic::error(logic.span, message);
            self.scope.diagnostics.push(diagnostic.hint("the logic is `QF_LIA`"));
        }
    }

    /// Reports options that would change the output; the others are ignored.
    fn option(&mut self, option: &Sexp, value: &Sexp) {
        let printed = ["print-success", "global-declarations", "interactive-mode"];
        let on = value.symbol().is_some_and(|v| &**v == "true");
        if let SexpKind::Keyword(name) = &option.kind
            && on
            && printed.contains(&&**name)
        {
            self.scope.error(option.span, format!("the option `:{name}` is not supported"));
        }
    }

    fn assert(&mut self, assertion: &Sexp) {
        let Some((formula, name)) = self.scope.assertion(assertion) else { return };
        if let Some(name) = name
            && self.scope.define(name, &formula).is_none()
        {
            return;
        }
        let name = name.and_then(Sexp::symbol).cloned();
        self.script.commands.push(Command::Assert { formula, name, span: assertion.span });
    }

    fn check_sat(&mut self, assumptions: Vec<WrittenTerm>, models: bool) {
        let constants = models.then(|| self.scope.constants());
        self.script.commands.push(Command::CheckSat { assumptions, constants });
    }

    /// A list of terms, or of formulas only.
    fn terms(&mut self, list: &Sexp, formulas: bool) -> Option<Vec<WrittenTerm>> {
        let Some(items) = list.list() else {
            self.scope.error(list.span, "a list of terms is expected, as in `(p (not q))`");
            return None;
        };
        let read = items.iter().map(|item| {
            let term = match formulas {
                true => self.scope.formula(item)?,
                false => self.scope.closed(item)?,
            };
            let text = item.span.slice(self.text);
            Some(WrittenTerm { term, text: text.to_owned(), span: item.span })
        });
        let read: Vec<Option<WrittenTerm>> = read.collect();
        read.into_iter().collect()
    }

    fn unknown(&mut self, name: &str, span: Span) {
        let diagnostic = Diagnostic::error(span, format!("the command `{name}` is not supported"))
            .hint(
                "there are `declare-const`, `declare-fun`, `define-const`, `define-fun`, `assert`, \
                 `push`, `pop`, `check-sat`, `check-sat-assuming`, `get-model`, `get-value`, \
                 `get-unsat-core`, `get-unsat-assumptions`, `reset-assertions`, `reset`, `echo` \
                 and `exit`",
            );
        self.scope.diagnostics.push(diagnostic);
    }

    fn declare(&mut self, name: &Sexp, sort: &Sexp) {
        let Some(read) = self.scope.sort(sort) else { return };
        if read.is_array() {
            self.scope.error(sort.span, "arrays are not supported in questions");
            return;
        }
        let read = if read == Sort::Bool { Sort::Bool } else { Sort::Int };
        if let Some(text) = name.symbol() {
            self.scope.declare(name, Symbol::Const(Var::new(text, read)));
        } else {
            self.scope.error(name.span, "a name is expected here");
        }
    }

    /// `(push n)` or `(pop n)`, `n` being one if it is left out.
    fn scopes(&mut self, levels: &[Sexp], span: Span, open: bool) {
        let count = match levels {
            [] => Some(1),
            [Sexp { kind: SexpKind::Numeral(n), .. }] => n.to_string().parse::<usize>().ok(),
            _ => {
                self.scope.error(span, "a number of scopes is expected, as in `(push 1)`");
                return;
            }
        };
        let limit = if open { MAX_SCOPES - self.marks.len() } else { self.marks.len() };
        let Some(count) = count.filter(|n| *n <= limit) else {
            let message = if open { "too many open scopes" } else { "there is no scope to close" };
            self.scope.error(span, message);
            return;
        };
        for _ in 0..count {
            if open {
                self.marks.push(self.scope.mark());
                self.script.commands.push(Command::Push);
            } else if let Some(mark) = self.marks.pop() {
                self.scope.forget(mark);
                self.script.commands.push(Command::Pop);
            }
        }
    }
}
