//! Pages of HTML that need nothing else.

use hornbook_base::text::escaped;

/// The style of a page with a table in a `div` of the class `wide`.
pub const TABLE_STYLE: &str = "body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; } \
    .wide { overflow-x: auto; } table { border-collapse: collapse; } \
    th, td { border: 1px solid #8888; padding: .3rem .6rem; text-align: start; vertical-align: top; }";

/// A page with a title, what its head has besides, and its body.
pub fn page(title: &str, head: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n{head}<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}
