//! The command line.

mod certificate;
mod commands;
mod export;
mod given;
