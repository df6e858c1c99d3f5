const n = 5;
const a = {1, 2};
assert(n == 5);
// expected:
// 1:7: error: a type is missing behind `const`
//   hint: write `const int n`
// 2:7: error: a type is missing behind `const`
//   hint: write `int a[] = {1, 2, 3};` for an array
// 2:11: error: `a` is no array, so it has one value
//   hint: declare an array: `a[2]`
