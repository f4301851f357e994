import ScrollCore
import ScrollDevice

/// The rules of a device's memory once more, written from the documentation of `DeviceMemory`.
///
/// All amounts are plain numbers of bytes, and every sum is added up anew when it is asked for.
struct ReferenceMemory {
  /// What comes of a change.
  struct Answer {
    /// Volatile or pageable bitmaps of so many bytes must go before anything else is decided.
    var mustPurge = 0, mustPageOut = 0
    var killedApps = 0
    var warns = false
    var death: DeviceMemory.Death?

    var isFinal: Bool { mustPurge == 0 && mustPageOut == 0 }
  }

  private let figures: MemoryFigures
  private var otherProcesses: Int
  /// Those that are alive, the one that is killed first in front.
  private var backgroundApps: [Int]
  /// What the images of the app take: charged to it, volatile, and, of what is charged, in memory
  /// but free to go to swap, and in swap.
  private var charged = 0, volatile = 0, pageable = 0, pagedOut = 0
  /// Every footprint that there was.
  private var footprints: [Int] = []

  private var isShort = false, isCriticallyShort = false
  /// The app has not answered a warning of the system's yet.
  private var isAnswerDue = false
  /// The app would be warned of its own limit.
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

  /// What nobody has; bytes in swap are charged, but not in memory.
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

  /// The app has let go of what it could, or its process has ended.
  mutating func warningWasAnswered() -> Answer {
    guard isAnswerDue else { return Answer() }
    isAnswerDue = false
    return followRules()
  }

  /// 4 instead of 5 on a device with more than 3 GB.
  private var criticalPercent: Int { total > 3_000_000_000 ? 4 : 5 }

  private func isFreeBelow(_ percent: Int) -> Bool { free * 100 < total * percent }

  /// The fewest bytes with which so many percent would be free.
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

  /// Whether a shortage or a critical one begins; one that is over is forgotten.
  private mutating func becomesShort() -> Bool {
    forgetShortages()
    let begins =
      isFreeBelow(15) && !isShort || isFreeBelow(criticalPercent) && !isCriticallyShort
    if isFreeBelow(15) { isShort = true }
    if isFreeBelow(criticalPercent) { isCriticallyShort = true }
    return begins
  }

  /// A shortage is over when more than 115 % of its threshold are free.
  private mutating func forgetShortages() {
    if free * 100 * 100 > total * 15 * 115 { isShort = false }
    if free * 100 * 100 > total * criticalPercent * 115 { isCriticallyShort = false }
  }

  /// Background apps are killed one by one while too little is free, and then the app.
  private mutating func kill(_ answer: inout Answer) {
    while isFreeBelow(criticalPercent), !backgroundApps.isEmpty {
      backgroundApps.removeFirst()
      answer.killedApps += 1
    }
    if isFreeBelow(criticalPercent) { answer.death = .systemPressure }
    forgetShortages()
  }

  /// Whether the app is warned of its own limit: at 80 %, once until it was below 75 %.
  private mutating func comesCloseToLimit() -> Bool {
    if footprint * 100 < limit * 75 { isArmed = true }
    guard isArmed, footprint * 100 >= limit * 80 else { return false }
    isArmed = false
    return true
  }
}
