package import ScrollCore

/// Where the user looks, and how far away that makes everything else.
///
/// The distance of a position is `|position - center|`, times `lead` on the side that is
/// being left. A position is *ahead* if `s * (position - center) >= 0` with `s` the sign of
/// the direction; at the center itself the distance is 0 either way.
package struct Focus: Equatable {
  package var center: Double
  /// What a point of distance counts below the center, and above it.
  package var below: Double, above: Double

  package init(center: Double, direction: ScrollDirection, lead: Double) {
    self.center = center
    (below, above) = direction == .forward ? (lead, 1) : (1, lead)
  }

  package init(_ viewport: Viewport, lead: Double) {
    self.init(center: viewport.center, direction: viewport.direction, lead: lead)
  }

  /// Falls, not strictly, up to the center and rises after it, in floating point too.
  package func distance(to position: Double) -> Double {
    position < center ? (center - position) * below : (position - center) * above
  }
}

extension Setting {
  /// How much farther away what was just left is, compared with what comes.
  static func lead(standard: String = "1") -> Setting {
    Setting(
      "lead", .number(1...1e6), standard: standard,
      "How many times as far away an image counts on the side being left.")
  }
}
