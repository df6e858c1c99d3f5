// Copies a string up to and with the zero.
int n = nondet();
assume(n > 0);
int s[n], t[n];
s[n - 1] = 0;
int i = 0;
while (s[i] != 0) {
  t[i] = s[i];
  i++;
}
t[i] = 0;
assert(i < n);
assert(t[i] == 0);
assert(forall k in 0..i: t[k] == s[k] && t[k] != 0);
