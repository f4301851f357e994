package import ScrollSimulation

/// The sentences for a run in which no image and no frame was late.
extension RunReport {
  /// The reason why no appearance waited.
  package var withoutWaits: String {
    if stalls.appearances > 0 { return "every image appeared at once" }
    return stalls.timeToImage.p50 != nil
      ? "no image appeared" : "no image appeared, because no frame was ever on screen"
  }

  /// The reason why no frame hitched.
  package var withoutHitches: String {
    guard launch.timeToFirstFrame == nil else { return "no frame was late" }
    return launch.count > 1
      ? "the app never showed a frame after a launch" : "the app never showed its first frame"
  }
}
