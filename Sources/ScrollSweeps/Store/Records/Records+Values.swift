import ScrollSimulation

// The records as rows: the values in the order of their table's columns.

extension TraceRecord {
  var values: [StoredValue] {
    [
      .text(digest), .text(path), .text(title), .text(kind), .text(provenance),
      .real(durationSeconds), .integer(items), .integer(images),
      .text("\(gestures)"),
    ]
  }
}

extension ProfileRecord {
  var values: [StoredValue] {
    [
      .text(digest.description), .text(kind.rawValue), .text(name), .text(summary),
      .integer(figures), .integer(estimates), StoredValue(refreshRate), StoredValue(memoryBytes),
    ]
  }
}

extension ScenarioRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(trace.digest), .text(layout), .text(device.digest.description),
      .text(network.digest.description), .text(loader), .text(loaderSettings), .text(prefetcher),
      .text(start),
    ]
  }
}

extension RunRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(scenario.description), StoredValue(policy),
      StoredValue(settings), StoredValue(label), StoredValue(budgetBytes), .integer(seed),
      .integer(modelVersion), StoredValue(killed), StoredValue(killedMilliseconds),
    ] + figures
  }
}

extension RegretRecord {
  /// Without the run's key.
  var values: [StoredValue] {
    [StoredValue(bound), StoredValue(leastMisses), StoredValue(misses)]
  }
}

extension StallRegretRecord {
  /// Without the run's key.
  var values: [StoredValue] {
    [StoredValue(proven), StoredValue(reached), StoredValue(reachedBy), StoredValue(lru)]
  }
}

extension SweepRecord {
  var values: [StoredValue] {
    [.text(key.description), .text(title), .text(spec), .integer(runs)]
  }
}

extension BudgetRuleRecord {
  var values: [StoredValue] {
    [
      .text(sweep.description), .text(rule), .text(device.digest.description), .integer(bytes),
    ]
  }
}

extension ResultStore.Member {
  var values: [StoredValue] {
    [.text(sweep.description), .integer(position), .text(run.description)]
  }
}

/// What a budget that is a share of memory comes to on a device, in a sweep.
///
/// Runs are known by bytes alone, so that two rules that come to the same are one run; this is
/// what tells a report by which rules it was asked for.
package struct BudgetRuleRecord: Sendable, Equatable {
  /// The question.
  package var sweep: ContentKey
  /// In one spelling: `15%<=768MiB`.
  package var rule: String
  /// On which device.
  package var device: ProfileRecord
  /// The budget there.
  package var bytes: Int

  package init(sweep: ContentKey, rule: String, device: ProfileRecord, bytes: Int) {
    self.sweep = sweep
    self.rule = rule
    self.device = device
    self.bytes = bytes
  }
}
