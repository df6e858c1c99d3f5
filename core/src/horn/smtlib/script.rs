//! Scripts of questions about quantifier-free formulas.

use super::sexp::{Node, Sexp, parse};
use super::terms::{Elaborator, Symbol};
use crate::base::{Diagnostic, Severity, Span};
use crate::horn::term::{Sort, Term, Var};

/// One command of a script, with its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Demands a formula.
    Assert(Term, Span),
    /// Opens a scope.
    Push,
    /// Closes the innermost scope.
    Pop,
    /// Asks whether the formulas have a common model; if so, and there are constants given, for
    /// their values too.
    CheckSat(Option<Vec<Var>>),
    /// Asks for the values of these constants.
    GetModel(Vec<Var>),
    /// Prints a text.
    Echo(String),
}

/// A script that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The commands in order.
    pub commands: Vec<Command>,
}

/// Scopes that may be open at once.
const MAX_SCOPES: usize = 10_000;

/// Reads a script, and what is to be said about the text. There is a script exactly if there is
/// no error.
///
/// When nowhere in the text stands `get-model`, each `check-sat` asks for a model too.
pub fn script(text: &str) -> (Option<Script>, Vec<Diagnostic>) {
    let mut reader = Reader::default();
    let commands = parse(text, &mut reader.scope.diagnostics);
    let asks = commands.iter().any(|c| c.head().is_some_and(|h| &**h == "get-model"));
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
struct Reader {
    scope: Elaborator,
    /// What was declared when each open scope began.
    marks: Vec<usize>,
    script: Script,
    over: bool,
}

impl Reader {
    fn command(&mut self, command: &Sexp, models: bool) {
        let (Some(name), Some(items)) = (command.head(), command.list()) else {
            let message = "a command is expected here, such as `(check-sat)`";
            self.scope.error(command.span, message);
            return;
        };
        let span = command.span;
        match (&**name, &items[1..]) {
            ("set-logic" | "set-info" | "set-option", _) => {}
            ("declare-const", [name, sort]) => self.declare(name, sort),
            ("declare-fun", [name, params, sort]) => match params.list() {
                Some([]) => self.declare(name, sort),
                _ => self.scope.error(params.span, "functions with parameters are not supported"),
            },
            ("define-fun", [name, params, sort, body]) => {
                if let Some(definition) = self.scope.definition(params, sort, body) {
                    self.scope.declare(name, definition);
                }
            }
            ("assert", [formula]) => {
                if let Some(term) = self.scope.formula(formula) {
                    self.script.commands.push(Command::Assert(term, formula.span));
                }
            }
            ("push", levels) => self.scopes(levels, span, true),
            ("pop", levels) => self.scopes(levels, span, false),
            ("check-sat", []) => {
                let constants = models.then(|| self.scope.constants());
                self.script.commands.push(Command::CheckSat(constants));
            }
            ("get-model", []) => {
                let constants = self.scope.constants();
                self.script.commands.push(Command::GetModel(constants));
            }
            ("echo", [text]) => match &text.node {
                Node::Text(text) => self.script.commands.push(Command::Echo(text.to_string())),
                _ => self.scope.error(text.span, "`echo` takes a string"),
            },
            ("exit", []) => self.over = true,
            (
                known @ ("declare-const" | "declare-fun" | "define-fun" | "assert" | "check-sat"
                | "get-model" | "echo" | "exit"),
                _,
            ) => {
                self.scope.error(span, format!("`{known}` has the wrong number of arguments"));
            }
            _ => self.unknown(name, items[0].span),
        }
    }

    fn unknown(&mut self, name: &str, span: Span) {
        let diagnostic = Diagnostic::error(span, format!("the command `{name}` is not supported"))
            .hint(
                "there are `declare-const`, `declare-fun`, `define-fun`, `assert`, `push`, `pop`, \
                 `check-sat`, `get-model`, `echo` and `exit`",
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
            [Sexp { node: Node::Numeral(n), .. }] => n.to_string().parse::<usize>().ok(),
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
