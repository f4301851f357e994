public import ScrollCore

/// What became of images since the last frame, as an app can count it itself.
public struct LoadingNews: Equatable, Sendable {
  /// Items that appeared without their image in memory, in this frame included.
  public var late = 0
  /// Images fetched ahead that turned out to be for nothing: cancelled, refused by the cache, or
  /// pushed out before anybody saw them.
  public var wasted = 0
  /// Loads in the background that were finished, and how long those took from their start in sum.
  ///
  /// Failed ones do not count.
  public var loads = 0
  public var loadTime = SimTime.zero

  public init() {}
}
