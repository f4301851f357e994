/* What the functions share: musl's libm.h, cut down to one rounding mode, no exceptions of the
   processor and no errno, with one NaN.  */
#ifndef SCROLL_LIBM_H
#define SCROLL_LIBM_H

#include <stdint.h>

#include "ScrollMath.h"

/* A product and a sum are rounded each, whatever processor it is compiled for. */
#pragma STDC FP_CONTRACT OFF

#ifndef __clang__
#error "ScrollMath must be compiled by clang: others do not know #pragma STDC FP_CONTRACT"
#endif
#ifdef __FAST_MATH__
#error "ScrollMath must not be compiled with -ffast-math: its results would not be the same everywhere"
#endif
#if __FLT_EVAL_METHOD__ != 0
#error "ScrollMath needs a processor that rounds each operation to double"
#endif

#define HIDDEN __attribute__((visibility("hidden")))

#define INFINITY __builtin_inf()

#define predict_true(x) __builtin_expect(!!(x), 1)
#define predict_false(x) __builtin_expect(x, 0)

#define asuint64(f) ((union{double _f; uint64_t _i;}){f})._i
#define asdouble(i) ((union{uint64_t _i; double _f;}){i})._f

#define GET_HIGH_WORD(hi,d)                       \
do {                                              \
  (hi) = asuint64(d) >> 32;                       \
} while (0)

/* The only NaN that the functions return: processors differ in the sign of theirs.  */
static inline double math_nan(void)
{
	return asdouble(0x7ff8000000000000);
}

HIDDEN int scroll_rem_pio2_large(double*,double*,int,int,int);
HIDDEN int scroll_rem_pio2(double,double*);
HIDDEN double scroll_k_sin(double,double,int);
HIDDEN double scroll_k_cos(double,double);
HIDDEN double scroll_scalbn(double,int);
HIDDEN double scroll_floor(double);

#endif
