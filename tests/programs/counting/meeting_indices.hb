// Two indices meet after as many rounds as they were apart.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int i = 0;
int j = n;
int rounds = 0;
while (i < j) {
  if (nondet() > 0) { i++; } else { j--; }
  rounds++;
}
assert(rounds == n);
