/// The names at the left of rows, which end where the rows begin.
enum RowNames {
  private static let size = 11.0, most = 160.0, gap = 6.0

  /// The width that they take, with the gap behind them.
  static func room(_ names: [String]) -> Double {
    min(most, (names.map { TextWidth.estimate($0, size: size) }.max() ?? 0) + gap + 2)
  }

  /// Draws a name, cut if it is wider than the room.
  static func draw(_ name: String, room: Double, y: Double, _ svg: inout Markup) {
    svg.label(
      TextWidth.shortened(name, to: room - gap, size: size), x: room - gap, y: y, anchor: .end)
  }
}
