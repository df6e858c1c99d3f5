// Each access must lie within the declared length.
int n = nondet();
assume(n >= 1);
int a[n];
int v = nondet();
int i = 0;
while (a[i] != v) {
  i++;
}
assert(a[i] == v);
