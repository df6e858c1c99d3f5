// What is looked for exists, so the loop needs no bound.
int n = nondet();
int a[n];
int v = nondet();
assume(exists k in 0..n: a[k] == v);
int i = 0;
while (a[i] != v) {
  i++;
}
assert(i < n);
assert(a[i] == v);
