int a[3];
assert(forall int k: a[k] == 0);
assert(forall bool p: p || !p);
assert(exists int j, bool p in 0..3: a[j] == 0);
assert(forall (int k in 0..3): a[k] == 0);
// expected:
// 3:15: error: a quantifier is about integers, not about truth values (bool)
//   hint: write the formula out for both values: `.. true .. && .. false ..`
// 4:22: error: a quantifier is about integers, not about truth values (bool)
//   hint: write the formula out for both values: `.. true .. || .. false ..`
// 5:15: error: `forall` has no parentheses around variables
//   hint: write `forall k in 0..n: ..`
