//! The command line.

mod batch;
mod certificate;
mod commands;
mod course;
mod export;
mod given;
