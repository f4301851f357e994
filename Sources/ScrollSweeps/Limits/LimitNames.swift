package import ScrollSimulation

/// What figures are called in limits: as in the catalog, and as they were called before.
package enum LimitNames {
  /// Every figure that may be limited: the numbers that stores have and that are better or worse.
  package static let figures = FigureCatalog.all.filter {
    $0.isStored && $0.better != .neither && $0.unit != .word
  }

  /// Names of earlier versions; they are still read.
  private static let former = [
    "stall": "stallSeconds", "wrong": "wrongSeconds", "soft": "softSeconds",
    "hitch": "hitchRatio", "worstHitch": "worstHitchMilliseconds", "p50": "p50Milliseconds",
    "p95": "p95Milliseconds", "p99": "p99Milliseconds", "never": "neverShown",
    "firstFrame": "firstFrameMilliseconds", "memory": "footprintPeakBytes",
    "cache": "cachePeakBytes", "wasted": "wastedDecodeMilliseconds",
    "downloaded": "bytesDownloaded", "regret": "regretMisses",
  ]

  /// Words that were two figures in different places, and what to write for them.
  private static let refused = [
    "blank": "'stallSeconds' for missing screen, which 'blank s' of run was, or "
      + "'blankSeconds' for blank area alone",
    "peak": "'cachePeakBytes' for what the cache held at most, or 'footprintPeakBytes' for the app",
  ]

  /// The figure that a limit names, by its name or its column in the store.
  /// - Parameters:
  ///   - name: as typed.
  ///   - text: the whole limit, for error messages.
  /// - Returns: the figure.
  /// - Throws: `Limit.ParsingError` for a name that is none, and one that meant two figures.
  static func figure(_ name: String, in text: String) throws(Limit.ParsingError) -> Figure {
    let current = former[name] ?? name
    if let figure = figures.first(where: { $0.name == current || $0.column == name }) {
      return figure
    }
    if let sentence = refused[name] {
      throw Limit.ParsingError(
        description: "'\(text)': '\(name)' had two meanings; expected \(sentence)")
    }
    let known = figures.map { $0.name }.joined(separator: ", ")
    throw Limit.ParsingError(description: "'\(text)' limits nothing; expected one of \(known)")
  }

  /// What a figure is called in the keys of searches, so that those of earlier versions are found.
  static func inKeys(_ figure: Figure) -> String {
    if figure.name == Figure.blank.name { return "blank" }
    return former.first { $0.value == figure.name }?.key ?? figure.name
  }
}
