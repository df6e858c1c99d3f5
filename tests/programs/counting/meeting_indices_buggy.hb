// Now and then both move.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int i = 0;
int j = n;
int rounds = 0;
while (i < j) {
  i++;
  if (nondet() > 0) { j--; }
  rounds++;
}
assert(rounds == n);
