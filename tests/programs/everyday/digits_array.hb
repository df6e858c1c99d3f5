// Digits of a number.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 0);
int a[];
int d = 0, x = n;
while (x > 0) { a[d] = x % 10; d++; x = x / 10; }
assert(forall k in 0..d: 0 <= a[k] && a[k] <= 9);
