package import ScrollDevice

/// A scenario drawn from the stated errors of its device's and its network's figures.
package struct ScenarioDraw: Sendable {
  /// The number of draws for a band.
  package static let count = 64

  package let draw: ProfileDraw
  package let scenario: Scenario

  /// Creates a draw of a scenario.
  ///
  /// Only figures that affect the runs are drawn: those of the network if images come over it, and
  /// those of the images' formats.
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

  /// Returns the seed of the draw's runs.
  ///
  /// Decode times and all other random values differ from draw to draw. Within one draw they are
  /// the same for all compared runs.
  package func seed(_ seed: UInt64) -> UInt64 { seed &+ UInt64(draw.number) &* 0x9e37_79b9 }
}
