// Two claims: what is written, and what stays as it was.
int lo = nondet();
int hi = nondet();
int v = nondet();
int a[];
int old[] = a;
for (int i = lo; i < hi; i++) {
  a[i] = v;
}
assert(forall k in lo..hi: a[k] == v);
assert(forall k: k < lo || k >= hi ==> a[k] == old[k]);
