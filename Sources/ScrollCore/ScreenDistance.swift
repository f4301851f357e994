/// A distance along the axis of a scroll, in screens or in points.
///
/// On the command line a plain number counts screens, and a number with `pt` counts points: `1.5`,
/// `300pt`.
public enum ScreenDistance: Sendable, Equatable {
  /// A distance in lengths of the viewport.
  case screens(Double)
  case points(Double)

  /// The greatest number of points that a setting may have.
  public static let mostPoints = 100_000.0

  /// Parses a distance.
  /// - Parameter text: a decimal number, with or without `pt`; the result is `nil` for any other
  ///   text.
  public init?(_ text: String) {
    let isInPoints = text.hasSuffix(Self.unit)
    let digits = isInPoints ? text.dropLast(Self.unit.count) : text[...]
    // `Double` alone would also read `0x10`.
    guard digits.utf8.allSatisfy({ Self.decimals.contains($0) }), let number = Double(digits),
      number.isFinite
    else { return nil }
    self = isInPoints ? .points(number) : .screens(number)
  }

  private static let unit = "pt"
  private static let decimals = "0123456789.+-eE".utf8

  /// Returns the distance in points, for a viewport of some length.
  public func points(extent: Double) -> Double {
    switch self {
    case .screens(let screens): screens * extent
    case .points(let points): points
    }
  }

  /// Returns the distance in lengths of a viewport.
  public func screens(extent: Double) -> Double {
    switch self {
    case .screens(let screens): screens
    case .points(let points): points / extent
    }
  }
}

extension ScreenDistance: CustomStringConvertible {
  /// The distance as on the command line, without an unneeded fraction.
  public var description: String {
    switch self {
    case .screens(let screens): Self.text(screens)
    case .points(let points): Self.text(points) + Self.unit
    }
  }

  private static func text(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
  }
}
