public import ScrollCore

extension RunReport {
  /// Appearances of images for the first time in the run, or again: of an image that another item,
  /// an earlier visit or an earlier process had shown or tried to show.
  public struct Visits: Sendable, Equatable {
    public var appearances = 0
    /// What they asked the loader for, and what of that was in the cache.
    public var requests = 0, hits = 0
    /// Share of the viewport that was blank or wrong in their cells, integrated over time, in
    /// seconds.
    public var stallSeconds = 0.0
    public var timeToImage = TimeToImage()

    public var hitRate: Double { requests == 0 ? 0 : Double(hits) / Double(requests) }
  }

  /// What the user tapped, in the foreground.
  public struct Taps: Sendable, Equatable {
    public var count = 0
    /// Those that no frame answered before the run or the process ended.
    public var unanswered = 0
    /// The longest until a frame was on screen that was begun after the tap.
    public var slowest = SimTime.zero

    /// The longest until an answer; nil if there was none to some.
    public var answer: SimTime? { unanswered == 0 ? slowest : nil }
  }
}
