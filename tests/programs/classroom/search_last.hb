// Linear search from the right; -1 means not found.
// tier: 2
// expect cell1: certified
int n = nondet();
int x = nondet();
assume(n >= 0);
int a[n];
int i = n - 1;
while (i >= 0) {
  if (a[i] == x) break;
  i--;
}
assert(i >= 0 ==> a[i] == x);
assert(forall k in 0..n: k > i ==> a[k] != x);
