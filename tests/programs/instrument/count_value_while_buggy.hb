// All other values are counted.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
int c = 0;
int i = n;
while (i > 0) {
  i = i - 1;
  if (a[i] != 7) { c = c + 1; }
}
assert(c == count(a, 0, n, 7));
