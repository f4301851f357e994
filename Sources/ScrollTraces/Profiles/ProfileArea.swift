/// Two lengths in one value, `320x568 pt`.
struct ProfileArea {
  let width: Double, height: Double

  /// Reads `WIDTHxHEIGHT UNIT`; nil for anything else, and outside of 1...100000.
  init?(_ text: String, unit: String, isWhole: Bool) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == unit else { return nil }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ $0.first?.isNumber ?? false }),
      let width = Double(sides[0]), let height = Double(sides[1])
    else { return nil }
    for side in [width, height] {
      guard (1...100_000).contains(side), !isWhole || side == side.rounded() else { return nil }
    }
    self.width = width
    self.height = height
  }
}
