//! Taking a student's work out of the page and bringing it back.
//!
//! - [`link`] is the content of a link, [`codec`] encodes it as the hash of an address.
//! - [`kept`] is how the browser keeps the choices.
//! - [`start`] chooses the text that the page opens with; [`undo`] keeps replaced texts.
//! - [`files`] says which files are programs, [`markup`] writes links for other pages, and
//!   [`qr`] draws them.
//!
//! All of this is plain Rust, and none of it is ever read as HTML. Code that needs a browser is in
//! [`hooks`](crate::hooks) and `components`.

pub mod codec;
pub mod files;
pub mod kept;
pub mod link;
pub mod markup;
pub mod qr;
pub mod undo;
pub mod start;
