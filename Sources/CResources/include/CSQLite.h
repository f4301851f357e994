// SQLite, from the system.
#include <sqlite3.h>
