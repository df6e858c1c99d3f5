// A lamp is switched n times; it is on if n is odd.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
bool on = false;
int a[n];
for (int i = 0; i < n; i++) {
  on = !on;
  a[i] = on ? 1 : 0;
}
assert(on <==> n % 2 == 1);
assert(forall k in 0..n: a[k] == (k + 1) % 2);
