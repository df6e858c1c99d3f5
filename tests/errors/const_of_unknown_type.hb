const float x = 1;
const y = 2;
int const z = 3;
assert(x == y);
// expected:
// 1:1: error: this statement does nothing
//   hint: a statement changes a variable, as in `x = 1;`
// 2:1: error: there is no type `const`
//   hint: the types are `int` and `bool`
// 3:10: error: a `;` is missing here
// 4:8: error: there is no variable `x` here
//   hint: declare it first, as in `int x;`
