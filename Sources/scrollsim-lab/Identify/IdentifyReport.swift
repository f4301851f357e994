import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// What logs say about all models: who is left, and what would tell those apart.
struct IdentifyReport {
  /// How many operations are proposed where nobody asks for them.
  private static let fewOperations = 16

  let logs: [CacheLog]
  let findings: [Identification.Finding]
  /// Indices of findings that survive: those that do not draw, by classes that a search does not
  /// tell apart; and those that draw.
  let classes: [[Int]]
  let drawing: [Int]
  /// What the logs' caches could be asked.
  let kinds: [LogKind]
  /// Operations of the kind that tells most apart.
  let proposal: Proposal
  /// The same as lines of a log.
  let proposedLines: [String]

  /// Searches and proposes.
  /// - Parameters:
  ///   - logs: of one cache, at least one.
  ///   - findings: of all models.
  ///   - most: how many operations are proposed; nil for a few.
  ///   - seed: of the operations that are tried.
  init(_ logs: [CacheLog], _ findings: [Identification.Finding], atMost most: Int?, seed: UInt64) {
    self.logs = logs
    self.findings = findings
    kinds = LogKind.all(of: logs)
    let left = findings.indices.filter { findings[$0].contradiction == nil }
    let separation = KindSeparation(
      left.map { findings[$0].candidate }, of: kinds, seed: seed)
    classes = separation.classes.map { members in members.map { left[$0] } }
    drawing = separation.drawing.map { left[$0] }
    let steady = classes.flatMap { $0 }.sorted()
    let kind = kinds[separation.best ?? 0]
    proposal = Proposal(
      telling: Separation(
        steady.map { findings[$0].candidate }, of: kind.header, asking: kind.verbs),
      asking: kind.verbs, atMost: most ?? Self.fewOperations, goal: separation.classesOfBest,
      seed: seed)
    // The cache keeps the name that the first log of this kind gives it.
    let log = logs.first { LogKind($0) == kind } ?? logs[0]
    proposedLines = ProposedLog.lines(proposal.operations, for: log.header, asking: kind.verbs)
  }

  /// Those that could have written the logs.
  var survivors: [Int] { classes.flatMap { $0 } + drawing }

  /// Those that could not, in the order of the catalog.
  var contradicted: [Int] { findings.indices.filter { findings[$0].contradiction != nil } }

  /// How many operations were tried to tell models apart.
  var operationsTried: Int { kinds.count * Separation.operations }

  /// What those were, in the order of the format's table.
  var verbs: [CacheVerb] {
    CacheVerb.allCases.filter { verb in kinds.contains { $0.verbs.contains(verb) } }
  }

  /// What a column of its own says of models that draw.
  static let draws = "draws"

  /// The class of a model, counted from 1.
  func classText(_ index: Int) -> String {
    if drawing.contains(index) { return Self.draws }
    return classes.firstIndex { $0.contains(index) }.map { "\($0 + 1)" } ?? ""
  }
}

extension Identification.Finding {
  /// How likely the logs were: `1`, `1 in 64`, `at most 1 in 10^9`.
  var chanceText: String {
    let odds =
      switch -logLikelihood {
      case ...1e-9: "1"
      case ..<13.8: "1 in \(Words.digits(Int(exp(-logLikelihood).rounded())))"
      default: "1 in 10^\(Int((-logLikelihood / log(10.0)).rounded()))"
      }
    return undecidedFrom == nil ? odds : "at most \(odds)"
  }

  /// What is to be said of a survivor, and why the others are none; `names` if there are several
  /// logs.
  func remark(naming names: Bool) -> String {
    func place(_ log: String) -> String { names ? "\(log), " : "" }
    if let contradiction { return "\(place(contradiction.log))\(contradiction.what)" }
    var remarks: [String] = []
    if let undecidedFrom {
      remarks.append(
        "not decided from \(place(undecidedFrom.log))line \(undecidedFrom.line) on: "
          + "too many draws to be followed")
    }
    if let unaskedFrom {
      remarks.append(
        "has no word for \(place(unaskedFrom.log))line \(unaskedFrom.line)")
    }
    return remarks.joined(separator: "; ")
  }
}
