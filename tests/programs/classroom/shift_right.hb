// Moves all cells up by one and puts zero in front.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int a[n];
int before[] = a;
int i = n - 1;
while (i > 0) {
  a[i] = a[i - 1];
  i--;
}
a[0] = 0;
assert(a[0] == 0);
assert(forall k in 1..n: a[k] == before[k - 1]);
