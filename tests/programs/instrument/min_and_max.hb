// The smallest and the largest cell in one loop.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[];
int low = a[0], high = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] < low) { low = a[i]; }
  if (a[i] > high) { high = a[i]; }
}
assert(low == min(a, 0, n));
assert(high == max(a, 0, n));
