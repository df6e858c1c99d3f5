// b is a with v inserted at pos.
int n = nondet();
int pos = nondet();
int v = nondet();
assume(0 <= pos && pos <= n);
int a[n];
int b[];
int i = 0;
while (i < pos) { b[i] = a[i]; i++; }
b[pos] = v;
while (i < n) { b[i + 1] = a[i]; i++; }
assert(forall k in 0..pos: b[k] == a[k]);
assert(b[pos] == v);
assert(forall k in pos + 1..n + 1: b[k] == a[k - 1]);
