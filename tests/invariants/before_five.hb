// Add one five times, where nothing bounds i from above.
int x = nondet();
int start = x;
int i = 0;
while (i < 5) {
  invariant x == before(x) + i; // holds
  invariant x - start <= 5; // holds
  invariant before(i) == 0 && before(x) == start; // holds
  x++;
  i++;
}
assert(x == start + 5); // enough
assert(x >= start + 5); // enough
