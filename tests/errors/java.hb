public class Zero {
  public static void main(String[] args) {
    int[] a = new int[10];
    for (int i = 0; i < a.length; i++) { a[i] = 0; }
    assert a[0] == 0;
  }
}
// expected:
// 1:1: error: this is Java, which is not read here
//   hint: write the method as a function, `int f(int a[], int n) { .. }`, or its body alone, with `len(a)` for the length of an array and claims as in `assert(a[0] == 0);`
