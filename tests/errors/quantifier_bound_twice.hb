assert(forall k, k: k == k);
// expected:
// 1:1: warning: this assertion always holds: nothing is checked
// 1:18: error: `k` is bound twice
