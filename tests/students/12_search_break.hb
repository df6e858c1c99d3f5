// Looks for a value, stops with break.
int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
int i = 0;
while (i < n) {
  if (a[i] == x) break;
  i++;
}
assert(i < n ==> a[i] == x);
assert(forall k in 0..i: a[k] != x);
