// A truth value that changes with each round.
int n = nondet();
assume(n >= 0);
bool odd = false;
int i = 0;
while (i < n) {
  invariant odd <==> i % 2 == 1; // holds
  invariant i <= n; // holds
  invariant !odd || i > 0; // not kept
  odd = !odd;
  i++;
}
assert(odd <==> n % 2 == 1); // enough
