import ScrollResults

extension ResultRow {
  /// A figure as a number; not finite for a time that never came.
  func number(_ column: FigureColumn) -> Double {
    switch run.figures[column.index] {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null: .infinity
    case .text: .nan
    }
  }
}

/// A column of the store's figures that reports read, found once.
struct FigureColumn: Sendable {
  let index: Int

  private init(_ name: String) {
    guard let index = ResultStore.figureColumns.firstIndex(of: name) else {
      preconditionFailure("the store has no figure '\(name)'")
    }
    self.index = index
  }

  static let stalls = FigureColumn("stall_s")
  static let softness = FigureColumn("soft_s")
  static let hitRate = FigureColumn("hit_rate")
  static let hitches = FigureColumn("hitch_ratio")
  static let late = FigureColumn("late")
  static let neverShown = FigureColumn("never_shown")
  static let peakMemory = FigureColumn("peak_memory_bytes")
  static let peakCache = FigureColumn("peak_cache_bytes")
  static let overLimit = FigureColumn("over_limit_s")
  static let duration = FigureColumn("duration_s")
  static let tooEarly = FigureColumn("evicted_too_early")
  /// Half, 95 and 99 in a hundred, and all appearances have their image by then.
  static let waits = ["p50_ms", "p95_ms", "p99_ms", "max_ms"].map { FigureColumn($0) }
}
