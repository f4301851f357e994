package import ScrollSimulation

/// What is said of a run in which no image and no frame was late.
extension RunReport {
  /// Why no appearance waited.
  package var withoutWaits: String {
    if stalls.appearances > 0 { return "every image was there at once" }
    return hasShown ? "no image appeared" : "no image appeared, since no frame was ever on screen"
  }

  /// Why no frame hitched.
  package var withoutHitches: String {
    hasShown ? "no frame was late" : "the first frame never came"
  }

  private var hasShown: Bool { launch.timeToFirstFrame != nil }
}
