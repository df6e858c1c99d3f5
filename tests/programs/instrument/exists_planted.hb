// A value that was written is there.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int k = nondet(0, n);
a[k] = 9;
bool seen = false;
for (int i = 0; i < n; i++) {
  if (a[i] == 9) seen = true;
}
assert(seen && exists(a, 0, n, (x, i) -> x == 9));
