// A loop with continue that skips one cell.
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) {
  invariant forall k in 0..i: k != 3 ==> a[k] == 0; // holds
  invariant i != 3 || n > 2; // holds
  invariant i > 3 ==> a[3] == before(a[3]); // holds
  invariant a[3] == before(a[3]); // holds
  if (i == 3) continue;
  a[i] = 0;
}
assert(forall k in 4..n: a[k] == 0); // enough
assert(forall k in 0..n: a[k] == 0); // not enough
