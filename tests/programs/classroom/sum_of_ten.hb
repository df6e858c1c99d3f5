// A loop that gives up after ten rounds, whatever n is: what it has added up by then has no bound of its own.
// tier: 2
// expect cell1: certified
int n = nondet();
int s = 0;
for (int i = 0; i < n; i++) {
  if (i > 10) { break; }
  s += i;
}
assert(s <= 55);
