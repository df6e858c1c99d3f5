bool small(int x) { return x < 10; }
int a[3];
assert(forall k in 0..3: small(a[k]));
hint small(3);
// expected:
// 3:26: error: a call cannot stand inside a quantified formula
//   hint: call it first: `int v = small(..);`
// 4:1: error: a hint cannot call functions
//   hint: it says something about variables: call the function before
