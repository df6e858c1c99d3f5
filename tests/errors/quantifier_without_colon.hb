int a[3];
assert(forall k a[k] == 0);
// expected:
// 2:17: error: a `:` is needed before the formula, but this is `a`
