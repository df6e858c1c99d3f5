// The largest value so far, written down at each step.
int n = nondet();
assume(n >= 1);
int a[n];
int b[n];
b[0] = a[0];
for (int i = 1; i < n; i++) {
  b[i] = max(b[i - 1], a[i]);
}
assert(sorted(b, 0, n));
