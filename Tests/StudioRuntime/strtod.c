// Reads random numbers with the module's `strtod` and with the system's: they must agree.
//
//   strtod [NUMBERS [SEED]]

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *_swift_stdlib_strtod_clocale(const char *text, double *result);

static uint64_t state;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static unsigned below(unsigned bound) { return (unsigned)(next() % bound); }

static double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

// Exactly between two neighbors, or a little beside it: what is hardest to round.
static void write_half(char *text) {
  uint64_t bits = next() & 0x7fefffffffffffffull;
  if (below(4) == 0) bits &= 0x001fffffffffffffull;
  long double half = ((long double)from_bits(bits) + from_bits(bits + 1)) / 2;
  char digits[1400];
  snprintf(digits, sizeof digits, "%.*Le", 770, half);
  char *end = strchr(digits, 'e');
  char *last = end - 1;
  while (last > digits && *last == '0') last--;
  int keep = (int)(last - digits) + 1;
  unsigned kind = below(4);
  if (kind == 1 && *last > '1' && *last <= '9') (*last)--;
  snprintf(text, 1500, "%.*s%s%s", keep, digits, kind == 2 ? "0000000000000000000000001" : "", end);
}

static void write_number(char *text) {
  switch (below(8)) {
    case 0: sprintf(text, "%.17g", from_bits(next() & 0x7fefffffffffffffull)); break;
    case 1: sprintf(text, "%.*e", (int)below(25), from_bits(next() & 0x7fefffffffffffffull)); break;
    case 2: sprintf(text, "%u.%06u", below(100000), below(1000000)); break;
    case 3: sprintf(text, "-%u.%016llu", below(1000), (unsigned long long)(next() % 10000000000000000ull)); break;
    case 4: write_half(text); break;
    case 5: sprintf(text, "%llue%d", (unsigned long long)next(), (int)below(700) - 360); break;
    case 6: sprintf(text, "0.000%u0000e%+d", below(1000), (int)below(60) - 30); break;
    default: {
      int count = 1 + (int)below(900), point = (int)below(count + 1);
      char *place = text;
      for (int index = 0; index < count; index++) {
        if (index == point) *place++ = '.';
        *place++ = (char)('0' + below(10));
      }
      sprintf(place, "e%d", (int)below(800) - 400);
    }
  }
}

int main(int count, char **arguments) {
  long numbers = count > 1 ? atol(arguments[1]) : 1000000;
  uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  state = seed * 0x9e3779b97f4a7c15ull | 1;
  static char text[4000];
  for (long number = 0; number < numbers; number++) {
    write_number(text);
    char *end;
    double expected = strtod(text, &end), found = -1;
    const char *place = _swift_stdlib_strtod_clocale(text, &found);
    if (place != end || memcmp(&expected, &found, 8) != 0) {
      printf("seed %llu, number %ld: '%s' is %.17g; expected %.17g\n", (unsigned long long)seed,
             number, text, found, expected);
      return 1;
    }
  }
  printf("%ld numbers are as the system reads them\n", numbers);
  return 0;
}
