import ScrollPages

/// A scene as it stands in a page: packed, as letters.
///
/// The text of the engine's scene comes after a line with the policy that stands beside its own at
/// first, which the page alone knows about.
package struct PackedScene: Sendable {
  /// Letters, digits, `+`, `/` and `=`.
  package let text: String

  /// - Parameters:
  ///   - scene: its text.
  ///   - other: the policy beside that of the scene, as typed.
  package init(_ scene: String, beside other: String) {
    let line = other.split(whereSeparator: \.isNewline).joined(separator: " ")
    text = Base64.text(Deflate.packed(Array("other \(line)\n\(scene)".utf8)))
  }
}
