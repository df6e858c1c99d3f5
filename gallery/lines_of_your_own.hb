// Two lines about the loop: do they carry themselves, and do they suffice?
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n) {
  invariant 0 <= i;
  invariant forall k in 0..i: a[k] == 0;
  a[i] = 0;
  i++;
}
assert(forall k in 0..n: a[k] == 0);
assert(i == n);
