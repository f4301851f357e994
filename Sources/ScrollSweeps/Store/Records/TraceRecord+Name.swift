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
