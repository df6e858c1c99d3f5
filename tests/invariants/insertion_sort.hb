// Insertion sort with all lines that it needs.
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) {
  invariant forall p, q: 0 <= p <= q < i ==> a[p] <= a[q]; // holds
  invariant 0 <= i; // holds
  int v = a[i];
  int j = i;
  while (j > 0 && a[j - 1] > v) {
    invariant 0 <= j <= i; // holds
    invariant forall p, q: 0 <= p <= q <= i && p != j && q != j ==> a[p] <= a[q]; // holds
    invariant forall q in j + 1..i + 1: a[q] > v; // holds
    decreases j; // holds
    a[j] = a[j - 1];
    j--;
  }
  a[j] = v;
}
assert(forall p, q: 0 <= p <= q < n ==> a[p] <= a[q]); // enough
