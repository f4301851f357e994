import ScrollSimulation

extension ResultStore {
  /// What a figure's column holds.
  package enum FigureKind: Sendable {
    case integer
    case real
    case text
  }

  /// The names of a run's figures, in the order of the store's columns.
  package static let figureColumns = FigureCatalog.stored.map { $0.column }

  /// What each of `figureColumns` holds.
  package static let figureKinds =
    StoreSchema.current["run"].columns.dropFirst(RunRecord.columnsBeforeFigures)
    .map { column -> FigureKind in
      switch column.type {
      case "INTEGER": .integer
      case "REAL": .real
      case "TEXT": .text
      default: preconditionFailure("'\(column.name)' is of type \(column.type)")
      }
    }
}
