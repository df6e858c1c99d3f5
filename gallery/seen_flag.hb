// Was v seen? If not, it is nowhere.
int n = nondet();
int v = nondet();
int a[n];
bool seen = false;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { seen = true; }
}
assert(seen || (forall k in 0..n: a[k] != v));
