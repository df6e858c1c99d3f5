//! The lines about loops that students write, in `tests/invariants`: each says at its end how it is judged.

use super::outcome;
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
        let judgement = outcome(&text).judgement.expect("a judgement");
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
