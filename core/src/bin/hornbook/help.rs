//! What the commands are for, in words.

use crate::args::{SWITCHES, Topic, VERBS, Verb, allowed, name_of};
use std::fmt::Write;

/// One line of usage for each command that `topic` is about, and where to read more.
pub(crate) fn hint(topic: Topic) -> String {
    let mut out = String::from("usage:\n");
    for (name, verb) in VERBS {
        if topic.is_none_or(|t| t == verb) {
            let _ = writeln!(out, "  {}", usage(verb));
            let _ = topic.map(|_| writeln!(out, "try `hornbook help {name}`"));
        }
    }
    if topic.is_none() {
        out.push_str("try `hornbook help`\n");
    }
    out
}

fn usage(verb: Verb) -> String {
    let file = if matches!(verb, Verb::Solve | Verb::Smt) { "FILE.smt2" } else { "FILE" };
    let mut out = format!("hornbook {} {file}", name_of(verb));
    for option in &allowed(verb) {
        if SWITCHES.contains(option) {
            let _ = write!(out, " [{option}]");
            continue;
        }
        let value = match *option {
            "--abstraction" => "A",
            "--heuristic" => "H",
            "--order" => "left|right",
            "--cells" => "CELLS",
            "--clause" => "N",
            "--budget-ms" => "N",
            "--format" if verb == Verb::Horn => "smtlib|rules|latex|dot",
            "--format" if verb == Verb::Export => "latex|html|text|smtlib-before|smtlib-after",
            "--format" => "text|json",
            "--certificate" | "--output" => "OUT",
            _ => "abstract|eliminate|final",
        };
        let _ = write!(out, " [{option} {value}]");
    }
    out
}

/// The help on a command, or on the whole.
pub(crate) fn help(topic: Topic) -> String {
    let mut out = String::new();
    match topic {
        None => {
            out.push_str("Hornbook proves array programs right, or shows how they go wrong.\n\n");
            for (_, verb) in VERBS {
                let _ = writeln!(out, "  {}\n      {}", usage(verb), summary(verb));
            }
            out.push_str("  hornbook help [COMMAND]\n  hornbook --version\n\n");
            out.push_str(FILE);
            out.push_str(STATUS);
        }
        Some(verb) => {
            let _ = writeln!(out, "{}\n\n{}\n", usage(verb), details(verb));
            if !matches!(verb, Verb::Smt | Verb::Format) {
                out.push_str(FILE);
            }
            if allowed(verb).contains(&"--abstraction") {
                out.push_str(ABSTRACTION);
            }
            if allowed(verb).contains(&"--large-blocks") {
                out.push_str(SWITCHED);
            }
            if allowed(verb).contains(&"--certificate") {
                out.push_str(CERTIFICATE);
            }
            if allowed(verb).contains(&"--budget-ms") {
                out.push_str("N is the time to spend, in milliseconds; 30000 unless given.\n");
            }
            out.push_str(match verb {
                Verb::Check | Verb::Solve => STATUS,
                Verb::Smt => SMT_STATUS,
                Verb::Format => FORMAT_STATUS,
                _ => PLAIN_STATUS,
            });
        }
    }
    out
}

const FILE: &str = "\
FILE is a Hornbook program, Horn clauses in SMT-LIB 2 if its name ends in .smt2, or
standard input if it is `-`: clauses if the text starts with `(`, else a program.\n";

const ABSTRACTION: &str = "\
A says how arrays are abstracted, for all of them, per array or at one program point, as in
`cell1`, `a=cell2,b=id` or `L5.a=smash`. It is a name: `id`, `cell1` (the default) to `cell9`,
`cell<2` (two cells in order), `first`, `smash`, `sign`, `slice(i)`, `nothing`, for `check` and
`solve` also `auto` (`cell1`, `cell<2` and `cell2`, until one gives an answer); a formula over
index and value such as `{k, v => v if k < 10}`; or made of such with `*` (pairs), `.`
(composition), `(*)` (product), `(+)` (sum), `^2` and `^<2`. H says at which cells premises are
instantiated: `relevant` (the default), `relevant-basic`, `mg16`, `ma15`, or `manual` with
CELLS as in `3:a=k_a', i + 1`: in clause 3 the array a at these indices (may be repeated).
`--order` says which component of a tuple is instantiated first.\n";

const SWITCHED: &str = "\
With `--check-bounds` every access to an array with a declared length must lie within it;
with `--large-blocks` the steps between two loop heads become one clause; with `--loops` a
condition on any number of cells becomes a loop over them. These, and the other choices, can
also stand in the program, as `#pragma check-bounds` or `#pragma abstraction cell2`; what the
command line says comes first.\n";

const CERTIFICATE: &str = "\
With the verdict `certified`, OUT becomes an SMT-LIB 2 script of proof obligations: the functions
that the predicates of the final clauses mean, and for each clause a question that every solver
of linear integer arithmetic must answer by `unsat`. With other verdicts OUT is not written.\n";

const STATUS: &str = "
Exit status: 0 certified, 1 buggy, 2 too weak, 3 unknown, 64 wrong usage, 65 errors in the
input, 74 the output cannot be written.\n";

const SMT_STATUS: &str = "
Exit status: 0, 3 if an answer is unknown, 64 wrong usage, 65 errors in the input, 74 the
output cannot be written.\n";

const PLAIN_STATUS: &str = "
Exit status: 0, 64 wrong usage, 65 errors in the input, 74 the output cannot be written.\n";

const FORMAT_STATUS: &str = "
Exit status: 0, 1 if `--check` finds something to change, 64 wrong usage, 65 errors in the
input, 74 the output cannot be written.\n";

fn summary(verb: Verb) -> &'static str {
    match verb {
        Verb::Check => "the verdict on each assertion, with its evidence",
        Verb::Horn => "the Horn clauses before abstraction",
        Verb::Abstract => "the Horn clauses after abstraction",
        Verb::Compare => "the same clauses under several abstractions or heuristics",
        Verb::Explain => "every step from the text to clauses without arrays, as JSON",
        Verb::Export => "the derivation and the verdict as a document, or the clauses as SMT-LIB",
        Verb::Format => "the program in its canonical layout, with its comments",
        Verb::Solve => "the verdict on Horn clauses",
        Verb::Smt => "answers to questions about linear integer arithmetic",
    }
}

fn details(verb: Verb) -> &'static str {
    match verb {
        Verb::Check => {
            "\
Prints one line for each assertion, such as `line 12: certified`, followed by its evidence on
indented lines, and a last line that starts with the verdict on the whole program:

  certified  no run violates an assertion; the invariants are shown
  buggy      a run violates an assertion; its choices and steps are shown
  too-weak   the abstraction cannot prove it, and no failing run was found
  unknown    no answer within the budget, or outside the supported arithmetic

With `--format json` the whole record is printed as one JSON object; docs/json.md describes it."
        }
        Verb::Horn => {
            "\
Prints the Horn clauses of a program as SMT-LIB 2, each with its number and line: as assertions,
or with `--format rules` as rules and queries. With `--format latex` prints them for a LaTeX document, with `--format dot` the control-flow graph in the language of Graphviz."
        }
        Verb::Abstract => {
            "\
Prints the Horn clauses as SMT-LIB 2, each with its number and line, after a stage: `abstract`,
where premises are quantified, `eliminate`, where they no longer are, or `final` (the default),
without arrays."
        }
        Verb::Compare => {
            "\
Shows for each clause, or for clause N, under each of several abstractions and heuristics: the
cells at which premises are instantiated, what is known of the completeness, and the clause
that comes out. `--abstraction` and `--heuristic` may be repeated; unless given, the heuristics
`relevant`, `relevant-basic`, `mg16` and `ma15` are compared."
        }
        Verb::Explain => {
            "\
Prints all stages, and for each clause the steps that were applied to it, as one JSON object."
        }
        Verb::Export => {
            "\
Prints one of these, or writes it to the file OUT:

  latex, html, text  the program, the choices, what happens to each clause and why, and the
                     verdict with its evidence (`text` unless given); the search for the
                     verdict ends when the time is over
  smtlib-before      the clauses with arrays, before abstraction
  smtlib-after       the clauses of the last stage, without arrays

An HTML file needs nothing else, a LaTeX document amsmath."
        }
        Verb::Format => {
            "\
Prints the program of FILE (`-` is standard input) with one statement a line, two blanks for each
level and blanks around operators. Nothing but blanks and line ends changes: comments stay where
they are. With `--check` nothing is printed, and the exit status says whether something would
change; with `--write` the file is changed. A program with errors of syntax stays as it is."
        }
        Verb::Solve => {
            "\
Reads Horn clauses in SMT-LIB 2 and prints a verdict on each clause that ends in a condition,
as `check` does for assertions. `buggy` means that the clauses contradict each other as they
stand; the derivation of the contradiction is shown."
        }
        Verb::Smt => {
            "\
Runs an SMT-LIB 2 script about linear integer arithmetic without quantifiers and arrays.
Each `check-sat` or `check-sat-assuming` is answered by `sat`, `unsat` or `unknown`; a model
is printed where the script asks for one, or after each `sat` if nowhere in it stands
`get-model` or `get-value`. After `unsat` there are `get-unsat-core` (of the assertions
`(! f :named n)`) and `get-unsat-assumptions`. There are `declare-const`, `declare-fun`
without parameters, `define-const`, `define-fun`, `push`, `pop`, `reset-assertions`, `reset`,
`echo` and `exit`; `set-info` and most options change nothing. `div` and `mod` need a divisor
that is a number and not zero.

The whole text is read before the first question is answered, and nothing is answered if it
has errors. N counts for each question; reading and asserting formulas is not counted. An
`(error ...)` that the script prints does not change the exit status."
        }
    }
}
