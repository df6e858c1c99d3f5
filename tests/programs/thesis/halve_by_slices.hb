// Cells are halved from the left: those before the index have another bound than those behind it.
// from: T Sec. 3.2.1, before Example 13
// tier: 2
// expect slice(i,n): certified
// expect slice(i): too-weak
#pragma large-blocks
int n, i;
int a[];
assume(n >= 0);
assume(forall k in 0..n: a[k] < 100);
i = 0;
while (i < n) {
  a[i] = a[i] / 2;
  i = i + 1;
}
assert(forall k in 0..n: a[k] < 50);
