//! `cargo xtask serve`: the playground on this machine.

use crate::args::ServeOptions;
use crate::build::{self, Profile};
use crate::context::Context;
use crate::server::{Server, Site};

/// Builds the site, unless a folder is named, and serves it until the program is stopped.
pub fn run(context: &Context, options: &ServeOptions) -> Result<(), String> {
    // The port first: the build may take minutes.
    let server = Server::bind(options.port)?;
    let folder = match &options.dir {
        Some(folder) => folder.clone(),
        None if options.release => build::site(context, Profile::Shipped)?,
        None => build::site(context, Profile::Quick)?,
    };
    let site = Site::new(&folder, &options.base)?;
    println!("Hornbook is at {} (Ctrl-C stops it)", server.address(&site));
    server.run(site);
    Ok(())
}
