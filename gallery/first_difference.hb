// How far do two arrays agree?
int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n && a[i] == b[i]) {
  i++;
}
assert(forall k in 0..i: a[k] == b[k]);
assert(i >= n || a[i] != b[i]);
