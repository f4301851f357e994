public import ScrollCore

extension RunReport {
  /// Frames that came late because the main thread was busy.
  public struct Hitches: Sendable, Equatable {
    /// Late frames.
    public var count = 0
    /// Missed vsyncs times the period, over all frames and over those not idle at their start.
    public var time = SimTime.zero, scrollingTime = SimTime.zero
    /// The same over all frames and launches.
    ///
    /// The first frame of a launch was due as if there had been nothing to do. A frame that never
    /// came counts until the end.
    public var frozen = SimTime.zero
    /// The longest of those.
    public var longestDelay = SimTime.zero
    /// The duration of the frames that were not idle at their start, less the background.
    public var scrolling = SimTime.zero
    /// The longest delay of one frame that its own work made late.
    public var worst = SimTime.zero
    /// What launches preload included.
    public var mainThreadBusy = SimTime.zero
    /// The work of late frames, by what it was.
    public var causes = MainThreadWork()

    /// Hitch milliseconds per second of scrolling.
    public var timeRatio: Double {
      scrolling == .zero ? 0 : scrollingTime.milliseconds / scrolling.seconds
    }
  }

  /// Main-thread nanoseconds by what they were spent on.
  public struct MainThreadWork: Sendable, Equatable {
    public var cells: Int64 = 0
    public var read: Int64 = 0
    public var network: Int64 = 0
    public var decode: Int64 = 0
    /// Drawing tiles, and putting hybrids together.
    public var tiles: Int64 = 0, composition: Int64 = 0
    public var upload: Int64 = 0
    /// Waiting for what had been paged out.
    public var paging: Int64 = 0

    package init() {}

    public var total: Int64 {
      cells + read + network + decode + tiles + composition + upload + paging
    }

    static func += (left: inout Self, right: Self) {
      left.cells += right.cells
      left.read += right.read
      left.network += right.network
      left.decode += right.decode
      left.tiles += right.tiles
      left.composition += right.composition
      left.upload += right.upload
      left.paging += right.paging
    }

    /// Every kind of work with its name, in the order of reports.
    public var parts: [(name: String, nanoseconds: Int64)] {
      [
        ("cells", cells), ("read", read), ("network", network), ("decode", decode),
        ("tiles", tiles), ("composition", composition), ("upload", upload), ("paging", paging),
      ]
    }
  }
}
