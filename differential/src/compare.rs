//! Asks all solvers the same and compares what they say.

use crate::args::Arithmetic;
use crate::ours;
use crate::oxiz::{Oxiz, Said};
use crate::row::{Row, percentile};
use crate::script::{Answer, Reply, Script, Step};
use crate::z3::{self, Z3};
use std::path::PathBuf;

/// One in so many scripts of a row goes to oxiz, which is slow.
const OXIZ_EVERY: usize = 20;

/// One in so many refuted formulas is refuted once more with a proof.
const PROOF_EVERY: usize = 10;

/// So many scripts are kept at most because we gave up on them.
const MOST_OPEN: usize = 50;

/// The other solvers.
pub struct Comparison {
    z3: Z3,
    oxiz: Option<Oxiz>,
    scripts: PathBuf,
    /// How many faults were found in all rows.
    pub faults: usize,
    /// How many scripts were kept because we gave up on them.
    open: usize,
}

impl Comparison {
    /// Gets the solvers ready.
    ///
    /// # Errors
    /// A solver is not there.
    pub fn new(args: &Arithmetic) -> Result<Comparison, String> {
        let python = std::env::var("HORNBOOK_Z3_PYTHON")
            .map_err(|_| "HORNBOOK_Z3_PYTHON names no Python with z3".to_owned())?;
        let oxiz = args.oxiz().then(Oxiz::new).transpose()?;
        let scripts = args.scripts.clone();
        Ok(Comparison { z3: Z3::new(python), oxiz, scripts, faults: 0, open: 0 })
    }

    /// Asks the questions of some scripts and counts them in a row.
    ///
    /// # Errors
    /// A solver cannot be asked, or a script cannot be written down.
    pub fn batch(&mut self, row: &mut Row, scripts: &[Script]) -> Result<(), String> {
        let ours: Vec<Result<Vec<Reply>, String>> = scripts.iter().map(ours::ask).collect();
        let z3 = self.ask_z3(row, scripts)?;
        for ((script, ours), z3) in scripts.iter().zip(ours).zip(z3) {
            let fault = match ours {
                Ok(ours) => {
                    let z3 = z3.unwrap_or_else(|| vec![Reply::NONE; ours.len()]);
                    self.compare(row, script, &ours, &z3)?
                }
                Err(fault) => Some(fault),
            };
            row.scripts += 1;
            if let Some(fault) = fault {
                row.faults += 1;
                self.note(row, script, &fault)?;
            }
        }
        Ok(())
    }

    /// Counts the replies to one script, and says what is wrong with them.
    fn compare(
        &mut self,
        row: &mut Row,
        script: &Script,
        ours: &[Reply],
        z3: &[Reply],
    ) -> Result<Option<String>, String> {
        let oxiz = self.ask_oxiz(row.scripts, script)?;
        row.count(ours, z3);
        if let Some(open) = first_open(ours, z3) {
            self.note_open(row, script, open)?;
        }
        let result = judge(script, ours, z3)
            .and_then(|()| check_refutation(row.scripts, script, ours))
            .and_then(|()| count_oxiz(row, script, oxiz, ours, z3));
        Ok(result.err())
    }

    fn ask_z3(
        &mut self,
        row: &mut Row,
        scripts: &[Script],
    ) -> Result<Vec<Option<Vec<Reply>>>, String> {
        let kind = match row.z3_kind {
            Some(kind) => kind,
            None => *row.z3_kind.insert(self.fastest(scripts)?),
        };
        let replies = self.z3.ask(scripts, kind)?;
        if replies.iter().any(Option::is_some) || scripts.len() == 1 {
            return Ok(replies);
        }
        // One of them was too much; the others shall not suffer.
        let mut single = |s: &Script| self.z3.ask(std::slice::from_ref(s), kind);
        let replies: Result<Vec<_>, String> = scripts.iter().map(&mut single).collect();
        Ok(replies?.into_iter().flatten().collect())
    }

    /// The way to use z3 with the lowest product of median and 95th percentile on some scripts: no
    /// column of the table should be at a disadvantage.
    fn fastest(&mut self, scripts: &[Script]) -> Result<&'static str, String> {
        let mut best = (u64::MAX, z3::KINDS[0]);
        for kind in z3::KINDS {
            let replies = self.z3.ask(scripts, kind)?;
            let times: Vec<u64> =
                replies.iter().flatten().flatten().map(|reply| reply.time).collect();
            if let (Some(middle), Some(high)) = (percentile(&times, 50), percentile(&times, 95)) {
                best = best.min((middle.saturating_mul(high), kind));
            }
        }
        Ok(best.1)
    }

    fn ask_oxiz(&mut self, nth: usize, script: &Script) -> Result<Option<Option<Said>>, String> {
        match &mut self.oxiz {
            Some(oxiz) if nth.is_multiple_of(OXIZ_EVERY) => oxiz.ask(script).map(Some),
            _ => Ok(None),
        }
    }

    /// Keeps a script on which something went wrong.
    fn note(&mut self, row: &Row, script: &Script, fault: &str) -> Result<(), String> {
        self.faults += 1;
        let path = self.keep(&format!("fault-{}", self.faults), row, script, fault)?;
        eprintln!("{}: {fault}\n  see {}", row.name, path.display());
        Ok(())
    }

    /// Keeps some of the scripts with questions that z3 answers and we do not.
    fn note_open(&mut self, row: &Row, script: &Script, open: usize) -> Result<(), String> {
        if self.open == MOST_OPEN {
            return Ok(());
        }
        self.open += 1;
        let what = format!("z3 answers question {open}, we do not");
        self.keep(&format!("open-{}", self.open), row, script, &what).map(drop)
    }

    fn keep(&self, name: &str, row: &Row, script: &Script, what: &str) -> Result<PathBuf, String> {
        let path = self.scripts.join(format!("{name}.smt2"));
        let failed = |error| format!("{} cannot be written: {error}", path.display());
        std::fs::create_dir_all(&self.scripts).map_err(failed)?;
        let text = format!("; {}: {}\n{}", row.name, what.replace('\n', " "), script.smtlib());
        std::fs::write(&path, text).map_err(failed)?;
        Ok(path)
    }
}

/// Whether all agree with us.
fn judge(script: &Script, ours: &[Reply], z3: &[Reply]) -> Result<(), String> {
    let recorded = script.steps.iter().filter_map(|step| match step {
        Step::Check { recorded, .. } => Some(*recorded),
        _ => None,
    });
    for (n, ((recorded, ours), z3)) in recorded.zip(ours).zip(z3).enumerate() {
        let (ours, z3) = (ours.answer, z3.answer);
        if ours.contradicts(z3) || recorded.contradicts(ours) || recorded.contradicts(z3) {
            return Err(format!("question {n}: ours {ours:?}, z3 {z3:?}, recorded {recorded:?}"));
        }
    }
    Ok(())
}

/// The first question that z3 answers and we do not.
fn first_open(ours: &[Reply], z3: &[Reply]) -> Option<usize> {
    let open = |(ours, z3): (&Reply, &Reply)| {
        ours.answer == Answer::Unknown && z3.answer != Answer::Unknown
    };
    ours.iter().zip(z3).position(open)
}

/// Refutes some of the refuted formulas with a proof.
fn check_refutation(nth: usize, script: &Script, ours: &[Reply]) -> Result<(), String> {
    match (script.single(), ours) {
        (Some(f), [reply]) if reply.answer == Answer::Unsat && nth.is_multiple_of(PROOF_EVERY) => {
            ours::check_refutation(f)
        }
        _ => Ok(()),
    }
}

/// Counts what oxiz says. It may be wrong where z3 confirms our answer.
fn count_oxiz(
    row: &mut Row,
    script: &Script,
    oxiz: Option<Option<Said>>,
    ours: &[Reply],
    z3: &[Reply],
) -> Result<(), String> {
    let Some(said) = oxiz else { return Ok(()) };
    row.oxiz_questions += script.questions();
    let Some(said) = said else {
        row.oxiz_unknown += script.questions();
        return Ok(());
    };
    row.oxiz_times.push(said.time / script.questions().max(1) as u64);
    for (n, ((answer, ours), z3)) in said.answers.iter().zip(ours).zip(z3).enumerate() {
        if *answer == Answer::Unknown {
            row.oxiz_unknown += 1;
        } else if answer.contradicts(ours.answer) && ours.answer == z3.answer {
            row.oxiz_wrong += 1;
        } else if answer.contradicts(ours.answer) {
            return Err(format!("question {n}: ours {:?}, oxiz {answer:?}", ours.answer));
        }
    }
    Ok(())
}
