// Arithmetic in 128 bits, by halves: what the compiler calls where the machine has 64.

#include "runtime.h"

typedef unsigned __int128 wide;
typedef __int128 signed_wide;

union halves {
  wide value;
  struct {
    uint64_t low, high;
  };
};

static wide wide_of(uint64_t high, uint64_t low) {
  union halves halves;
  halves.low = low;
  halves.high = high;
  return halves.value;
}

static uint64_t high_of(wide value) {
  union halves halves;
  halves.value = value;
  return halves.high;
}

static uint64_t low_of(wide value) {
  union halves halves;
  halves.value = value;
  return halves.low;
}

signed_wide __multi3(signed_wide left, signed_wide right) {
  uint64_t a = low_of((wide)left), b = low_of((wide)right);
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32);
  uint64_t other = a0 * b1 + (uint32_t)cross;
  uint64_t high = a1 * b1 + (cross >> 32) + (other >> 32);
  high += high_of((wide)left) * b + a * high_of((wide)right);
  return (signed_wide)wide_of(high, (other << 32) | (uint32_t)low);
}

static wide shifted_left(uint64_t high, uint64_t low, int count) {
  if (count == 0) return wide_of(high, low);
  if (count >= 64) return wide_of(low << (count - 64), 0);
  return wide_of((high << count) | (low >> (64 - count)), low << count);
}

static int leading_zeros(uint64_t high, uint64_t low) {
  if (high) return __builtin_clzll(high);
  return low ? 64 + __builtin_clzll(low) : 128;
}

// Long division, bit by bit from the first that the result can have.
static wide quotient(wide number, wide divisor) {
  uint64_t nh = high_of(number), nl = low_of(number), dh = high_of(divisor), dl = low_of(divisor);
  if (!dh && !dl) __builtin_trap();
  if (!nh && !dh) return wide_of(0, nl / dl);
  int shift = leading_zeros(dh, dl) - leading_zeros(nh, nl);
  if (shift < 0) return 0;
  wide part = shifted_left(dh, dl, shift);
  uint64_t ph = high_of(part), pl = low_of(part), qh = 0, ql = 0;
  for (; shift >= 0; shift--) {
    qh = (qh << 1) | (ql >> 63);
    ql <<= 1;
    if (nh > ph || (nh == ph && nl >= pl)) {
      nh = nh - ph - (nl < pl);
      nl -= pl;
      ql |= 1;
    }
    pl = (pl >> 1) | (ph << 63);
    ph >>= 1;
  }
  return wide_of(qh, ql);
}

static wide negated(wide value) {
  uint64_t high = high_of(value), low = low_of(value);
  return wide_of(~high + (low == 0), ~low + 1);
}

static int is_negative(signed_wide value) { return (int64_t)high_of((wide)value) < 0; }

static wide magnitude(signed_wide value) {
  return is_negative(value) ? negated((wide)value) : (wide)value;
}

signed_wide __divti3(signed_wide number, signed_wide divisor) {
  wide result = quotient(magnitude(number), magnitude(divisor));
  return (signed_wide)(is_negative(number) != is_negative(divisor) ? negated(result) : result);
}
