/// What a session is called: where it comes from, and which one of there it is.
///
/// Written with `#` in between, as the path of its trace:
///
/// - `sessions:seed=1#17`: the 17th that a seed draws;
/// - `cut:feed.scroll:pause=30#3`: the third part of a recorded trace cut at its pauses;
/// - `mine/#session-017.scroll`: a file of a folder of sessions.
///
/// Any other path is a trace of its own, and no session, even if it has a `#` in it.
package struct SessionName: Sendable, Equatable {
  /// What the sessions are drawn from, cut from or kept in: `sessions:...`, `cut:...`, or a
  /// folder with its `/`.
  package let source: String
  /// A number from 1, or the name of a file in the folder.
  package let session: String

  package init(source: String, session: String) {
    self.source = source
    self.session = session
  }

  /// The session that a path names; nil for a trace of its own.
  package init?(parsing path: String) {
    if Self.schemes.contains(where: path.hasPrefix) {
      guard let mark = path.lastIndex(of: "#") else { return nil }
      let number = path[path.index(after: mark)...]
      guard !number.isEmpty, number.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
      self.init(source: String(path[..<mark]), session: String(number))
    } else {
      // A folder's name may have a `#`, and so may a file's.
      let marks = path.indices.dropFirst().filter { path[$0] == "#" }
      guard let mark = marks.first(where: { path[path.index(before: $0)] == "/" }) else {
        return nil
      }
      let file = path[path.index(after: mark)...]
      guard !file.isEmpty, !file.contains("/") else { return nil }
      self.init(source: String(path[..<mark]), session: String(file))
    }
  }

  /// The path.
  package var text: String { "\(source)#\(session)" }

  /// What sources begin with that are no folders.
  package static let drawn = "sessions:", cut = "cut:"
  private static let schemes = [drawn, cut]
}
