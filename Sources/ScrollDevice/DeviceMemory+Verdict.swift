public import ScrollCore

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
