int a[3];
assert(forall int k: a[k] == 0);
assert(forall bool p: p || !p);
assert(exists int j, bool p in 0..3: a[j] == 0);
assert(forall (int k in 0..3): a[k] == 0);
// expected:
