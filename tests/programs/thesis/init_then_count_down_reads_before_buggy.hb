// The cell behind the last one is looked at.
// from: T Listing 2.5, backwards, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
bool ok = true;
int i = n;
while (i > 0) { i--; a[i] = 0; }
i = n;
while (i > 0) {
  if (a[i] != 0) { ok = false; }
  i--;
}
assert(ok);
