// Linear probing from key % n on.
// tier: 2
// expect cell1: certified
// Linear probing in a table that has a free place (-1).
int n = nondet();
int key = nondet();
assume(n >= 1 && key >= 0);
int t[n];
assume(exists e in 0..n: t[e] == -1);
int old_t[] = t;
int i = key % n;
while (t[i] != -1) {
  i = (i + 1) % n;
}
t[i] = key;
assert(0 <= i < n);
assert(old_t[i] == -1);
assert(forall k in 0..n: t[k] == old_t[k] || old_t[k] == -1 && t[k] == key);
