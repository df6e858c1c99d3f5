// Copy up to the first zero.
int a[], b[];
int i = 0;
while (a[i] != 0) {
  invariant i >= 0; // holds
  invariant forall k in 0..i: a[k] != 0 && b[k] == a[k]; // holds
  invariant b[0] == a[0]; // not at first
  b[i] = a[i];
  i++;
}
b[i] = 0;
assert(forall k in 0..i + 1: b[k] == a[k]); // enough
assert(b[0] == 0 ==> i == 0); // enough
