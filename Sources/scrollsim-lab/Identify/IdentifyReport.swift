import ScrollCore
import ScrollSimCommands
package import ScrollTraces

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

/// Which models of some can be told apart by operations of any of several kinds.
///
/// Models that a search tells apart in one kind are in two classes, and a model that draws in one
/// is in none.
package struct KindSeparation: Sendable {
  /// Indices of models that are not told apart, in the order of the models; none that draws.
  package let classes: [[Int]]
  /// Indices of the models that drew.
  package let drawing: [Int]
  /// Which kind has the most classes, the first of several; nil without kinds.
  package let best: Int?
  /// How many classes that kind has of the models that do not draw.
  package let classesOfBest: Int

  /// Searches in every kind.
  /// - Parameters:
  ///   - candidates: the models.
  ///   - kinds: what is asked.
  ///   - seed: of the operations that are tried.
  package init(_ candidates: [Candidate], of kinds: [LogKind], seed: UInt64) {
    let separations = kinds.map { kind in
      var separation = Separation(candidates, of: kind.header, asking: kind.verbs)
      separation.search(seed: seed)
      return separation
    }
    let drawing = Set(separations.flatMap(\.drawing))
    self.drawing = drawing.sorted()
    var classes = [candidates.indices.filter { !drawing.contains($0) }].filter { !$0.isEmpty }
    var (best, most) = (Int?.none, 0)
    for (index, separation) in separations.enumerated() {
      let steady = separation.classes.map { members in members.filter { !drawing.contains($0) } }
        .filter { !$0.isEmpty }
      if best == nil || steady.count > most { (best, most) = (index, steady.count) }
      classes = classes.flatMap { known in
        steady.map { members in known.filter { members.contains($0) } }.filter { !$0.isEmpty }
      }
    }
    self.classes = classes.sorted { $0[0] < $1[0] }
    self.best = best
    classesOfBest = most
  }
}

/// What a cache is when it is empty, what it can be asked, and whether it tells what it evicts: all
/// that operations on it depend on.
package struct LogKind: Sendable, Equatable {
  /// So many kinds are told apart at most: the first of the logs that are given.
  static let most = 8

  /// Without texts for people.
  package let header: CacheLogHeader
  package let verbs: [CacheVerb]

  /// The kind of a log.
  package init(_ log: CacheLog) {
    var header = log.header.ofUnknownCache
    (header.cache, header.source, header.note) = (nil, nil, nil)
    self.header = header
    verbs = log.verbs
  }

  /// The kinds of some logs, each once, in the order of the logs.
  package static func all(of logs: [CacheLog]) -> [LogKind] {
    var kinds: [LogKind] = []
    for log in logs where kinds.count < most {
      let kind = LogKind(log)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
