//! `cargo xtask serve`: the playground on this machine.

use crate::args::ServeOptions;
use crate::build;
use crate::context::Context;
use crate::server::{Server, Site};

/// Builds the site, unless a folder is named, and serves it until the program is stopped.
pub fn run(context: &Context, options: &ServeOptions) -> Result<(), String> {
    // The port first: the build may take minutes.
    let server = Server::bind(options.port)?;
    let folder = match &options.dir {
        Some(folder) => folder.clone(),
        None => build::site(context, build::Profile::Shipped)?,
    };
    let site = Site::new(&folder, &options.base)?;
    println!("Hornbook is at {} (Ctrl-C stops it)", server.address(&site));
    server.run(site);
    Ok(())
}
