//! Pages of HTML that need nothing else.

use hornbook_base::text::escaped;

/// A page with a title, what its head has besides, and its body.
pub fn page(title: &str, head: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n{head}<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}
