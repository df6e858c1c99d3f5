// Seven cells are enough to count to seven.
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 1) { c++; }
}
assert(c < 7);
