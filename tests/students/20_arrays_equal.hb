// Compares two arrays cell by cell.
int n = nondet();
assume(n > 0);
int a[n], b[n];
bool equal = true;
int i = 0;
while (i < n && equal) {
  if (a[i] != b[i]) equal = false;
  i++;
}
assert(equal <==> (forall k in 0..n: a[k] == b[k]));
