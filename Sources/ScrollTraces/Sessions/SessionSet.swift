package import ScrollCore
package import ScrollDevice
package import ScrollLayout

/// Sessions of many people in front of the same scroll view, drawn from one seed.
///
/// What is stated is the same for all sessions, what is not is drawn for each (`SessionTraits`).
package struct SessionSet: Sendable, Equatable {
  package var seed: UInt64 = 1
  /// How everybody scrolls; nil draws it.
  package var style: SessionStyle?
  /// How long everybody scrolls; nil draws it.
  package var duration: SimTime?
  /// What everybody sees, but for the images, which have a seed of their own in each session; nil
  /// draws how many and how large they are.
  package var recipe: CatalogRecipe?
  /// Where drawn images are.
  package var origin = ImageOrigin.disk
  package var layout: Layout
  package var viewport = ViewportSize(width: 390, height: 844)
  package var direction = ScrollDirection.forward
  package var rate = DecelerationRate.normal

  /// Sessions in front of a layout.
  package init(on layout: Layout) { self.layout = layout }

  /// So many at most.
  package static let largest = 10_000

  /// The length of a session.
  package func duration(of number: Int) -> SimTime {
    duration ?? SessionTraits(of: number, seed: seed, style: style).duration
  }

  /// A session.
  /// - Parameters:
  ///   - number: which one, from 1: the same one, however many are drawn.
  ///   - provenance: where it comes from, after `synthetic, `.
  /// - Returns: a synthetic trace, given by its gestures.
  /// - Throws: `TraceFault` where the layout has no room in the viewport.
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
  /// What `trace generate --count` is told to draw the same.
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
  /// The same with images of another seed.
  fileprivate func seeded(_ seed: UInt64) -> CatalogRecipe {
    CatalogRecipe(
      items: items, seed: seed, sizes: sizes, formats: formats, contents: contents,
      origins: origins, encoded: encoded, shared: shared,
      avatars: avatars)
  }
}
