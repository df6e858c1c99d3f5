//! Existential claims: ghost variables hold the indices of their witnesses.
//!
//! An invariant of a few cells holds for all cells; it cannot express that one of them is the maximum. But
//! the program passed that cell: where it took the value over, a ghost variable takes the index over, and
//! the claim is about the cell there. [`apply`] makes the program with ghost variables from choices.
//!
//! **Soundness.** Ghost variables are new, and only statements that were added write or read them; the index that they
//! take over is an expression without choices and calls. No claim of the program calls a function or makes a choice, or
//! else there is no new program: so what is claimed, and how often that is evaluated, changes no run, and each run of the
//! program is one of the new program with the same choices, and the other way round. In a claim
//! `exists k in low..high: body`, at a place where a stronger formula makes the claim stronger, becomes
//! `low <= t && t < high && body` with `t` for `k`, which implies it; `forall k in low..high: body`, at a place where a
//! weaker formula makes the claim stronger, becomes `low <= t && t < high ==> body`, which it implies. So where the new
//! claim is never violated the old one is not.
pub mod apply;
