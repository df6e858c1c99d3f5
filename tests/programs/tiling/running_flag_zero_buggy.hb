// Zero is noted as negative.
// from: TI Table 1, running, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
bool neg[n];
for (int i = 0; i < n; i++) { neg[i] = a[i] <= 0; }
bool ok = true;
for (int i = 0; i < n; i++) {
  if (neg[i] && a[i] >= 0) { ok = false; }
  if (!neg[i] && a[i] < 0) { ok = false; }
}
assert(ok);
