import ScrollCore
package import ScrollTraces

/// Sessions that a recorded trace is cut into, as a text names them: `cut:feed.scroll:pause=30`.
package struct CutSessions: Sendable {
  let file: String
  private let cut: SessionCut
  private let pause: String

  /// Reads a text without a number.
  /// - Throws: `SweepError` for a text without a file, and for a pause that is none.
  init(parsing text: String) throws(SweepError) {
    let rest = text.dropFirst(SessionName.cut.count)
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    let hasSetting = parts.count > 1 && (parts.last?.contains("=") ?? false)
    file = parts.dropLast(hasSetting ? 1 : 0).joined(separator: ":")
    let setting = hasSetting ? parts.last.map(String.init) ?? "" : "pause=\(Self.usualPause)"
    guard !file.isEmpty, setting.hasPrefix("pause=") else {
      throw SweepError(
        .usage, "'\(text)' is no cut of a trace; expected cut:FILE or cut:FILE:pause=SECONDS")
    }
    let typed = String(setting.dropFirst("pause=".count))
    cut = try Self.cut(atPausesOf: typed, called: "the pause of '\(text)'")
    pause = Self.text(cut.pause)
  }

  package static let usualPause = "30"

  /// Reads a pause, `30` or `30s`.
  /// - Parameters:
  ///   - text: as typed.
  ///   - name: what it is called in the error message.
  /// - Returns: what cuts there.
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

  /// All sessions.
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
