//! `cargo xtask slowest`: all tests, and which of them took longest.
//!
//! A time depends on what runs beside: cargo runs the tests of a program on all processors, and the
//! page's are several in one browser.

use crate::args::SlowestOptions;
use crate::build::Profile;
use crate::context::{Context, read, write};
use crate::{shell, test};

/// A test's name and what it took, in milliseconds.
type Time = (String, u64);

/// Runs all tests and prints the times of the longest.
pub fn run(context: &Context, options: &SlowestOptions) -> Result<(), String> {
    let mut times = native(context)?;
    times.extend(browser(context)?);
    print!("{}", table(times, options.number));
    Ok(())
}

/// The crates' tests. The option that has them tell their times is one that only a nightly toolchain
/// has, unless the test programs find a word of permission in their environment. Cargo and rustc must
/// not find it, which would compile other things then; and examples in documentation have no times.
fn native(context: &Context) -> Result<Vec<Time>, String> {
    shell::run(test::cargo_test(context)?.args(["--workspace", "--doc"]))?;
    let mut command = test::cargo_test(context)?;
    command.args(["--workspace", "--tests", "--config"]);
    command.arg("target.'cfg(all())'.runner = ['env', 'RUSTC_BOOTSTRAP=1']");
    command.args(["--", "-Zunstable-options", "--report-time"]);
    Ok(shell::tee(&mut command)?.lines().filter_map(native_time).collect())
}

/// A line `test NAME ... ok <0.125s>`.
fn native_time(line: &str) -> Option<Time> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let seconds: f64 = rest.rsplit_once('<')?.1.strip_suffix("s>")?.parse().ok()?;
    Some((name.to_owned(), (seconds * 1000.0).round() as u64))
}

/// The page's tests.
fn browser(context: &Context) -> Result<Vec<Time>, String> {
    let file = context.target.join("hornbook").join("times.txt");
    write(&file, "")?;
    let reporter = format!("--test-reporter-destination={}", file.display());
    let words = ["--test-reporter=./tests/browser/times.mjs".to_owned(), reporter];
    test::page(context, Profile::Quick, false, &words)?;
    Ok(read(&file)?.lines().filter_map(browser_time).collect())
}

/// A line `MILLISECONDS NAME`.
fn browser_time(line: &str) -> Option<Time> {
    let (time, name) = line.split_once(' ')?;
    Some((name.to_owned(), time.parse().ok()?))
}

/// The longest first, and all together.
fn table(mut times: Vec<Time>, number: usize) -> String {
    times.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    let line = |name: &str, time: u64| format!("{:>9.1} s  {name}\n", time as f64 / 1000.0);
    let all = times.iter().map(|(_, time)| time).sum();
    let mut text: String =
        times.iter().take(number).map(|(name, time)| line(name, *time)).collect();
    text += &line(&format!("all {} tests one after the other", times.len()), all);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let read = native_time("test a::b ... ok <1.250s>");
        assert_eq!(read, Some(("a::b".to_owned(), 1250)));
        assert_eq!(native_time("test a::b ... FAILED <0.1s>"), Some(("a::b".to_owned(), 100)));
        for line in ["running 2 tests", "test a::b ... ok", "test result: ok. 2 passed"] {
            assert_eq!(native_time(line), None, "{line}");
        }
        assert_eq!(browser_time("12 a < b"), Some(("a < b".to_owned(), 12)));
    }

    #[test]
    fn the_longest_come_first() {
        let times = [("a", 100), ("b", 2000), ("c", 100)].map(|(n, t)| (n.to_owned(), t));
        let lines =
            "      2.0 s  b\n      0.1 s  a\n      2.2 s  all 3 tests one after the other\n";
        assert_eq!(table(times.into(), 2), lines);
    }
}
