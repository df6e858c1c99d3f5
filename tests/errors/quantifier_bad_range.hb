int a[3];
assert(forall k in 0, 3: a[k] == 0);
// expected:
// 2:21: error: a range is written `low..high`, but this is `,`
