public import ScrollCaching
import ScrollCore

/// A check that a policy or model keeps every law that it claims, on many cases.
///
/// First come the cases that the corpus keeps, then all small streams, and then random cases from
/// the seed, whose size grows over the first hundred. The first broken law ends the check, and the
/// report has the smallest case found for this law. The same plan gives the same report on any
/// machine, unless a time limit ends the check early.
public struct LawCheck: Sendable {
  var subject: Subject
  let plan: LawPlan
  let laws: [Law]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - descriptor: The policy or model to check.
  ///   - reference: A policy that must give the same answers, with the same evictions; `nil` if
  ///     there is none.
  ///   - plan: The cases, laws and time limits of the check.
  public init(
    of descriptor: PolicyDescriptor, reference: PolicyDescriptor? = nil,
    plan: LawPlan = LawPlan()
  ) {
    subject = Subject(descriptor: descriptor, reference: reference)
    self.plan = plan
    laws = Law.claimed(by: descriptor, hasReference: reference != nil)
      .filter { plan.laws?.contains($0.name) ?? true }
  }

  /// Runs the check on its own thread.
  ///
  /// A case that does not end breaks the law `returns`.
  public func run() -> LawReport {
    let (watch, check) = watched
    switch watch.run(plan, { check.examine() }) {
    case .success(let report): return report
    case .failure(let stuck):
      var report = LawReport(policy: subject.name, plan: plan)
      var failure = failure(stuck)
      let corpus = plan.corpus.map { Corpus(folder: $0, policy: subject.descriptor.name) }
      failure.files += corpus?.keep(failure) ?? []
      report.failure = failure
      return report
    }
  }

  /// A watch, and the same check with this watch.
  private var watched: (watch: CaseWatch, check: LawCheck) {
    var check = self
    let watch = CaseWatch()
    check.subject.watch = watch
    return (watch, check)
  }

  private func examine() -> LawReport {
    let start = ContinuousClock.now
    var report = LawReport(policy: subject.name, plan: plan)
    do { try subject.check() } catch {
      report.impossibleReference = error
      return report
    }
    report.statistics.exercised = laws.map { ($0.name, 0) }
    report.unknownLaws = (plan.laws ?? []).filter { name in
      !Law.all.contains { $0.name == name }
    }
    let corpus = plan.corpus.map { Corpus(folder: $0, policy: subject.descriptor.name) }
    report.failure = corpus.flatMap { replay($0, &report) }
    if report.failure == nil, plan.smallWorlds {
      report.failure = checkSmallWorlds(&report, corpus).map(shortened)
    }
    if report.failure == nil { report.failure = checkCases(&report, corpus, since: start) }
    if let failure = report.failure {
      report.failure?.files = corpus?.keep(failure) ?? []
    } else if plan.cases > 0 {
      report.neverExercised = zip(laws, report.statistics.exercised)
        .filter { $1.count == 0 }.map(\.0)
    }
    corpus?.finish()
    return report
  }

  /// Checks one law on one script.
  ///
  /// - Throws: `LawFailure` if the script breaks the law. `LawCheckError` if there is no such law,
  ///   if the script cannot test it, or if it needs a reference. `SettingError` if the policy does
  ///   not have the script's settings.
  public func check(_ name: String, on script: Script) throws {
    guard let law = Law.all.first(where: { $0.name == name }) else {
      throw LawCheckError.unknownLaw(name)
    }
    guard script.suits(law.arena) else {
      throw LawCheckError.unsuitable(law: name, arena: law.arena)
    }
    guard law.name != Law.reference.name || subject.reference != nil else {
      throw LawCheckError.needsReference(law: name)
    }
    try subject.check(settingsOf: script)
    let (watch, check) = watched
    let failure = watch.run(plan) { () -> LawFailure? in
      guard let finding = check.finding(of: law, in: script) else { return nil }
      return check.failure(
        law, finding, script, origin: "the case given", found: script.operations.count, attempts: 0)
    }
    switch failure {
    case .success(nil): return
    case .success(let failure?): throw failure
    case .failure(let stuck): throw self.failure(stuck)
    }
  }

  /// Checks the laws of some arenas on one script, and returns the first broken law.
  func broken(
    _ trial: Trial, in arenas: [ScriptKind], _ statistics: inout LawStatistics
  ) -> (law: Law, finding: String)? {
    for law in laws where arenas.contains(law.arena) {
      switch law.check(trial) {
      case .idle: break
      case .holds: statistics.exercise(law.name)
      case .broken(let finding): return (law, finding)
      }
    }
    return nil
  }

  /// Creates a failure without shrinking.
  func failure(
    _ law: Law, _ finding: String, _ script: Script, origin: String, found: Int, attempts: Int
  ) -> LawFailure {
    let script = law.name == Law.reference.name ? subject.compared(script) : script
    return LawFailure(
      policy: subject.name, law: law, finding: finding, script: script,
      origin: origin, operationsFound: found, attempts: attempts,
      answers: subject.play(script).answers(operations: script.operations.count))
  }

  private func replay(_ corpus: Corpus, _ report: inout LawReport) -> LawFailure? {
    for file in corpus.cases {
      do {
        let kept = try file.read()
        if file.isAbrupt { corpus.warn(kept.script) }
        if let name = kept.law, !Law.all.contains(where: { $0.name == name }) {
          throw LawCheckError.unknownLaw(name)
        }
        try subject.check(settingsOf: kept.script)
        subject.watch?.note(
          origin: "\(file.name) of the corpus", file: corpus.begin(kept.script))
        let suitable = laws.filter { kept.script.suits($0.arena) }
        for law in suitable where kept.law == nil || kept.law == law.name {
          if case .broken(let finding) = law.check(Trial(subject, kept.script)) {
            let failure = failure(
              law, finding, kept.script, origin: "\(file.name) of the corpus",
              found: kept.script.operations.count, attempts: 0)
            // The case of a check that ended abruptly was never shrunk.
            return kept.law == nil ? shortened(failure) : failure
          }
        }
      } catch {
        report.unreadable.append("\(file.path): \(error)")
      }
    }
    return nil
  }

  private func checkCases(
    _ report: inout LawReport, _ corpus: Corpus?, since start: ContinuousClock.Instant
  ) -> LawFailure? {
    guard !laws.isEmpty else { return nil }
    for number in 0..<plan.cases {
      if let seconds = plan.seconds, start.duration(to: .now) / .seconds(1) > seconds {
        report.isCutShort = true
        break
      }
      for arena in ScriptKind.allCases where laws.contains(where: { $0.arena == arena }) {
        let drawn = drawnCase(number, in: arena)
        subject.watch?.note(
          origin: "case \(number) of seed \(plan.seed)", file: corpus?.begin(drawn.script))
        let trial = Trial(subject, drawn.script)
        if let (law, _) = broken(trial, in: [arena], &report.statistics) {
          return shrunk(
            law, drawn.generator, drawn.choices, drawn.script,
            origin: "case \(number) of seed \(plan.seed)")
        }
        report.statistics.add(trial.recording)
      }
      report.statistics.cases += 1
    }
    return nil
  }

  /// Returns the smallest case found for a broken law.
  private func shrunk(
    _ law: Law, _ generator: Generator<Script>, _ choices: Choices, _ script: Script,
    origin: String
  ) -> LawFailure {
    var shrinker = Shrinker(generator, failing: choices, script) {
      finding(of: law, in: $0) != nil
    }
    shrinker.run()
    // A failure that does not repeat depends on something that no seed fixes.
    let found =
      finding(of: law, in: shrinker.bestValue) ?? "it broke the law once, and not the next time"
    return shortened(
      failure(
        law, found, shrinker.bestValue, origin: origin,
        found: script.operations.count, attempts: shrinker.attempts))
  }

  /// Returns the same failure without unnecessary operations.
  func shortened(_ long: LawFailure) -> LawFailure {
    var attempts = long.attempts
    let script = long.script.shortened(in: long.law.arena, attempts: &attempts) {
      finding(of: long.law, in: $0) != nil
    }
    return failure(
      long.law, finding(of: long.law, in: script) ?? long.finding, script, origin: long.origin,
      found: long.operationsFound, attempts: attempts)
  }

  private func finding(of law: Law, in script: Script) -> String? {
    if case .broken(let finding) = law.check(Trial(subject, script)) { finding } else { nil }
  }
}

extension LawCheck {
  /// A random case, with its generator and choices.
  struct DrawnCase {
    let generator: Generator<Script>
    let choices: Choices
    let script: Script
  }

  /// Draws a case for the laws of an arena.
  ///
  /// The case does not depend on the selection of laws.
  func drawnCase(_ number: Int, in arena: ScriptKind) -> DrawnCase {
    let place = ScriptKind.allCases.firstIndex(of: arena) ?? 0
    let seed = plan.seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(number * 3 + place)
    let generator = ScriptGenerators.arena(arena, for: subject.descriptor)
    var choices = Choices(seed: seed, size: min(1, 0.1 + Double(number) / 100))
    let script = generator.draw(&choices)
    return DrawnCase(generator: generator, choices: choices, script: script)
  }

  /// Checks every law on all random cases, even if another law was broken.
  ///
  /// The method is for policies without claims. It only tries random cases and does not shrink
  /// them.
  ///
  /// - Returns: The laws that at least one case exercised, in the order of all laws. Each has
  ///   `true` if no case broke it.
  package func tally() -> [(law: String, isKept: Bool)] {
    var kept: [String: Bool] = [:]
    for number in 0..<plan.cases {
      for arena in ScriptKind.allCases {
        // A law that was broken once stays broken.
        let rest = laws.filter { $0.arena == arena && kept[$0.name] != false }
        guard !rest.isEmpty else { continue }
        let trial = Trial(subject, drawnCase(number, in: arena).script)
        for law in rest {
          switch law.check(trial) {
          case .idle: break
          case .holds: kept[law.name] = true
          case .broken: kept[law.name] = false
          }
        }
      }
    }
    return laws.compactMap { law in kept[law.name].map { (law: law.name, isKept: $0) } }
  }
}

/// An error for a law that cannot be checked as requested.
public enum LawCheckError: Error, Equatable, CustomStringConvertible {
  case unknownLaw(String)
  /// The script contains something that the law's arena does not allow.
  case unsuitable(law: String, arena: ScriptKind)
  case needsReference(law: String)

  public var description: String {
    switch self {
    case .unknownLaw(let name):
      "there is no law '\(name)'; there are "
        + Law.all.map(\.name).joined(separator: ", ")
    case .unsuitable(let law, let arena):
      "the law '\(law)' applies to \(arena.statement), but this case has more"
    case .needsReference(let law): "the law '\(law)' needs a reference to compare with"
    }
  }
}
