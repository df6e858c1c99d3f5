// Looks for v; pos stays -1 if v is nowhere.
int n = nondet();
int v = nondet();
int a[n];
int pos = -1;
int i = 0;
while (i < n && pos == -1) {
  if (a[i] == v) { pos = i; }
  i++;
}
assert(pos == -1 || a[pos] == v);
assert(pos != -1 || (forall k in 0..n: a[k] != v));
