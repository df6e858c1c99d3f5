// What is known of the sum when a branch is taken.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
bool rich = false;
if (sum(a, 0, n) > 0) {
  rich = true;
}
assert(rich == (s > 0));
