int x = nondet(5);
assert(x < 5);
// expected:
// 1:17: error: `nondet` takes nothing, or the two ends of a range: `nondet(low, high)`, but this is `)`
