// If the largest cell is at most three, no cell is larger.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > 3) c++;
}
if (max(a, 0, n) <= 3) {
  assert(c == 0);
} else {
  assert(c > 0);
}
