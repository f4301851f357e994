// The nearest whole number, halves away from zero: the one way of rounding without an instruction.

#include "runtime.h"

double round(double number) {
  double whole = __builtin_trunc(number);
  // The rest is exact.
  if (__builtin_fabs(number - whole) < 0.5) return whole;
  return whole + __builtin_copysign(1, number);
}
