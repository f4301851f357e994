extension LineChart {
  /// The curves with their names and places on paper.
  struct Named {
    let frame: Frame
    let scales: (x: Scale, y: Scale)
    let bundles: [Bundle]
    let labels: [String]
    let curves: [LineNames.Curve]
    /// Of the names; nil for those that go into the key.
    let places: [LineNames.Place?]
  }

  private static let (left, top, right, bottom) = (44.0, 34.0, 380.0, 232.0)
  private static let widestName = 136.0

  /// The plot is as wide as the names behind the ends of curves leave it.
  var named: Named {
    let first = named(room: 0)
    let widest = zip(first.labels, first.places)
      .filter { $1.map { $0.x > first.frame.right } ?? false }
      .map { TextWidth.estimate($0.0, size: 11) }.max()
    return named(room: widest ?? 0)
  }

  /// Whether some curve comes so near to others that its name stands in the key.
  package var needsKey: Bool { named.places.contains { $0 == nil } }

  private func named(room: Double) -> Named {
    let frame = Frame(
      left: Self.left, top: Self.top, right: Self.right - room - 14, bottom: Self.bottom)
    let (h, v) = (
      x.scale(from: frame.left, to: frame.right), y.scale(from: frame.bottom, to: frame.top)
    )
    let bundles = bundles { v($0) }
    let labels = bundles.map { $0.label(to: Self.widestName) }
    let curves = zip(bundles, labels).map { bundle, label in
      LineNames.Curve(
        name: label,
        points: bundle.leader.points.filter(\.y.isFinite).map { (h($0.x), v($0.y)) })
    }
    return Named(
      frame: frame, scales: (h, v), bundles: bundles, labels: labels, curves: curves,
      places: LineNames(curves, in: frame).places)
  }
}
