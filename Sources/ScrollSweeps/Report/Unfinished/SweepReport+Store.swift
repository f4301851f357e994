extension SweepReport {
  /// The report of a sweep in a store.
  /// - Throws: `ResultStoreError` if the store cannot be read.
  package init(_ sweep: SweepRecord, in store: ResultStore) throws {
    self.init(sweep, comparing: try ComparableRuns(sweep, in: store))
    try store.rows(of: sweep.key) { add($0) }
  }
}

extension ComparableRuns {
  /// Those of a sweep in a store; nil if the sweep is finished, since all of its runs compare.
  /// - Throws: `ResultStoreError` if the store cannot be read.
  package init?(_ sweep: SweepRecord, in store: ResultStore) throws {
    guard try store.memberCount(of: sweep.key) < sweep.runs else { return nil }
    var places = RunPlaces()
    try store.rows(of: sweep.key) { places.add($0) }
    self.init(places)
  }
}
