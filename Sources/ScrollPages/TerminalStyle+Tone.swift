extension TerminalStyle {
  /// How good what a word says is, as a color.
  ///
  /// The colors are of the fixed part of the 256, which no theme changes, and of medium lightness:
  /// at least 3.9 to 1 against black and against white. The word alone says as much.
  package enum Tone: Sendable, CaseIterable {
    case good, warning, critical

    /// The parameters of its escape: #008700, #af5f00, and #d70000 in bold.
    var code: String {
      switch self {
      case .good: "38;5;28"
      case .warning: "38;5;130"
      case .critical: "1;38;5;160"
      }
    }
  }
}
