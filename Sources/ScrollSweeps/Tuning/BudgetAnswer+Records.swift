import Foundation
import ScrollCore

extension BudgetAnswer {
  /// The search as the store keeps it.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .budget, question: question,
      limits: JSONTexts.text(limits.map(\.description)), precisionBytes: precision.bytes,
      label: policy, budgetBytes: smallest?.budget.bytes, answer: sentence)
  }

  /// Its runs, in the order of step, budget and seed.
  var trialRecords: [TrialRecord] {
    var records: [TrialRecord] = []
    for step in 0...(trials.map(\.step).max() ?? 0) {
      let runs = trials.filter { $0.step == step }.flatMap(\.runs)
      for (position, run) in runs.enumerated() {
        records.append(
          TrialRecord(run, judgedBy: limits, of: key, step: step, position: position))
      }
    }
    return records
  }

  /// What was asked: the axes as a sweep has them.
  private var question: String {
    func values(_ texts: [String]) -> [SweepValue] { texts.map { SweepValue($0, place: "") } }
    let candidates = trials.filter { $0.step == 0 }.map { "\($0.budget)" }
    let axes: [SweepAxis: [String]] = [
      .trace: [scenario.trace.path], .layout: [scenario.layout], .device: [scenario.device.name],
      .network: [scenario.network.name], .loader: [scenario.loader],
      .prefetch: [scenario.prefetcher], .policy: [policy], .budget: candidates,
      .seed: seeds.map(String.init),
    ]
    return SweepSpec(base: SweepGrid(axes: axes.mapValues(values))).text
  }
}

/// Texts as a JSON array.
enum JSONTexts {
  static func text(_ texts: [String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // An array of texts cannot fail to be encoded.
    return (try? encoder.encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
