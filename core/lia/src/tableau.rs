//! The rows of the simplex: sparse integer equations `sum a_j x_j = 0`, one per basic variable.
//!
//! Integer rows with coprime coefficients instead of fractions: one gcd per row replaces one per
//! coefficient, and almost all arithmetic stays in machine words.

use hornbook_base::Int;

/// A theory variable: an integer variable of the input, or the value of a linear form.
pub(super) type TVar = u32;

/// A linear combination, sorted by variable, without zero coefficients.
pub(super) type Combination = Vec<(TVar, Int)>;

/// The coefficient of `v`.
pub(super) fn coefficient(row: &[(TVar, Int)], v: TVar) -> Option<&Int> {
    row.binary_search_by_key(&v, |(w, _)| *w).ok().map(|i| &row[i].1)
}

/// `m * a + n * b`.
pub(super) fn combine(a: &[(TVar, Int)], m: &Int, b: &[(TVar, Int)], n: &Int) -> Combination {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    let push = |out: &mut Combination, v: TVar, c: Int| {
        if !c.is_zero() {
            out.push((v, c));
        }
    };
    loop {
        match (a.get(i), b.get(j)) {
            (Some((v, c)), Some((w, d))) if v == w => {
                push(&mut out, *v, m * c + n * d);
                i += 1;
                j += 1;
            }
            (Some((v, c)), Some((w, _))) if v < w => {
                push(&mut out, *v, m * c);
                i += 1;
            }
            (Some((v, c)), None) => {
                push(&mut out, *v, m * c);
                i += 1;
            }
            (_, Some((w, d))) => {
                push(&mut out, *w, n * d);
                j += 1;
            }
            (None, None) => return out,
        }
    }
}

/// The greatest common divisor of the coefficients; zero for the empty combination.
pub(super) fn content(row: &[(TVar, Int)]) -> Int {
    let mut g = Int::ZERO;
    for (_, c) in row {
        g = g.gcd(c);
        if g.is_one() {
            break;
        }
    }
    g
}

/// Divides all coefficients by a common divisor.
pub(super) fn divide(row: &mut Combination, g: &Int) {
    if !g.is_one() && !g.is_zero() {
        for (_, c) in row.iter_mut() {
            *c = c.div_floor(g);
        }
    }
}

/// The multiple of a combination that has coprime coefficients, the first one positive.
pub(super) fn primitive(mut row: Combination) -> Combination {
    let g = content(&row);
    divide(&mut row, &g);
    if row.first().is_some_and(|(_, c)| c.is_negative()) {
        negate(&mut row);
    }
    row
}

/// Changes the sign of all coefficients.
pub(super) fn negate(row: &mut Combination) {
    for (_, c) in row.iter_mut() {
        *c = -&*c;
    }
}

/// One equation.
#[derive(Clone)]
pub(super) struct Row {
    /// The variable that the equation defines.
    pub(super) basic: TVar,
    /// The equation.
    pub(super) terms: Combination,
}

/// All equations, with an index from variables to the rows that mention them.
#[derive(Clone, Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    /// By variable: rows that mention it, and possibly some that did once.
    columns: Vec<Vec<u32>>,
    /// By row: when it was last seen by a scan of a column.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Tableau {
    pub(super) fn new_var(&mut self) {
        self.columns.push(Vec::new());
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn row(&self, r: u32) -> &Row {
        &self.rows[r as usize]
    }

    /// An upper bound on the number of rows that mention `v`.
    pub(super) fn column_len(&self, v: TVar) -> usize {
        self.columns[v as usize].len()
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.stamps.clear();
        self.stamp = 0;
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// Adds an equation that mentions no basic variable but its own.
    pub(super) fn add(&mut self, basic: TVar, terms: Combination) -> u32 {
        let r = self.rows.len() as u32;
        for (v, _) in &terms {
            self.columns[*v as usize].push(r);
        }
        self.rows.push(Row { basic, terms });
        self.stamps.push(0);
        r
    }

    /// Substitutes the equations of basic variables, found by `row_of`, into a combination.
    pub(super) fn reduce(
        &self,
        mut terms: Combination,
        row_of: impl Fn(TVar) -> Option<u32>,
    ) -> Combination {
        let basics: Vec<(TVar, u32)> =
            terms.iter().filter_map(|(v, _)| row_of(*v).map(|r| (*v, r))).collect();
        for (v, r) in basics {
            if let Some(reduced) = eliminate(&terms, &self.row(r).terms, v) {
                terms = reduced;
            }
        }
        terms
    }

    /// The rows that mention `v`, each once; tidies the index.
    pub(super) fn scan_column(&mut self, v: TVar) -> Vec<u32> {
        self.stamp += 1;
        let stamp = self.stamp;
        let mut column = std::mem::take(&mut self.columns[v as usize]);
        column.retain(|&r| {
            let fresh = self.stamps[r as usize] != stamp
                && coefficient(&self.rows[r as usize].terms, v).is_some();
            if fresh {
                self.stamps[r as usize] = stamp;
            }
            fresh
        });
        self.columns[v as usize] = column.clone();
        column
    }

    /// Makes `v` the basic variable of row `r` and removes it from the other `rows`.
    pub(super) fn pivot(&mut self, r: u32, v: TVar, rows: &[u32]) {
        self.rows[r as usize].basic = v;
        let source = std::mem::take(&mut self.rows[r as usize].terms);
        for &other in rows.iter().filter(|&&o| o != r) {
            let old = &self.rows[other as usize].terms;
            let Some(new) = eliminate(old, &source, v) else {
                continue;
            };
            for (w, _) in &source {
                if *w != v && coefficient(old, *w).is_none() {
                    self.columns[*w as usize].push(other);
                }
            }
            self.rows[other as usize].terms = new;
        }
        self.rows[r as usize].terms = source;
        self.columns[v as usize].clear();
        self.columns[v as usize].push(r);
    }
}

/// A combination of `a` (taken at least once) and `b` in which `v` cancels.
fn eliminate(a: &[(TVar, Int)], b: &[(TVar, Int)], v: TVar) -> Option<Combination> {
    let (c, d) = (coefficient(a, v)?, coefficient(b, v)?);
    let g = c.gcd(d);
    let (m, n) = (d.div_floor(&g), -c.div_floor(&g));
    let mut out = combine(a, &m, b, &n);
    // A multiplier of one cannot introduce a common factor that is worth the search.
    if !(m.is_one() || m == Int::MINUS_ONE) {
        let g = content(&out);
        divide(&mut out, &g);
    }
    Some(out)
}
