//! Long help texts of the commands, for [`crate::args`].

/// The help of `check`.
pub(crate) const CHECK: &str = "\
Prints one line for each assertion, such as `line 12: certified`, followed by its evidence on
indented lines, and a last line that starts with the verdict on the whole program:

  certified  no run violates an assertion; the invariants, or other reasons, are shown
  buggy      a run violates an assertion; its choices and steps are shown
  too-weak   the clauses do not prove it, and no failing run was found
  unknown    no answer within the budget, or outside the supported arithmetic

For example

  hornbook check program.hb --abstraction cell2 --budget-ms 5000";

/// The help of `horn`.
pub(crate) const HORN: &str = "\
Prints the Horn clauses of a program, each with its number and line: as assertions or as rules
and queries in SMT-LIB 2, for a LaTeX document, or as a control-flow graph.";

/// The help of `abstract`.
pub(crate) const ABSTRACT: &str = "\
Prints the Horn clauses as SMT-LIB 2, each with its number and line, after a stage.";

/// The help of `compare`.
pub(crate) const COMPARE: &str = "\
Shows for each clause, or for clause N, under each of several abstractions and heuristics: the
cells at which premises are instantiated, what is known of the completeness, and the clause
that comes out. `--abstraction` and `--heuristic` may be repeated; unless given, the heuristics
`relevant`, `relevant-basic`, `mg16` and `ma15` are compared. For example

  hornbook compare program.hb --abstraction cell1 --abstraction cell2 --clause 3";

/// The help of `explain`.
pub(crate) const EXPLAIN: &str = "\
Prints all stages, and for each clause the steps that were applied to it, as one JSON object.";

/// The help of `export`.
pub(crate) const EXPORT: &str = "\
Prints a document, or writes it to a file: the program, the choices, what happens to each clause
and why, and the verdict with its evidence; the search for the verdict ends when the time is
over. Or the clauses before or after abstraction, as SMT-LIB 2.

For example

  hornbook export program.hb --format html --output program.html";

/// The help of `instrument`.
pub(crate) const INSTRUMENT: &str = "\
Prints the program with ghost variables that follow sums, maxima, numbers of cells or products: by
the rules that `--rules` names, or else by the first ones that none of some small runs breaks. A
guard that fails on such a run is shown. As JSON it prints what can be followed, which rules fit where, and all
operators with what must be certified of each. For example

  hornbook instrument program.hb --rules 'sum(a): 3 begin(0), 5 append, 7 use'";

/// The help of `tiles`.
pub(crate) const TILES: &str = "\
Prints the loops with their rounds and the cells that a round owns, and for each claim outside of
loops the conditions under which that suffices, with the values that break one. As JSON it prints
also the segments with what is wanted between them, what runs suggest there, and which round owns
which cell on runs of several sizes. For example

  hornbook tiles program.hb --tiles '5 a: 4 * i <= k < 4 * i + 4'";

/// The help of `format`.
pub(crate) const FORMAT: &str = "\
Prints the program of FILE (`-` is standard input) with one statement a line, two blanks for each
level and blanks around operators. Nothing but blanks and line ends changes: comments stay where
they are. With `--check` nothing is printed, and the exit status says whether something would
change; with `--write` the file is changed. A program with errors of syntax stays as it is.";

/// The help of `solve`.
pub(crate) const SOLVE: &str = "\
Reads Horn clauses in SMT-LIB 2 and prints a verdict on each clause that ends in a condition,
as `check` does for assertions. `buggy` means that the clauses contradict each other as they
stand; the derivation of the contradiction is shown.";

/// The help of `smt`.
pub(crate) const SMT: &str = "\
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
`(error ...)` that the script prints does not change the exit status.";

/// The help of `course check`.
pub(crate) const COURSE_CHECK: &str = "\
Reads a course, and proves that each example and each prediction has the verdict that its line
promises, that the solution of each exercise solves it, and that its wrong answers do not. What
is not so is said with its file and line. For example

  hornbook course check courses/loop_invariants";

/// The help of `course build`.
pub(crate) const COURSE_BUILD: &str = "\
Makes a site with a page for each lesson, in which the programs are live. It works from any path of
any static host, without a server. For example

  cargo xtask build
  hornbook course build courses/loop_invariants --site dist --output public";

/// The exit status of `course build`.
pub(crate) const COURSE_BUILD_STATUS: &str = "\
Exit status: 0, 64 wrong usage, 65 errors in the course or no Hornbook in DIST, 74 the output cannot
be written.";

/// The help of `course pack`.
pub(crate) const COURSE_PACK: &str = "\
Makes one Markdown file of a course that can be given to students: solutions and hidden claims are
sealed, wrong answers are left out, and programs of other files stand in their blocks. With --site
it prints a link that opens the course on that page instead. For example

  hornbook course pack courses/loop_invariants --output loop_invariants.md
  hornbook course pack courses/loop_invariants --site https://example.org/hornbook/";

/// The exit status of `course pack`.
pub(crate) const COURSE_PACK_STATUS: &str = "\
Exit status: 0, 64 wrong usage, 65 errors in the course, 74 the output cannot be written.";

/// The help of `course slides`.
pub(crate) const COURSE_SLIDES: &str = "\
Makes slides of each lesson. Each heading and each rule `---` begins one; so does each question, whose
answer is computed and comes with the next step, and each exercise, whose blanks are gaps. Hints,
solutions and hidden claims are on no slide. For example

  hornbook course slides courses/loop_invariants --format beamer --output slides
  hornbook course slides courses/loop_invariants --format reveal --site dist \\
    --reveal node_modules/reveal.js --output slides";

/// The exit status of `course slides`.
pub(crate) const COURSE_SLIDES_STATUS: &str = "\
Exit status: 0, 64 wrong usage, 65 errors in the course, or no Hornbook in DIST or no reveal.js in
PACKAGE, 74 the output cannot be written.";

/// The exit status of `course check`.
pub(crate) const COURSE_STATUS: &str = "\
Exit status: 0, 1 if something is not as the course says, 64 wrong usage, 65 errors in the course,
74 the output cannot be written.";

/// The help of `grade`.
pub(crate) const GRADE: &str = "\
Judges each answer anew, whatever the file says of it, and prints a table as CSV with the columns
student, lesson, exercise, grade, hints, reasons. A grade is `solved`, `not-solved`, `undecided`
(there was no answer within its time), `missing` or `no-such-exercise`. For example

  hornbook grade courses/loop_invariants answers/*.txt --html grades.html";

/// The exit status of `grade`.
pub(crate) const GRADE_STATUS: &str = "\
Exit status: 0, 64 wrong usage, 65 if answers cannot be read (each is named, the others are
graded) or the course has errors, 74 the output cannot be written.";

/// The help on inputs.
pub(crate) const FILE: &str = "\
A Hornbook program, Horn clauses in SMT-LIB 2 if the name ends in .smt2, or
standard input if it is `-`: clauses if the text starts with `(`, else a program";

/// The help on abstractions.
pub(crate) const ABSTRACTION: &str = "\
What is kept of arrays [default: cell1]: one abstraction for all of them, or one
for each array or at one program point, as in `cell2`, `a=cell2,b=id` or
`L5.a=smash`.

An abstraction is a name: `id`, `cell1` to `cell9`, `cell<2` (two cells in
order), `first`, `smash`, `sign`, `slice(i)`, `nothing`; a formula over index and
value such as `{k, v => v if k < 10}`; or made of such with `*` (pairs), `.`
(composition), `(*)` (product), `(+)` (sum), `^2` and `^<2`. For `check`, `solve`
and `export` it may also be `auto`: a program without loops is decided as it is, for
others `cell1`, `cell<2` and `cell2` have turns, until one gives an answer";

/// The help on cells.
pub(crate) const CELLS: &str = "\
The cells for the heuristic `manual`, which this implies: `3:a=k_a',i + 1` means
that in clause 3 premises about the array a are instantiated at these indices
(may be repeated)";

/// The help on certificates.
pub(crate) const CERTIFICATE: &str = "\
With the verdict `certified`, OUT becomes an SMT-LIB 2 script of proof obligations:
the functions that the predicates of the final clauses mean, and for each clause a
question that every solver of linear integer arithmetic (with products of unknowns: of
integer arithmetic) must answer by `unsat`.
With other verdicts OUT is not written";

/// The help on the shortest invariant.
pub(crate) const SHORTEST: &str = "\
Once a program is certified, look for a shorter invariant, with at most as many steps
again; only after searches of 50,000 steps or more, as in fewer nothing is found";

/// The help on folders of files.
pub(crate) const BATCH: &str = "\
The verdicts on all programs (`.hb`) and Horn clauses (`.smt2`) of a folder, in a table.
Each file is checked by a process of its own, with the options behind `--`:

  hornbook batch programs --expect verdicts.tsv --jobs 2 -- --budget-ms 5000

The verdicts are those of `check`, and `error` for what cannot be read. A file that `--resume`
has written can be the expectation of another run.";

/// The exit status of `batch`.
pub(crate) const BATCH_STATUS: &str = "\
Exit status: 0 all verdicts are as expected, or none was, 1 one differs, 64 wrong usage,
65 errors in a file of verdicts, 74 the output cannot be written.";

/// The help on models.
pub(crate) const MODEL: &str = "\
With the verdict `certified`, OUT becomes a model of the clauses in SMT-LIB 2: a
`define-fun` for each predicate, for arrays with quantifiers. With other verdicts OUT is
not written";

/// The exit status of `check` and `solve`.
pub(crate) const STATUS: &str = "\
The choices can also stand in the program, as `#pragma check-bounds` or
`#pragma abstraction cell2`; what the command line says comes first.

Exit status: 0 certified, 1 buggy, 2 too weak, 3 unknown, 4 nothing is asserted,
64 wrong usage, 65 errors in the input, 74 the output cannot be written.";

/// The exit status of `smt`.
pub(crate) const SMT_STATUS: &str = "\
Exit status: 0, 3 if an answer is unknown, 64 wrong usage, 65 errors in the input, 74 the
output cannot be written.";

/// The exit status of commands that show clauses.
pub(crate) const PLAIN_STATUS: &str = "\
The choices can also stand in the program, as `#pragma check-bounds` or
`#pragma abstraction cell2`; what the command line says comes first.

Exit status: 0, 64 wrong usage, 65 errors in the input, 74 the output cannot be written.";

/// The exit status of `format`.
pub(crate) const FORMAT_STATUS: &str = "\
Exit status: 0, 1 if `--check` finds something to change, 64 wrong usage, 65 errors in the
input, 74 the output cannot be written.";

/// The help on methods.
pub(crate) fn method() -> String {
    let default = "default for check and solve: auto, unless something of an abstraction is chosen";
    format!("{} [{default}]", hornbook_pipeline::Key::Method.help())
}
