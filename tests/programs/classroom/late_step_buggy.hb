// The 2,000,000th round of a loop, whose number of rounds is chosen, is one too many.
// tier: 3
// expect cell1: buggy
int n = nondet();
int x = 0;
for (int i = 0; i < n; i++) {
  x = x + 3;
  assert(x != 6000000);
}
