import ScrollPages

/// A scene as it stands in a page: packed, as letters.
///
/// The text of the engine's scene comes after lines that the page alone knows about: the policy that
/// stands beside its own at first, and where profiles are from that are not built in.
package struct PackedScene: Sendable {
  /// A device or a network, and the file that `scrollsim run` reads it from.
  package struct ProfileFile: Sendable {
    /// `device` or `network`.
    package let kind: String
    package let name: String
    package let path: String

    package init(kind: String, name: String, path: String) {
      self.kind = kind
      self.name = name
      self.path = path
    }
  }

  /// Letters, digits, `+`, `/` and `=`.
  package let text: String

  /// - Parameters:
  ///   - scene: its text.
  ///   - other: the policy beside that of the scene, as typed.
  ///   - files: of profiles that are not built in.
  package init(_ scene: String, beside other: String, files: [ProfileFile] = []) {
    let lines = ["other \(other)"] + files.map { "\($0.kind)\t\($0.name)\t\($0.path)" }
    let before = lines.map { line in
      line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    text = Base64.text(Deflate.packed(Array((before.joined() + scene).utf8)))
  }
}
