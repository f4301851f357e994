package import ScrollTraces

/// A scroll trace as the store describes it.
package struct TraceRecord: Sendable, Equatable {
  /// The SHA-256 of the file's bytes, in hexadecimal: what the trace is known by.
  package var digest: String
  /// As it was named; of several names the store keeps the alphabetically first.
  package var path: String
  package var title: String
  /// `recorded` or `synthetic`.
  package var kind: String
  /// Where it comes from.
  package var provenance: String
  /// Seconds from its first sample to its last.
  package var durationSeconds: Double
  /// Places in the layout.
  package var items: Int
  /// Different images on them.
  package var images: Int
  /// The gestures of the scroll, by which copies and parts of one session are found.
  package var gestures: GestureSketch

  package init(
    digest: String, path: String, title: String, kind: String, provenance: String,
    durationSeconds: Double, items: Int, images: Int, gestures: GestureSketch
  ) {
    self.digest = digest
    self.path = path
    self.title = title
    self.kind = kind
    self.provenance = provenance
    self.durationSeconds = durationSeconds
    self.items = items
    self.images = images
    self.gestures = gestures
  }

  /// The recording that this trace is a part of, by the name that the part has of it; `nil` for a
  /// trace that was not cut out of another.
  var recording: String? {
    let parts = provenance.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    let isPart =
      parts[0].hasSuffix(" of ")
      && (parts[0].hasPrefix("session ") || parts[0].hasPrefix("from "))
    return isPart && parts.count == 3 ? String(parts[1]) : nil
  }
}

extension TraceRecord {
  /// What a table calls it: `photo-grid` for `Traces/photo-grid.scroll`, `mine#session-017` for
  /// `Traces/mine/#session-017.scroll`, `feed#3` for `cut:Traces/feed.scroll:pause=30#3`.
  package var name: String {
    guard let name = SessionName(parsing: path) else { return Self.fileName(path) }
    return "\(Self.sourceName(name.source))#\(Self.fileName(name.session))"
  }

  /// Where a session comes from, of a trace of its own the whole path.
  ///
  /// It is the path up to the `#` that `SessionName` finds.
  package var source: String { SessionName(parsing: path)?.source ?? path }

  /// Which session of its source it is; nil for a trace of its own.
  package var session: String? { SessionName(parsing: path)?.session }

  /// A file without its folder and its ending.
  private static func fileName(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }

  private static func sourceName(_ source: String) -> String {
    guard source.hasPrefix(SessionName.cut) else {
      return source.hasPrefix(SessionName.drawn) ? source : fileName(source)
    }
    let file = source.dropFirst(SessionName.cut.count).split(separator: "/").last ?? ""
    return file.split(separator: ":").first.map { fileName(String($0)) } ?? source
  }
}

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
