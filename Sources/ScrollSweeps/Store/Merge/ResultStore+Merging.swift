import GRDB

extension ResultStore {
  /// Adds everything that another store has, in one transaction.
  ///
  /// Stores of the same runs are the same whatever order they are merged in: what both have must
  /// be equal, a regret that one lacks is filled in, and of several descriptions of one trace,
  /// profile or sweep the alphabetically first is kept. The other store is only read.
  ///
  /// - Parameter path: The other store; a store merged with itself stays as it is.
  /// - Returns: How many runs were new, and how many both had.
  /// - Throws: `ResultStoreError.conflict`, naming the first difference in order of key, if the
  ///   stores tell different things of one run; whatever is thrown, this store is as before.
  /// - Complexity: O(*n* log *m*) in the rows of the other store and of this one.
  package func merge(_ path: String) throws(ResultStoreError) -> MergeReport {
    let other = try ResultStore(path: path, access: .reading, wait: wait)
    if StoreFile.isSame(path, self.path) {
      let runs = try read { database in
        try ["run", "replay"].reduce(0) { sum, table in
          try sum + (Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)
        }
      }
      return MergeReport(newRuns: 0, doubleRuns: runs)
    }
    return try other.read { theirs throws(ResultStoreError) in
      try write { ours throws in
        var merge = StoreMerge(theirs: theirs, ours: ours, file: path, wait: wait)
        return try merge.run()
      }
    }
  }
}
