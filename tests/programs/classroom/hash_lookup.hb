// Looks a key up in a table with linear probing; -1 is a free place.
// tier: 2
// expect cell1: certified
int n = nondet();
int key = nondet();
assume(n > 0 && key >= 0);
int t[n];
int i = key % n;
int probes = 0;
while (probes < n && t[i] != key && t[i] != -1) {
  i = (i + 1) % n;
  probes++;
}
bool found = probes < n && t[i] == key;
assert(0 <= i < n);
assert(found ==> (exists k in 0..n: t[k] == key));
