import ScrollSimulation

/// A comparison of settings in the same sessions with a reference that is fixed before the results
/// are known.
///
/// The recommendations for a device and for a population follow from such a comparison.
struct ReferenceComparison: Sendable {
  /// The figures of a setting.
  struct Setting: Sendable {
    /// The figures by which the rule judges the setting.
    var candidate: ChoiceRule.Candidate
    /// The seconds of stall and the hitch milliseconds per second of scrolling in each cluster of
    /// sessions, all of the same weight.
    let stalls: [Double], hitches: [Double]

    /// The mean seconds of stall over the clusters.
    var mean: Double { stalls.reduce(0, +) / Double(max(1, stalls.count)) }
  }

  let rule: ChoiceRule
  /// The settings, of equal ones the simplest first.
  let settings: [Setting]
  /// The index of the reference.
  let reference: Int
  /// A Boolean value that indicates whether the reference is the baseline.
  let hasBaseline: Bool
  /// The seconds of stall that each setting saves against the reference.
  ///
  /// The intervals of all settings, for stall and for hitches, hold at once.
  let savings: [MeanInterval]
  private let hitchSavings: [MeanInterval]

  /// Creates a comparison.
  /// - Parameters:
  ///   - settings: the settings, of equal ones the simplest first.
  ///   - reference: the index of the reference.
  ///   - hasBaseline: whether the reference is the baseline.
  ///   - rule: the rule that chooses among the settings.
  ///   - families: the number of comparisons whose intervals hold at once.
  /// - Precondition: there is a reference.
  init(
    _ settings: [Setting], reference: Int, hasBaseline: Bool, by rule: ChoiceRule,
    amid families: Int
  ) {
    self.settings = settings
    self.reference = reference
    self.hasBaseline = hasBaseline
    self.rule = rule
    let now = settings[reference]
    let stalls = settings.map { setting in zip(now.stalls, setting.stalls).map { $0 - $1 } }
    let hitches = settings.map { setting in zip(now.hitches, setting.hitches).map { $0 - $1 } }
    let reaches = JointReach.values(stalls + hitches, amid: families)
    savings = stalls.indices.map { MeanInterval(stalls[$0], reach: reaches?[$0]) }
    hitchSavings = hitches.indices.map {
      MeanInterval(hitches[$0], reach: reaches?[settings.count + $0])
    }
  }

  private var candidates: [ChoiceRule.Candidate] { settings.map(\.candidate) }

  /// The number of clusters of sessions.
  var clusters: Int { settings[reference].stalls.count }

  /// The index of the setting that the rule chooses from these sessions alone.
  var best: Int { rule.choice(among: candidates) }

  /// The index of the setting that stalls least on average.
  var leastStall: Int {
    settings.indices.min { settings[$0].mean < settings[$1].mean } ?? reference
  }

  /// Returns the recommended setting.
  ///
  /// Without a baseline, it is the choice of the rule. With a baseline, it is a setting that is
  /// known to be better, else a setting with visibly less memory that loses nothing, else the
  /// baseline.
  /// - Parameter losesInPart: whether a setting is visibly worse than the reference in a part of
  ///   the sessions.
  /// - Returns: the index of the setting with the evidence for it.
  func recommendation(
    losesInPart: (Int) -> Bool = { _ in false }
  ) -> (place: Int, basis: Recommendation.Basis) {
    guard hasBaseline else {
      let best = best
      return (best, best == reference ? .kept : isKnownBetter(best) ? .known : .bestFound)
    }
    let known = settings.indices.filter(isKnownBetter)
    if !known.isEmpty {
      return (known[rule.choice(among: known.map { candidates[$0] })], .known)
    }
    return lessMemory(losesInPart).map { ($0, .lessMemory) } ?? (reference, .kept)
  }

  /// Returns the index of the choice of the rule if it stalls visibly less than the kept reference;
  /// `nil` otherwise.
  func rival(of basis: Recommendation.Basis) -> Int? {
    basis == .kept && stalls(best, visiblyLessThan: reference) ? best : nil
  }

  /// Returns the index of the setting that stalls least if it stalls visibly less than a setting that
  /// the rule prefers; `nil` otherwise.
  func lessStalling(than place: Int) -> Int? {
    let least = leastStall
    return stalls(least, visiblyLessThan: place)
      && rule.prefers(settings[place].candidate, to: settings[least].candidate) ? least : nil
  }

  private func stalls(_ place: Int, visiblyLessThan other: Int) -> Bool {
    let (mine, theirs) = (settings[place].mean, settings[other].mean)
    return mine < theirs && differ(mine, theirs)
  }

  /// Returns whether two mean stalls differ visibly.
  func differ(_ one: Double, _ other: Double) -> Bool {
    rule.blankDiffers(one, other, frames: frames)
  }

  /// Returns the smallest visible difference to a stall, in seconds.
  func least(of larger: Double) -> Double {
    rule.materiality.leastDifference(of: larger, frames: frames)
  }

  private var frames: Double { settings[reference].candidate.frames }

  /// Returns the visible differences of a new setting from an old one.
  func effects(from old: Int, to new: Int) -> ComplaintEffects {
    ComplaintEffects(
      from: settings[old].candidate, to: settings[new].candidate, rule, countsLate: true)
  }

  /// Returns a Boolean value that indicates whether a setting breaks limits more often than another
  /// in these sessions, or is visibly worse.
  func isWorse(_ one: ChoiceRule.Candidate, than other: ChoiceRule.Candidate) -> Bool {
    one.broken > other.broken || rule.isVisiblyWorse(one, than: other)
  }

  /// A Boolean value that indicates whether no setting differs visibly from another in stall,
  /// hitches or memory.
  var isIndifferent: Bool {
    settings.allSatisfy { !rule.differ($0.candidate, settings[leastStall].candidate) }
  }

  /// Returns a Boolean value that indicates whether a setting is known to be better than the
  /// reference.
  ///
  /// A setting is known to be better if two conditions hold. It saves a visible amount of stall or
  /// hitches over all sessions like these, with a confidence of 95 % for all settings at once. In
  /// these sessions, the rule prefers it to the reference.
  private func isKnownBetter(_ place: Int) -> Bool {
    let now = settings[reference]
    guard rule.prefers(settings[place].candidate, to: now.candidate) else { return false }
    return savings[place].isAbove(least(of: now.mean)) ?? false
      || hitchSavings[place].isAbove(rule.leastHitches(of: now.candidate.hitches.mean)) ?? false
  }

  /// Returns a Boolean value that indicates whether a setting may cost a visible amount of stall or
  /// hitches in other sessions; `false` if there are too few sessions for an interval.
  private func mayLose(_ place: Int) -> Bool {
    let (own, now) = (settings[place], settings[reference])
    func reaches(_ saving: MeanInterval, below least: Double) -> Bool {
      saving.interval.map { $0.lowerBound < -least } ?? false
    }
    return reaches(savings[place], below: least(of: max(own.mean, now.mean)))
      || reaches(
        hitchSavings[place],
        below: rule.leastHitches(of: max(own.candidate.hitches.mean, now.candidate.hitches.mean)))
  }

  /// Returns the index of the setting with visibly less memory than the reference that is worse in
  /// no other respect; `nil` if there is none.
  ///
  /// Memory needs no interval, since a run has the same peak whenever it is made.
  private func lessMemory(_ losesInPart: (Int) -> Bool) -> Int? {
    let now = settings[reference].candidate
    let alike = settings.indices.filter {
      !isWorse(settings[$0].candidate, than: now) && !mayLose($0) && !losesInPart($0)
    }
    guard !alike.isEmpty else { return nil }
    let found = rule.leastMemory(among: candidates, at: alike)
    let memory = settings[found].candidate.memory.mean
    return memory < now.memory.mean && rule.memoryDiffers(memory, now.memory.mean) ? found : nil
  }
}
