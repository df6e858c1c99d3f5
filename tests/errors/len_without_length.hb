int a[];
assert(len(a) > 0);
// expected:
// 2:8: error: this array has no declared length
//   hint: declare one, as in `int a[n];`
