// How many cells a table has, counted.
// tier: 2
// expect cell1: certified
int r = nondet(), c = nondet();
assume(r >= 0 && c >= 0);
int count = 0;
for (int i = 0; i < r; i++) {
  for (int j = 0; j < c; j++) {
    count++;
  }
}
assert(count == r * c);
