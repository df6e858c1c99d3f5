// Looks for two equal cells with two loops and a flag.
int n = nondet();
assume(n > 0);
int a[n];
bool dup = false;
for (int i = 0; i < n; i++) {
  for (int j = i + 1; j < n; j++) {
    if (a[i] == a[j]) {
      dup = true;
    }
  }
}
assert(!dup ==> (forall i, j: 0 <= i && i < j && j < n ==> a[i] != a[j]));
