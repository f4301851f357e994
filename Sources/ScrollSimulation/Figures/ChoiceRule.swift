import ScrollCore

/// The rule by which commands choose one of several settings.
///
/// The rule narrows the settings in steps. It first keeps the settings that respect all limits. Of
/// these it keeps those whose missing screen, blank time and hitches are not visibly worse than the
/// best. Of these it keeps those whose memory is not noticeably above the least, and of these the
/// one with the fewest changes. If several settings remain, the one with the least memory wins,
/// then the first one.
///
///     let place = ChoiceRule().choice(among: candidates)
package struct ChoiceRule: Sendable {
  /// The rule as a clause.
  package static let sentence =
    "meet limits, then least blank and hitches, least memory, fewest changes"
  /// The rule as a line of output.
  package static let line = "Rule: \(sentence)."
  /// The default limits as a clause.
  package static let limits = "half of the app's memory, 5 ms/s of hitches"
  /// The advice of every command if no other setting is better.
  package static let keep = "keep what you have"

  /// The smallest visible difference of hitches, in milliseconds per second of scrolling: a fifth of
  /// what Apple calls good.
  package static let leastHitchRatio = 1.0
  /// The smallest difference of memory worth a change, as a share of the larger amount.
  package static let leastMemoryShare = 0.05
  /// The smallest difference of memory worth a change, in bytes.
  static let leastMemory = Double(16 << 20)
  /// The largest share of the app's memory limit that the app may reach by loading images; the rest
  /// is for everything else.
  ///
  /// The system kills an app that reaches its memory limit.
  package static let memoryShare = 0.5

  /// The smallest visible difference of blank time.
  package let materiality: Materiality

  package init(materiality: Materiality = .standard) { self.materiality = materiality }

  /// The figures of a setting in one session: of one run, or as means over several runs.
  package struct Session: Sendable, Equatable {
    /// The weight of the session among all sessions, above 0.
    package var share: Double
    /// The share of the runs in which the app is killed, and the share of the runs that break a
    /// limit.
    package var killed: Double, broken: Double
    /// The duration in seconds; a run ends when the app is killed.
    var seconds: Double
    /// The refresh rate of the display, in Hz.
    var refreshRate: Double
    /// The stall (missing screen) and the blank time, in seconds.
    package var stall: Double, blank: Double
    /// The hitches in milliseconds per second of scrolling.
    package var hitches: Double
    /// The peak of the app's memory in bytes.
    package var memory: Double

    /// Creates the figures of a run.
    /// - Parameters:
    ///   - share: the weight of the session, above 0.
    ///   - isKilled: whether the app is killed.
    ///   - isBroken: whether the run breaks a limit.
    ///   - refreshRate: the refresh rate of the display, in Hz.
    ///   - value: the value of a figure of the run.
    package init(
      share: Double = 1, isKilled: Bool, isBroken: Bool, refreshRate: Double,
      value: (Figure) -> Double
    ) {
      self.share = share
      killed = isKilled ? 1 : 0
      broken = isBroken ? 1 : 0
      self.refreshRate = refreshRate
      seconds = value(.duration)
      stall = value(.stall)
      blank = value(.blank)
      hitches = value(.hitchRatio)
      memory = value(.footprintPeak)
    }

    /// Creates the means over runs of the session.
    /// - Precondition: there is a run.
    package init(meanOf runs: [Session], share: Double) {
      precondition(!runs.isEmpty, "a mean of nothing")
      func mean(_ value: (Session) -> Double) -> Double {
        Spread(runs.map { (value($0), 1) }).mean
      }
      self = runs[0]
      self.share = share
      killed = mean { $0.killed }
      broken = mean { $0.broken }
      seconds = mean { $0.seconds }
      stall = mean { $0.stall }
      blank = mean { $0.blank }
      hitches = mean { $0.hitches }
      memory = mean { $0.memory }
    }
  }

  /// A figure over sessions.
  package struct Spread: Sendable, Equatable {
    package var mean: Double
    /// The 95th percentile of sessions.
    package var high: Double

    package init(mean: Double, high: Double) {
      self.mean = mean
      self.high = high
    }

    /// Creates the spread of values with weights.
    ///
    /// The mean of equal values is exactly this value. The percentile is by nearest rank: the
    /// smallest value such that at least 95 % of the weight belongs to values up to it.
    package init(_ values: [(value: Double, share: Double)]) {
      let sorted = values.sorted { $0.value < $1.value }
      guard let first = sorted.first, let last = sorted.last, first.value != last.value else {
        self.init(mean: sorted.first?.value ?? 0, high: sorted.first?.value ?? 0)
        return
      }
      let whole = values.reduce(0) { $0 + $1.share }
      var sum = 0.0
      let high = sorted.first { value in
        sum += value.share
        return sum >= 0.95 * whole - 1e-9
      }
      self.init(
        mean: values.reduce(0) { $0 + $1.value * $1.share } / whole,
        high: high?.value ?? last.value)
    }
  }

  /// The figures of a setting over all sessions.
  package struct Candidate: Sendable, Equatable {
    /// The share of the sessions in which the app is killed.
    package var killed: Double
    /// The mean duration of the sessions in seconds; a session ends when the app is killed.
    package var livedSeconds: Double
    /// The share of the sessions that break a limit.
    package var broken: Double
    /// The missing screen in seconds: blank time and late frames.
    package var stall: Spread
    /// The blank time in seconds.
    package var blank: Spread
    /// The hitches in milliseconds per second of scrolling.
    package var hitches: Spread
    /// The peak of the app's memory in bytes.
    package var memory: Spread
    /// The number of settings that differ from the present ones.
    package var changes: Int
    /// The part of the smallest visible difference of blank time that depends on frames, in seconds.
    package var frames: Double

    package init(
      killed: Double, livedSeconds: Double, broken: Double, stall: Spread, blank: Spread,
      hitches: Spread, memory: Spread, changes: Int, frames: Double
    ) {
      self.killed = killed
      self.livedSeconds = livedSeconds
      self.broken = broken
      self.stall = stall
      self.blank = blank
      self.hitches = hitches
      self.memory = memory
      self.changes = changes
      self.frames = frames
    }

    /// The faults that decide before all other figures, the most serious first.
    package var faults: [Double] { [killed, killed > 0 ? -livedSeconds : 0, broken] }
  }

  /// Returns the figures of a setting over its sessions.
  package func candidate(_ sessions: [Session], changes: Int) -> Candidate {
    func spread(_ value: (Session) -> Double) -> Spread {
      Spread(sessions.map { (value($0), $0.share) })
    }
    return Candidate(
      killed: spread { $0.killed }.mean, livedSeconds: spread { $0.seconds }.mean,
      broken: spread { $0.broken }.mean, stall: spread { $0.stall }, blank: spread { $0.blank },
      hitches: spread { $0.hitches }, memory: spread { $0.memory }, changes: changes,
      frames: spread { materiality.leastSeconds(over: $0.seconds, at: $0.refreshRate) }.mean)
  }
}

// Differences that count.
extension ChoiceRule {
  /// Returns a Boolean value that indicates whether two blank times differ visibly.
  package func blankDiffers(_ one: Double, _ other: Double, frames: Double) -> Bool {
    materiality.matters(one, other, frames: frames)
  }

  /// Returns a Boolean value that indicates whether two hitch ratios differ visibly.
  package func hitchesDiffer(_ one: Double, _ other: Double) -> Bool {
    let gap = abs(one - other)
    return gap > 0 && gap >= leastHitches(of: max(one, other))
  }

  /// Returns the smallest visible difference of hitches, in milliseconds per second of scrolling.
  package func leastHitches(of larger: Double) -> Double {
    max(Self.leastHitchRatio, materiality.share * larger)
  }

  /// Returns a Boolean value that indicates whether two amounts of memory differ by enough to be
  /// worth a change of settings.
  package func memoryDiffers(_ one: Double, _ other: Double) -> Bool {
    let gap = abs(one - other)
    return gap > 0 && gap >= max(Self.leastMemory, Self.leastMemoryShare * max(one, other))
  }

  /// Returns a Boolean value that indicates whether two settings differ visibly in any respect.
  package func differ(_ one: Candidate, _ other: Candidate) -> Bool {
    one.killed != other.killed || one.broken != other.broken || isVisiblyWorse(one, than: other)
      || isVisiblyWorse(other, than: one) || memoryDiffers(one.memory.mean, other.memory.mean)
  }

  /// Returns a Boolean value that indicates whether a setting has visibly more missing screen, blank
  /// time or hitches than another, on average or in the 95th percentile of sessions.
  package func isVisiblyWorse(_ one: Candidate, than other: Candidate) -> Bool {
    func isWorse(
      _ mine: Spread, _ theirs: Spread, _ differ: (Double, Double) -> Bool
    ) -> Bool {
      mine.mean > theirs.mean && differ(mine.mean, theirs.mean)
        || mine.high > theirs.high && differ(mine.high, theirs.high)
    }
    func blankDiffers(_ mine: Double, _ theirs: Double) -> Bool {
      self.blankDiffers(mine, theirs, frames: other.frames)
    }
    return isWorse(one.stall, other.stall, blankDiffers)
      || isWorse(one.blank, other.blank, blankDiffers)
      || isWorse(one.hitches, other.hitches, hitchesDiffer)
  }
}

extension ChoiceRule {
  /// Returns the index of the chosen setting.
  ///
  /// If no setting keeps the limits, the rule chooses among those that are killed least often, live
  /// longest and break limits in the fewest sessions.
  /// - Precondition: there is a setting.
  /// - Complexity: O(*n*) in the settings.
  package func choice(among candidates: [Candidate]) -> Int {
    precondition(!candidates.isEmpty, "a choice among nothing")
    return leastMemory(among: candidates, at: best(among: candidates))
  }

  /// Returns the indices of the settings that keep the limits and are not visibly worse than the
  /// best of them.
  func best(among candidates: [Candidate]) -> [Int] {
    let sound = Self.leading(Array(candidates.indices)) { candidates[$0].faults }
    guard let first = sound.min(by: { candidates[$0].stall.mean < candidates[$1].stall.mean })
    else { return [] }
    let close = sound.filter { !isVisiblyWorse(candidates[$0], than: candidates[first]) }
    // The best mean may hide a few bad sessions that a setting close to it does not have.
    let better = close.filter { isVisiblyWorse(candidates[first], than: candidates[$0]) }
    let best = better.min { candidates[$0].stall.high < candidates[$1].stall.high } ?? first
    return close.filter { !isVisiblyWorse(candidates[$0], than: candidates[best]) }
  }

  /// Returns the index of the setting with the least memory and the fewest changes, among settings
  /// that do not differ visibly in blank time and hitches.
  /// - Precondition: `places` is not empty.
  package func leastMemory(among candidates: [Candidate], at places: [Int]) -> Int {
    let least = places.map { candidates[$0].memory.mean }.min() ?? 0
    let small = places.filter { !memoryDiffers(candidates[$0].memory.mean, least) }
    guard
      let choice = small.min(by: {
        let (one, other) = (candidates[$0], candidates[$1])
        return (one.changes, one.memory.mean) < (other.changes, other.memory.mean)
      })
    else { preconditionFailure("a choice among nothing") }
    return choice
  }

  /// Returns a Boolean value that indicates whether the rule prefers a setting to another.
  package func prefers(_ one: Candidate, to other: Candidate) -> Bool {
    choice(among: [other, one]) == 1
  }

  /// Returns the indices of the settings from the best to the worst: the rule's choice among all,
  /// then its choice among the rest, and so on.
  /// - Complexity: O(*n*²) in the settings.
  package func order(of candidates: [Candidate]) -> [Int] {
    var rest = Array(candidates.indices)
    var order: [Int] = []
    while !rest.isEmpty {
      order.append(rest.remove(at: choice(among: rest.map { candidates[$0] })))
    }
    return order
  }

  private static func leading(_ places: [Int], by faults: (Int) -> [Double]) -> [Int] {
    let least = places.map(faults).min { $0.lexicographicallyPrecedes($1) }
    return places.filter { faults($0) == least }
  }
}
