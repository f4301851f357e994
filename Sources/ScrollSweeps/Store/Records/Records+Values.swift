package import ScrollSimulation

// The records as rows: the values are in the order of their table's columns.

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
  /// The values without the run's key.
  var values: [StoredValue] {
    [StoredValue(bound), StoredValue(leastMisses), StoredValue(misses)]
  }
}

extension StallRegretRecord {
  /// The values without the run's key.
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

/// The bytes of a budget that is a share of memory, on one device of a sweep.
///
/// Runs are identified by bytes alone, so that two rules with equal bytes share one run. From this
/// record, a report reads which rules were requested.
package struct BudgetRuleRecord: Sendable, Equatable {
  /// The key of the sweep.
  var sweep: ContentKey
  /// The rule in canonical spelling: `15%<=768MiB`.
  package var rule: String
  /// The device on which the rule applies.
  package var device: ProfileRecord
  /// The budget on the device, in bytes.
  package var bytes: Int

  package init(sweep: ContentKey, rule: String, device: ProfileRecord, bytes: Int) {
    self.sweep = sweep
    self.rule = rule
    self.device = device
    self.bytes = bytes
  }
}

/// A value of a column of the store.
package typealias StoredValue = FigureValue

extension StoredValue {
  /// Creates a text, or null.
  init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// Creates a whole number, or null.
  package init(_ integer: Int?) { self = integer.map(StoredValue.integer) ?? .null }

  /// Creates a number, or null.
  init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
}

extension FigureValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}
