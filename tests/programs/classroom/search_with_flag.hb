// Search with a flag that says whether the value was seen.
// tier: 2
// expect cell1: certified
int n = nondet();
int x = nondet();
int a[n];
bool found = false;
int where = -1;
for (int i = 0; i < n; i++) {
  if (a[i] == x) {
    found = true;
    where = i;
  }
}
assert(found ==> a[where] == x && 0 <= where < n);
assert(!found ==> (forall k in 0..n: a[k] != x));
