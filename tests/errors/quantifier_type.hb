int a[3];
assert(forall int k: a[k] == 0);
// expected:
// 2:15: error: a quantifier binds only integers
//   hint: leave out `int`: `forall k: ..`
