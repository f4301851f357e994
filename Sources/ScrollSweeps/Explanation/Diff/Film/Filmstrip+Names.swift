import ScrollPages

/// The names of the two runs over the lanes of a frame.
extension Filmstrip {
  private static let nameSize = 11.5

  /// Whether both names have room over their lanes.
  private func namesShareLine(_ width: Double) -> Bool {
    RunDiff.Side.allCases.allSatisfy {
      TextWidth.estimate(diff.name($0), size: Self.nameSize) <= (width - 8) / 2
    }
  }

  /// Where the lanes begin below the top of a frame.
  func stripTop(width: Double) -> Double { namesShareLine(width) ? 34 : 48 }

  /// The name over a lane; where one is wider than that, each has a line for itself, at its side.
  func drawName(
    of side: RunDiff.Side, left: Double, width: Double, above strip: Double, _ svg: inout Markup
  ) {
    let lane = (width - 8) / 2
    guard !namesShareLine(width) else {
      svg.label(
        diff.name(side), x: side == .a ? left : left + lane + 8, y: strip - 6,
        classes: side.fill)
      return
    }
    let names = RunDiff.Side.allCases.map(diff.name)
    let letters = Int(width / TextWidth.estimate("x", size: Self.nameSize))
    let name = ShortNames(names).fitting(letters)[diff.name(side)]
    svg.label(
      name ?? diff.name(side), x: side == .a ? left : left + width,
      y: strip - (side == .a ? 20 : 6),
      anchor: side == .a ? .start : .end, classes: side.fill)
  }
}
