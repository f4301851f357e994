import ScrollCore
package import ScrollSimulation

/// A search for the settings to advise.
///
/// The search first tries every change alone, and then the best changes together. After that it
/// tries every single change to the best settings so far, until it finds nothing better. The caller
/// makes the runs:
///
///     var search = AdviseSearch(question)
///     while !search.next.isEmpty { search.hear(search.next.map { $0.reports() }) }
///     let answer = search.answer
package struct AdviseSearch: Sendable {
  /// The number of rounds after the combination of the best changes.
  private static let rounds = 4

  private let question: AdviseQuestion
  /// The runs to make next; empty once the search is over.
  package private(set) var next: [AdviseJob] = []
  /// The runs of the settings that were tried, in the order of the trials.
  private var tried: [AdvisedRuns] = []
  private var places: [String: Int] = [:]
  private var waiting: [AdvisedSetting] = []
  private var step = 0
  /// The levers that make a visible difference alone, or whose effects depend on other levers.
  private var active: Set<AdvisedLever> = []
  /// The index of the setting whose neighbors were tried last.
  private var center: Int?
  /// A Boolean value that indicates whether the choice is made.
  private var isOver = false
  /// The runs of settings with a part of the advised changes that were not tried before the choice.
  private var joint: [AdvisedRuns] = []

  package init(_ question: AdviseQuestion) {
    self.question = question
    // Without a scroll that says something, only the present settings run.
    guard question.emptiness == nil else {
      step = Self.rounds + 1
      ask([question.now])
      return
    }
    let singles = question.library.changes.compactMap {
      AdvisedSetting.changing(question.now, by: [$0], question.catalogs)
    }
    ask([question.now] + singles)
  }

  /// Receives the reports of the jobs in `next`.
  package mutating func hear(_ reports: [[RunReport]]) {
    var bySetting: [String: [RunReport]] = [:]
    for (job, reports) in zip(next, reports) {
      for (setting, report) in zip(job.settings, reports) {
        bySetting[setting.key, default: []].append(report)
      }
    }
    let heard = waiting.map { AdvisedRuns($0, bySetting[$0.key] ?? [], of: question) }
    (next, waiting) = ([], [])
    guard !isOver else {
      joint = heard
      return
    }
    for runs in heard {
      places[runs.setting.key] = tried.count
      tried.append(runs)
    }
    step += 1
    advance()
    if next.isEmpty { askForJointEffects() }
  }

  /// Asks for the settings with only the first of the advised changes, which show what the other
  /// changes bring together.
  private mutating func askForJointEffects() {
    isOver = true
    let changes = answer.changes.map(\.change)
    ask(
      changes.indices.dropFirst().compactMap {
        AdvisedSetting.changing(question.now, by: Array(changes[..<$0]), question.catalogs)
      })
  }

  private mutating func ask(_ settings: [AdvisedSetting]) {
    var known = Set(places.keys)
    waiting = settings.filter { known.insert($0.key).inserted }
    next = AdviseJob.all(of: question, waiting)
  }

  private mutating func advance() {
    if step == 1 {
      findActive()
      ask([combination].compactMap { $0 })
      if !next.isEmpty { return }
    }
    guard step <= Self.rounds + 1 else { return }
    let best = chosen
    guard center != best else { return }
    center = best
    ask(neighbors(of: tried[best]))
  }

  /// The index of the best setting so far.
  private var chosen: Int { question.choice(among: tried) }

  private var now: AdvisedRuns { tried[0] }

  private mutating func findActive() {
    active = [.memory, .limit, .prefetch, .decode, .entryLimit]
    for runs in tried.dropFirst() {
      guard let lever = runs.setting.changes.first?.lever else { continue }
      if question.rule.differ(runs.candidate, now.candidate) { active.insert(lever) }
    }
  }

  /// The best change of every lever, together; `nil` if fewer than two levers have one.
  private var combination: AdvisedSetting? {
    let changes = AdvisedLever.allCases.compactMap { lever -> AdvisedChange? in
      let alone = [now] + tried.filter { $0.setting.changes.first?.lever == lever }
      return alone[question.choice(among: alone)].setting.changes.first
    }
    guard changes.count > 1 else { return nil }
    return AdvisedSetting.changing(question.now, by: changes, question.catalogs)
  }

  /// Returns the settings that differ in a single lever from the settings of some runs.
  private func neighbors(of runs: AdvisedRuns) -> [AdvisedSetting] {
    let changes = runs.setting.changes
    var found: [AdvisedSetting] = []
    for lever in AdvisedLever.allCases where active.contains(lever) {
      let others = changes.filter { $0.lever != lever }
      if others.count < changes.count { add(others, to: &found) }
      for change in question.library.changes where change.lever == lever {
        if isIdle(change, on: runs) { continue }
        add(others + [change], to: &found)
      }
    }
    return found
  }

  private func add(_ changes: [AdvisedChange], to found: inout [AdvisedSetting]) {
    if let setting = AdvisedSetting.changing(question.now, by: changes, question.catalogs) {
      found.append(setting)
    }
  }

  /// Returns a Boolean value that indicates whether a change of the cache limit has no effect on
  /// some runs, because the cache reaches neither the new limit nor the limit of these runs.
  private func isIdle(_ change: AdvisedChange, on runs: AdvisedRuns) -> Bool {
    guard case .budget(let size) = change.effect, !runs.refuses, size >= runs.cachePeak else {
      return false
    }
    return question.sessions.allSatisfy { session in
      runs.setting.budget(on: session.device).map { $0 > runs.cachePeak } ?? true
    }
  }
}

extension AdviseSearch {
  /// The answer.
  /// - Precondition: the search is over.
  package var answer: AdviseAnswer {
    precondition(next.isEmpty && !tried.isEmpty, "the search is not over")
    return AdviseAnswer(question, tried, chosen: pruned(chosen), joint: joint)
  }

  /// Removes the changes of a setting that make no visible difference, and returns the index of the
  /// setting that remains.
  private func pruned(_ place: Int) -> Int {
    let (rule, whole) = (question.rule, tried[place].candidate)
    var place = place
    while true {
      let changes = tried[place].setting.changes
      let simpler = changes.indices.lazy.compactMap { index -> Int? in
        let others = changes.indices.filter { $0 != index }.map { changes[$0] }
        return tried.firstIndex { $0.setting.changes == others }
      }.first { !rule.differ(tried[$0].candidate, whole) }
      guard let simpler else { return place }
      place = simpler
    }
  }
}
