package import ScrollDevice

/// A scenario as it may truly be, given the stated errors of its device's and network's figures.
package struct ScenarioDraw: Sendable {
  /// How many draws a band is made of.
  package static let count = 64

  package let draw: ProfileDraw
  package let scenario: Scenario

  /// A draw of a scenario.
  ///
  /// Only what its runs depend on is drawn: the network where images come over it, and the formats
  /// that they have.
  /// - Complexity: O(images + figures).
  package init(_ number: Int, of scenario: Scenario) {
    var formats: Set<ImageFormat> = []
    for image in scenario.images.entries { formats.insert(image.format) }
    if formats.contains(.hybrid) { formats.formUnion([.jpeg, .png]) }
    if scenario.loader.decodesPNGs { formats.insert(.png) }
    draw = ProfileDraw(
      number, of: scenario.device, scenario.downloads ? scenario.network : nil, formats: formats)
    var drawn = scenario
    drawn.network = draw.applied(to: scenario.network)
    drawn.device = draw.applied(to: scenario.device)
    drawn.images = draw.applied(to: scenario.images, of: scenario.device)
    self.scenario = drawn
  }

  /// The seed of the draw's runs: decode times that spread, and all else that is drawn in a run, have
  /// other luck in each draw, and the same for whatever is compared in it.
  package func seed(_ seed: UInt64) -> UInt64 { seed &+ UInt64(draw.number) &* 0x9e37_79b9 }
}
