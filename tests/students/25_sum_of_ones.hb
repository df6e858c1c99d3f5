// The sum of an array of ones is its length.
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 1; }
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == n);
