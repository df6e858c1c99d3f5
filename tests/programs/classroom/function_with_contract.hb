// A function for the maximum of a range, used for two halves.
// tier: 2
// expect cell1: certified
int largest(int a[], int from, int to)
  requires from < to;
  ensures forall k in from..to: a[k] <= result;
{
  int best = a[from];
  for (int i = from + 1; i < to; i++) {
    if (a[i] > best) { best = a[i]; }
  }
  return best;
}
int n = nondet();
assume(n >= 2);
int a[n];
int h = n / 2;
int x = largest(a, 0, h);
int y = largest(a, h, n);
assert(forall k in 0..n: a[k] <= max(x, y));
