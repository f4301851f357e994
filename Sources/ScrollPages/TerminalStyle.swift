import Foundation

/// Whether output may be dressed with ANSI escapes, and how.
package struct TerminalStyle: Sendable, Equatable {
  package let isStyled: Bool

  package static let plain = TerminalStyle(isStyled: false)
  package static let styled = TerminalStyle(isStyled: true)

  /// The style of standard output: plain unless it is a terminal, `NO_COLOR` is unset or
  /// empty (no-color.org) and `TERM` is not `dumb`.
  package static var standardOutput: TerminalStyle {
    fitting(
      isTerminal: isatty(STDOUT_FILENO) != 0,
      environment: ProcessInfo.processInfo.environment)
  }

  /// The style for an output.
  package static func fitting(
    isTerminal: Bool, environment: [String: String]
  ) -> TerminalStyle {
    guard isTerminal, environment["NO_COLOR", default: ""].isEmpty,
      environment["TERM"] != "dumb"
    else { return .plain }
    return .styled
  }

  package func bold(_ text: String) -> String { wrapped(text, "1") }

  /// A text in the color of a judgement.
  package func colored(_ text: String, _ tone: Tone) -> String { wrapped(text, tone.code) }

  /// The codes that it puts into texts.
  package var codes: [String] {
    isStyled ? (["1"] + Tone.allCases.map(\.code) + [Self.end]).map(Self.escape) : []
  }

  private static let end = "0"

  private static func escape(_ code: String) -> String { "\u{1b}[\(code)m" }

  private func wrapped(_ text: String, _ code: String) -> String {
    isStyled && !text.isEmpty ? Self.escape(code) + text + Self.escape(Self.end) : text
  }
}
