// Counts zeros and other values; together they are all.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int zeros = 0;
int others = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) {
    zeros++;
  } else {
    others++;
  }
}
assert(zeros + others == n);
assert(zeros == n ==> (forall k in 0..n: a[k] == 0));
