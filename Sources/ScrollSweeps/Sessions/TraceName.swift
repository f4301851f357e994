import Foundation
import ScrollCore
package import ScrollTraces

/// The meaning of a text that names traces: a file, many sessions, or one session of many.
///
///     feed.scroll                   a single trace
///     sessions:count=100:seed=1     sessions that are drawn
///     cut:feed.scroll:pause=30      sessions that a trace is cut into
///     mine/                         a folder of sessions
///     sessions:seed=1#17            one session of many
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

  /// Reads or generates every trace that the text names.
  /// - Throws: `SweepError` for a text that names nothing, and for a file that cannot be used.
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

  /// Returns the seconds of the sessions that a text draws; 0 for traces that are read.
  /// - Throws: `SweepError` for a text that names nothing.
  func drawnSeconds() throws(SweepError) -> Double {
    switch self {
    case .drawn(let text):
      let drawn = try Self.drawnSessions(text)
      return drawn.seconds(of: 1...drawn.count)
    case .one(let name):
      guard case .drawn(let text) = TraceName(name.source),
        let number = Int(name.session), (1...SessionSet.largest).contains(number)
      else { return 0 }
      return try Self.drawnSessions(text).seconds(of: number...number)
    case .file, .cut, .folder: return 0
    }
  }

  /// Reads or generates the one trace that a text names.
  /// - Throws: `SweepError` for a text that names nothing or several traces, and for a file that
  ///   cannot be used.
  package static func load(_ text: String) throws(SweepError) -> ScrollTrace {
    let name = TraceName(text)
    switch name {
    case .drawn, .cut:
      throw SweepError(
        .usage, "'\(text)' names several sessions; expected one of them, like '\(text)#1'")
    case .folder where text.hasSuffix("/"):
      throw SweepError(
        .usage, "'\(text)' is a folder of sessions; expected one of its files")
    case .folder(let path):
      // The error describes the expected file.
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
      "session \(name.session) of '\(name.source)' does not exist; expected a number from 1 "
        + "to \(most)")
  }
}

extension TraceName {
  /// The text that rules compare: the source of many sessions in the canonical spelling of records.
  var ruleKey: String {
    switch self {
    case .drawn(let text): (try? DrawnSessions(parsing: text))?.source ?? text
    case .cut(let text): (try? CutSessions(parsing: text))?.source ?? text
    case .one(let name): name.text
    case .file(let path), .folder(let path): path
    }
  }

  /// Returns the text with its file relative to a folder.
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - folder: The folder, with its slash at the end.
  /// - Returns: the text that names the same traces from elsewhere.
  static func text(_ text: String, within folder: Substring) -> String {
    let scheme = SessionName.cut
    guard !text.hasPrefix(SessionName.drawn) else { return text }
    let hasScheme = text.hasPrefix(scheme)
    let path = hasScheme ? text.dropFirst(scheme.count) : text[...]
    guard !path.hasPrefix("/") else { return text }
    return (hasScheme ? scheme : "") + folder + path
  }

  /// Returns the file or the folder that is read; `nil` for generated sessions.
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

  /// Returns the name of a trace in records, in one spelling for every way of naming it.
  static func recordPath(_ text: String) -> String {
    guard case .one(let name) = TraceName(text) else { return text }
    let source = TraceName(name.source).ruleKey
    return SessionName(source: source, session: name.session).text
  }
}

/// A trace, with its name in records.
struct NamedTrace: Sendable {
  let path: String
  let trace: ScrollTrace
}

/// A folder in which every `.scroll` file is a session.
struct SessionFolder: Sendable {
  /// The path of the folder, with a slash at the end.
  let source: String

  /// Creates a folder from its path, with or without a slash.
  init(_ path: String) { source = path.hasSuffix("/") ? path : path + "/" }

  /// Returns a Boolean value that indicates whether a text names a folder: it ends in a slash, or a
  /// folder exists there.
  static func isNamed(by text: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    return text.hasSuffix("/") || exists && isFolder.boolValue
  }

  /// Reads all sessions, by the names of their files.
  /// - Throws: `SweepError` for a folder that cannot be read or has none, and for a file that is no
  ///   trace.
  func traces() throws(SweepError) -> [NamedTrace] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: source) else {
      throw SweepError(.noInput, "'\(source)' is not a readable folder")
    }
    let files = names.filter { $0.hasSuffix("." + TraceFile.pathExtension) && $0.first != "." }
    guard !files.isEmpty else {
      throw SweepError(
        .noInput, "the folder '\(source)' has no session; expected files that end in .scroll")
    }
    var traces: [NamedTrace] = []
    for file in files.sorted() { traces.append(try trace(file)) }
    return traces
  }

  /// Reads one session.
  func trace(_ file: String) throws(SweepError) -> NamedTrace {
    guard !InputFile.isSpecial(source + file) else {
      throw SweepError(.badData, "'\(source)\(file)' is a pipe or a device; expected a file")
    }
    do {
      return NamedTrace(
        path: SessionName(source: source, session: file).text,
        trace: try TraceFile.load(source + file))
    } catch { throw SweepError(error) }
  }
}

/// Sessions that are cut from a recorded trace, named by a text: `cut:feed.scroll:pause=30`.
package struct CutSessions: Sendable {
  let file: String
  private let cut: SessionCut
  private let pause: String

  /// Parses a text without a number.
  /// - Throws: `SweepError` for a text without a file, and for an invalid pause.
  init(parsing text: String) throws(SweepError) {
    let rest = text.dropFirst(SessionName.cut.count)
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let hasSetting = parts.count > 1 && (parts.last?.contains("=") ?? false)
    file = parts.dropLast(hasSetting ? 1 : 0).joined(separator: ":")
    let setting = hasSetting ? parts.last.map(String.init) ?? "" : "pause=\(Self.usualPause)"
    guard !file.isEmpty, setting.hasPrefix("pause=") else {
      throw SweepError(
        .usage, "'\(text)' is not a cut of a trace; expected cut:FILE or cut:FILE:pause=SECONDS")
    }
    let typed = String(setting.dropFirst("pause=".count))
    cut = try Self.cut(atPausesOf: typed, called: "the pause of '\(text)'")
    pause = Self.text(cut.pause)
  }

  package static let usualPause = "30"

  /// Parses a pause, `30` or `30s`.
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - name: The name of the option or setting in the error message.
  /// - Returns: the cut at such pauses.
  /// - Throws: `SweepError` for a text that is no pause.
  package static func cut(
    atPausesOf text: String, called name: String
  ) throws(SweepError) -> SessionCut {
    let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
    guard let seconds = Double(digits), (2...86_400).contains(seconds) else {
      throw SweepError(
        .usage, "\(name) is '\(text)'; expected seconds from 2 to 86400, like 30s")
    }
    return SessionCut(atPausesOf: SimTime(milliseconds: (seconds * 1000).rounded()))
  }

  private static func text(_ pause: SimTime) -> String {
    let seconds = pause.seconds
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  /// The same text for the same sessions.
  var source: String { "\(SessionName.cut)\(file):pause=\(pause)" }

  /// Reads all sessions.
  /// - Throws: `SweepError` for a file that cannot be read or cut.
  func traces() throws(SweepError) -> [NamedTrace] {
    try Self.sessions(of: file, cut).enumerated().map { index, trace in
      NamedTrace(
        path: SessionName(source: source, session: "\(index + 1)").text, trace: trace)
    }
  }

  /// Reads a file and cuts it.
  /// - Throws: `SweepError` for a file that cannot be read or cut.
  package static func sessions(
    of file: String, _ cut: SessionCut
  ) throws(SweepError) -> [ScrollTrace] {
    let trace: ScrollTrace
    do { trace = try TraceFile.load(file) } catch { throw SweepError(error) }
    do { return try cut.sessions(of: trace, called: file) } catch {
      throw SweepError(.badData, "'\(file)' cannot be cut into sessions: \(error)")
    }
  }
}
