#ifndef CRESOURCES_H
#define CRESOURCES_H

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

/// A built-in profile: a file and its text, which ends with a zero.
struct profile_file {
  const char *name;
  const char *text;
};

/// The devices that come with the simulator, in the order of their list.
///
/// \param count how many there are.
const struct profile_file *device_files(size_t *count);

/// The networks that come with the simulator, in the order of their list.
///
/// \param count how many there are.
const struct profile_file *network_files(size_t *count);

#endif
