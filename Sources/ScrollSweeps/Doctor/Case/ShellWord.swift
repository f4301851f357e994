/// A word of a command line.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+%@")

  /// The word in single quotes where a shell would take it for something else.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy({ plain.contains($0) }) { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
