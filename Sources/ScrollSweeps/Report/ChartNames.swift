import ScrollPages

/// Names for charts: whole if they fit, else cut in the middle.
///
/// A cut name keeps the part that distinguishes it from the others, and the values of its settings.
/// The tables of the charts have all names whole.
enum ChartNames {
  /// The widths that charts reserve for the names of rows, and for names at the ends of curves.
  static let (rows, curves) = (144.0, 134.0)
  private static let size = 11.0, widest = 48, narrowest = 8

  /// Returns the names in their order, cut where they are wider than `room`, which is in units of
  /// drawings.
  ///
  /// The names stay whole if no cut makes all of them fit.
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
