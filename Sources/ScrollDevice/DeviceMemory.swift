public import ScrollCore

/// The memory of a device while one app is in front: who gets warned, purged and killed.
///
/// After every change the rules run to a fixed point, in this order:
/// 1. free below 15 % of memory: volatile objects are wanted purged;
/// 2. free below 5 % (4 % above 3 GB): where memory can be paged out, that is wanted;
/// 3. still free below 15 %: the system is short of memory; below 5 % (4 %) critically short.
///    Either state lasts until free memory is above 115 % of its threshold. Entering either one
///    warns the app once;
/// 4. footprint at 80 % of the app's limit while armed: one memory warning, armed again
///    below 75 %;
/// 5. free below 5 % (4 %) with nothing left to page out: once the app has had the chance to
///    answer a warning of the system's, background apps are killed, lowest priority first; none
///    left: the app is killed;
/// 6. footprint at the limit: the app is killed.
///
/// Only whole objects can be purged or paged out, and which, the owner of the objects knows
/// (`PurgeableMemory`). So a verdict either wants bytes gone or decides: while it wants
/// something, the owner lets objects go and reports the change, until a verdict is final.
/// Each such round lets at least one object go, so that there is a last one.
///
/// The thresholds are those of XNU (`PHYS_FOOTPRINT_WARNING_LEVEL`; kern_memorystatus.c, of which
/// `pressure_threshold_percentage` is 15, `critical_threshold_percentage` 5; vm_pageout.c, where
/// `VM_PRESSURE_WARNING_TO_NORMAL` and `VM_PRESSURE_CRITICAL_TO_WARNING` take 115 % of either).
/// The 75 % and the wait for the app's answer are estimates: Apple says that apps are warned first
/// and killed if the lack persists. That paged-out bytes stay in the footprint is how XNU counts
/// compressed ones; that a Mac pages out at the same threshold at which a phone kills is an
/// estimate.
public struct DeviceMemory: Sendable {
  let figures: MemoryFigures
  private var backgroundApps: ArraySlice<ByteCount>
  private var backgroundBytes: ByteCount
  private var isArmed = true
  private var shortage = MemoryShortage()
  /// Whether a warning of the system's has no answer yet.
  private var awaitsAnswer = false
  private var pageableBytes = ByteCount.zero
  private(set) public var otherProcesses: ByteCount
  /// Everything that the app is charged for, paged out or not.
  public private(set) var footprint: ByteCount
  public private(set) var peakFootprint: ByteCount
  /// Purgeable and not charged.
  public private(set) var volatileBytes = ByteCount.zero
  /// Charged, but not in memory.
  public private(set) var pagedOutBytes = ByteCount.zero

  public init(_ figures: MemoryFigures) {
    self.figures = figures
    backgroundApps = figures.backgroundApps[...]
    backgroundBytes = figures.backgroundApps.reduce(.zero) { $0 + $1 }
    otherProcesses = figures.otherProcesses
    footprint = figures.baseFootprint
    peakFootprint = footprint
  }

  public var free: ByteCount {
    figures.total - otherProcesses - backgroundBytes - footprint - volatileBytes + pagedOutBytes
  }

  /// Sets what the app's images take besides its base footprint, and runs the rules.
  /// - Parameters:
  ///   - charged: in memory or paged out.
  ///   - volatile: what may be purged, which is not charged.
  ///   - pageable: what of the charged bytes is in memory and may go to swap now.
  ///   - pagedOut: what of the charged bytes is in swap.
  /// - Returns: what happens, or what the owner of the images must let go before it is decided.
  /// - Precondition: no amount is negative; `pageable` and `pagedOut` are charged, and nothing
  ///   on a device without swap.
  public mutating func imagesChanged(
    charged: ByteCount, volatile: ByteCount = .zero, pageable: ByteCount = .zero,
    pagedOut: ByteCount = .zero
  ) -> Verdict {
    precondition(charged >= .zero, "the footprint fell to \(charged.bytes) bytes")
    precondition(volatile >= .zero, "volatile memory fell to \(volatile.bytes) bytes")
    precondition(
      pageable >= .zero && pagedOut >= .zero && pageable + pagedOut <= charged,
      "\(pageable.bytes) bytes to page out and \(pagedOut.bytes) in swap of \(charged.bytes)")
    precondition(
      figures.swap != nil || pageable + pagedOut == .zero, "nothing is paged out without swap")
    footprint = figures.baseFootprint + charged
    volatileBytes = volatile
    pageableBytes = pageable
    pagedOutBytes = pagedOut
    peakFootprint = max(peakFootprint, footprint)
    // The usual case in two more comparisons: no rule can fire.
    if footprint * 100 < figures.appLimit * 75,
      missing(percent: MemoryShortage.percent) <= .zero
    {
      isArmed = true
      if shortage.lasts { shortage.ease(free: free, total: figures.total) }
      return Verdict()
    }
    return applyRules()
  }

  /// The app has answered the warnings so far as it can, and let go of what it could; or its
  /// process has ended.
  public mutating func warningWasAnswered() -> Verdict {
    guard awaitsAnswer else { return Verdict() }
    awaitsAnswer = false
    return applyRules()
  }

  /// Other processes take memory, or give it back.
  public mutating func otherProcessesChanged(by bytes: ByteCount) -> Verdict {
    otherProcesses = max(.zero, otherProcesses + bytes)
    return applyRules()
  }

  /// What free memory lacks of a share of all memory; nothing or less where it has that much.
  private func missing(percent: Int) -> ByteCount {
    figures.total.share(percent: percent) - free
  }

  private var criticalPercent: Int { MemoryShortage.criticalPercent(of: figures.total) }

  private mutating func applyRules() -> Verdict {
    var verdict = Verdict()
    let lacking = missing(percent: MemoryShortage.percent)
    if lacking > .zero, volatileBytes > .zero {
      verdict.wantsPurged = min(volatileBytes, lacking)
      return verdict
    }
    let critical = missing(percent: criticalPercent)
    if critical > .zero, pageableBytes > .zero {
      verdict.wantsPagedOut = min(pageableBytes, critical)
      return verdict
    }
    if shortage.follow(free: free, total: figures.total) {
      verdict.warns = true
      awaitsAnswer = true
    }
    while !awaitsAnswer, missing(percent: criticalPercent) > .zero, verdict.death == nil {
      if let app = backgroundApps.popFirst() {
        backgroundBytes -= app
        verdict.killedBackgroundApps += 1
      } else {
        verdict.death = .systemPressure
      }
    }
    if verdict.killedBackgroundApps > 0 { shortage.ease(free: free, total: figures.total) }
    if isArmed, footprint * 100 >= figures.appLimit * 80 {
      verdict.warns = true
      isArmed = false
    } else if footprint * 100 < figures.appLimit * 75 {
      isArmed = true
    }
    if footprint >= figures.appLimit { verdict.death = .appLimit }
    return verdict
  }
}

extension DeviceMemory {
  /// Why the app was killed.
  public enum Death: String, Sendable {
    case appLimit = "its footprint reached the app limit"
    case systemPressure = "the device ran out of memory"
  }

  /// What the rules decided on a change.
  public struct Verdict: Sendable, Equatable {
    /// Volatile objects of at least so many bytes must go; nothing else is decided before.
    public var wantsPurged = ByteCount.zero
    /// Pageable objects of at least so many bytes must go to swap; nothing else is decided
    /// before.
    public var wantsPagedOut = ByteCount.zero
    public var killedBackgroundApps = 0
    public var warns = false
    public var death: Death?

    public init(
      wantsPurged: ByteCount = .zero, wantsPagedOut: ByteCount = .zero, warns: Bool = false
    ) {
      self.wantsPurged = wantsPurged
      self.wantsPagedOut = wantsPagedOut
      self.warns = warns
    }

    /// Whether nothing is wanted any more.
    public var isFinal: Bool { wantsPurged == .zero && wantsPagedOut == .zero }
  }
}

/// Whether a device is short of memory, and whether critically.
///
/// It becomes short below 15 % of free memory, critically short below 5 %, or 4 % where it has
/// more than 3 GB. Either state lasts until free memory is above 115 % of its threshold, so that
/// an amount that goes up and down around it is one shortage. `DeviceMemory` names the sources.
struct MemoryShortage: Sendable {
  private enum Level: Comparable {
    case none, warning, critical
  }

  /// The share of memory below which the device is short of it.
  static var percent: Int { 15 }
  /// The share below which it is critically short.
  static func criticalPercent(of total: ByteCount) -> Int { total.megabytes > 3000 ? 4 : 5 }

  private var level = Level.none

  /// Whether there is one.
  var lasts: Bool { level > .none }

  /// Follows free memory down and up; true if the device becomes short of it, or critically
  /// short.
  mutating func follow(free: ByteCount, total: ByteCount) -> Bool {
    ease(free: free, total: total)
    let before = level
    if free < total.share(percent: Self.criticalPercent(of: total)) {
      level = .critical
    } else if free < total.share(percent: Self.percent) {
      level = max(level, .warning)
    }
    return level > before
  }

  /// Follows free memory up.
  mutating func ease(free: ByteCount, total: ByteCount) {
    func isAbove(_ percent: Int) -> Bool { free * 10_000 > total * (percent * 115) }
    if isAbove(Self.percent) {
      level = .none
    } else if isAbove(Self.criticalPercent(of: total)) {
      level = min(level, .warning)
    }
  }
}
