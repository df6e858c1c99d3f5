// No array at all: is the number of rounds odd?
int n = nondet();
assume(n >= 0);
bool odd = false;
for (int i = 0; i < n; i++) {
  odd = !odd;
}
assert(odd <==> n % 2 == 1);
