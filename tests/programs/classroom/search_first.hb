// Linear search for the first occurrence.
// tier: 2
// expect cell1: certified
int n = nondet();
int x = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n && a[i] != x) {
  i++;
}
assert(0 <= i <= n);
assert(i == n || a[i] == x);
assert(forall k in 0..i: a[k] != x);
