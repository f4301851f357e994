import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

extension SweepGrid {
  /// The same scene with sessions that another seed draws; nil for what no seed draws.
  ///
  /// What is found there says something of the scene, and shows none of its own sessions.
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

  /// `sessions:count=8:seed=21` with a seed far away.
  private static func sibling(of text: String) -> String? {
    guard text.hasPrefix(SessionName.drawn), !text.contains("#") else { return nil }
    var parts = text.split(separator: ":").map(String.init)
    let place = parts.firstIndex { $0.hasPrefix("seed=") }
    let seed = place.flatMap { Int(parts[$0].dropFirst(5)) } ?? 1
    let other = "seed=\(seed > Int.max / 2 ? seed - distance : seed + distance)"
    if let place { parts[place] = other } else { parts.append(other) }
    return parts.joined(separator: ":")
  }

  /// No two seeds of one spec are as far apart.
  private static let distance = 1_000_003
}
