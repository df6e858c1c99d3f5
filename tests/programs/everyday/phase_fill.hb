// What a loop does changes after a thousand rounds.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 2000);
int a[n];
for (int i = 0; i < n; i++) { if (i < 1000) { a[i] = 1; } else { a[i] = 2; } }
assert(forall k in 0..1000: a[k] == 1);
assert(forall k in 1000..n: a[k] == 2);
