// A flag says whether two arrays agree.
int n = nondet();
int a[n];
int b[n];
bool same = true;
int i = 0;
while (i < n && same) {
  if (a[i] != b[i]) { same = false; }
  i++;
}
assert(same ==> (forall k in 0..n: a[k] == b[k]));
