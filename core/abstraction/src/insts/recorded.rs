//! The recorded part of a call.

use super::{Algorithm, Call};

/// The most calls for elements of a first abstraction's set that a record has.
const SECOND: usize = 32;

impl Call {
    /// Shortens the record of a call: it keeps `calls` of the searches for cells, and some for elements of
    /// compositions, and counts the others in their places. The result is the total number of calls that are
    /// left out.
    pub fn shorten(&mut self, calls: &mut usize) -> usize {
        match &mut self.algorithm {
            Algorithm::Finite => 0,
            Algorithm::Cell { relevant, .. } => relevant.shorten(calls),
            Algorithm::Tuple { calls: inner, .. } | Algorithm::Sum { calls: inner } => {
                inner.iter_mut().map(|call| call.shorten(calls)).sum()
            }
            Algorithm::Power { base: inner }
            | Algorithm::Ordered { base: inner, .. }
            | Algorithm::Product { pair: inner } => inner.shorten(calls),
            Algorithm::Compose { first, second, left_out } => {
                let more = second.len().saturating_sub(SECOND);
                second.truncate(SECOND);
                *left_out += more;
                let inner: usize = second.iter_mut().map(|call| call.shorten(calls)).sum();
                first.shorten(calls) + inner + more
            }
        }
    }
}
