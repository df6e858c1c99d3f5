// Each zero is replaced by one, and counted.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int zeros = count(a, 0, n, 0);
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) { a[i] = 1; c++; }
}
assert(c == zeros && count(a, 0, n, 0) == 0);
