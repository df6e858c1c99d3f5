// Looks for the last position of a value, from the right.
int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
int i = n - 1;
while (i >= 0 && a[i] != x) {
  i--;
}
assert(i >= -1 && i < n);
assert(i >= 0 ==> a[i] == x);
assert(forall k in 0..n: k > i ==> a[k] != x);
