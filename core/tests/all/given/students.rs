//! The lines about loops that students write, in `tests/invariants`: each says at its end how it is judged.

use super::{outcome, outcome_beside_others};
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::Verdict;
use hornbook_records::judgement::{Judged, LineJudgement};
use std::path::Path;

/// The judgement of a line in the words of the comments.
fn about_line(line: &LineJudgement) -> &'static str {
    let parts = || line.starts.iter().chain([&line.stays]);
    match line {
        LineJudgement { starts: Some(Judged::Fails(_)), .. } => "not at first",
        LineJudgement { stays: Judged::Fails(_), run: Some(_), .. } => "false",
        LineJudgement { stays: Judged::Fails(_), .. } => "not kept",
        _ if parts().all(Judged::holds) => "holds",
        _ => "open",
    }
}

fn about_claim(enough: &Judged) -> &'static str {
    match enough {
        Judged::Holds => "enough",
        Judged::Fails(_) => "not enough",
        Judged::Open(_) => "open",
    }
}

/// Lines that suffice as they are written are found by all methods together, too, and no line that a run breaks.
fn assert_agrees_beside_others(path: &Path, text: &str, alone: &Verdict) {
    let beside = || outcome_beside_others(text, 600_000).verdict;
    match alone {
        Verdict::Certified => assert_eq!(beside(), Verdict::Certified, "{}", path.display()),
        Verdict::Buggy(_) => assert_ne!(beside(), Verdict::Certified, "{}", path.display()),
        _ => {}
    }
}

#[test]
fn they_are_judged_as_their_comments_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/invariants");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 25, "only {} programs", files.len());
    let (mut wrong, mut all, mut open) = (vec![], 0, 0);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let alone = outcome(&text);
        assert_agrees_beside_others(&path, &text, &alone.verdict);
        let judgement = alone.judgement.expect("a judgement");
        let lines = judgement.loops.iter().flat_map(|own| &own.lines);
        let lines = lines.map(|line| (line.line, about_line(line)));
        let claims = judgement.claims.iter().map(|c| (c.line, about_claim(&c.enough)));
        for (line, found) in lines.chain(claims) {
            let written = text.lines().nth(line as usize - 1).unwrap_or_default();
            let Some((_, said)) = written.rsplit_once("// ") else { continue };
            let (said, may_be_open) = match said.strip_suffix(", open") {
                Some(said) => (said, true),
                None => (said, false),
            };
            all += 1;
            open += usize::from(found == "open");
            if found != said && !(found == "open" && may_be_open) {
                wrong.push(format!("{}, line {line}: {found}, not {said}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all >= 60 && open * 20 <= all, "{open} of {all} are open");
}

/// No invariant of one or two cells says that some cell has a value.
#[test]
fn what_only_lines_show_is_told_by_their_judgement() {
    let text = "\
int n = nondet();
assume(n > 0);
int a[n];
int m = a[0];
int i = 1;
while (i < n)
  invariant 1 <= i && i <= n;
  invariant exists k in 0..i: a[k] == m;
{
  if (a[i] > m) { m = a[i]; }
  i = i + 1;
}
assert(exists k in 0..n: a[k] == m);
";
    let outcome = outcome_beside_others(text, 600_000);
    assert_eq!(outcome.verdict, Verdict::Certified);
    let judgement = outcome.judgement.expect("a judgement");
    assert!(judgement.loops[0].lines.iter().all(|line| about_line(line) == "holds"));
    assert!(judgement.claims.iter().all(|claim| claim.enough == Judged::Holds));
    // Without the first line they are not enough.
    let less = text.replace("  invariant 1 <= i && i <= n;\n", "");
    assert_eq!(outcome_beside_others(&less, 300_000).judgement, None);
}

/// A text that wants to be judged is, as if somebody had chosen it.
#[test]
fn a_pragma_asks_for_all_of_the_judgement() {
    let pragma = |text: &str| {
        let text = format!("#pragma invariants given\n{text}");
        let mut search =
            Driver::new(&Input::program(&text, &Choices::default())).expect("a program");
        match search.step(3_000_000) {
            Status::Done(outcome) => outcome,
            Status::Running(_) => panic!("it takes too long: {text}"),
        }
    };
    let wrong = pragma("int i = 0;\nwhile (i < 3) { invariant i < 2; i++; }\n");
    assert!(matches!(wrong.verdict, Verdict::Buggy(_)), "{:?}", wrong.verdict);
    // Only ranges of a few cells refute a line with a sum.
    let sum = pragma(
        "int a[];\nint s = 0, i = 0;\nwhile (i < 3) { invariant s == sum(a, 0, i) || s == 0; s = s + a[i]; i++; }\n",
    );
    let judgement = sum.judgement.expect("a judgement");
    assert!(matches!(judgement.loops[0].lines[0].stays, Judged::Fails(_)), "{judgement:?}");
}
