package import ScrollDevice

/// A scenario in which the figures of device and network are replaced by random values within their
/// stated errors.
package struct ScenarioDraw: Sendable {
  /// The number of draws for an error band.
  package static let count = 64

  package let draw: ProfileDraw
  package let scenario: Scenario

  /// Creates a draw of a scenario.
  ///
  /// Only figures that affect the runs are drawn. The network's figures are drawn only if images
  /// are downloaded, and decode times only for the formats of the images.
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
  /// The seed differs from draw to draw. Within one draw, all compared runs have the same seed and
  /// thus the same random values.
  package func seed(_ seed: UInt64) -> UInt64 { seed &+ UInt64(draw.number) &* 0x9e37_79b9 }
}
