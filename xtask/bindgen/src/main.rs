//! The program `wasm-bindgen`, as far as the page needs it: it makes from what rustc compiled a
//! module for browsers and the script that loads it.
//!
//! All work is that of a library, which the well-known program of this name calls too. That one
//! brings a runner of tests along, with a web server and TLS, and takes many times as long to
//! compile. This one has the options that xtask and trunk give.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use wasm_bindgen_cli_support::Bindgen;

/// Make a module for browsers and the script that loads it
#[derive(Parser)]
#[command(name = "wasm-bindgen", version)]
struct Options {
    /// What rustc compiled
    module: PathBuf,
    /// Who loads the module
    #[arg(long, value_enum)]
    target: Target,
    /// Where to put both
    #[arg(long, value_name = "DIR")]
    out_dir: PathBuf,
    /// The first part of their names, if it is not that of the module
    #[arg(long, value_name = "NAME")]
    out_name: Option<String>,
    /// Write no types for TypeScript
    #[arg(long)]
    no_typescript: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// A browser, by a script that is a module
    Web,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&options.module).typescript(!options.no_typescript);
    // The program of this name has it so.
    bindgen.omit_default_module_path(false);
    if let Some(name) = &options.out_name {
        bindgen.out_name(name);
    }
    let set = match options.target {
        Target::Web => bindgen.web(true),
    };
    match set.and_then(|bindgen| bindgen.generate(&options.out_dir)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:?}");
            ExitCode::FAILURE
        }
    }
}
