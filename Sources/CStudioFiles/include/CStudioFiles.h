#ifndef CSTUDIOFILES_H
#define CSTUDIOFILES_H

#include <stddef.h>

/// A file that the compiler has put into the program.
struct studio_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The files of the studio's page, in the order in which they stand in it.
///
/// \param count how many there are.
const struct studio_file *studio_files(size_t *count);

#endif
