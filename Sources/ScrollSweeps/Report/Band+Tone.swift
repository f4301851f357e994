import ScrollPages
import ScrollSimulation

extension Band {
  /// The color of each band's word on a terminal.
  static let tones: [String: TerminalStyle.Tone] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.tone) })

  private var tone: TerminalStyle.Tone {
    switch self {
    case .good: .good
    case .warning: .warning
    case .critical: .critical
    }
  }
}
