// tier: 2
// expect method auto: certified
// The sieve of Eratosthenes; the largest prime below thirty is 29, and there are ten.
bool prime[30];
for (int i = 0; i < 30; i++) {
  prime[i] = i >= 2;
}
for (int p = 2; p < 30; p++) {
  if (prime[p]) {
    for (int q = p + p; q < 30; q += p) {
      prime[q] = false;
    }
  }
}
int found = 0;
for (int i = 0; i < 30; i++) {
  if (prime[i]) {
    found++;
  }
}
assert(prime[29] && !prime[27]);
assert(found == 10);
