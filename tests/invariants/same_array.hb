// Swapping twice changes nothing, but a swap does.
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i + 1 < n; i++) {
  invariant a == before(a); // holds
  invariant i <= n; // holds
  a[i], a[i + 1] = a[i + 1], a[i];
  a[i], a[i + 1] = a[i + 1], a[i];
}
int b[] = a;
for (int i = 0; i + 1 < n; i++) {
  invariant a == before(a); // false
  invariant i >= 0; // holds
  a[i], a[i + 1] = a[i + 1], a[i];
}
assert(a == b); // enough
