// Some rounds count nothing.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int i = 0;
int j = 0;
int k = 0;
while (i < n) {
  if (nondet() > 0) { j++; } else if (nondet() > 0) { k++; }
  i++;
}
assert(j + k == n);
