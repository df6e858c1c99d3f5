//! The layout of programs: what it looks like, and that it changes nothing else.

use expect_test::{Expect, expect};
use hornbook_lang::ast::{Pragma, Program};
use hornbook_lang::format::{comments, format};
use hornbook_lang::{parse, print, token};
use proptest::prelude::*;

fn laid_out(text: &str) -> String {
    format(text).unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:?}"))
}

fn becomes(text: &str, expected: Expect) {
    let shown = laid_out(text);
    expected.assert_eq(&shown);
    unchanged(text);
}

/// The tree without places, and the settings.
fn bare(text: &str) -> (Program, Vec<(String, String)>) {
    let (mut tree, _) = parse(text);
    let settings = tree.pragmas.iter().map(|p| (p.key.clone(), p.value.clone())).collect();
    crate::support::bare::bare(&mut tree.body);
    tree.pragmas = Vec::<Pragma>::new();
    tree.span = Default::default();
    (tree, settings)
}

/// Layout keeps the tree, the settings and the comments, and is stable.
fn unchanged(text: &str) {
    let shown = laid_out(text);
    assert_eq!(bare(&shown), bare(text), "\n{text}\nbecomes\n{shown}");
    assert_eq!(comments(&shown), comments(text), "\n{text}\nbecomes\n{shown}");
    assert_eq!(laid_out(&shown), shown, "\n{text}\nis not stable");
    let blanks = |line: &str| line.ends_with(' ');
    let kept = comments(text).join("\n");
    let own = shown.lines().filter(|line| blanks(line)).find(|line| !kept.contains(line));
    assert_eq!(own, None, "a line of\n{shown}\nends with a blank");
}

#[test]
fn statements_have_lines_of_their_own() {
    becomes(
        "int n=nondet( ),a[n] ;int i=0;while(i<n){a[i]=-1;i++;}\n\
         if(a[0]>=0 )i=0;else if(i==1){}else{i+=2;++i;}\n\
         do i-- ;while(i>0);for(int k=0;k<n;k++,i--)a[k]=a[ k-1 ] ;for(;;)break;{ ; }",
        expect![[r#"
            int n = nondet(), a[n];
            int i = 0;
            while (i < n) {
              a[i] = -1;
              i++;
            }
            if (a[0] >= 0)
              i = 0;
            else if (i == 1) {} else {
              i += 2;
              ++i;
            }
            do
              i--;
            while (i > 0);
            for (int k = 0; k < n; k++, i--)
              a[k] = a[k - 1];
            for (;;)
              break;
            {
              ;
            }
        "#]],
    );
}

#[test]
fn operators_have_a_line_for_each_part() {
    becomes(
        "operator total(int a[],bool P(x,i)){// follows\nghost int lo=0,hi=0; ghost bool b=true;invariant lo<=hi&&\n0<=hi;\n\n\
         rule begin(e){lo=e;hi=e;}rule append:a[i]=x{guard(i==hi);hi=i+1;}rule forget:havoc a{}\n// last\n}int n;",
        expect![[r#"
            operator total(int a[], bool P(x, i)) { // follows
              ghost int lo = 0, hi = 0;
              ghost bool b = true;
              invariant lo <= hi &&
                  0 <= hi;

              rule begin(e) {
                lo = e;
                hi = e;
              }
              rule append: a[i] = x {
                guard(i == hi);
                hi = i + 1;
              }
              rule forget: havoc a {}
              // last
            }
            int n;
        "#]],
    );
}

#[test]
fn every_operator_of_hornbook_keeps_its_meaning() {
    for (_, text) in hornbook_tasks::instrument::library::TEXTS {
        unchanged(text);
    }
}

#[test]
fn formulas_are_spaced() {
    becomes(
        "assert((forall j,k in-1 ..(n):!(a[j]<=a[k])==>j- -k!=(b?-1:2))&&forall(a,(v,i)->v> -i));\
         hint (x<y<=z) ;havoc a,b[i];x,y=y,x ;insert(a,i , -  - 1);x=min(-x,nondet(0,3))%2;\
         assume(forall in in (in)..in-1:in(in)==0);",
        expect![[r#"
            assert((forall j, k in -1..(n): !(a[j] <= a[k]) ==> j - -k != (b ? -1 : 2)) && forall(a, (v, i) -> v > -i));
            hint (x < y <= z);
            havoc a, b[i];
            x, y = y, x;
            insert(a, i, - -1);
            x = min(-x, nondet(0, 3)) % 2;
            assume(forall in in (in)..in - 1: in(in) == 0);
        "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    becomes(
        "\n\n// Title\n\n\n/* a */ int n; // size\nint a[];/* b *//* c */ int b[];\n\
         while (n > 0) // why\n{ // body\n\n    // first\n  n--; /* last */\n\n  // end\n  }\n\
         // then\nelse_ = 1;\nif (n>0) { /* nothing */ }\n /* otherwise */ else // no\n n = 1;\n\n\n\
         // over\n",
        expect![[r#"
            // Title

            /* a */ int n; // size
            int a[]; /* b */ /* c */
            int b[];
            while (n > 0) // why
            { // body

              // first
              n--; /* last */

              // end
            }
            // then
            else_ = 1;
            if (n > 0) { /* nothing */ }
            /* otherwise */ else // no
              n = 1;

            // over
        "#]],
    );
}

#[test]
fn comments_inside_of_statements_stay_inside() {
    becomes(
        "x = // one\n 1 + /* two */ 2\n // three\n ;f = min(/* a */x, y /* b */);\n\
         assert(x > 0 && // low\n x < n); // high\nif /* q */ (x > 0) /* r */ { x = 1; }",
        expect![[r#"
            x = // one
                1 + /* two */ 2
                // three
                ;
            f = min( /* a */ x, y /* b */);
            assert(x > 0 && // low
                x < n); // high
            if /* q */ (x > 0) /* r */ {
              x = 1;
            }
        "#]],
    );
}

#[test]
fn lines_broken_by_hand_stay_broken() {
    becomes(
        "assert(forall k:\n  0<=k\n\n&& k<n\n);\nint x\n;if (x > 0)\n{\nx = 1;\n}\nelse\n{\nx = 2;}",
        expect![[r#"
            assert(forall k:
                0 <= k
                && k < n);
            int x;
            if (x > 0) {
              x = 1;
            } else {
              x = 2;
            }
        "#]],
    );
}

#[test]
fn settings_and_hints_keep_working() {
    becomes(
        "  #pragma abstraction   cell2 // two\nint a[];int i;{#pragma loops\n}while(i<3){ \
         //hint forall k, (0 <= k) -> a[k] == 0;\ni++;\n  //hint forall j, a[j] == i\n}",
        expect![[r#"
            #pragma abstraction   cell2 // two
            int a[];
            int i;
            { #pragma loops
            }
            while (i < 3) { //hint forall k, (0 <= k) -> a[k] == 0;
              i++;
              //hint forall j, a[j] == i
            }
        "#]],
    );
    let (tree, _) = bare(&laid_out("int a[];\n//hint forall k, a[k] == 0"));
    assert_eq!(tree.body.len(), 2);
}

#[test]
fn texts_without_statements_are_laid_out() {
    assert_eq!(laid_out(""), "");
    assert_eq!(laid_out(" \n\n\t"), "");
    assert_eq!(laid_out("\u{feff}// only a comment  "), "// only a comment\n");
    assert_eq!(laid_out("/*/ odd */ ;"), "/*/ odd */ ;\n");
}

#[test]
fn only_what_can_be_read_is_laid_out() {
    let diagnostics = format("int x = ;").expect_err("a value is missing");
    assert_eq!(diagnostics.len(), 1);
    assert!(format("/* open").is_err());
    // An unknown name is no error of syntax.
    assert_eq!(format("y=1;"), Ok("y = 1;\n".to_owned()));
}

#[test]
fn example_programs_keep_their_meaning() {
    crate::support::programs::all().iter().for_each(|example| unchanged(&example.text));
}

/// Where something can be put between two tokens.
fn gaps(text: &str) -> Vec<usize> {
    token::lex(text).0.iter().map(|token| token.span.start as usize).collect()
}

/// Tries to put comments, line ends and blanks at the given places.
fn with_comments(text: &str, places: &[(prop::sample::Index, u8)]) -> String {
    let gaps = gaps(text);
    let mut all: Vec<(usize, u8)> =
        places.iter().map(|(at, kind)| (gaps[at.index(gaps.len())], *kind)).collect();
    all.sort_unstable();
    let mut out = text.to_owned();
    for (n, (at, kind)) in all.into_iter().enumerate().rev() {
        let new = match kind {
            0 => format!("// line {n}\n"),
            1 => format!("/* block {n} */"),
            2 => format!("\n\n  // own line {n}\n\n\n"),
            3 => format!("\n/* own\n block {n} */ "),
            4 => format!("/**/ /* {n} */\n"),
            5 => "\n\n\n".to_owned(),
            _ => "   ".to_owned(),
        };
        out.insert_str(at, &new);
    }
    out
}

/// A list of values, perhaps with lists in it; `level` says how deep.
fn list(level: u32) -> BoxedStrategy<String> {
    let value =
        prop::sample::select(vec!["0", "1", "-7", "x", "x + 1", "f[2]", "a[x]", "(3)", "--x"]);
    let item = match level {
        0 => value.prop_map(str::to_owned).boxed(),
        _ => list(level - 1),
    };
    (
        prop::collection::vec(item, 0..4),
        prop::sample::select(vec![",", " ,", ", ", ",\n"]),
        any::<bool>(),
    )
        .prop_map(|(items, comma, open)| {
            let more = if open && !items.is_empty() { comma } else { "" };
            format!("{{{}{more}}}", items.join(comma))
        })
        .boxed()
}

/// Declarations with lists and constants.
fn declarations() -> impl Strategy<Value = String> {
    let array = |name: &'static str, length: &'static str, level| {
        list(level).prop_map(move |list| format!("{name}{length}={list}"))
    };
    let declared = prop_oneof![
        array("a", "[]", 0),
        array("b", "[5]", 0),
        array("c", "[n+1]", 0),
        array("d", "[4][4]", 1),
        array("e", "[4 ][4][ 4]", 2),
        Just("g = 3".to_owned()),
        Just("h[2]".to_owned()),
    ];
    let constant = prop::sample::select(vec!["", "const ", "const\n"]);
    (constant, prop::collection::vec(declared, 1..4)).prop_map(|(constant, declared)| {
        format!("{constant}int  {};assert(forall int k in 0..3:k<3);", declared.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn lists_and_constants_keep_their_meaning(text in declarations()) {
        prop_assume!(parse(&text).1.is_empty());
        unchanged(&text);
        // What lists are short for is printed, and read as the same.
        let (tree, _) = parse(&text);
        let printed = print::whole(&tree);
        prop_assert_eq!(bare(&printed), bare(&text), "{}\nis printed as\n{}", text, printed);
    }

    #[test]
    fn comments_between_any_tokens_survive(
        program in any::<prop::sample::Index>(),
        places in prop::collection::vec((any::<prop::sample::Index>(), 0..7u8), 1..12),
    ) {
        let programs = crate::support::programs::all();
        let text = &programs[program.index(programs.len())].text;
        let text = with_comments(text, &places);
        prop_assume!(parse(&text).1.is_empty());
        unchanged(&text);
    }
}

#[test]
fn lists_stay_beside_their_arrays() {
    becomes(
        "const int N=3;int a[ N ]={1,-2 , x+1},b[2][2]={{1,2},{3}};bool c[]={ true, };\nint z[9]={ };\n\
         int l[]={1,\n2,\n3};assert(forall int k in 0..N:a[k]>0);",
        expect![[r#"
            const int N = 3;
            int a[N] = {1, -2, x + 1}, b[2][2] = {{1, 2}, {3}};
            bool c[] = {true,};
            int z[9] = {};
            int l[] = {1,
                2,
                3};
            assert(forall int k in 0..N: a[k] > 0);
        "#]],
    );
}

#[test]
fn contracts_have_lines_of_their_own() {
    becomes(
        "int f(int x)requires x>0;ensures result>x;{if(x>3){return x+1;}return x+2;}\n\
         (int,bool)g(int a[],int n){return (a[n],true);} void h( ){}\nint y=f(1);",
        expect![[r#"
            int f(int x)
              requires x > 0;
              ensures result > x;
            {
              if (x > 3) {
                return x + 1;
              }
              return x + 2;
            }
            (int, bool) g(int a[], int n) {
              return (a[n], true);
            }
            void h() {}
            int y = f(1);
        "#]],
    );
}
