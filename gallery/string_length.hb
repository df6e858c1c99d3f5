// The length of a string is the index of its first 0.
int s[];
int i = 0;
while (s[i] != 0) {
  i++;
}
assert(s[i] == 0);
assert(forall k in 0..i: s[k] != 0);
