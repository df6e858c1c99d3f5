// Every cell gets the value v, and then v is forgotten.
int n = nondet();
int a[n];
int v = nondet();
for (int i = 0; i < n; i++) {
  a[i] = v;
}
v = nondet();
assert(forall j, k: 0 <= j < k < n ==> a[j] == a[k]);
