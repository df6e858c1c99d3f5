// Compares each cell with the one as far from the other end.
int n = nondet();
int a[n];
bool same = true;
for (int i = 0; i < n / 2; i++) {
  if (a[i] != a[n - 1 - i]) { same = false; }
}
assert(same ==> (forall k in 0..n: a[k] == a[n - 1 - k]));
