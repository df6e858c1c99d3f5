int x = 0;
}
assert(x == 0);
// expected:
// 2:1: error: this `}` has no `{` that it could close
