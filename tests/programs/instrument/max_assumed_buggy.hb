// The largest cell may be five.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
assume(max(a, 0, n) <= 5);
bool five = false;
for (int i = 0; i < n; i++) {
  if (a[i] >= 5) five = true;
}
assert(!five);
