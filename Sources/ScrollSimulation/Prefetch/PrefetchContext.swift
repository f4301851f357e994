public import ScrollCore

/// What a prefetcher sees of one frame.
///
/// The items that appeared in it are passed beside it; which ones are visible follows from the
/// viewport and the planner's placement.
public struct PrefetchContext: Sendable {
  /// Where the viewport is, how fast it moves and in which phase of a scroll.
  public var viewport: Viewport
  /// The system ran short of memory since the last frame.
  public var hadMemoryWarning = false
  /// No frame, but the moment at which the app goes to the background, for rules that plan for
  /// it: what leaves the plan then is withdrawn.
  public var isEnteringBackground = false
  /// The first frame since it came back.
  public var isAfterForeground = false
  /// What the work of the frame that is known so far leaves of the time until the next vsync.
  public var idle = SimTime.zero
  /// What became of images since the last frame.
  public var news = LoadingNews()

  /// An ordinary frame.
  public init(_ viewport: Viewport) { self.viewport = viewport }
}
