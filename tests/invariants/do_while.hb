// A loop that tests its condition at the end.
int n = nondet(1, 100);
int x = 0;
do {
  invariant x >= 1; // not at first
  invariant x <= n; // holds
  invariant before(x) == 0; // holds
  x++;
} while (x < n);
assert(x == n); // not enough
