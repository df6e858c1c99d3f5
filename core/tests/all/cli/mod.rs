//! The command line.

mod certificate;
mod commands;
mod course;
mod export;
mod given;
