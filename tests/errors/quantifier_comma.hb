int a[3];
assert(forall k, a[k] == 0);
// expected:
// 2:19: error: a `:` is needed before the formula, but this is `[`
