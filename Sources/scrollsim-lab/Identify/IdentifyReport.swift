import ScrollCore
import ScrollPages
import ScrollSimCommands
package import ScrollTraces

/// The comparison of all models with logs: the models that could have written the logs (the
/// survivors), and operations that would distinguish them.
struct IdentifyReport {
  /// The default number of proposed operations.
  private static let fewOperations = 16

  let logs: [CacheLog]
  let findings: [Identification.Finding]
  /// The indices of the findings on survivors, by class.
  ///
  /// A search for operations cannot distinguish the models of a class. Models that draw at random
  /// are in no class but in `drawing`.
  let classes: [[Int]]
  let drawing: [Int]
  /// The kinds of the logs' caches, with the operations that each supports.
  let kinds: [LogKind]
  /// The proposed operations, for the kind of cache whose operations distinguish the most classes.
  let proposal: Proposal
  /// The proposed operations as lines of a log.
  let proposedLines: [String]

  /// Searches and proposes operations.
  /// - Parameters:
  ///   - logs: The logs of one cache, at least one.
  ///   - findings: The findings on all models.
  ///   - most: The largest number of proposed operations; nil for `fewOperations`.
  ///   - seed: The seed of the operations that are tried.
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
    // The cache keeps the name from the first log of this kind.
    let log = logs.first { LogKind($0) == kind } ?? logs[0]
    proposedLines = ProposedLog.lines(proposal.operations, for: log.header, asking: kind.verbs)
  }

  /// The indices of the models that could have written the logs.
  var survivors: [Int] { classes.flatMap { $0 } + drawing }

  /// The indices of the models that could not, in the order of the catalog.
  var contradicted: [Int] { findings.indices.filter { findings[$0].contradiction != nil } }

  /// The number of operations that were tried to distinguish models.
  var operationsTried: Int { kinds.count * Separation.operations }

  /// The operations that the kinds of caches support, in the order of the format's table.
  var verbs: [CacheVerb] {
    CacheVerb.allCases.filter { verb in kinds.contains { $0.verbs.contains(verb) } }
  }

  /// The text in the class column for models that draw at random.
  static let draws = "draws"

  /// Returns the class of a model, counted from 1.
  func classText(_ index: Int) -> String {
    if drawing.contains(index) { return Self.draws }
    return classes.firstIndex { $0.contains(index) }.map { "\($0 + 1)" } ?? ""
  }
}

extension Identification.Finding {
  /// The likelihood of the logs: `1`, `1 in 64`, `at most 1 in 10^9`.
  var chanceText: String {
    let odds =
      switch -logLikelihood {
      case ...1e-9: "1"
      case ..<13.8: "1 in \(Phrase.digits(Int(exp(-logLikelihood).rounded())))"
      default: "1 in 10^\(Int((-logLikelihood / log(10.0)).rounded()))"
      }
    return undecidedFrom == nil ? odds : "at most \(odds)"
  }

  /// Returns the contradiction of a model, or the remarks on a survivor.
  ///
  /// With `names`, the remark has the names of the logs, for reports on several.
  func remark(naming names: Bool) -> String {
    func place(_ log: String) -> String { names ? "\(log), " : "" }
    if let contradiction { return "\(place(contradiction.log))\(contradiction.what)" }
    var remarks: [String] = []
    if let undecidedFrom {
      remarks.append(
        "undecided from \(place(undecidedFrom.log))line \(undecidedFrom.line) on: too many "
          + "random draws to follow")
    }
    if let unaskedFrom {
      remarks.append(
        "lacks the operation of \(place(unaskedFrom.log))line \(unaskedFrom.line)")
    }
    return remarks.joined(separator: "; ")
  }
}

/// The classes of models that operations of any of several kinds distinguish.
///
/// Two models are in different classes if a search in one kind distinguishes them. A model that
/// draws in any kind is in no class.
package struct KindSeparation: Sendable {
  /// The indices of models that are not distinguished, in the order of the models; none that draws.
  package let classes: [[Int]]
  /// Indices of the models that drew.
  package let drawing: [Int]
  /// The index of the kind with the most classes, the first of several; nil without kinds.
  package let best: Int?
  /// The number of classes in that kind, without models that draw.
  package let classesOfBest: Int

  /// Searches in every kind.
  /// - Parameters:
  ///   - candidates: The models.
  ///   - kinds: The kinds of caches.
  ///   - seed: The seed of the operations that are tried.
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

/// A kind of cache: its state when empty, its operations, and whether it reports evictions.
///
/// The answers to operations depend on nothing else.
package struct LogKind: Sendable, Equatable {
  /// The largest number of kinds: those of the first logs are kept.
  static let most = 8

  /// The header, without texts for people.
  let header: CacheLogHeader
  let verbs: [CacheVerb]

  /// Creates the kind of a log.
  init(_ log: CacheLog) {
    var header = log.header.ofUnknownCache
    (header.cache, header.source, header.note) = (nil, nil, nil)
    self.header = header
    verbs = log.verbs
  }

  /// Returns the distinct kinds of some logs, in the order of the logs.
  package static func all(of logs: [CacheLog]) -> [LogKind] {
    var kinds: [LogKind] = []
    for log in logs where kinds.count < most {
      let kind = LogKind(log)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}

extension IdentifyReport {
  /// A table of all models: the survivors by class, then the others.
  var table: Table {
    var table = Table([
      .left("model").keeping(.key), .left("class").keeping(.key), .right("chance"),
      .prose("remark"),
    ])
    let names = logs.count > 1
    for index in survivors {
      let finding = findings[index]
      table.append([
        finding.candidate.text, classText(index), finding.chanceText, finding.remark(naming: names),
      ])
    }
    for index in contradicted {
      table.append([findings[index].candidate.text, "", "", findings[index].remark(naming: names)])
    }
    return table
  }

  /// The sentence with the number of survivors.
  var sentence: String {
    let operations = Phrase.count(logs.reduce(0) { $0 + $1.entries.count }, "operation")
    let models = Phrase.count(findings.count, "model")
    let left = survivors.isEmpty ? "none" : "\(survivors.count)"
    return "\(operations) in \(Phrase.count(logs.count, "log")): \(left) of \(models) agree with "
      + "the logs"
  }

  /// The sentence, the classes, and the operations that would distinguish them.
  var caption: String {
    var lines = [sentence + "."]
    if !classes.isEmpty {
      let verbs = Phrase.list(verbs.map(\.rawValue))
      lines.append(
        "\(Phrase.digits(operationsTried)) operations (\(verbs)) do not distinguish the models "
          + "of one class.")
    }
    if !drawing.isEmpty {
      lines.append(
        "A randomized model remains if every eviction was possible; `chance` is its likelihood.")
    }
    if !proposal.operations.isEmpty {
      let operations = proposal.operations.map { CacheLogText.words($0, key: ProposedLog.key) }
      lines.append(
        "On an empty cache, these operations distinguish \(proposal.classes) of "
          + "\(classes.count) classes: "
          + operations.joined(separator: ", ") + ".")
      lines.append("--next \(Proposal.most) prints more of them, as a log to fill in.")
    } else if classes.count == 1, drawing.isEmpty {
      lines.append("No operations of this kind distinguish more.")
    }
    return lines.joined(separator: "\n")
  }
}
