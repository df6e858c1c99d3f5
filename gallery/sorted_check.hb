// Compares all neighbours.
int n = nondet();
int a[n];
bool ok = true;
for (int i = 0; i < n - 1; i++) {
  if (a[i] > a[i + 1]) { ok = false; }
}
assert(ok ==> sorted(a, 0, n));
