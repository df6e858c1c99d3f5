int n = nondet();
int a[n];
int b[];
int c[];
bool d[n];
int m[n][n];
assert(permutation(b, c));
assert(permutation(a, d));
assert(permutation(a, 0, n));
assert(permutation(a, b, 0, n, 1));
assert(permutation(m[0], a, 0, n));
assert(permutation(m, m));
assert(permutation(a));
// expected:
// 7:8: error: neither array has a declared length
//   hint: say which cells are meant, as in `permutation(a, b, 0, n)`
// 8:23: error: `permutation` needs an array of numbers with one index
// 9:8: error: `permutation` takes two arrays of numbers, and a range unless their length is declared: `permutation(a, b)`, `permutation(a, b, lo, hi)`
// 10:8: error: `permutation` takes two arrays of numbers, and a range unless their length is declared: `permutation(a, b)`, `permutation(a, b, lo, hi)`
// 11:20: error: `permutation` is not for rows of arrays with two indices
//   hint: copy the row first, as in `int r[] = m[i];`
// 12:20: error: `permutation` needs an array of numbers with one index
// 13:8: error: `permutation` takes two arrays of numbers, and a range unless their length is declared: `permutation(a, b)`, `permutation(a, b, lo, hi)`
