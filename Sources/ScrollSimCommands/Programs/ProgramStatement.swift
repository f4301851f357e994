/// What a program says of itself in its first line.
package struct ProgramStatement: Equatable, Sendable {
  /// What a program may want to be told or asked besides the rest.
  package enum Want: String, CaseIterable, Sendable {
    /// Where the viewport and the items are.
    case viewport
    /// Whether an image may enter.
    case admit
  }

  /// What it calls its rule.
  package let policy: String
  /// Nil where it states none; then nothing that it does may be stored.
  package let version: String?
  package let wants: Set<Want>

  /// As the keys of stored runs have it; nil without a version.
  package var text: String? { version.map { "\(policy) \($0)" } }
}
