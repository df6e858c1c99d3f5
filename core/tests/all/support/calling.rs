//! Random programs with two functions and a few choices.

use hornbook_corpus::dice::Dice;

/// A program with a function of numbers that calls itself, and one that changes an array.
pub fn calling(dice: &mut Dice) -> String {
    Random(dice).text()
}

/// Writes such a program.
struct Random<'d>(&'d mut Dice);

impl Random<'_> {
    fn pick<'s>(&mut self, all: &[&'s str]) -> &'s str {
        self.0.pick::<&'s str>(all)
    }

    fn number(&mut self, vars: &[&str]) -> String {
        let var = self.pick(vars);
        match self.0.below(6) {
            0 => "1".into(),
            1 => format!("{var} + 1"),
            2 => format!("1 - {var}"),
            3 => format!("({var} > 0 ? 0 : {})", self.pick(vars)),
            _ => var.into(),
        }
    }

    fn truth(&mut self, vars: &[&str]) -> String {
        let op = self.pick(&["<", "<=", "==", "!="]);
        format!("{} {op} {}", self.number(vars), self.number(vars))
    }

    fn contract(&mut self, given: &[&str], left: &[&str]) -> String {
        let mut lines = String::new();
        if self.0.below(2) == 0 {
            lines += &format!("\n  requires {};", self.truth(given));
        }
        if self.0.below(2) == 0 {
            lines += &format!("\n  ensures {};", self.truth(left));
        }
        lines
    }

    fn number_function(&mut self) -> String {
        let contract = self.contract(&["n", "x"], &["n", "x", "result"]);
        let all = ["n", "x", "y"];
        let call = match self.0.below(3) {
            0 => format!("y = f(n - 1, {});", self.number(&all)),
            1 => format!("y = {} + f(n - 1, x);", self.number(&all)),
            _ => format!("if ({} && f(n - 1, x) < 2) {{ y = 0; }}", self.truth(&all)),
        };
        format!(
            "int f(int n, int x){contract}\n{{\n  if (n <= 0) return {};\n  int y = {};\n  {}\n  {call}\n  return {};\n}}\n",
            self.number(&["n", "x"]),
            self.number(&["n", "x"]),
            self.pick(&["x = 1;", "n = n > 1 ? 1 : n;", "if (x > 1) { return x; }", ""]),
            self.number(&all),
        )
    }

    fn array_function(&mut self) -> String {
        let contract = self.contract(&["n", "v", "a[0]"], &["n", "v", "a[0]", "old(a[0])", "a[1]"]);
        let all = ["n", "v", "a[0]", "a[n]"];
        let call = match self.0.below(3) {
            0 => format!("g(a, n - 1, {});", self.number(&["n", "v", "1"])),
            1 => format!("v = f(n - 1, {});", self.number(&["n", "v"])),
            _ => "for (int i = 0; i < n; i++) { a[i] = v; }".into(),
        };
        format!(
            "void g(int a[], int n, int v){contract}\n{{\n  if (n <= 0) {{ a[0] = {}; return; }}\n  a[n] = {};\n  {call}\n  a[0] = {};\n}}\n",
            self.number(&["n", "v"]),
            self.number(&["n", "v"]),
            self.number(&all),
        )
    }

    fn statement(&mut self) -> String {
        let vars = ["p", "q", "c[0]", "c[1]"];
        match self.0.below(6) {
            0 => format!("p = f(q, {});", self.number(&vars)),
            1 => format!("g(c, p, {});", self.number(&vars)),
            2 => format!("if ({}) {{ g(c, q, 1); }} else {{ q = f(1, p); }}", self.truth(&vars)),
            3 => format!("c[0] = c[0] + f(q, {}) - c[0];", self.number(&vars)),
            4 => format!("assert({});", self.truth(&vars)),
            _ => format!("q = p > 0 ? f(p, q) : {};", self.number(&vars)),
        }
    }

    fn text(&mut self) -> String {
        let mut text = self.number_function() + &self.array_function();
        text += "int p = nondet(0, 3);\nint q = nondet(0, 2);\nint c[] = const_array(0);\n";
        for _ in 0..3 {
            text += &(self.statement() + "\n");
        }
        text + &format!("assert({});\n", self.truth(&["p", "q", "c[0]", "c[1]"]))
    }
}
