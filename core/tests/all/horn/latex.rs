//! Systems of clauses as LaTeX.

use hornbook_base::LineIndex;
use hornbook_encode::encode;
use hornbook_horn::latex::system;
use hornbook_lang::{Options, front_end};

#[test]
fn systems_are_aligned_at_their_arrows_and_numbered() {
    let text = "int i = 0; assert(i >= 0 && i != 1);";
    let program = front_end(text, Options::default()).0.expect("a program");
    let shown = system(&encode(&program, &LineIndex::new(text)).expect("small steps"));
    let expected = "\\begin{align*}\n   &L_{\\mathit{1}} \\tag{0} \\\\\n  \
        L_{\\mathit{1}} &\\rightarrow L_{\\mathit{1.2}}(0) \\tag{1} \\\\\n  \
        L_{\\mathit{1.2}}(i) &\\rightarrow i \\geq 0 \\land i \\neq 1 \\tag{2} \\\\\n  \
        L_{\\mathit{1.2}}(i) &\\rightarrow \\mathit{end}(i) \\tag{3}\n\\end{align*}\n";
    assert_eq!(shown, expected);
}
