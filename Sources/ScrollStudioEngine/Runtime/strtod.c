// Reads a decimal number and rounds it to the nearest `double`, halves to even: exactly, by integers
// of any length where those of 64 bits do not do.
//
// Hexadecimal numbers, infinities and NaN are no numbers here; nothing that the engine reads has them.

#include <stdint.h>

#include "runtime.h"

// Enough for 800 digits, or a few digits with the largest exponents there are.
enum { most_words = 170, most_digits = 800 };

struct big {
  int count;
  uint32_t words[most_words];
};

static void multiply(struct big *number, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (int index = 0; index < number->count; index++) {
    carry += (uint64_t)number->words[index] * factor;
    number->words[index] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) number->words[number->count++] = (uint32_t)carry;
}

static void multiply_by_ten_to(struct big *number, int power) {
  for (; power >= 9; power -= 9) multiply(number, 1000000000, 0);
  for (; power > 0; power--) multiply(number, 10, 0);
}

static int bits_of(const struct big *number) {
  if (number->count == 0) return 0;
  return 32 * number->count - __builtin_clz(number->words[number->count - 1]);
}

static void shift_left(struct big *number, int bits) {
  int words = bits / 32, rest = bits % 32;
  if (number->count == 0 || bits == 0) return;
  number->words[number->count] = 0;
  for (int index = number->count; index >= 0; index--) {
    uint32_t high = number->words[index] << rest;
    uint32_t low = rest && index > 0 ? number->words[index - 1] >> (32 - rest) : 0;
    number->words[index + words] = high | low;
  }
  for (int index = 0; index < words; index++) number->words[index] = 0;
  number->count += words + 1;
  while (number->count > 0 && number->words[number->count - 1] == 0) number->count--;
}

static int compare(const struct big *left, const struct big *right) {
  if (left->count != right->count) return left->count < right->count ? -1 : 1;
  for (int index = left->count - 1; index >= 0; index--) {
    if (left->words[index] != right->words[index]) {
      return left->words[index] < right->words[index] ? -1 : 1;
    }
  }
  return 0;
}

static void subtract(struct big *left, const struct big *right) {
  int64_t borrow = 0;
  for (int index = 0; index < left->count; index++) {
    borrow += left->words[index];
    if (index < right->count) borrow -= right->words[index];
    left->words[index] = (uint32_t)borrow;
    borrow >>= 32;
  }
  while (left->count > 0 && left->words[left->count - 1] == 0) left->count--;
}

// mantissa * 2^exponent, the mantissa having 64 bits and more of the number following it if `more`.
static double rounded(uint64_t mantissa, int exponent, int more) {
  if (mantissa == 0) return 0;
  int zeros = __builtin_clzll(mantissa);
  mantissa <<= zeros;
  exponent -= zeros;
  // The number is in [2^(exponent + 63), 2^(exponent + 64)); its last bit is worth 2^last.
  int top = exponent + 63, last = top - 52 < -1074 ? -1074 : top - 52, cut = last - exponent;
  if (cut > 64) return 0;
  uint64_t kept = cut == 64 ? 0 : mantissa >> cut, half = 1ull << (cut - 1);
  uint64_t rest = cut == 64 ? mantissa : mantissa & ((1ull << cut) - 1);
  if (rest > half || (rest == half && (more || (kept & 1)))) kept++;
  if (kept >> 53) {
    kept >>= 1;
    last++;
  }
  union {
    uint64_t bits;
    double value;
  } result;
  if (!(kept >> 52)) {
    result.bits = kept;
  } else if (last + 52 > 1023) {
    result.bits = 0x7ff0000000000000ull;
  } else {
    result.bits = ((uint64_t)(last + 1075) << 52) | (kept & 0xfffffffffffffull);
  }
  return result.value;
}

// numerator / denominator.
static double quotient(struct big *numerator, struct big *denominator) {
  // So that the quotient, times 2^shift, has 63 bits or 64.
  int shift = 63 - (bits_of(numerator) - bits_of(denominator));
  if (shift > 0) shift_left(numerator, shift);
  if (shift < 0) shift_left(denominator, -shift);
  shift_left(denominator, 63);
  uint64_t mantissa = 0;
  for (int bit = 0; bit < 64; bit++) {
    mantissa <<= 1;
    if (compare(numerator, denominator) >= 0) {
      subtract(numerator, denominator);
      mantissa |= 1;
    }
    shift_left(numerator, 1);
  }
  return rounded(mantissa, -shift, numerator->count > 0);
}

static const double tens[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

// digits * 10^power, the digits beginning and ending with another than 0.
static double exact(const char *digits, int count, int power) {
  if (count + power > 310) return __builtin_inf();
  if (count + power < -330) return 0;
  static struct big numerator, denominator;
  numerator.count = 0;
  for (int index = 0, read = 0; read < count; index++) {
    if (digits[index] == '.') continue;
    multiply(&numerator, 10, (uint32_t)(digits[index] - '0'));
    // What follows can only tell a half from a little more.
    if (++read == most_digits) {
      numerator.words[0] |= 1;
      power += count - read;
      break;
    }
  }
  denominator.count = 1;
  denominator.words[0] = 1;
  if (power > 0) multiply_by_ten_to(&numerator, power);
  if (power < 0) multiply_by_ten_to(&denominator, -power);
  return quotient(&numerator, &denominator);
}

// The number at the beginning of a text, and where it ends; NULL if there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *place = text, *first = NULL;
  int is_negative = *place == '-', has_point = 0, has_digits = 0;
  int count = 0, kept = 0, power = 0;
  uint64_t whole = 0;
  if (*place == '-' || *place == '+') place++;
  for (;; place++) {
    char character = *place;
    if (character == '.' && !has_point) {
      has_point = 1;
      continue;
    }
    if (character < '0' || character > '9') break;
    has_digits = 1;
    if (has_point) power--;
    if (character == '0' && count == 0) continue;
    if (!first) first = place;
    count++;
    if (character == '0') continue;
    // The last digit so far that counts: zeros behind it are put into the power.
    for (; kept < count; kept++) {
      whole = kept < 19 ? whole * 10 + (uint64_t)(kept == count - 1 ? character - '0' : 0) : whole;
    }
  }
  if (!has_digits) return NULL;
  power += count - kept;
  if (*place == 'e' || *place == 'E') {
    const char *digit = place + 1;
    int is_small = *digit == '-', exponent = 0;
    if (*digit == '-' || *digit == '+') digit++;
    if (*digit >= '0' && *digit <= '9') {
      for (; *digit >= '0' && *digit <= '9'; digit++) {
        if (exponent < 100000) exponent = exponent * 10 + (*digit - '0');
      }
      power += is_small ? -exponent : exponent;
      place = digit;
    }
  }
  double value;
  if (kept == 0) {
    value = 0;
  } else if (kept <= 19 && whole <= 1ull << 53 && power >= -22 && power <= 22) {
    // Both are exact, and one operation rounds once.
    value = power < 0 ? (double)whole / tens[-power] : (double)whole * tens[power];
  } else {
    value = exact(first, kept, power);
  }
  *result = is_negative ? -value : value;
  return place;
}
