// Counts down and writes the numbers into an array with do-while.
int n = nondet();
assume(n > 0);
int a[n];
int x = n;
int i = 0;
do {
  a[i] = x;
  x--;
  i++;
} while (x > 0);
assert(x == 0 && i == n);
assert(forall k in 0..n: a[k] == n - k);
