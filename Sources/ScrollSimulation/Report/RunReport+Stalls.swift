public import ScrollCore

extension RunReport {
  /// What the user wanted to see and did not.
  public struct Stalls: Sendable, Equatable {
    /// Share of the wanted viewport that the screen did not show rightly, integrated over time, in
    /// seconds: what runs are ranked by first.
    ///
    /// Wanted is the trace's viewport of one vsync before, which a frame on time shows. While
    /// frames are on time this is blank and wrong area. Under a late frame what has moved away
    /// from the screen adds to it, and a frame of an earlier layout shows nothing rightly; before
    /// a first frame everything is missing. The background adds nothing.
    public var seconds = 0.0
    /// Share of the viewport that was blank, integrated over time, in seconds.
    public var blankAreaSeconds = 0.0
    /// How much of that showed a placeholder.
    public var placeholderSeconds = 0.0
    /// The same for cells that showed a low variant, or faded in.
    public var softAreaSeconds = 0.0
    /// The same for cells that showed another item's image.
    public var wrongAreaSeconds = 0.0
    /// Blank-area seconds of frames that were not idle, per second that they were on screen.
    public var blankRatio = 0.0
    public var framesWithBlank = 0
    /// Items that became visible in a frame.
    public var appearances = 0
    /// Those that left without having been shown, or still waited when the app was killed.
    public var neverShown = 0
    /// Those still waiting when the run ended, the app being alive.
    public var unfinished = 0
    /// Items passed over between two processed frames: in the viewport since, in neither.
    public var skipped = 0
    /// Appearances whose image came with its cell, and after it.
    public var atOnce = 0, late = 0
    /// Images that the app took for those of their cells, and were not.
    public var wrongDisplays = 0
    public var timeToImage = TimeToImage()
    /// Why late and never shown images were absent, by `AbsenceReason.rawValue`.
    public var absences = [Int](repeating: 0, count: AbsenceReason.allCases.count)
    /// What they waited for, and in all.
    public var waits = WaitTimes()
    public var waited = SimTime.zero

    public func absences(because reason: AbsenceReason) -> Int {
      absences[Int(reason.rawValue)]
    }
  }

  /// Presentation of the image less presentation of its cell, over all appearances.
  ///
  /// A low variant counts as the image. Exact, nearest rank. Nil stands for never: appearances
  /// that were never shown, or unfinished at the end, count as infinitely late. Where nothing
  /// appeared it is 0, but never if no frame was ever on screen.
  public struct TimeToImage: Sendable, Equatable {
    public var p50: SimTime?, p95: SimTime?, p99: SimTime?, max: SimTime?
    /// The median of those alone that were not there at once; 0 where all were.
    ///
    /// That of all appearances is 0 wherever most images are there at once.
    public var lateP50: SimTime?
  }
}
