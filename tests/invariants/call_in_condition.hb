// A function in the condition of the loop.
int next(int x) { return x + 1; }
int n = nondet();
assume(n >= 1);
int i = 0;
while (next(i) < n) {
  invariant i < n; // holds
  invariant !(0 > i); // holds
  decreases n - i; // holds
  i = next(i);
}
assert(i == n - 1); // enough
