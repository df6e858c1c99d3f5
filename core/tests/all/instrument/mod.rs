//! Program instrumentation.

mod obligations;
