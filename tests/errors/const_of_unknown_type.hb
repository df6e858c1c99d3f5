const float x = 1;
const y = 2;
int const z = 3;
assert(x == y);
// expected:
// 1:7: error: there is no type `float`
//   hint: the types are `int` and `bool`
// 2:7: error: a type is missing behind `const`
//   hint: write `const int y`
// 3:5: error: `const` stands in front of the type
//   hint: write `const int ..`
