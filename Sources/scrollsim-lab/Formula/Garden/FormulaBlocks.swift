import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Larger parts that a garden plants whole, because what they are made of is worth nothing alone.
struct FormulaBlocks: Sendable {
  /// From 0 to 1: whether, or how much, an image is of some kind.
  let gates: [ScoreTree]
  /// Never negative, the more the more there is of something.
  let worths: [ScoreTree]

  /// Those that a vocabulary can say.
  init(_ vocabulary: FormulaVocabulary) {
    func said(_ texts: [String]) -> [ScoreTree] {
      texts.compactMap { try? ScoreTree(parsing: $0) }.filter { vocabulary.allows($0) }
    }
    gates = said(Self.gates)
    worths = said(Self.worths)
  }

  private static let gates = [
    "viewed", "1 - viewed", "prefetched", "1 - prefetched", "visible", "1 - visible",
    // Passed, and still to come.
    "min(1, max(0, -signedDistance))", "min(1, max(0, signedDistance))",
    "(1 - viewed) * min(1, max(0, -signedDistance))",
    "(1 - viewed) * min(1, max(0, signedDistance))",
    "viewed * min(1, max(0, -signedDistance))",
    "min(1, hits)", "1 / (1 + hits)", "1 / (1 + uses)", "min(1, gap / 1000)",
    "min(1, max(0, bytes / 1000000 - 1))", "min(1, pressure)",
  ]

  private static let worths = [
    "bytes", "bytes / reloadMs", "reloadMs", "decodeMs", "cost",
    "distance", "gap", "timeToVisible", "max(0, -signedDistance)", "max(0, signedDistance)",
    "distance * bytes / reloadMs", "distance * bytes", "timeToVisible * bytes / reloadMs",
    "idle", "age", "1 + hits", "1 + uses", "idle / (1 + hits)", "idle * bytes",
    "(1 - viewed) * max(0, -signedDistance)", "(1 - viewed) * bytes", "2 - viewed",
    "log(1 + idle)", "log(1 + distance)", "log(bytes)", "sqrt(bytes)", "1 + abs(velocity)",
    "max(0, bytes - 1000000)",
  ]
}
