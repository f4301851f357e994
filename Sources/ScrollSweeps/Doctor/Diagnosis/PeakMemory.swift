package import ScrollCore
package import ScrollSimulation

/// The parts of a run's footprint at its peak.
package struct PeakMemory: Sendable, Equatable {
  /// The images, by their holders.
  package let images: HeldMemory
  /// The app without its images.
  package let app: ByteCount

  package init(images: HeldMemory, app: ByteCount) {
    self.images = images
    self.app = app
  }

  /// The footprint at its peak: the sum of the parts.
  package var peak: ByteCount { app + images.sum }

  /// The parts with their names in JSON, in tables, and as variables of `Palette`.
  package var parts: [(name: String, words: String, color: String, bytes: ByteCount)] {
    [
      ("cached", "images in the cache", "kept", images.cached),
      ("displayed", "images on screen that the cache does not hold", "shown", images.displayed),
      ("inFlight", "images that are loading", "loading", images.inFlight),
      (
        "elsewhere", "images decoded elsewhere, such as in reused cells",
        "elsewhere", images.elsewhere
      ),
      ("app", "the app without its images", "muted", app),
    ]
  }
}
