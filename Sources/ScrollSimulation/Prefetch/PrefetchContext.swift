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
  /// Such a context is not a frame. It exists for rules that plan for the background: what leaves
  /// the plan then is withdrawn.
  public var isEnteringBackground = false
  /// A Boolean value that indicates whether this is the first frame after the app returned to the
  /// foreground.
  public var isAfterForeground = false
  /// The time until the next vsync that the frame's work known so far leaves unused.
  public var idle = SimTime.zero
  /// The outcomes of loads since the last frame.
  public var news = LoadOutcomes()

  /// Creates the context of an ordinary frame.
  public init(_ viewport: Viewport) { self.viewport = viewport }
}
