import ScrollCore
import ScrollDevice

/// A second implementation of the rules of a device's memory, written from the documentation of
/// `DeviceMemory`.
///
/// All amounts are plain numbers of bytes, and every sum is computed anew each time.
struct ReferenceMemory {
  /// The consequences of a change.
  struct Answer {
    /// The bytes of volatile and of pageable bitmaps that must go before any other decision.
    var mustPurge = 0, mustPageOut = 0
    var killedApps = 0
    var warns = false
    var death: DeviceMemory.Death?

    var isFinal: Bool { mustPurge == 0 && mustPageOut == 0 }
  }

  private let figures: MemoryFigures
  private var otherProcesses: Int
  /// The bytes of the background apps that are alive, the first to be killed in front.
  private var backgroundApps: [Int]
  /// The bytes of the app's images: charged to it, volatile, and, of the charged ones, those in
  /// memory that may go to swap, and those in swap.
  private var charged = 0, volatile = 0, pageable = 0, pagedOut = 0
  /// All footprints so far.
  private var footprints: [Int] = []

  private var isShort = false, isCriticallyShort = false
  /// A Boolean value that indicates whether the app has not yet responded to a warning of the
  /// system.
  private var isAnswerDue = false
  /// A Boolean value that indicates whether the app would be warned of its own limit.
  private var isArmed = true

  init(_ figures: MemoryFigures) {
    self.figures = figures
    otherProcesses = figures.otherProcesses.bytes
    backgroundApps = figures.backgroundApps.map(\.bytes)
    footprints = [footprint]
  }

  private var total: Int { figures.total.bytes }
  private var limit: Int { figures.appLimit.bytes }
  private var footprint: Int { figures.baseFootprint.bytes + charged }

  /// The bytes that no process uses; bytes in swap are charged, but not in memory.
  private var free: Int {
    let app = footprint - pagedOut + volatile
    return total - otherProcesses - app - backgroundApps.reduce(0, +)
  }

  var peakFootprint: ByteCount { ByteCount(footprints.max() ?? 0) }

  mutating func imagesChanged(
    charged: Int, volatile: Int, pageable: Int, pagedOut: Int
  ) -> Answer {
    (self.charged, self.volatile) = (charged, volatile)
    (self.pageable, self.pagedOut) = (pageable, pagedOut)
    footprints.append(footprint)
    return followRules()
  }

  mutating func otherProcessesChanged(by bytes: Int) -> Answer {
    otherProcesses = max(0, otherProcesses + bytes)
    return followRules()
  }

  /// Notes that the app has released what it could, or that its process has ended.
  mutating func warningWasAnswered() -> Answer {
    guard isAnswerDue else { return Answer() }
    isAnswerDue = false
    return followRules()
  }

  /// The percentage of free memory that is critical: 4 instead of 5 on a device with more than 3
  /// GB.
  private var criticalPercent: Int { total > 3_000_000_000 ? 4 : 5 }

  private func isFreeBelow(_ percent: Int) -> Bool { free * 100 < total * percent }

  /// Returns the fewest bytes that must be freed until this percentage is free.
  private func missing(_ percent: Int) -> Int {
    var bytes = (total * percent - free * 100) / 100
    while (free + bytes) * 100 < total * percent { bytes += 1 }
    return bytes
  }

  private mutating func followRules() -> Answer {
    var answer = Answer()
    if isFreeBelow(15), volatile > 0 {
      answer.mustPurge = min(volatile, missing(15))
      return answer
    }
    if isFreeBelow(criticalPercent), pageable > 0 {
      answer.mustPageOut = min(pageable, missing(criticalPercent))
      return answer
    }
    if becomesShort() {
      answer.warns = true
      isAnswerDue = true
    }
    if !isAnswerDue { kill(&answer) }
    if comesCloseToLimit() { answer.warns = true }
    if footprint >= limit { answer.death = .appLimit }
    return answer
  }

  /// Returns `true` if a shortage or a critical one begins; it forgets a shortage that is over.
  private mutating func becomesShort() -> Bool {
    forgetShortages()
    let begins =
      isFreeBelow(15) && !isShort || isFreeBelow(criticalPercent) && !isCriticallyShort
    if isFreeBelow(15) { isShort = true }
    if isFreeBelow(criticalPercent) { isCriticallyShort = true }
    return begins
  }

  /// Ends a shortage when more than 115 % of its threshold are free.
  private mutating func forgetShortages() {
    if free * 100 * 100 > total * 15 * 115 { isShort = false }
    if free * 100 * 100 > total * criticalPercent * 115 { isCriticallyShort = false }
  }

  /// Kills background apps one by one while too little is free, and then the app.
  private mutating func kill(_ answer: inout Answer) {
    while isFreeBelow(criticalPercent), !backgroundApps.isEmpty {
      backgroundApps.removeFirst()
      answer.killedApps += 1
    }
    if isFreeBelow(criticalPercent) { answer.death = .systemPressure }
    forgetShortages()
  }

  /// Returns `true` if the app is warned of its own limit: at 80 %, once until it was below 75 %.
  private mutating func comesCloseToLimit() -> Bool {
    if footprint * 100 < limit * 75 { isArmed = true }
    guard isArmed, footprint * 100 >= limit * 80 else { return false }
    isArmed = false
    return true
  }
}
