import ScrollCore
package import ScrollTraces

/// What a text means where traces are asked for: a file, many sessions, or one of these.
///
///     feed.scroll                   a trace of its own
///     sessions:count=100:seed=1     sessions that are drawn
///     cut:feed.scroll:pause=30      sessions that a trace is cut into
///     mine/                         a folder of sessions
///     sessions:seed=1#17            one of them
package enum TraceName: Sendable {
  case file(String)
  case drawn(String)
  case cut(String)
  case folder(String)
  case one(SessionName)

  package init(_ text: String) {
    if let name = SessionName(parsing: text) {
      self = .one(name)
    } else if text.hasPrefix(SessionName.drawn) {
      self = .drawn(text)
    } else if text.hasPrefix(SessionName.cut) {
      self = .cut(text)
    } else if SessionFolder.isNamed(by: text) {
      self = .folder(text)
    } else {
      self = "\(text):" == SessionName.drawn ? .drawn(text) : .file(text)
    }
  }

  /// Whether it is one of many sessions.
  package var isSession: Bool { if case .one = self { true } else { false } }

  /// Reads or makes every trace that is meant.
  /// - Throws: `SweepError` for a text that means nothing, and for a file that cannot be used.
  func traces() throws(SweepError) -> [NamedTrace] {
    switch self {
    case .file(let path):
      do { return [NamedTrace(path: path, trace: try TraceFile.load(path))] } catch {
        throw SweepError(error)
      }
    case .drawn(let text):
      let drawn = try Self.drawnSessions(text)
      return (1...drawn.count).map { drawn.trace($0) }
    case .cut(let text): return try CutSessions(parsing: text).traces()
    case .folder(let path): return try SessionFolder(path).traces()
    case .one(let name): return [try Self.one(name)]
    }
  }

  /// Reads or makes the one trace that a text means.
  /// - Throws: `SweepError` for a text that means nothing or several, and for a file that cannot
  ///   be used.
  package static func load(_ text: String) throws(SweepError) -> ScrollTrace {
    let name = TraceName(text)
    switch name {
    case .drawn, .cut:
      throw SweepError(
        .usage, "'\(text)' is many sessions; expected one of them, like '\(text)#1'")
    case .folder where text.hasSuffix("/"):
      throw SweepError(
        .usage, "'\(text)' is a folder of sessions; expected one of its files")
    case .folder(let path):
      // Says what a file is expected to be.
      do { return try TraceFile.load(path) } catch { throw SweepError(error) }
    case .file, .one: return try name.traces()[0].trace
    }
  }

  private static func one(_ name: SessionName) throws(SweepError) -> NamedTrace {
    let number = Int(name.session) ?? 0
    switch TraceName(name.source) {
    case .drawn(let text):
      let drawn = try drawnSessions(text)
      try check(number, drawn.countIsStated ? drawn.count : SessionSet.largest, name)
      return drawn.trace(number)
    case .cut(let text):
      let traces = try CutSessions(parsing: text).traces()
      try check(number, traces.count, name)
      return traces[number - 1]
    case .folder, .file, .one: return try SessionFolder(name.source).trace(name.session)
    }
  }

  private static func drawnSessions(_ text: String) throws(SweepError) -> DrawnSessions {
    do { return try DrawnSessions(parsing: text) } catch {
      throw SweepError(.usage, "\(error)")
    }
  }

  private static func check(
    _ number: Int, _ most: Int, _ name: SessionName
  ) throws(SweepError) {
    guard !(1...most).contains(number) else { return }
    throw SweepError(
      .usage,
      "there is no session \(name.session) of '\(name.source)'; expected a number from 1 to "
        + "\(most)")
  }
}

extension TraceName {
  /// What a rule compares: the source of many sessions in the one spelling that records have.
  var ruleKey: String {
    switch self {
    case .drawn(let text): (try? DrawnSessions(parsing: text))?.source ?? text
    case .cut(let text): (try? CutSessions(parsing: text))?.source ?? text
    case .one(let name): name.text
    case .file(let path), .folder(let path): path
    }
  }

  /// The text, its file being relative to a folder.
  /// - Parameters:
  ///   - text: as typed.
  ///   - folder: with its slash at the end.
  /// - Returns: what names the same from elsewhere.
  static func text(_ text: String, within folder: Substring) -> String {
    let scheme = SessionName.cut
    guard !text.hasPrefix(SessionName.drawn) else { return text }
    let hasScheme = text.hasPrefix(scheme)
    let path = hasScheme ? text.dropFirst(scheme.count) : text[...]
    guard !path.hasPrefix("/") else { return text }
    return (hasScheme ? scheme : "") + folder + path
  }

  /// The file or the folder that is read; nil for what is made up.
  package static func path(of text: String) -> String? {
    switch TraceName(text) {
    case .file(let path): path
    case .folder(let path): SessionFolder(path).source
    case .cut(let text): (try? CutSessions(parsing: text))?.file
    case .one(let name):
      path(of: name.source).map { $0.hasSuffix("/") ? $0 + name.session : $0 }
    case .drawn: nil
    }
  }

  /// What a record calls a trace, in one spelling for every way of naming it.
  static func recordPath(_ text: String) -> String {
    guard case .one(let name) = TraceName(text) else { return text }
    let source = TraceName(name.source).ruleKey
    return SessionName(source: source, session: name.session).text
  }
}
