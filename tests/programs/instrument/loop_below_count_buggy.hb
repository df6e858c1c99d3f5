// One round too many.
// tier: 2
// expect instrument: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int k = 0;
do {
  k++;
} while (k <= count(a, 0, n, 0));
assert(k == count(a, 0, n, 0));
