// Multiplies and divides random numbers of 128 bits with the module's routines and with the
// compiler's: they must agree.
//
//   wide [NUMBERS]

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__int128 studio_multi3(__int128 left, __int128 right);
__int128 studio_divti3(__int128 number, __int128 divisor);
double studio_round(double number);
double round(double number);

static uint64_t state = 0x9e3779b97f4a7c15ull;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static __int128 number(void) {
  unsigned __int128 value = (unsigned __int128)next() << 64 | next();
  value >>= next() % 128;
  return next() & 1 ? (__int128)value : -(__int128)value;
}

int main(int count, char **arguments) {
  long numbers = count > 1 ? atol(arguments[1]) : 1000000;
  for (long index = 0; index < numbers; index++) {
    __int128 left = number(), right = number();
    __int128 product = (__int128)((unsigned __int128)left * (unsigned __int128)right);
    if (studio_multi3(left, right) != product) return printf("product %ld differs\n", index), 1;
    if (right != 0 && studio_divti3(left, right) != left / right) {
      return printf("quotient %ld differs\n", index), 1;
    }
    double value = (double)(int64_t)next() / (double)(1 << (next() % 30)) / 4;
    if (index % 2) value = (double)(int64_t)(next() % 2001 - 1000) / 2;
    if (studio_round(value) != round(value)) return printf("round(%.17g) differs\n", value), 1;
  }
  printf("%ld products, quotients and roundings are as the compiler's\n", numbers);
  return 0;
}
