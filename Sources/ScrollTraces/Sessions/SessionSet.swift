package import ScrollCore
package import ScrollDevice
package import ScrollLayout

/// Sessions of many people on the same scroll view, drawn from one seed.
///
/// A property that is set applies to all sessions; a property that is `nil` is drawn for each
/// session (`SessionTraits`).
package struct SessionSet: Sendable, Equatable {
  package var seed: UInt64 = 1
  /// The style of all sessions; `nil` to draw it.
  package var style: SessionStyle?
  /// The duration of all sessions; `nil` to draw it.
  package var duration: SimTime?
  /// The recipe of all sessions, whose images have a different seed in each session.
  ///
  /// If it is `nil`, the number and the size of the images are drawn.
  package var recipe: CatalogRecipe?
  /// The origin of drawn images.
  package var origin = ImageOrigin.disk
  var layout: Layout
  package var viewport = ViewportSize(width: 390, height: 844)
  package var direction = ScrollDirection.forward
  package var rate = DecelerationRate.normal

  /// Creates sessions on a layout.
  package init(on layout: Layout) { self.layout = layout }

  /// The maximum number of sessions.
  package static let largest = 10_000

  /// Returns the duration of a session.
  package func duration(of number: Int) -> SimTime {
    duration ?? SessionTraits(of: number, seed: seed, style: style).duration
  }

  /// Returns a session.
  /// - Parameters:
  ///   - number: the number of the session, from 1; a session does not depend on how many are
  ///     drawn.
  ///   - provenance: the provenance, after `synthetic, `.
  /// - Returns: a synthetic trace, defined by its gestures.
  /// - Throws: `TraceFault` if the layout does not fit into the viewport.
  package func trace(_ number: Int, provenance: String) throws(TraceFault) -> ScrollTrace {
    let traits = SessionTraits(of: number, seed: seed, style: style)
    var generator = SessionGenerator(
      style: traits.style, seed: traits.scrollSeed, duration: duration ?? traits.duration)
    generator.habits = traits.habits
    let header = TraceHeader(
      title: "Session \(number): \(traits.summary)", provenance: "synthetic, \(provenance)",
      kind: .synthetic, viewport: viewport, direction: direction, decelerationRate: rate,
      layout: layout)
    return try generator.trace(
      under: header, of: recipe?.seeded(traits.imageSeed) ?? traits.recipe(from: origin))
  }
}

extension SessionSet {
  /// The options with which `trace generate --count` draws the same sessions.
  package var options: String {
    var options = ["--seed \(seed)"]
    if let style { options.append("--style \(style.rawValue)") }
    if let duration { options.append("--duration \(duration.option)") }
    options += ["--viewport \(viewport)", "--layout \(layout)"]
    if let recipe { options.append("--catalogue '\(recipe)'") }
    if direction == .backward { options.append("--direction backward") }
    if rate != .normal { options.append("--deceleration-rate \(rate.rawValue)") }
    return options.joined(separator: " ")
  }
}

extension CatalogRecipe {
  /// Returns the same recipe with another seed.
  fileprivate func seeded(_ seed: UInt64) -> CatalogRecipe {
    CatalogRecipe(
      items: items, seed: seed, sizes: sizes, formats: formats, contents: contents,
      origins: origins, encoded: encoded, shared: shared,
      avatars: avatars)
  }
}
