// A claim about cells beside one that needs none: with a sum of abstractions one part shows each.
// from: T Def. 18
// tier: 2
// expect cell(+)smash: certified
// expect smash(+)cell: certified
// expect cell(+)nothing: certified
// expect smash(+)nothing: too-weak
int n = nondet();
assume(n > 0);
int a[n];
int b[n];
int i = 0;
while (i < n) {
  b[i] = a[i];
  i++;
}
assert(i == n);
assert(forall k in 0..n: a[k] == b[k]);
