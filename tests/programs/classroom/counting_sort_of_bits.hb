// Counting sort for zeros and ones.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int zeros = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) {
    zeros++;
  }
}
for (int i = 0; i < zeros; i++) {
  a[i] = 0;
}
for (int i = zeros; i < n; i++) {
  a[i] = 1;
}
assert(zeros <= n);
assert(forall k in 0..n: a[k] == 0 && k < zeros || a[k] == 1 && k >= zeros);
