import ScrollSimulation

extension ResultStore {
  /// The names of a run's figures, in the order of the store's columns.
  package static let figureColumns = FigureCatalog.stored.map { $0.column }
}
