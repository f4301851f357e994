import ScrollCore

/// A rule for the pixels of an image: `800x600`, `600..1600x400..1200` or `600..1600@4/3`.
///
/// From a range, every whole number is drawn with the same probability. The ratio after `@` is that
/// of width to height; it determines the height, which is rounded and at least 1.
public struct SizeRule: Sendable, Equatable {
  /// The rule for the height.
  public enum Height: Sendable, Equatable {
    case pixels(ClosedRange<Int>)
    /// The ratio of width to height.
    case ratio(Int, Int)
  }

  public let width: ClosedRange<Int>
  public let height: Height

  /// Creates a rule; `nil` for sides outside `1...100000` and ratio terms outside `1...10000`.
  public init?(width: ClosedRange<Int>, height: Height) {
    guard Self.sides.contains(width.lowerBound), Self.sides.contains(width.upperBound) else {
      return nil
    }
    switch height {
    case .pixels(let range):
      guard Self.sides.contains(range.lowerBound), Self.sides.contains(range.upperBound) else {
        return nil
      }
    case .ratio(let across, let down):
      let tallest = width.upperBound.multipliedReportingOverflow(by: down).partialValue
      guard 1...10_000 ~= across, 1...10_000 ~= down, tallest / across < TraceLimits.side else {
        return nil
      }
    }
    (self.width, self.height) = (width, height)
  }

  static let sides = 1...TraceLimits.side

  /// The expected text, for error messages.
  static let expectation =
    "a size in pixels such as 800x600, 600..1600x400..1200 or 600..1600@4/3, "
    + "each side from 1 to \(TraceLimits.side)"

  func draw(_ random: inout SeededRandom) -> (width: Int, height: Int) {
    let width = Self.draw(self.width, &random)
    switch height {
    case .pixels(let range): return (width, Self.draw(range, &random))
    case .ratio(let across, let down):
      return (width, max(1, (2 * width * down + across) / (2 * across)))
    }
  }

  private static func draw(_ range: ClosedRange<Int>, _ random: inout SeededRandom) -> Int {
    range.count == 1 ? range.lowerBound : random.within(range)
  }
}

extension SizeRule: CustomStringConvertible {
  /// The rule as written in a recipe.
  public var description: String {
    switch height {
    case .pixels(let range): "\(Self.text(width))x\(Self.text(range))"
    case .ratio(let across, let down): "\(Self.text(width))@\(across)/\(down)"
    }
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
  }

  /// Parses the text that `description` writes; `nil` for any other.
  init?(parsing text: ArraySlice<UInt8>) {
    var rest = text
    if text.contains(UInt8(ascii: "@")) {
      guard let width = Self.range(rest.popField(before: UInt8(ascii: "@"))) else { return nil }
      guard let across = rest.popField(before: UInt8(ascii: "/")).wholeNumber,
        let down = rest.wholeNumber
      else { return nil }
      self.init(width: width, height: .ratio(across, down))
    } else {
      guard let width = Self.range(rest.popField(before: UInt8(ascii: "x"))),
        let height = Self.range(rest)
      else { return nil }
      self.init(width: width, height: .pixels(height))
    }
  }

  private static func range(_ text: ArraySlice<UInt8>) -> ClosedRange<Int>? {
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else {
      return text.wholeNumber.map { $0...$0 }
    }
    guard let lower = text[..<dot].wholeNumber, text[dot...].starts(with: Array("..".utf8)),
      let upper = text[dot...].dropFirst(2).wholeNumber, lower <= upper
    else { return nil }
    return lower...upper
  }
}

extension ArraySlice<UInt8> {
  /// The whole number in decimal digits with an optional minus sign; `nil` for anything else and
  /// for a number that does not fit.
  var wholeNumber: Int? {
    let digits = first == UInt8(ascii: "-") ? dropFirst() : self
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard 48...57 ~= byte else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowToo) = tens.addingReportingOverflow(Int(byte) - 48)
      guard !overflow, !overflowToo else { return nil }
      number = sum
    }
    return digits.count < count ? -number : number
  }
}
