const a = [3, 1, 2];
let max = a[0];
for (let i = 1; i < a.length; i++) {
  if (a[i] > max) max = a[i];
}
console.assert(max === 3);
// expected:
// 2:1: error: this is JavaScript, which is not read here
//   hint: variables have types: `int i = 0;`, an array `int a[n];` or `int a[] = {1, 2, 3};`, a function `int f(int a[], int n) { .. }`; and a claim is written `assert(i >= 0);`
