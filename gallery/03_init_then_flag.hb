// A second loop folds the property into one flag.
int n = nondet();
int a[n];
bool ok = true;
int i = 0;
while (i < n) { a[i] = 0; i = i + 1; }
i = 0;
while (i < n) {
  if (a[i] != 0) { ok = false; }
  i = i + 1;
}
assert(ok);
