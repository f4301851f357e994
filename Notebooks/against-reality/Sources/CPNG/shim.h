#include <png.h>

// Swift does not see macros that cast or combine.
static const png_uint_32 scrollsim_png_rgba = PNG_FORMAT_RGBA;
