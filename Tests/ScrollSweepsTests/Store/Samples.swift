import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Records that differ wherever they may, from a number each.
enum Samples {
  static func trace(_ number: Int = 1, path: String? = nil) -> TraceRecord {
    TraceRecord(
      digest: "\(ContentKey(of: "trace \(number)"))\(ContentKey(of: "more \(number)"))",
      path: path ?? "Traces/\(number).csv", title: "Trace \(number)",
      kind: number.isMultiple(of: 2) ? "recorded" : "synthetic", provenance: "made for a test",
      durationSeconds: Double(number) + 0.1, items: 100 + number, images: 90 + number,
      gestures: .sample(of: "trace \(number)"))
  }

  static func profile(_ kind: ProfileRecord.Kind, _ number: Int = 1) -> ProfileRecord {
    ProfileRecord(
      digest: ContentKey(of: "\(kind) \(number)"), kind: kind, name: "\(kind)-\(number)",
      summary: "The \(kind) \(number).", figures: 40 + number, estimates: number)
  }

  static func scenario(
    _ number: Int = 1, trace: TraceRecord = Samples.trace()
  ) -> ScenarioRecord {
    ScenarioRecord(
      key: ContentKey(of: "scenario \(number)"), trace: trace, layout: "trace \(number)",
      device: profile(.device), network: profile(.network), loader: "loader-\(number)",
      loaderSettings: #"{"lanes":"\#(number)"}"#, prefetcher: "none")
  }

  static func run(
    _ number: Int, scenario: Int = 1, regret: RegretRecord? = nil, parts: [RunRecord.Part]? = nil
  ) -> RunRecord {
    RunRecord(
      key: runKey(number), scenario: ContentKey(of: "scenario \(scenario)"), policy: "lru",
      settings: "{}", label: "lru:n=\(number)", budgetBytes: 1_000_000 + number, seed: number,
      modelVersion: 3, killed: nil, killedMilliseconds: nil, figures: figures(number),
      parts: parts ?? [
        .init(kind: "absence", name: "evicted", value: Double(number)),
        .init(kind: "wait", name: "network", value: 0.5),
      ],
      regret: regret)
  }

  static func runKey(_ number: Int) -> ContentKey { ContentKey(of: "run \(number)") }

  /// A value that each column may have, different in every column and for every number but for
  /// words and shares.
  static func figures(_ number: Int) -> [StoredValue] {
    let columns = StoreSchema.current["run"].columns.suffix(ResultStore.figureColumns.count)
    return columns.enumerated().map { index, column in
      switch column.values {
      case .whole, .digits, .text, .gestures, .beginning: .integer(1000 * number + index)
      case .number(let range):
        .real((Double(number) + Double(index) / 100) * min(1, range.upperBound / 1e6))
      case .words(let words): .text(words[(number + index) % words.count])
      }
    }
  }

  static func regret(_ number: Int) -> RegretRecord {
    RegretRecord(bound: "pfoo-l", leastMisses: number, misses: 2 * number)
  }

  static func sweep(_ title: String = "A sweep", runs numbers: [Int]) -> SweepRecord {
    SweepRecord(
      key: ContentKey(of: numbers.map(runKey)), title: title, spec: "title: \(title)\n",
      runs: numbers.count)
  }

  /// Some runs of the first scenario, which answer a sweep in their order.
  static func batch(
    _ numbers: [Int], of sweep: SweepRecord? = nil, from position: Int = 0
  ) -> ResultStore.Batch {
    ResultStore.Batch(
      scenarios: [scenario()], runs: numbers.map { run($0) },
      members: sweep.map { sweep in
        numbers.enumerated().map {
          .init(sweep: sweep.key, position: position + $0.offset, run: runKey($0.element))
        }
      } ?? [])
  }

  /// On the device of the first scenario, with the budget of the run of that number.
  static func budgetRule(_ number: Int, of sweep: SweepRecord) -> BudgetRuleRecord {
    BudgetRuleRecord(
      sweep: sweep.key, rule: "\(number)%", device: profile(.device), bytes: 1_000_000 + number)
  }

  static func tuning(_ number: Int, _ kind: TuningRecord.Kind = .budget) -> TuningRecord {
    TuningRecord(
      key: ContentKey(of: "tuning \(number)"), kind: kind, question: "axes: \(number)\n",
      limits: "[\"blank <= \(number) s\"]", precisionBytes: kind == .budget ? 1 << number : nil,
      label: "lru:n=\(number)", budgetBytes: kind == .budget ? 1_000_000 + number : nil,
      answer: "answer \(number)")
  }

  static func opening(_ number: Int, scenes: String = "scenes") -> OpeningRecord {
    OpeningRecord(
      scenes: ContentKey(of: scenes), question: "search: \(number)\n",
      formula: "score: idle * \(number)", opponent: "lru")
  }

  /// The first run keeps the limit, others break it.
  static func trials(of tuning: TuningRecord, runs: [Int]) -> [TrialRecord] {
    runs.enumerated().map { index, number in
      TrialRecord(
        tuning: tuning.key, step: index / 2, position: index % 2, run: runKey(number),
        verdict: index == 0 ? .kept : .broken, brokenLimit: index == 0 ? nil : "blank <= 1 s",
        excess: index == 0 ? nil : Double(index) + 0.25)
    }
  }
}

extension GestureSketch {
  /// Gestures that no other name has.
  static func sample(of name: String) -> GestureSketch {
    guard let sketch = GestureSketch(String("\(ContentKey(of: name))".prefix(16))) else {
      preconditionFailure("sixteen digits are a hash")
    }
    return sketch
  }
}
