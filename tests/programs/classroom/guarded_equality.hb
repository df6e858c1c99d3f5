// Remembers the value at place p, if p lies in the array.
// tier: 2
// expect cell1: certified
int n = nondet();
int p = nondet();
assume(n >= 0);
int a[n];
int t = 0;
bool c = 0 <= p && p < n;
int i = 0;
while (i < n) {
  if (i == p) {
    t = a[i];
  }
  i++;
}
assert(!c || t == a[p]);
assert(c || t == 0);
