extension ResultStore {
  /// What a figure's column holds.
  package enum FigureKind: Sendable {
    case integer
    case real
    case text
  }

  /// The names of a run's figures, in the order of the store's columns.
  package static let figureColumns = figures.map(\.name)

  /// What each of `figureColumns` holds.
  package static let figureKinds = figures.map { column -> FigureKind in
    switch column.type {
    case "INTEGER": .integer
    case "REAL": .real
    case "TEXT": .text
    default: preconditionFailure("'\(column.name)' is of type \(column.type)")
    }
  }

  private static let figures = {
    let columns = StoreSchema.current["run"].columns
    guard let first = columns.firstIndex(where: { $0.name == "blank_s" }) else {
      preconditionFailure("a run has no column 'blank_s'")
    }
    return columns[first...]
  }()
}
