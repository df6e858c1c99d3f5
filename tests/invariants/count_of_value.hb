// Count a value, once by its name and once by a formula.
int n = nondet(0, 1000);
int v = nondet();
int a[n];
int c = 0;
int large = 0;
for (int i = 0; i < n; i++) {
  invariant 0 <= i <= n; // holds
  invariant c == count(a, 0, i, v); // holds
  invariant large == count(a, 0, i, (x, k) -> x > k); // holds
  invariant c == count(a, 0, n, v); // not at first
  if (a[i] == v) c++;
  if (a[i] > i) large++;
}
assert(c == count(a, 0, n, v)); // enough
assert(0 <= c <= n); // enough
assert(large == count(a, 0, n, (x, k) -> x > k)); // enough
