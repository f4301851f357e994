public import ScrollCore

/// The memory of a device while one app is in front: who gets warned, purged and killed.
///
/// After every change the rules run to a fixed point, in this order:
/// 1. free below 15 % of memory: volatile purgeable bytes are taken, oldest first;
/// 2. free below 5 % (4 % above 3 GB): background apps are killed, lowest priority first;
///    none left: the app is killed;
/// 3. footprint at 80 % of the app's limit while armed: one memory warning, armed again
///    below 75 % (the hysteresis is an estimate);
/// 4. footprint at the limit: the app is killed.
///
/// The thresholds are those of XNU (`PHYS_FOOTPRINT_WARNING_LEVEL`, kern_memorystatus.c).
public struct DeviceMemory: Sendable {
  /// Why the app was killed.
  public enum Death: String, Sendable {
    case appLimit = "its footprint reached the app limit"
    case systemPressure = "the device ran out of memory"
  }

  /// What the rules decided on a change.
  public struct Verdict: Sendable, Equatable {
    public var purged = ByteCount.zero
    public var killedBackgroundApps = 0
    public var warns = false
    public var death: Death?
  }

  let figures: MemoryFigures
  private var backgroundApps: ArraySlice<ByteCount>
  private var isArmed = true
  private(set) public var otherProcesses: ByteCount
  /// Everything that the app is charged for.
  public private(set) var footprint: ByteCount
  public private(set) var peakFootprint: ByteCount
  /// Purgeable and not charged.
  public private(set) var volatileBytes = ByteCount.zero

  public init(_ figures: MemoryFigures) {
    self.figures = figures
    backgroundApps = figures.backgroundApps[...]
    otherProcesses = figures.otherProcesses
    footprint = figures.baseFootprint
    peakFootprint = footprint
  }

  public var free: ByteCount {
    backgroundApps.reduce(figures.total - otherProcesses - footprint - volatileBytes) { $0 - $1 }
  }

  /// Sets what the app's images take besides its base footprint, and runs the rules.
  /// - Precondition: neither amount is negative.
  public mutating func imagesChanged(
    charged: ByteCount, volatile: ByteCount = .zero
  ) -> Verdict {
    precondition(charged >= .zero, "the footprint fell to \(charged.bytes) bytes")
    precondition(volatile >= .zero, "volatile memory fell to \(volatile.bytes) bytes")
    footprint = figures.baseFootprint + charged
    volatileBytes = volatile
    peakFootprint = max(peakFootprint, footprint)
    // The usual case in three comparisons: no rule can fire.
    if footprint.bytes * 100 < figures.appLimit.bytes * 75, free.bytes * 100 >= total * 15 {
      isArmed = true
      return Verdict()
    }
    return applyRules()
  }

  /// Other processes take memory, or give it back.
  public mutating func otherProcessesChanged(by bytes: Int) -> Verdict {
    otherProcesses = ByteCount(max(0, otherProcesses.bytes + bytes))
    return applyRules()
  }

  private var total: Int { figures.total.bytes }

  private mutating func applyRules() -> Verdict {
    var verdict = Verdict()
    if free.bytes * 100 < total * 15, volatileBytes > .zero {
      let wanted = (total * 15 + 99) / 100 - free.bytes
      verdict.purged = min(volatileBytes, ByteCount(wanted))
      volatileBytes -= verdict.purged
    }
    let criticalPercent = total > 3_000_000_000 ? 4 : 5
    while free.bytes * 100 < total * criticalPercent, verdict.death == nil {
      if backgroundApps.popFirst() == nil {
        verdict.death = .systemPressure
      } else {
        verdict.killedBackgroundApps += 1
      }
    }
    if isArmed, footprint.bytes * 100 >= figures.appLimit.bytes * 80 {
      verdict.warns = true
      isArmed = false
    } else if footprint.bytes * 100 < figures.appLimit.bytes * 75 {
      isArmed = true
    }
    if footprint >= figures.appLimit { verdict.death = .appLimit }
    return verdict
  }
}
