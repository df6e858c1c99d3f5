// A loop counts what `count` says.
// tier: 2
// expect cell . multiset(0, i): certified
int n = nondet();
int a[n];
int v = nondet();
int c = 0;
int i = 0;
while (i < n) {
  if (a[i] == v) { c++; }
  i++;
}
if (n >= 0) { assert(c == count(a, 0, i, v)); }
