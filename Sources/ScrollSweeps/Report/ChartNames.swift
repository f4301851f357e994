import ScrollPages

/// Names as charts write them: whole where they have room, else cut in the middle.
///
/// What tells a name from the others is kept, and so are the values of its settings; the tables of
/// the charts have all names whole.
enum ChartNames {
  /// What charts leave for the names of their rows, and at the ends of curves.
  static let (rows, curves) = (144.0, 134.0)
  private static let size = 11.0, widest = 48, narrowest = 8

  /// Names in the order given, each no wider than the room, in the units of drawings.
  static func fitting(_ names: [String], room: Double = rows) -> [String] {
    let names = names.map(\.visible)
    func fit(_ names: [String]) -> Bool {
      names.allSatisfy { TextWidth.estimate($0, size: size) <= room }
    }
    guard !fit(names) else { return names }
    let short = ShortNames(names)
    let cut = (narrowest...widest).reversed().lazy
      .map { width in
        let found = short.fitting(width)
        return names.map { TextWidth.estimate($0, size: size) <= room ? $0 : found[$0] ?? $0 }
      }
      .first(where: fit)
    return cut ?? names
  }
}
