// Tests whether an array is a palindrome.
// tier: 2
// expect cell2: certified
int n = nondet();
assume(n >= 0);
int a[n];
bool pal = true;
int l = 0;
int r = n - 1;
while (l < r && pal) {
  if (a[l] != a[r]) {
    pal = false;
  }
  l++;
  r--;
}
assert(pal ==> (forall k in 0..n: a[k] == a[n - 1 - k]));
