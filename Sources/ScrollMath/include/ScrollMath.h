/// The elementary functions of the simulator: the same bits on every processor and in a browser.
///
/// They are musl's, each product and each sum rounded by itself. README.md of the target says what
/// was changed. None reads or writes errno, the rounding mode or the exceptions of the processor;
/// a result that is no number is always the same NaN, without a sign.
#ifndef SCROLL_MATH_H
#define SCROLL_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

double scroll_exp(double x) __attribute__((const));
double scroll_exp2(double x) __attribute__((const));
double scroll_expm1(double x) __attribute__((const));
double scroll_log(double x) __attribute__((const));
double scroll_log2(double x) __attribute__((const));
double scroll_log1p(double x) __attribute__((const));
double scroll_pow(double x, double y) __attribute__((const));
double scroll_sin(double x) __attribute__((const));
double scroll_cos(double x) __attribute__((const));
double scroll_atan(double x) __attribute__((const));
double scroll_atanh(double x) __attribute__((const));

#ifdef __cplusplus
}
#endif

#endif
