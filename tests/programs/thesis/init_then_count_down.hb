// The flag says whether a cell is wrong, looked at from the back.
// from: T Listing 2.5, backwards
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
bool ok = true;
int i = n;
while (i > 0) { i--; a[i] = 0; }
i = n;
while (i > 0) {
  i--;
  if (a[i] != 0) { ok = false; }
}
assert(ok);
