int x = 1;
assert(x ≤ 1 ∧ x ≠ 0);
// expected:
// 2:10: error: `≤` is not part of the language
//   hint: write `<=`
// 2:14: error: `∧` is not part of the language
//   hint: write `&&`
// 2:18: error: `≠` is not part of the language
//   hint: write `!=`
