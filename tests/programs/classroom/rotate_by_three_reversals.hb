// Rotates to the left by d: reverse both parts, then the whole.
// tier: 2
// expect cell1: certified
void turn(int a[], int from, int to) {
  int l = from;
  int r = to - 1;
  while (l < r) {
    a[l], a[r] = a[r], a[l];
    l++;
    r--;
  }
}
int n = nondet();
int d = nondet();
assume(0 <= d <= n);
int a[n];
int before[] = a;
turn(a, 0, d);
turn(a, d, n);
turn(a, 0, n);
assert(forall k in 0..n - d: a[k] == before[k + d]);
assert(forall k in n - d..n: a[k] == before[k - (n - d)]);
