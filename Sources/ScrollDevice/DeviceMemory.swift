public import ScrollCore

/// The memory of a device while one app is in the foreground, with the rules that warn, purge and
/// kill.
///
/// After every change the rules run in this order, and again until nothing changes any more:
/// 1. If free memory is below 15 % of memory, volatile objects must be purged.
/// 2. If free memory is below 5 % (4 % above 3 GB) and memory can be paged out, pageable objects
///    must be paged out.
/// 3. If free memory is still below 15 %, the system is short of memory; below 5 % (4 %) it is
///    critically short. Either state lasts until free memory is above 115 % of its threshold.
///    Entering either state warns the app once.
/// 4. If the footprint reaches 80 % of the app's limit, the app receives one memory warning. It
///    receives the next one only after the footprint has been below 75 %.
/// 5. If free memory is still below 5 % (4 %) and no memory can be paged out, background apps are
///    killed, lowest priority first, but not before the app could answer a warning of the system.
///    If no background app is left, the app is killed.
/// 6. If the footprint is at the limit, the app is killed.
///
/// Only whole objects can be purged or paged out, and the owner of the objects decides which
/// (`PurgeableMemory`). So a verdict either requests that the owner releases bytes, or is final. If
/// it requests bytes, the owner releases objects and reports the change. Each round releases at
/// least one object, so the rounds end.
///
/// The thresholds are those of XNU (`PHYS_FOOTPRINT_WARNING_LEVEL`; kern_memorystatus.c, of which
/// `pressure_threshold_percentage` is 15, `critical_threshold_percentage` 5; vm_pageout.c, where
/// `VM_PRESSURE_WARNING_TO_NORMAL` and `VM_PRESSURE_CRITICAL_TO_WARNING` take 115 % of either). The
/// 75 % and the wait for the app's answer are estimates: Apple says that apps are warned first and
/// killed if the shortage persists. Paged-out bytes count in the footprint, as XNU counts
/// compressed ones. The threshold at which a Mac pages out is assumed to be the one at which a
/// phone kills apps, which is an estimate.
public struct DeviceMemory: Sendable {
  let figures: MemoryFigures
  /// The free memory below which the device is short of it.
  private let scarce: ByteCount
  private var backgroundApps: ArraySlice<ByteCount>
  private var backgroundBytes: ByteCount
  private var isArmed = true
  private var shortage = MemoryShortage()
  /// A Boolean value that indicates whether the app has not yet answered a warning of the system.
  private var awaitsAnswer = false
  private var pageableBytes = ByteCount.zero
  private(set) public var otherProcesses: ByteCount
  /// The bytes that count as the app's memory, even if they are paged out.
  public private(set) var footprint: ByteCount
  public private(set) var peakFootprint: ByteCount
  /// The bytes that are volatile and do not count for the footprint.
  public private(set) var volatileBytes = ByteCount.zero
  /// The bytes that count for the footprint but are in swap.
  public private(set) var pagedOutBytes = ByteCount.zero

  public init(_ figures: MemoryFigures) {
    self.figures = figures
    scarce = figures.total.share(percent: MemoryShortage.percent)
    backgroundApps = figures.backgroundApps[...]
    backgroundBytes = figures.backgroundApps.reduce(.zero) { $0 + $1 }
    otherProcesses = figures.otherProcesses
    footprint = figures.baseFootprint
    peakFootprint = footprint
  }

  public var free: ByteCount {
    figures.total - otherProcesses - backgroundBytes - footprint - volatileBytes + pagedOutBytes
  }

  /// Sets the bytes that the app's images use besides its base footprint, and runs the rules.
  /// - Parameters:
  ///   - charged: the bytes in memory or paged out.
  ///   - volatile: the bytes that may be purged, which are not charged.
  ///   - pageable: the charged bytes that are in memory and may be paged out now.
  ///   - pagedOut: the charged bytes in swap.
  /// - Returns: the decision, or the bytes that the owner of the images must release first.
  /// - Precondition: no amount is negative; `pageable` and `pagedOut` are charged, and both are 0
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
    // The usual case in two more comparisons: no rule can apply.
    if footprint * 100 < figures.appLimit * 75,
      free >= scarce
    {
      isArmed = true
      if shortage.lasts { shortage.ease(free: free, total: figures.total) }
      return Verdict()
    }
    return applyRules()
  }

  /// Runs the rules after the app has answered the warnings by releasing memory, or after its
  /// process has ended.
  public mutating func warningWasAnswered() -> Verdict {
    guard awaitsAnswer else { return Verdict() }
    awaitsAnswer = false
    return applyRules()
  }

  /// Runs the rules after other processes have taken or freed memory.
  public mutating func otherProcessesChanged(by bytes: ByteCount) -> Verdict {
    otherProcesses = max(.zero, otherProcesses + bytes)
    return applyRules()
  }

  /// The bytes by which free memory is below the critical share; 0 or less if it is not.
  private var critical: ByteCount {
    figures.total.share(percent: MemoryShortage.criticalPercent(of: figures.total)) - free
  }

  private mutating func applyRules() -> Verdict {
    var verdict = Verdict()
    let lacking = scarce - free
    if lacking > .zero, volatileBytes > .zero {
      verdict.wantsPurged = min(volatileBytes, lacking)
      return verdict
    }
    let critical = critical
    if critical > .zero, pageableBytes > .zero {
      verdict.wantsPagedOut = min(pageableBytes, critical)
      return verdict
    }
    if shortage.follow(free: free, total: figures.total) {
      verdict.warns = true
      awaitsAnswer = true
    }
    while !awaitsAnswer, self.critical > .zero, verdict.death == nil {
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
  /// The reason why the app was killed.
  public enum Death: String, Sendable {
    case appLimit = "its footprint reached the app limit"
    case systemPressure = "the device ran out of memory"
  }

  /// The decision of the rules after a change.
  public struct Verdict: Sendable, Equatable {
    /// The bytes of volatile objects that must be purged before the rules can decide further.
    public var wantsPurged = ByteCount.zero
    /// The bytes of pageable objects that must be paged out before the rules can decide further.
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

    /// A Boolean value that indicates whether the verdict requests no bytes.
    public var isFinal: Bool { wantsPurged == .zero && wantsPagedOut == .zero }
  }
}

/// The state of memory shortage of a device: none, short, or critically short.
///
/// A device becomes short below 15 % of free memory. It becomes critically short below 5 %, or 4 %
/// if it has more than 3 GB. Either state lasts until free memory is above 115 % of its threshold.
/// So a free memory that varies around the threshold counts as one shortage. `DeviceMemory` names
/// the sources.
struct MemoryShortage: Sendable {
  private enum Level: Comparable {
    case none, warning, critical
  }

  /// The share of memory in percent below which the device is short of it.
  static var percent: Int { 15 }
  /// Returns the share of memory in percent below which the device is critically short of it.
  static func criticalPercent(of total: ByteCount) -> Int { total.megabytes > 3000 ? 4 : 5 }

  private var level = Level.none

  /// A Boolean value that indicates whether there is a shortage.
  var lasts: Bool { level > .none }

  /// Updates the state for the present free memory.
  ///
  /// - Returns: `true` if the device becomes short of memory, or critically short.
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

  /// Ends a state if free memory has risen above 115 % of its threshold.
  mutating func ease(free: ByteCount, total: ByteCount) {
    // With amounts up to 2^50 bytes, the products fit into 64 bits.
    func isAbove(_ percent: Int) -> Bool { free * 2000 > total * (percent * 23) }
    if isAbove(Self.percent) {
      level = .none
    } else if isAbove(Self.criticalPercent(of: total)) {
      level = min(level, .warning)
    }
  }
}
