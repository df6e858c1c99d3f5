//! A small comparison with z3: some random formulas, and the questions of each sixteenth program.

use hornbook_corpus::nightly;
use std::path::Path;
use std::process::Command;

#[test]
fn few_formulas_have_the_answers_of_z3() {
    if std::env::var_os("HORNBOOK_Z3_PYTHON").is_none() {
        println!("z3 is missing (HORNBOOK_Z3_PYTHON is not set); this check is skipped");
        return;
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_hornbook-differential"))
        .args(["--formulas", &nightly::number(500).to_string()])
        .args(["--seed", "1", "--sample", "16", "--no-oxiz"])
        .args([
            "--scripts".as_ref(),
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts").as_os_str(),
        ])
        .current_dir(top)
        .output()
        .expect("the program starts");
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    println!("{out}");
    assert!(output.status.success(), "{err}");
}
