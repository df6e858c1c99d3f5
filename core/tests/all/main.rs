//! The tests of the core's rooms, one program: a folder for each room, and what they share in
//! `support`.

mod abstraction;
mod chc;
mod cli;
mod exercise;
mod existence;
mod given;
mod horn;
mod instrument;
mod lang;
mod lia;
mod pipeline;
mod support;
mod tidy;
mod tiling;
