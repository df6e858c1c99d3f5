// Replaces every cell by its absolute value, with a function.
int absolute(int x)
  ensures result >= 0;
  ensures result == x || result == -x;
{
  if (x < 0) {
    return -x;
  }
  return x;
}

int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = absolute(a[i]);
}
assert(forall k in 0..n: a[k] >= 0);
