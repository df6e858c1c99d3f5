//! Hornbook's page.
//!
//! The page computes nothing about logic: a worker (`hornbook-worker`) does, [`state`] keeps its reports,
//! and `components` draw them.
//!
//! - [`app`] puts the page together; [`state`] holds all it knows, changed only by actions.
//! - [`agent`] is the page's end of a worker; [`hornbook_protocol`] has their messages and the encoding.
//! - [`compare`] and [`witness_searches`] are results on demand about one clause, [`trials`] about other
//!   choices.
//! - [`records`] keeps the core's records in a form that is cheap to pass around.
//! - [`formula`] sets terms and clauses as mathematics.
//! - [`gallery`], [`glossary`] and [`tour`] teach the student.
//! - [`lecture`] is the state of a presentation: covered answers, tools, drawings.
//! - [`share`] makes links to the view, and opens them.
//! - [`editor`] wraps the text editor; [`text`] translates its positions.
//! - [`breakdown`] keeps the text when all of this breaks down.

pub mod agent;
pub mod app;
pub mod breakdown;
pub mod clause_questions;
pub mod abstraction_plot;
pub mod compare;
pub mod completion;
mod components;
pub mod decimal;
pub mod editor;
pub mod formula;
pub mod gallery;
pub mod glossary;
pub mod hooks;
pub mod lecture;
pub mod highlights;
pub mod witness_searches;
pub mod records;
pub mod share;
pub mod state;
pub mod svg;
pub mod tasks;
pub mod text;
pub mod tour;
pub mod trials;
