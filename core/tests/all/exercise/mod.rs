//! Exercises: what an answer may say, and how it is judged.

mod judging;
mod product;
