// An array that does not fall has its largest cell at the end.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
a[0] = nondet();
for (int i = 1; i < n; i++) {
  a[i] = a[i - 1] + nondet(0, 5);
}
assert(max(a, 0, n) == a[n - 1]);
assert(min(a, 0, n) == a[0]);
