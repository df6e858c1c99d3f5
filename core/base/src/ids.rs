//! Numbers for what a text claims and defines, which all later stages pass on.

use serde::{Deserialize, Serialize};

/// An assertion of a program, numbered in the order of the text from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AssertId(pub u32);

/// A function of a program, numbered in the order of the text from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FunctionId(pub u32);
