import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

extension SweepGrid {
  /// The same scenario with sessions of another seed; nil for sessions that no seed draws.
  ///
  /// Results on a sibling describe the scenario without using any of its own sessions.
  var sibling: SweepGrid? {
    guard let trace = axes[.trace]?.first, let text = Self.sibling(of: trace.text) else {
      return nil
    }
    var grid = self
    grid.axes[.trace] = [
      SweepValue(text, place: "the sibling of \(trace.place)", isFromFile: true)
    ]
    return grid
  }

  /// Returns `sessions:count=8:seed=21` with a distant seed.
  private static func sibling(of text: String) -> String? {
    guard text.hasPrefix(SessionName.drawn), !text.contains("#") else { return nil }
    var parts = text.split(separator: ":").map(String.init)
    let place = parts.firstIndex { $0.hasPrefix("seed=") }
    let seed = place.flatMap { Int(parts[$0].dropFirst(5)) } ?? 1
    let other = "seed=\(seed > Int.max / 2 ? seed - distance : seed + distance)"
    if let place { parts[place] = other } else { parts.append(other) }
    return parts.joined(separator: ":")
  }

  /// The difference between a seed and that of its sibling, larger than between any two seeds in a
  /// spec.
  private static let distance = 1_000_003
}
