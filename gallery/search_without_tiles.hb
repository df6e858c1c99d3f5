// The search ends where v stands.
int n = nondet();
int v = nondet();
int a[n];
int i = 0;
while (i < n) {
  if (a[i] == v) {
    break;
  }
  i++;
}
assert(forall k in 0..i: a[k] != v);
