// Counts the arguments before the first 0.
// from: TI Table 1, vararg
// tier: 1
// expect cell1: certified
int args[];
int count = 0;
while (args[count] != 0) { count++; }
assert(forall k in 0..count: args[k] != 0);
assert(count >= 0);
