// Behind the na cells of a come those of b.
int na = nondet();
int nb = nondet();
int a[];            // no length given: every index is valid
int b[nb];
for (int i = 0; i < nb; i++) {
  a[na + i] = b[i];
}
assert(forall k in na..na + nb: a[k] == b[k - na]);
