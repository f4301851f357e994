# The start of each check in bash: stops at an error, runs in the folder of the repository, makes a temporary folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# fail SENTENCE [STATUS]: ends the check.
fail() {
  printf '%s: %s\n' "$0" "$1" >&2
  exit "${2:-1}"
}

# fail_with FILE SENTENCE: prints the output of a command, and ends the check.
fail_with() {
  cat "$1" >&2
  fail "$2"
}

# The package of modules that are compiled here. SwiftPM names it after the folder.
package_name=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' '_')
