assert(forall k: k == nondet());
// expected:
// 1:23: error: `nondet()` cannot stand inside a quantified formula
//   hint: choose the value first: `int v = nondet();`
