import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

/// A command that names the models that could have written the log of a cache.
struct IdentifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Names the cache models that agree with the log of an unknown cache.",
    discussion: #"""
      A log has a line of JSON for each operation on a cache and its result. Several logs of \#
      one cache count together. The output lists each model with its first contradiction. The \#
      remaining models form classes that a bounded search cannot distinguish. For randomized \#
      models, the output has the likelihood of the logs instead.

      --next prints the operations that distinguish the classes best, as a log to fill in. Apply \#
      them to an empty cache, and pass its answers to `identify` as another log.

      Example:
        scrollsim-lab identify Traces/observations/*.jsonl \
          --policy nscache-lru,nscache-arc,nscache-fifo
        scrollsim-lab identify Traces/observations/one-read-protects.jsonl \
          --policy nscache-lru,nscache-arc --next 20
      """#)

  @Argument(
    help: "Logs of one cache; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var logs: [String]
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], comma-separated (default: all models, with their relevant settings).",
      valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print this number of operations for a probe, at most 200.", valueName: "count"))
  var next: Int?
  @Option(
    parsing: .unconditional, help: "Random seed of the search for operations (default: 1).",
    transform: Seed.parse)
  var seed: UInt64 = 1
  @OptionGroup var output: FormatOption

  func run() throws {
    let candidates = try check()
    var logs: [CacheLog] = []
    for path in self.logs { logs.append(try CacheLogInput.load(path)) }
    let isDiscardable = logs.contains { $0.header.isDiscardable }
    let identification = Identification(logs)
    let models =
      candidates ?? Candidate.all(of: ScrollSim.policies, discardable: isDiscardable)
    let findings = ParallelMap.run(models, progress: "model") { identification.finding(on: $0) }
    let report = IdentifyReport(logs, findings, atMost: next, seed: seed)
    if next != nil {
      if report.proposal.operations.isEmpty {
        let left = Phrase.count(report.survivors.count, "model")
        Output.say("note: no operation was found that distinguishes the remaining \(left)")
      }
      return try Output.printData(report.proposedLines.map { $0 + "\n" }.joined())
    }
    if output.format == .csv || output.format == .markdown {
      Output.say("note: \(report.sentence)")
    }
    try output.print(report.table, IdentifyDocument(report), caption: report.caption)
  }

  /// Checks the options and returns the requested models; nil for all.
  private func check() throws(CommandError) -> [Candidate]? {
    guard logs.count(where: { $0 == "-" }) < 2 else {
      throw .usage("- appears twice; expected standard input once")
    }
    if let next {
      guard 1...Proposal.most ~= next else {
        throw .usage("--next \(next) is out of range; expected a number from 1 to \(Proposal.most)")
      }
      guard output.format == .table else {
        throw .usage("--next prints a log; expected no --format \(output.format.rawValue)")
      }
    }
    guard !policy.isEmpty else { return nil }
    var overrides = try SettingOverrides(parsing: [])
    let chosen = try overrides.chooseAll(
      policy, from: ScrollSim.typedPolicies, option: "--policy")
    if let seer = chosen.first(where: { $0.entry.facts.needsFuture }) {
      throw .usage(
        "--policy '\(seer.text)' needs to know the future; expected a policy that a cache can use")
    }
    return chosen.map { Candidate($0) }
  }
}

/// The result of `identify` for scripts.
struct IdentifyDocument: Encodable {
  struct Model: Encodable {
    let model: String
    /// The number of the class, counted from 1; missing for a randomized model.
    let `class`: Int?
    let draws: Bool
    /// The natural logarithm of the likelihood of the logs.
    let logLikelihood: Double
    let isUpperBound: Bool
    let remark: String?
  }

  struct Contradicted: Encodable {
    let model: String, log: String
    let line: Int
    let found: String, instead: String
  }

  let logs: [String]
  let operations: Int
  let models: Int
  let survivors: [Model]
  let contradicted: [Contradicted]
  /// The number of operations that were tried; none of them distinguishes models of the same class.
  let operationsTried: Int
  /// The lines of a log for a probe to fill in, which distinguish `classesTold` classes.
  let next: [String]
  let classesTold: Int

  init(_ report: IdentifyReport) {
    logs = report.logs.map(\.name)
    operations = report.logs.reduce(0) { $0 + $1.entries.count }
    models = report.findings.count
    survivors = report.survivors.map { index in
      let finding = report.findings[index]
      let remark = finding.remark(naming: true)
      return Model(
        model: finding.candidate.text,
        class: report.classes.firstIndex { $0.contains(index) }.map { $0 + 1 },
        draws: report.drawing.contains(index), logLikelihood: finding.logLikelihood,
        isUpperBound: finding.undecidedFrom != nil, remark: remark.isEmpty ? nil : remark)
    }
    contradicted = report.contradicted.compactMap { index in
      report.findings[index].contradiction.map {
        Contradicted(
          model: report.findings[index].candidate.text, log: $0.log, line: $0.what.line,
          found: $0.what.found, instead: $0.what.instead)
      }
    }
    operationsTried = report.operationsTried
    next = report.proposal.operations.isEmpty ? [] : report.proposedLines
    classesTold = report.proposal.classes
  }
}
