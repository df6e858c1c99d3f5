// Looks for two equal cells with two loops.
// tier: 2
// expect cell2: certified
int n = nondet();
int a[n];
bool twice = false;
for (int i = 0; i < n; i++) {
  for (int j = i + 1; j < n; j++) {
    if (a[i] == a[j]) {
      twice = true;
    }
  }
}
assert(!twice ==> (forall x, y: 0 <= x < y < n ==> a[x] != a[y]));
assert(twice ==> n >= 2);
