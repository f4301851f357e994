import GRDB

extension ResultStore {
  /// Keeps what budget rules come to, with their devices; what is there of them already stays.
  ///
  /// Their sweeps must be in the store.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ rules: [BudgetRuleRecord]) throws(ResultStoreError) {
    try write { database in
      for rule in rules { try Self.insert(rule, database) }
    }
  }

  /// What the budget rules of a sweep come to, in order of rule and of the device's digest; empty
  /// where the sweep names none, or an older scrollsim wrote it.
  package func budgetRules(
    of sweep: ContentKey
  ) throws(ResultStoreError) -> [BudgetRuleRecord] {
    try read { database in
      try Row.fetchAll(
        database, sql: StoreQueries.budgetRulesOfSweep, arguments: [sweep.description]
      ).map { try StoreQueries.budgetRule($0) }
    }
  }

  /// Inserts a rule with its device.
  /// - Returns: Whether the rule was not there before.
  @discardableResult
  static func insert(_ rule: BudgetRuleRecord, _ database: Database) throws -> Bool {
    try insert(rule.device, database)
    try database.run(TableStatements.budgetRule.insert, rule.values)
    return database.changesCount == 1
  }
}
