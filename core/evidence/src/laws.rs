//! Laws of products by their common names.

use serde::{Deserialize, Serialize};

/// A law of multiplication by its common name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ProductLaw {
    /// A product of sums is multiplied out.
    Distribution,
    /// A product with a factor zero is zero.
    ZeroFactor,
    /// Products of equal factors are equal.
    EqualFactors,
    /// No square is negative.
    Squares,
    /// The sign of a product.
    Signs,
    /// Monotonicity: a comparison may be multiplied.
    Order,
}

impl ProductLaw {
    /// The formula of the law, in the syntax of programs.
    pub fn statement(self) -> &'static str {
        match self {
            ProductLaw::Distribution => "(x + y) * z == x * z + y * z",
            ProductLaw::ZeroFactor => "x == 0 ==> x * y == 0",
            ProductLaw::EqualFactors => "x == y ==> x * z == y * z",
            ProductLaw::Squares => "x * x >= 0",
            ProductLaw::Signs => "x >= 0 && y >= 0 ==> x * y >= 0",
            ProductLaw::Order => "x >= y && z >= 0 ==> x * z >= y * z",
        }
    }
}

/// The laws as a list in words; `None` if there are none.
pub fn list_laws<'l>(laws: impl IntoIterator<Item = &'l ProductLaw>) -> Option<String> {
    let said: Vec<&str> = laws.into_iter().map(|law| law.statement()).collect();
    (!said.is_empty()).then(|| said.join("; "))
}
