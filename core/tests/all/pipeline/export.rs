//! Documents of derivations in all formats: well-formed, complete, and with everything escaped.

use expect_test::expect;
use hornbook_explain::export::document::{Block, Document, Inline};
use hornbook_explain::export::{DerivationReport, derivation_document, formula, html, latex, text};
use hornbook_horn::{ClauseId, System, Term, Var};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{
    Choices, Driver, Input, Status, document, export, record_stages, smtlib_after, smtlib_before,
};
use hornbook_records::export::{Export, Language};
use hornbook_records::stages::{Phase, StageKey};
use hornbook_records::{ClauseStory, OmittedDetails, Outcome, RuleStep, Subject, VERSION};

/// Steps that suffice for the programs below.
const STEPS: u64 = 3_000_000;

const SMALL: &str = "int a[];\nint i = nondet();\na[i] = 1; // set_it\nassert(a[i] == 1);\n";

fn read(text: &str) -> Input {
    let input = Input::program(text, &Choices::default());
    assert!(input.system.is_some(), "{text}\n{:?}", input.diagnostics);
    input
}

fn solved(input: &Input) -> Outcome {
    let mut solving = Driver::new(input).expect("clauses");
    for _ in 0..STEPS / 5_000 {
        if let Status::Done(outcome) = solving.step(5_000) {
            return outcome;
        }
    }
    panic!("no answer in time");
}

/// The report describes every kind of step.
#[test]
fn all_kinds_of_steps_are_described() {
    let input = read(SMALL);
    let stages = record_stages(&input).stages.expect("no errors");
    let clause = stages.simplified.clauses[0].clone();
    let id = stages.clauses[0].id;
    let formula = Term::eq(Term::int(1), Term::var(&Var::int("told")));
    let subjects = [
        Subject::Program("int other;\n".into()),
        Subject::System(System { clauses: vec![clause.clone()], ..stages.simplified.clone() }),
        Subject::abstracted(&clause),
        Subject::Formula(formula),
    ];
    let step = |after: Subject| RuleStep {
        stage: StageKey::new("operators"),
        rule: "changeAll".into(),
        paper: String::new(),
        sentence: "All is changed.".into(),
        before: Subject::Program("int n;".into()),
        after,
        call: None,
        may_lose: false,
    };
    let told = |after: Subject| {
        let steps = vec![step(after)];
        let stories = [ClauseStory {
            version: VERSION,
            id,
            steps,
            calls: vec![],
            incomplete: vec![],
            left_out: OmittedDetails::default(),
        }];
        let (title, text, choices) = ("A title", "", &[]);
        let (witnesses, outcome) = (&[], None);
        let all = DerivationReport {
            title,
            text,
            choices,
            stages: &stages,
            stories: &stories,
            witnesses,
            outcome,
        };
        text::write(&derivation_document(&all))
    };
    let [program, system, clause, formula] = subjects.map(told);
    assert!(program.contains("change all: All is changed.\n\n1  int other;\n"), "{program}");
    assert_eq!(system, clause);
    assert!(formula.contains("All is changed.\n\n1 = told\n"), "{formula}");
}

/// Checks that a text is XML, and returns the names of its elements.
fn elements(text: &str) -> Vec<String> {
    let (mut open, mut names) = (vec![], vec![]);
    let mut rest = text.strip_prefix("<!DOCTYPE html>").expect("a document of HTML 5");
    while let Some(at) = rest.find('<') {
        well_formed_text(&rest[..at]);
        let end = rest[at..].find('>').expect("a tag has an end") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {rest:.40}");
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("a name").to_owned();
        attributes(tag[name.len()..].trim_end_matches('/'));
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        names.push(name);
    }
    well_formed_text(rest);
    assert_eq!(open, Vec::<String>::new());
    names
}

fn attributes(text: &str) {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").expect("a value in quotes");
        assert!(name.chars().all(|c| c.is_ascii_alphabetic()), "{name}");
        let (value, after) = after.split_once('"').expect("a closing quote");
        well_formed_text(value);
        rest = after.trim_start();
    }
}

fn well_formed_text(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        assert!(known.iter().any(|entity| text[at..].starts_with(entity)), "{}", &text[at..]);
    }
    assert!(text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\t')), "{text:?}");
}

/// Checks that braces and environments are balanced, outside of listings.
fn balanced(text: &str) {
    let (mut braces, mut open, mut math, mut listing) = (0i32, vec![], false, false);
    for line in text.lines() {
        if listing && line != "\\end{verbatim}" {
            assert!(!line.contains("\\end{verbatim}"), "{line}");
            continue;
        }
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '\\' => {
                    length += rest[1..].chars().next().map_or(0, char::len_utf8);
                    let environment = |word: &str| {
                        let name = rest.strip_prefix(word)?.split('}').next()?;
                        Some(name.to_owned())
                    };
                    if let Some(name) = environment("\\begin{") {
                        listing = name == "verbatim";
                        open.push(name);
                    } else if let Some(name) = environment("\\end{") {
                        assert_eq!(open.pop(), Some(name), "{line}");
                        listing = false;
                    }
                }
                '{' => braces += 1,
                '}' => braces -= 1,
                '$' => math = !math,
                '#' | '%' | '~' => panic!("a bare {c} in {line}"),
                '^' | '_' | '&' => {
                    let display = open.last().is_some_and(|e| e.starts_with("align"));
                    let displayed = text.contains("\\[") && line.starts_with("  ");
                    assert!(math || display || displayed, "{line}");
                }
                _ => {}
            }
            assert!(braces >= 0, "{line}");
            rest = &rest[length..];
        }
    }
    assert_eq!((braces, open, math), (0, Vec::<String>::new(), false));
}

#[test]
fn a_small_program_as_text() {
    let input = read(SMALL);
    let shown = export(&input, "small.hb", Some(&solved(&input)), Export::Text);
    expect![[r#"
        small.hb
        ========


        Program
        =======

        1  int a[];
        2  int i = nondet();
        3  a[i] = 1; // set_it
        4  assert(a[i] == 1);


        Choices
        =======

        - Abstraction of arrays: `cell1`
        - Cells (all cells that are found to matter, through equations as well): `relevant`


        Points of the program
        =====================

        Each predicate stands for the states in which control can be at a point.

        - `L1()`: before line 1
        - `L2(a)`: before line 2, abstracted by `cell`
        - `L3(a, i)`: before line 3, abstracted by `cell • id`
        - `L4(a, i)`: before line 4, abstracted by `cell • id`
        - `end(a, i)`: at the end of the program, abstracted by `cell • id`


        Clauses
        =======

        Each clause says how a step leads from one point of the program to the next, or what an assertion claims. Free variables stand for any value.

        Clause 0: line 1, the program starts
        ------------------------------------

        Its class: start, trivial.

            L₁

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

            L₁#

        Clause 1: line 1, declares a variable
        -------------------------------------

        It comes from `int a[];`. Its class: linear, trivial.

            L₁ → L₂(a′)

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

            L₁# → ∀kₐ, vₐ. vₐ = a′[kₐ] → L₂#(kₐ, vₐ)

        free the goal (T Algorithm 2, step 2): The goal's quantified values become free variables: the goal must hold for any.

            L₁# → vₐ′ = a′[kₐ′] → L₂#(kₐ′, vₐ′)

        instantiate (T Algorithm 2, step 3): Of the premise's abstract values only those that matter here are kept.

        goal definitions: The goal's new variables are defined by its guard, so their values are put in.

            L₁# → L₂#(kₐ′, a′[kₐ′])

        ackermann: Each cell that is read becomes a variable; equal indices have equal values.

            L₁# → L₂#(kₐ′, a′′)

        Clause 2: line 2, declares a variable
        -------------------------------------

        It comes from `int i = nondet();`. Its class: linear, trivial.

            L₂(a) → L₃(a, any)

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

              (∀kₐ, vₐ. vₐ = a[kₐ] → L₂#(kₐ, vₐ))
            → ∀kₐ′, vₐ′, i#. vₐ′ = a[kₐ′] ∧ i# = any → L₃#(kₐ′, vₐ′, i#)

        free the goal (T Algorithm 2, step 2): The goal's quantified values become free variables: the goal must hold for any.

            (∀kₐ, vₐ. vₐ = a[kₐ] → L₂#(kₐ, vₐ)) → vₐ′ = a[kₐ′] ∧ i′ = any → L₃#(kₐ′, vₐ′, i′)

        instantiate (T Algorithm 2, step 3): Of the premise's abstract values only those that matter here are kept.

        The premise `L2#` is instantiated with ((kₐ′, a[kₐ′])).

        - Criterion of Braine's thesis: ⊤-free: every use of the arrays is understood
        - Truth: complete by C1: one array, kept by one cell, and its relevant cells are all there

            L₂#(kₐ′, a[kₐ′]) → vₐ′ = a[kₐ′] ∧ i′ = any → L₃#(kₐ′, vₐ′, i′)

        goal definitions: The goal's new variables are defined by its guard, so their values are put in.

            L₂#(kₐ′, a[kₐ′]) → L₃#(kₐ′, a[kₐ′], any)

        ackermann: Each cell that is read becomes a variable; equal indices have equal values.

            L₂#(kₐ′, a_k_a′) → L₃#(kₐ′, a_k_a′, any)

        Clause 3: line 3, writes a cell
        -------------------------------

        It comes from `a[i] = 1;`. Its class: linear, basic.

            L₃(a, i) → L₄(a[i ← 1], i)

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

              (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₃#(kₐ, vₐ, i#))
            → ∀kₐ′, vₐ′, i#'. vₐ′ = a[i ← 1][kₐ′] ∧ i#' = i → L₄#(kₐ′, vₐ′, i#')

        free the goal (T Algorithm 2, step 2): The goal's quantified values become free variables: the goal must hold for any.

              (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₃#(kₐ, vₐ, i#))
            → vₐ′ = a[i ← 1][kₐ′] ∧ i′ = i → L₄#(kₐ′, vₐ′, i′)

        instantiate (T Algorithm 2, step 3): Of the premise's abstract values only those that matter here are kept.

        The premise `L3#` is instantiated with ((kₐ′, a[kₐ′]), i).

        - Criterion of Braine's thesis: ⊤-free: every use of the arrays is understood
        - Truth: complete by C1: one array, kept by one cell, and its relevant cells are all there

            L₃#(kₐ′, a[kₐ′], i) → vₐ′ = a[i ← 1][kₐ′] ∧ i′ = i → L₄#(kₐ′, vₐ′, i′)

        goal definitions: The goal's new variables are defined by its guard, so their values are put in.

            L₃#(kₐ′, a[kₐ′], i) → L₄#(kₐ′, a[i ← 1][kₐ′], i)

        fold: Reads look through writes, and constants are computed.

            L₃#(kₐ′, a[kₐ′], i) → L₄#(kₐ′, (if kₐ′ = i then 1 else a[kₐ′]), i)

        ackermann: Each cell that is read becomes a variable; equal indices have equal values.

            L₃#(kₐ′, a_k_a′, i) → L₄#(kₐ′, (if kₐ′ = i then 1 else a_k_a′), i)

        Clause 4: line 4, asserts a condition
        -------------------------------------

        It comes from `assert(a[i] == 1);`. Its class: linear, assertion, basic.

            L₄(a, i) → a[i] = 1

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

            (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₄#(kₐ, vₐ, i#)) → a[i] = 1

        instantiate (T Algorithm 2, step 3): Of the premise's abstract values only those that matter here are kept.

        The premise `L4#` is instantiated with ((i, a[i]), i).

        - Criterion of Braine's thesis: ⊤-free: every use of the arrays is understood
        - Truth: complete by C1: one array, kept by one cell, and its relevant cells are all there

            L₄#(i, a[i], i) → a[i] = 1

        ackermann: Each cell that is read becomes a variable; equal indices have equal values.

            L₄#(i, a_i, i) → a_i = 1

        Clause 5: line 4, moves on
        --------------------------

        It comes from `assert(a[i] == 1);`. Its class: linear, trivial.

            L₄(a, i) → end(a, i)

        abstract (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.

              (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₄#(kₐ, vₐ, i#))
            → ∀kₐ′, vₐ′, i#'. vₐ′ = a[kₐ′] ∧ i#' = i → end#(kₐ′, vₐ′, i#')

        free the goal (T Algorithm 2, step 2): The goal's quantified values become free variables: the goal must hold for any.

              (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₄#(kₐ, vₐ, i#))
            → vₐ′ = a[kₐ′] ∧ i′ = i → end#(kₐ′, vₐ′, i′)

        instantiate (T Algorithm 2, step 3): Of the premise's abstract values only those that matter here are kept.

        The premise `L4#` is instantiated with ((kₐ′, a[kₐ′]), i).

        - Criterion of Braine's thesis: ⊤-free: every use of the arrays is understood
        - Truth: complete by C1: one array, kept by one cell, and its relevant cells are all there

            L₄#(kₐ′, a[kₐ′], i) → vₐ′ = a[kₐ′] ∧ i′ = i → end#(kₐ′, vₐ′, i′)

        goal definitions: The goal's new variables are defined by its guard, so their values are put in.

            L₄#(kₐ′, a[kₐ′], i) → end#(kₐ′, a[kₐ′], i)

        ackermann: Each cell that is read becomes a variable; equal indices have equal values.

            L₄#(kₐ′, a_k_a′, i) → end#(kₐ′, a_k_a′, i)


        Completeness
        ============

        All instantiations together:

        - Criterion of Braine's thesis: ⊤-free: every use of the arrays is understood
        - Truth: complete by C1: one array, kept by one cell, and its relevant cells are all there


        Verdict
        =======

        The program: certified.

        Assertion of line 4, column 1: certified
        ----------------------------------------

        No run violates it.

        Invariants
        ----------

        No loop needs one.
    "#]].assert_eq(&shown.expect("a document"));
}

#[test]
fn a_small_clause_in_latex_and_html() {
    let input = read(SMALL);
    let document = document(&input, "small", None).expect("a document");
    let at = |block: &&Block| matches!(block, Block::Heading { words, .. } if words[0] == Inline::text("Clause 3: line 3, writes a cell"));
    let start = document.blocks.iter().position(|b| at(&b)).expect("clause 3");
    let part =
        Document { title: "Part".into(), blocks: document.blocks[start..start + 6].to_vec() };
    expect![[r#"
        \documentclass{article}
        \usepackage[a4paper, margin=25mm]{geometry}
        \usepackage[T1]{fontenc}
        \usepackage{textcomp}
        \usepackage{amsmath}
        \allowdisplaybreaks
        \sloppy
        \begin{document}
        \title{Part}
        \date{}
        \maketitle

        \subsection*{Clause 3: line 3, writes a cell}

        It comes from \texttt{a[i] = 1;}. Its class: linear, basic.
        \[
          L_{\mathit{3}}(a, i) \rightarrow L_{\mathit{4}}(a[i \leftarrow 1], i)
        \]

        \textbf{abstract} (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.
        \begin{align*}
          & (\forall k_{\mathit{a}}, v_{\mathit{a}}, i^{\sharp}.\, v_{\mathit{a}} = a[k_{\mathit{a}}] \land i^{\sharp} = i \rightarrow L_{\mathit{3}}^{\sharp}(k_{\mathit{a}}, v_{\mathit{a}}, i^{\sharp})) \\
          & \rightarrow \forall k_{\mathit{a}}^{\prime}, v_{\mathit{a}}^{\prime}, i^{\sharp \prime}.\, v_{\mathit{a}}^{\prime} = a[i \leftarrow 1][k_{\mathit{a}}^{\prime}] \land i^{\sharp \prime} = i \rightarrow L_{\mathit{4}}^{\sharp}(k_{\mathit{a}}^{\prime}, v_{\mathit{a}}^{\prime}, i^{\sharp \prime})
        \end{align*}

        \textbf{free the goal} (T Algorithm 2, step 2): The goal's quantified values become free variables: the goal must hold for any.
        \end{document}
    "#]].assert_eq(&latex::write(&part));
    let shown = html::write(&part);
    let (_, body) = shown.split_once("</style>").expect("a style");
    expect![[r#"

        </head>
        <body>
        <h1>Part</h1>
        <h3>Clause 3: line 3, writes a cell</h3>
        <p>It comes from <code>a[i] = 1;</code>. Its class: linear, basic.</p>
        <p class="clause"><span class="f"><span class="tight"><i>L</i><sub>3</sub></span>(<i>a</i>, <i>i</i>)</span> <span class="f goal">→ <span class="tight"><i>L</i><sub>4</sub></span>(<span class="tight"><i>a</i>[<i>i</i> ← 1]</span>, <i>i</i>)</span></p>
        <p><strong>abstract</strong> (T Algorithm 1): Each predicate now speaks of abstract values, for all of them at once.</p>
        <p class="clause"><span class="f">(∀<span class="tight"><i>k</i><sub>a</sub></span>, <span class="tight"><i>v</i><sub>a</sub></span>, <span class="tight"><i>i</i><sup>#</sup></span>. <span class="tight"><span class="tight"><i>v</i><sub>a</sub></span> = <span class="tight"><i>a</i>[<span class="tight"><i>k</i><sub>a</sub></span>]</span></span> ∧ <span class="tight"><span class="tight"><i>i</i><sup>#</sup></span> = <i>i</i></span> → <span class="tight"><i>L</i><span class="both"><sup>#</sup><sub>3</sub></span></span>(<span class="tight"><i>k</i><sub>a</sub></span>, <span class="tight"><i>v</i><sub>a</sub></span>, <span class="tight"><i>i</i><sup>#</sup></span>))</span> <span class="f goal">→ ∀<span class="tight"><i>k</i>′<sub>a</sub></span>, <span class="tight"><i>v</i>′<sub>a</sub></span>, <span class="tight"><i>i</i><sup>#′</sup></span>. <span class="tight"><span class="tight"><i>v</i>′<sub>a</sub></span> = <span class="tight"><span class="tight"><i>a</i>[<i>i</i> ← 1]</span>[<span class="tight"><i>k</i>′<sub>a</sub></span>]</span></span> ∧ <span class="tight"><span class="tight"><i>i</i><sup>#′</sup></span> = <i>i</i></span> → <span class="tight"><i>L</i><span class="both"><sup>#</sup><sub>4</sub></span></span>(<span class="tight"><i>k</i>′<sub>a</sub></span>, <span class="tight"><i>v</i>′<sub>a</sub></span>, <span class="tight"><i>i</i><sup>#′</sup></span>)</span></p>
        <p><strong>free the goal</strong> (T Algorithm 2, step 2): The goal&#39;s quantified values become free variables: the goal must hold for any.</p>
        </body>
        </html>
    "#]].assert_eq(body);
}

#[test]
fn every_example_makes_well_formed_documents() {
    for example in crate::support::programs::menu() {
        let input = read(&example.text);
        let document = document(&input, &example.name, None).expect("a document");
        let names = elements(&html::write(&document));
        assert!(names.iter().any(|n| n == "i") && !names.iter().any(|n| n == "script"));
        balanced(&latex::write(&document));
        assert!(text::write(&document).starts_with(&example.name));
    }
}

#[test]
fn verdicts_of_all_kinds_make_well_formed_documents() {
    let buggy = "int n = nondet(0, 3); int a[]; a[n] = n; assert(a[n] == 2);";
    let weak = "int a[]; int i = nondet(); int j = nondet(); int x = a[i]; int y = a[j];\n\
                assume(i == j); int k; k = 0; assert(x == y);";
    for (text, said) in
        [(SMALL, "certified"), (buggy, "A run with these choices"), (weak, "The program: ")]
    {
        let input = read(text);
        let outcome = solved(&input);
        let document = document(&input, "verdict", Some(&outcome)).expect("a document");
        assert!(text::write(&document).contains(said), "{}", text::write(&document));
        assert!(text::write(&document).contains(outcome.verdict.name()));
        elements(&html::write(&document));
        balanced(&latex::write(&document));
    }
}

#[test]
fn a_failing_run_is_told_with_the_calls_that_it_ends_inside_of() {
    let deep = "int down(int n) {\n  assert(n != 0);\n  if (n <= 0) { return 0; }\n  int r = down(n - 1);\n\
                return r;\n}\nint x = DEEP;\nx = down(x);\n";
    let input = read(&deep.replace("DEEP", "1"));
    let outcome = solved(&input);
    let document = document(&input, "calls", Some(&outcome)).expect("a document");
    let told = text::write(&document);
    let calls = "The run ends inside of these calls, the innermost first:\n\n\
                 - `down(n = 0)`, called in line 4\n- `down(n = 1)`, called in line 8\n";
    assert!(told.contains(calls), "{told}");
    assert!(html::write(&document).contains("<li><code>down(n = 0)</code>, called in line 4</li>"));
    let shown = latex::write(&document);
    assert!(shown.contains("\\item {}\\texttt{down(n = 1)}, called in line 8\n"), "{shown}");
    let slides = export(&input, "calls", Some(&outcome), Export::Slides).expect("slides");
    assert!(slides.contains("to line 2 inside of <code>down(n = 0)</code>, and there"), "{slides}");
    let input = read(&deep.replace("DEEP", "14"));
    let told = pipeline::document(&input, "calls", Some(&solved(&input))).map(|d| text::write(&d));
    let told = told.expect("a document");
    assert_eq!(told.matches(", called in line 4\n").count(), 12, "{told}");
    assert!(told.contains("- (3 more calls around these)\n"), "{told}");
    let input = read("int x = nondet(0, 3);\nassert(x < 3);\n");
    let told = pipeline::document(&input, "none", Some(&solved(&input))).map(|d| text::write(&d));
    assert!(!told.expect("a document").contains("inside of these calls"));
}

#[test]
fn a_derivation_is_told_in_words_of_the_program() {
    let input = read(
        "int n = nondet(); int a[n]; int v = nondet();\n\
         for (int i = 0; i < n; i++) { a[i] = v; }\n\
         v = nondet();\nassert(n < 2 || a[0] == a[1]);",
    );
    let outcome = solved(&input);
    assert_eq!(outcome.verdict.name(), "too-weak");
    let text = text::write(&document(&input, "derivation", Some(&outcome)).expect("a document"));
    let ends = |what: &str| text.lines().filter(|line| line.ends_with(what)).count();
    assert_eq!((ends("(cells of different runs)"), ends("(one of these runs)")), (1, 2), "{text}");
    let has_states = |cell: &str| text.lines().any(|l| l.contains(": n = 2, ") && l.contains(cell));
    assert!(has_states("a[0] = ") && has_states("a[1] = "), "{text}");
}

#[test]
fn a_witness_of_incompleteness_is_told() {
    let text = "int n = nondet(1, 9); int a[n]; int p = 0;
        for (int i = 1; i < n; i++) { if (a[p] < a[i]) { p = i; } }
        assert(forall k in 0..n: a[k] <= a[p]);";
    let told = |abstraction: &str| {
        let options = Choices::abstraction(abstraction.parse().expect("an abstraction"));
        text::write(&document(&Input::program(text, &options), "max", None).expect("a document"))
    };
    let lost = told("cell2");
    assert!(lost.contains("Truth: incomplete: a witness was found and checked"), "{lost}");
    assert!(lost.lines().any(|l| l.starts_with("- the mixed row: ")), "{lost}");
    assert!(lost.lines().any(|l| l.starts_with("- seen in the mixed row as in A: (n, ")));
    // Where there is a witness the whole is incomplete too.
    let whole = lost.split("All instantiations together:").nth(1).expect("a summary");
    assert!(whole.contains("Truth: incomplete"), "{whole}");
    assert!(!told("cell1").contains("witness"));
}

#[test]
fn what_users_write_is_escaped() {
    let nasty = "// </style></pre><script>alert(\"1\")</script> & \\end{verbatim} $x^2_1$ ≤ ∑ \u{c}\n\
                 int my_long_name = 0;\nint __a_b[];\n__a_b[my_long_name] = 1 < 2 ? 3 : 4;\n\
                 assert(/* --> ]]> <b> */ __a_b[0] > 1 && my_long_name <= 0);";
    let input = read(nasty);
    let outcome = solved(&input);
    let title = "<title> & \"%_${}~^\\#";
    let document = document(&input, title, Some(&outcome)).expect("a document");
    let shown = html::write(&document);
    let names = elements(&shown);
    assert!(!names.iter().any(|n| n == "script" || n == "b"), "{names:?}");
    assert!(shown.contains("&lt;/style&gt;&lt;/pre&gt;&lt;script&gt;"));
    assert_eq!(shown.matches("</style>").count(), 1);
    let shown = latex::write(&document);
    balanced(&shown);
    assert!(shown.contains("\\ end{verbatim}"), "{shown}");
    assert!(shown.contains("my\\_long\\_name"), "{shown}");
    assert!(shown.contains("\\DeclareUnicodeCharacter{2264}{\\ensuremath{\\leq}}"), "{shown}");
    assert!(shown.contains("\\DeclareUnicodeCharacter{2211}{[U+2211]}"), "{shown}");
}

#[test]
fn latex_is_told_of_the_signs_between_abstractions() {
    let abstraction = "cell (+) (id * sign) . cell".parse().expect("an abstraction");
    let input = Input::program(SMALL, &Choices::abstraction(abstraction));
    let document = document(&input, "Signs", None).expect("a document");
    let shown = latex::write(&document);
    for (code, sign) in [("2022", "bullet"), ("2295", "oplus"), ("2299", "odot")] {
        let told = format!("\\DeclareUnicodeCharacter{{{code}}}{{\\ensuremath{{\\{sign}}}}}\n");
        assert!(shown.contains(&told), "{sign}: {shown}");
    }
}

/// All Latin letters from U+00A1 to U+017F but those that pdfTeX stops at with the encoding T1.
#[test]
fn latex_is_told_of_letters_that_its_encoding_lacks() {
    let lacking = ['Ħ', 'ħ', 'ĸ', 'Ŀ', 'ŀ', 'ŉ', 'Ŧ', 'ŧ', 'ſ'];
    let letters: String = ('\u{a1}'..='\u{17f}').collect();
    let document = Document { title: letters, blocks: vec![] };
    let shown = latex::write(&document);
    assert_eq!(shown.matches("\\DeclareUnicodeCharacter{").count(), lacking.len(), "{shown}");
    for c in lacking {
        let code = c as u32;
        let told = format!("\\DeclareUnicodeCharacter{{{code:04X}}}{{[U+{code:04X}]}}");
        assert!(shown.contains(&told), "{c}: {shown}");
    }
}

#[test]
fn names_of_clauses_from_a_file_are_escaped() {
    let clauses = "(declare-fun |P <b>&$^~%\"| (Int) Bool)\n\
                   (assert (forall ((|x\\}_#{| Int)) (=> (= |x\\}_#{| 1) (|P <b>&$^~%\"| |x\\}_#{|))))\n";
    let clauses = clauses.replace("x\\}_#{", "x}_{%");
    let input = Input::clauses(&clauses, &Choices::default());
    let document = document(&input, "clauses.smt2", None);
    let document = document.unwrap_or_else(|| panic!("{:?}", input.diagnostics));
    let names = elements(&html::write(&document));
    assert!(!names.iter().any(|n| n == "b"));
    balanced(&latex::write(&document));
}

#[test]
fn clauses_before_and_after_are_read_again() {
    let input = read(SMALL);
    let before = smtlib_before(&input).expect("clauses");
    let after = smtlib_after(&input, None).expect("clauses");
    assert!(before.contains("(Array Int Int)") && !after.contains("Array"), "{after}");
    for text in [before, after] {
        let again = Input::clauses(&text, &Choices::default());
        assert!(again.system.is_some(), "{text}\n{:?}", again.diagnostics);
    }
}

#[test]
fn texts_with_errors_are_not_exported() {
    let input = Input::program("int x = ;", &Choices::default());
    for format in [Export::Latex, Export::Html, Export::SmtlibBefore, Export::SmtlibAfter] {
        assert_eq!(export(&input, "", None, format), None);
    }
}

#[test]
fn clauses_are_written_in_three_languages() {
    let input = read(SMALL);
    let stages = record_stages(&input).stages.expect("stages");
    let shown = |phase, language| {
        formula::format_clause_at(&stages, ClauseId(3), phase, language).expect("the clause")
    };
    let all = [Language::Latex, Language::Smtlib, Language::Text];
    let phases = [Phase::Concrete, Phase::Abstracted, Phase::Eliminated, Phase::Simplified];
    let lines: Vec<String> =
        phases.iter().flat_map(|p| all.iter().map(|l| shown(*p, *l))).collect();
    expect![[r#"
        L_{\mathit{3}}(a, i) \rightarrow L_{\mathit{4}}(a[i \leftarrow 1], i)
        (assert (forall ((a (Array Int Int)) (i Int))
          (=> (L3 a i)
              (L4 (store a i 1) i))))
        L₃(a, i) → L₄(a[i ← 1], i)
        (\forall k_{\mathit{a}}, v_{\mathit{a}}, i^{\sharp}.\, v_{\mathit{a}} = a[k_{\mathit{a}}] \land i^{\sharp} = i \rightarrow L_{\mathit{3}}^{\sharp}(k_{\mathit{a}}, v_{\mathit{a}}, i^{\sharp})) \rightarrow \forall k_{\mathit{a}}^{\prime}, v_{\mathit{a}}^{\prime}, i^{\sharp \prime}.\, v_{\mathit{a}}^{\prime} = a[i \leftarrow 1][k_{\mathit{a}}^{\prime}] \land i^{\sharp \prime} = i \rightarrow L_{\mathit{4}}^{\sharp}(k_{\mathit{a}}^{\prime}, v_{\mathit{a}}^{\prime}, i^{\sharp \prime})
        (assert (forall ((a (Array Int Int)) (i Int))
          (=> (forall ((k_a Int) (v_a Int) (|i#| Int)) (=> (and (= v_a (select a k_a)) (= |i#| i)) (|L3#| k_a v_a |i#|)))
              (forall ((|k_a'| Int) (|v_a'| Int) (|i#'| Int)) (=> (and (= |v_a'| (select (store a i 1) |k_a'|)) (= |i#'| i)) (|L4#| |k_a'| |v_a'| |i#'|))))))
        (∀kₐ, vₐ, i#. vₐ = a[kₐ] ∧ i# = i → L₃#(kₐ, vₐ, i#)) → ∀kₐ′, vₐ′, i#'. vₐ′ = a[i ← 1][kₐ′] ∧ i#' = i → L₄#(kₐ′, vₐ′, i#')
        L_{\mathit{3}}^{\sharp}(k_{\mathit{a}}^{\prime}, a[k_{\mathit{a}}^{\prime}], i) \rightarrow v_{\mathit{a}}^{\prime} = a[i \leftarrow 1][k_{\mathit{a}}^{\prime}] \land i^{\prime} = i \rightarrow L_{\mathit{4}}^{\sharp}(k_{\mathit{a}}^{\prime}, v_{\mathit{a}}^{\prime}, i^{\prime})
        (assert (forall ((a (Array Int Int)) (i Int) (|i'| Int) (|k_a'| Int) (|v_a'| Int))
          (=> (|L3#| |k_a'| (select a |k_a'|) i)
              (=> (and (= |v_a'| (select (store a i 1) |k_a'|)) (= |i'| i)) (|L4#| |k_a'| |v_a'| |i'|)))))
        L₃#(kₐ′, a[kₐ′], i) → vₐ′ = a[i ← 1][kₐ′] ∧ i′ = i → L₄#(kₐ′, vₐ′, i′)
        L_{\mathit{3}}^{\sharp}(k_{\mathit{a}}^{\prime}, a_{\mathit{k\_a}}^{\prime}, i) \rightarrow L_{\mathit{4}}^{\sharp}(k_{\mathit{a}}^{\prime}, (\text{if}\ k_{\mathit{a}}^{\prime} = i\ \text{then}\ 1\ \text{else}\ a_{\mathit{k\_a}}^{\prime}), i)
        (assert (forall ((|a_k_a'| Int) (i Int) (|k_a'| Int))
          (=> (|L3#| |k_a'| |a_k_a'| i)
              (|L4#| |k_a'| (ite (= |k_a'| i) 1 |a_k_a'|) i))))
        L₃#(kₐ′, a_k_a′, i) → L₄#(kₐ′, (if kₐ′ = i then 1 else a_k_a′), i)"#]].assert_eq(&lines.join("\n"));
    assert_eq!(
        formula::format_clause_at(&stages, ClauseId(99), Phase::Concrete, Language::Text),
        None
    );
}

#[test]
fn invariants_are_written_in_three_languages() {
    let text = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = 0; i++; }\n\
                assert(forall k in 0..n: a[k] == 0);\n";
    let outcome = solved(&read(text));
    let head = outcome.invariants.iter().find(|i| i.loop_head).expect("a loop");
    let all = [Language::Latex, Language::Smtlib, Language::Text];
    expect![[r#"
        \forall k.\, 0 \leq k \land k < i \rightarrow a[k] = 0
        (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 0)))
        forall k: 0 <= k < i ==> a[k] == 0
    "#]]
    .assert_eq(&format!("{}\n", all.map(|l| formula::format_invariant(head, l)).join("\n")));
}
