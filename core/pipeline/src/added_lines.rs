//! The reader's own invariants, completed: the facts that the solver needs besides become lines of the text.
//!
//! A fact is written with the names of the text, and the text is read again: a line counts only if it means the fact
//! where it stands. So a name that another variable hides never changes what is said.

use super::clause_decision::{Decided, decide_implication};
use super::line_comparison::{own_lines, search};
use super::{Choices, Input, InvariantsChoice};
use hornbook_base::{Budget, Span};
use hornbook_horn::{Op, Subst, Term, Var};
use hornbook_lang::ast::{Stmt, StmtKind, loop_head_length};
use hornbook_lang::format::comments;
use hornbook_lang::parse;
use hornbook_lang::token::{Token, TokenKind, lex};
use hornbook_records::invariant::chains;
use hornbook_records::line_comparison::CompletedText;
use hornbook_records::{Invariant, Verdict};

/// Steps for all questions about one text.
const QUESTIONS: u64 = 12_000_000;

/// The mark of a line that the reader did not write.
const MARK: &str = "found by Hornbook";

/// The blanks by which a body stands deeper than its braces.
const STEP: &str = "  ";

/// A new line.
struct NewLine {
    /// The place where it stands.
    place: InsertionPoint,
    /// Its formula as it is written.
    formula: String,
}

/// The place of a new line.
#[derive(Clone, Copy)]
struct InsertionPoint {
    /// The byte in front of which it stands.
    at: usize,
    /// Whether that is the brace that closes an empty body.
    in_empty_body: bool,
}

/// The text with the facts of found invariants that the reader's lines do not imply, and whether it suffices then. `None`
/// if the text is no program without errors.
pub fn complete_lines(input: &Input) -> Option<CompletedText> {
    let own = own_lines(input)?;
    let with = |text: &str, invariants| {
        let options = Choices { invariants: Some(invariants), ..input.options.clone() };
        Input::program(text, &options)
    };
    let outcome = search(&with(&input.text, InvariantsChoice::Found))?;
    let mut budget = Budget::steps(QUESTIONS);
    let (mut lines, mut out) = (vec![], CompletedText::default());
    for found in &loops_once(&outcome.invariants) {
        let said = own.iter().filter(|line| line.pred == found.name);
        let mut said: Vec<Term> = said.map(|line| line.formula.clone()).collect();
        for fact in &found.parts {
            if matches!(decide_implication(&said, fact, &mut budget), Decided::Holds) {
                continue;
            }
            let mut forms = with_equal_variables(fact, found).into_iter();
            match forms.find_map(|form| new_line(input, found, &form, &mut budget)) {
                Some(line) => lines.push(line),
                None => out.left_out.push(fact.to_string()),
            }
            said.push(fact.clone());
        }
    }
    lines.sort_by_key(|line| line.place.at);
    out.text = with_lines(input, &lines);
    out.added = lines.into_iter().map(|line| line.formula).collect();
    out.broken = matches!(outcome.verdict, Verdict::Buggy(_));
    // What is shown of invariants need not be all that the solver knows.
    let judged = search(&with(&out.text, InvariantsChoice::Given))?.verdict;
    out.certified = judged == Verdict::Certified;
    out.not_shown = matches!(judged, Verdict::NotShown(_));
    Some(out)
}

/// The invariants of loop heads, without those of loops that have several: a function that was inlined more than once.
fn loops_once(invariants: &[Invariant]) -> Vec<Invariant> {
    let heads = || invariants.iter().filter(|found| found.loop_head);
    let is_alone = |found: &&Invariant| heads().filter(|o| o.span == found.span).count() == 1;
    heads().filter(is_alone).cloned().collect()
}

/// A fact, and the same with one variable for another one that another fact says to be equal: a line inside a function
/// cannot name the variables of its caller.
fn with_equal_variables(fact: &Term, found: &Invariant) -> Vec<Term> {
    let equal = |part: &Term| {
        let [one, other] = part.as_app(Op::Eq)? else { return None };
        Some((one.as_var()?.clone(), other.as_var()?.clone()))
    };
    let pairs = found.parts.iter().filter(|part| *part != fact).filter_map(equal);
    let put = |(from, to): (Var, Var)| fact.subst(&Subst::from([(from, Term::var(&to))]));
    let others = pairs.flat_map(|(one, other)| [(one.clone(), other.clone()), (other, one)]);
    std::iter::once(fact.clone()).chain(others.map(put).filter(|form| form != fact)).collect()
}

/// A fact as a line of the text that means it.
fn new_line(input: &Input, found: &Invariant, fact: &Term, budget: &mut Budget) -> Option<NewLine> {
    let place = place_in_loop(input, found.span)?;
    let written = fact.subst(&source_names(input, fact));
    let line = NewLine { place, formula: chains::to_text(&written) };
    let text = with_lines(input, std::slice::from_ref(&line));
    let read = Input::program(&text, &input.options);
    let added = place.at..place.at + text.len() - input.text.len();
    let is_new = |span: Span| added.contains(&(span.start as usize));
    let meaning = own_lines(&read)?.into_iter().find(|line| is_new(line.span))?.formula;
    let mut implies = |one: &Term, other: &Term| {
        matches!(decide_implication(std::slice::from_ref(one), other, budget), Decided::Holds)
    };
    (meaning == *fact || implies(&meaning, fact) && implies(fact, &meaning)).then_some(line)
}

/// The names in the text for variables whose own names have numbers.
fn source_names(input: &Input, fact: &Term) -> Subst {
    let vars = input.program.iter().flat_map(|program| &program.vars);
    let renamed: Vec<_> = vars.filter(|info| info.is_renamed()).collect();
    let free = fact.free_vars().into_iter();
    let source = |var: &Var| {
        let info = renamed.iter().find(|info| *info.name == *var.name)?;
        Some(Term::var(&Var::new(&info.source_name, var.sort.clone())))
    };
    free.filter_map(|var| Some((var.clone(), source(&var)?))).collect()
}

/// The place where a new line about a loop can stand: behind the reader's own.
fn place_in_loop(input: &Input, span: Span) -> Option<InsertionPoint> {
    let mut place = None;
    let mut look = |stmt: &Stmt| {
        let body = match &stmt.kind {
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => body,
            StmtKind::For { body, .. } => body,
            _ => return,
        };
        if stmt.span == span {
            place = match body.get(loop_head_length(body)) {
                Some(first) => Some(InsertionPoint {
                    at: before_its_comments(&input.text, first.span.start as usize),
                    in_empty_body: false,
                }),
                None => end_of_empty_body(&input.text, stmt),
            };
        }
    };
    parse(&input.text).0.body.iter().for_each(|stmt| stmt.visit(&mut look));
    place
}

/// The byte at which the comments begin that belong to what stands at a byte. A comment behind something else on its line
/// belongs to that.
fn before_its_comments(text: &str, at: usize) -> usize {
    let (tokens, _) = lex(text);
    let ends = tokens.iter().map(|token| token.span.end as usize);
    let from = ends.take_while(|end| *end <= at).last().unwrap_or_default();
    let gap = &text[from..at];
    let mut read = 0;
    for comment in comments(gap) {
        let Some(start) = gap[read..].find(comment).map(|found| read + found) else { break };
        read = start + comment.len();
        if gap[..start].contains('\n') || !gap[read..].contains('\n') {
            return from + start;
        }
    }
    at
}

/// The place in front of the brace that closes the body of a loop without statements but lines about it.
fn end_of_empty_body(text: &str, stmt: &Stmt) -> Option<InsertionPoint> {
    let (tokens, _) = lex(text);
    let is_inside =
        |token: &&Token| token.span.start >= stmt.span.start && token.span.end <= stmt.span.end;
    let mut braces =
        tokens.iter().filter(is_inside).filter(|token| token.kind == TokenKind::RBrace);
    // The condition behind a body may have braces, too.
    let brace = match stmt.kind {
        StmtKind::DoWhile { .. } => braces.next(),
        _ => braces.next_back(),
    };
    brace.map(|brace| InsertionPoint { at: brace.span.start as usize, in_empty_body: true })
}

/// The text with new lines, which are sorted by their places. Where tiles or rules name lines by their numbers, these stay.
fn with_lines(input: &Input, lines: &[NewLine]) -> String {
    let (text, settings) = (&input.text, &input.settings);
    let numbers_stay = !settings.tiles.is_empty() || !settings.rules.is_empty();
    let (mut out, mut copied) = (String::new(), 0);
    for NewLine { place: InsertionPoint { at, in_empty_body }, formula } in lines {
        out.push_str(&text[copied..*at]);
        copied = *at;
        let begin = text[..*at].rfind('\n').map_or(0, |end| end + 1);
        let indent = &text[begin..*at];
        let deeper = if *in_empty_body { STEP } else { "" };
        let gap = if out.ends_with('{') { " " } else { "" };
        out += &match indent.trim().is_empty() && !numbers_stay {
            true => format!("{deeper}invariant {formula}; // {MARK}\n{indent}"),
            false => format!("{gap}invariant {formula}; /* {MARK} */ "),
        };
    }
    out + &text[copied..]
}
