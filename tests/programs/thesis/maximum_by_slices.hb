// The largest value so far bounds the slice before the index.
// from: T Sec. 3.2.1, before Example 13
// tier: 2
// expect slice(i): certified
#pragma large-blocks
int n, i, m;
int a[];
assume(n >= 1);
m = a[0];
i = 1;
while (i < n) {
  if (a[i] > m) { m = a[i]; }
  i = i + 1;
}
assert(forall k in 0..n: a[k] <= m);
