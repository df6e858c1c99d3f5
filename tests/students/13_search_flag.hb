// Looks for a value with a flag.
int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
bool found = false;
for (int i = 0; i < n; i++) {
  if (a[i] == x) {
    found = true;
  }
}
assert(found <==> (exists k in 0..n: a[k] == x));
