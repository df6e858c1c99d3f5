// Every round counts one of two things.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int i = 0;
int j = 0;
int k = 0;
while (i < n) {
  if (nondet() > 0) { j++; } else { k++; }
  i++;
}
assert(j + k == n);
