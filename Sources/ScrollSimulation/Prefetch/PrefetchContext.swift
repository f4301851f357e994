public import ScrollCore

/// The facts about one frame that a prefetcher receives.
///
/// The items that appeared in the frame are passed separately. The viewport and the planner's
/// placement determine which items are visible.
public struct PrefetchContext: Sendable {
  /// The viewport's position, velocity and scroll phase.
  public var viewport: Viewport
  /// A Boolean value that indicates whether the system ran short of memory since the last frame.
  public var hadMemoryWarning = false
  /// A Boolean value that indicates whether the app is entering the background.
  ///
  /// The app does not draw a frame at that time. The context lets a rule plan for the background:
  /// requests for items that leave the plan are withdrawn.
  public var isEnteringBackground = false
  /// A Boolean value that indicates whether this is the first frame after the app returned to the
  /// foreground.
  public var isAfterForeground = false
  /// The time until the next vsync, minus the work of this frame that is known so far.
  public var idle = SimTime.zero
  /// The outcomes of loads since the last frame.
  public var news = LoadOutcomes()

  /// Creates the context of an ordinary frame.
  public init(_ viewport: Viewport) { self.viewport = viewport }
}
