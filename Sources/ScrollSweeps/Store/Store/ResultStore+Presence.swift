import GRDB

extension ResultStore {
  /// Which of some runs have been made.
  ///
  /// - Parameters:
  ///   - keys: The runs that are asked for.
  ///   - regret: A run counts only if these regrets of it are known, too.
  /// - Returns: Those of `keys` that need not be run.
  /// - Throws: `ResultStoreError` if reading fails.
  /// - Complexity: O(*n* log *m*) in the keys and the runs of the store.
  package func present(
    _ keys: some Collection<ContentKey>, with regret: RegretKinds
  ) throws(ResultStoreError) -> Set<ContentKey> {
    let sql = """
      SELECT run.key FROM json_each(?) AS asked CROSS JOIN run ON run.key = asked.value
      \(regret.contains(.misses) ? "CROSS JOIN regret ON regret.run = run.key" : "")
      \(regret.contains(.stalls) ? "CROSS JOIN stall_regret ON stall_regret.run = run.key" : "")
      """
    return try read { database in
      var present: Set<ContentKey> = []
      let statement = try database.cachedStatement(sql: sql)
      var rest = keys[...]
      while !rest.isEmpty {
        let list = rest.prefix(Self.keysAtOnce).map { "\"\($0)\"" }.joined(separator: ",")
        rest = rest.dropFirst(Self.keysAtOnce)
        let rows = try Row.fetchCursor(statement, arguments: ["[\(list)]"])
        while let row = try rows.next() { present.insert(try row.key(0)) }
      }
      return present
    }
  }

  private static let keysAtOnce = 1000
}
