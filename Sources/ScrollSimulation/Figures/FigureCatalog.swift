import ScrollCore

/// Every figure of a run.
///
/// A figure that is added is a line here, a column in a migration of the store if it is stored,
/// and a line of the documentation, which a test writes.
package enum FigureCatalog {
  /// Those that a store has in the order of its columns, what only a run prints among them, and
  /// the comparison with the fewest misses last.
  package static let all: [Figure] =
    stalls + hitches + waits + visits + requests + prefetches + cache + work + memory + regret

  /// What is taken from the report of a run.
  package static let ofReports = all.filter { if case .report = $0.source { true } else { false } }

  /// What a store has of every run, in the order of its columns.
  package static let stored = ofReports.filter { $0.isStored }

  /// The figure of a name.
  ///
  /// - Precondition: there is one.
  package static subscript(name: String) -> Figure {
    guard let figure = all.first(where: { $0.name == name }) else {
      preconditionFailure("there is no figure '\(name)'")
    }
    return figure
  }
}

// How the lines of the catalog are written.
extension FigureCatalog {
  static func count(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .neither,
    _ value: @escaping @Sendable (RunReport) -> Int
  ) -> Figure {
    Figure(
      name: name, unit: .count, better: better, header: header, decimals: 0, summary: summary,
      isStored: true, source: .report { .integer(value($0)) })
  }

  static func bytes(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .less,
    _ value: @escaping @Sendable (RunReport) -> ByteCount
  ) -> Figure {
    Figure(
      name: name, unit: .bytes, better: better, header: header, decimals: 1, summary: summary,
      isStored: true, source: .report { FigureValue(value($0)) })
  }

  static func real(
    _ name: String, _ unit: Figure.Unit, _ header: String, decimals: Int, _ summary: String,
    better: Figure.Better = .less, _ value: @escaping @Sendable (RunReport) -> Double
  ) -> Figure {
    Figure(
      name: name, unit: unit, better: better, header: header, decimals: decimals,
      summary: summary, isStored: true, source: .report { .real(value($0)) })
  }

  /// A band.
  static func word(
    _ name: String, _ header: String, _ summary: String,
    _ value: @escaping @Sendable (RunReport) -> Band
  ) -> Figure {
    Figure(
      name: name, unit: .word, better: .neither, header: header, decimals: 0, summary: summary,
      isStored: true, source: .report { .text(value($0).rawValue) })
  }

  /// In milliseconds; null where it never came.
  static func time(
    _ name: String, _ header: String, _ summary: String, better: Figure.Better = .less,
    _ value: @escaping @Sendable (RunReport) -> SimTime?
  ) -> Figure {
    Figure(
      name: name, unit: .milliseconds, better: better, header: header, decimals: 0,
      summary: summary, isStored: true,
      source: .report { value($0).map { .real($0.milliseconds) } ?? .null })
  }
}

// Those that code asks for by name.
extension Figure {
  package static let stall = FigureCatalog["stallSeconds"]
  package static let blank = FigureCatalog["blankSeconds"]
  package static let wrong = FigureCatalog["wrongSeconds"]
  package static let soft = FigureCatalog["softSeconds"]
  package static let hitchRatio = FigureCatalog["hitchRatio"]
  package static let frozen = FigureCatalog["frozenSeconds"]
  package static let hitches = FigureCatalog["hitches"]
  package static let hitchBand = FigureCatalog["hitchBand"]
  package static let band = FigureCatalog["band"]
  /// Times to image: half, 95 and 99 in a hundred, and all appearances have their image by then.
  package static let times = ["p50", "p95", "p99", "max"].map {
    FigureCatalog["\($0)Milliseconds"]
  }
  package static let late = FigureCatalog["late"]
  package static let neverShown = FigureCatalog["neverShown"]
  package static let hits = FigureCatalog["hits"]
  package static let hitRate = FigureCatalog["hitRate"]
  package static let evictedTooEarly = FigureCatalog["evictedTooEarly"]
  package static let cachePeak = FigureCatalog["cachePeakBytes"]
  package static let footprintPeak = FigureCatalog["footprintPeakBytes"]
  package static let overBudget = FigureCatalog["overBudgetSeconds"]
  package static let duration = FigureCatalog["durationSeconds"]
  package static let regretBound = FigureCatalog["regretBound"]
  package static let leastMisses = FigureCatalog["leastMisses"]
  package static let regret = FigureCatalog["regretMisses"]
  package static let provenStall = FigureCatalog["provenStallSeconds"]
  package static let reachedStall = FigureCatalog["reachedStallSeconds"]
  package static let reachedBy = FigureCatalog["reachedBy"]
  package static let lruStall = FigureCatalog["lruStallSeconds"]
  package static let stallRegret = FigureCatalog["stallRegret"]
}
