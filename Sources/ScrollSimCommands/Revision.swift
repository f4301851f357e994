/// The commit of the sources and the day of that commit.
///
/// Releases are built from an archive, in which `git archive` replaces the text between the dollar
/// signs. In a clone the text never changes, so that a commit does not recompile this module.
private let archived = "$Format:%H %cs$"

/// A commit, as `--version` prints it.
package struct Revision {
  /// The first twelve digits of the commit.
  package let commit: String
  /// The day of the commit: `2026-11-29`.
  package let day: String

  /// The commit of this program; `nil` if it was built in a clone.
  static let current = Revision(archived: archived)

  /// Reads `COMMIT DAY`.
  package init?(archived text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].count >= 12, parts[0].allSatisfy(\.isHexDigit) else {
      return nil
    }
    commit = String(parts[0].prefix(12))
    day = String(parts[1])
  }
}
