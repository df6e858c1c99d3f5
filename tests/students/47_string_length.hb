// Computes the length of a string in a function.
int length(int s[]) {
  int i = 0;
  while (s[i] != 0) {
    i++;
  }
  return i;
}

int s[4] = {72, 101, 121, 0};
int n = length(s);
assert(n == 3);
assert(s[n] == 0);
