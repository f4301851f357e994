/// Sizes as typed: `32MiB,128MiB`, `32MiB..512MiB:x2` (each size twice the previous one, up to the
/// end) or `1000..8000:+1000` (in steps), in any combination.
public struct SizeList: Sendable, Equatable {
  /// The greatest number of sizes in one text; more sizes come from a range with a much too small
  /// step.
  public static let limit = 10_000

  public let sizes: [ByteCount]
  /// A Boolean value that indicates whether a size was given as an amount of memory: `64MiB`.
  public let hasUnits: Bool
  /// The sizes that were typed without a unit; for a range, its first number.
  private let bare: [ByteCount]

  /// An error in a text, as a sentence that may follow the name of its option.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let description: String

    package init(description: String) { self.description = description }
  }

  /// Parses a list.
  /// - Throws: `ParsingError` if a size is malformed or not positive, or a range does not end.
  public init(parsing text: String) throws(ParsingError) {
    hasUnits = text.contains("B")
    var (sizes, bare) = ([ByteCount](), [ByteCount]())
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = String(part)
      let (low, rest) = Self.sides(of: part)
      let added =
        if let rest { try Self.range(low, rest, part) } else { [try Self.size(low)] }
      if !low.contains("B"), let first = added.first { bare.append(first) }
      sizes += added
      guard sizes.count <= Self.limit else {
        throw ParsingError(
          description: "too many sizes, from '\(part)' on; expected at most \(Self.limit)")
      }
    }
    self.sizes = sizes
    self.bare = bare
  }

  /// Returns an error text if these sizes cannot be cache budgets, because a number seems to lack
  /// its unit.
  ///
  /// That is the case for a number without a unit that is less than the size of an image.
  /// - Parameter image: the size of the smallest image.
  /// - Returns: a sentence that may follow the name of its option; `nil` if there is no problem.
  package func missingUnit(below image: ByteCount) -> String? {
    guard let size = bare.first(where: { $0 < image }) else { return nil }
    return "\(size.bytes) is \(Phrase.count(size.bytes, "byte")), less than one image; did you "
      + "mean \(size.bytes)\(size.bytes > 4096 ? "KiB" : "MiB")?"
  }

  /// Returns the parts before and after the first `..`.
  private static func sides(of part: String) -> (low: String, rest: String?) {
    var place = part.startIndex
    while place < part.endIndex, !part[place...].hasPrefix("..") { part.formIndex(after: &place) }
    guard place < part.endIndex else { return (part, nil) }
    return (String(part[..<place]), String(part[place...].dropFirst(2)))
  }

  private static func range(
    _ first: String, _ rest: String, _ part: String
  ) throws(ParsingError) -> [ByteCount] {
    var sizes: [ByteCount] = []
    let sides = rest.split(separator: ":", maxSplits: 1).map(String.init)
    let low = try size(first)
    guard sides.count == 2, sides[1].count > 1 else { throw noRange(part) }
    let high = try size(sides[0])
    let step = String(sides[1].dropFirst())
    var next = low
    switch sides[1].first {
    case "x":
      guard let factor = Double(step), factor > 1, factor.isFinite else {
        throw noRange(part)
      }
      while next <= high, sizes.count <= limit {
        sizes.append(next)
        let product = (Double(next.bytes) * factor).rounded()
        guard product < 9e18, let bytes = Int(exactly: product) else { break }
        next = max(ByteCount(bytes), ByteCount(next.bytes + 1))
      }
    case "+":
      guard let width = ByteCount(parsing: step), width > .zero else {
        throw noRange(part)
      }
      while next <= high, sizes.count <= limit {
        sizes.append(next)
        let (sum, overflows) = next.bytes.addingReportingOverflow(width.bytes)
        guard !overflows else { break }
        next = ByteCount(sum)
      }
    default: throw noRange(part)
    }
    guard low <= high else {
      throw ParsingError(
        description: "'\(part)' ends before it begins; expected LOW..HIGH:xN or :+N")
    }
    guard sizes.count <= limit else {
      throw ParsingError(
        description: "range '\(part)' is too long; expected at most \(limit) sizes")
    }
    return sizes
  }

  private static func size(_ text: String) throws(ParsingError) -> ByteCount {
    guard let size = ByteCount(parsing: text) else {
      throw ParsingError(
        description: "'\(text)' is not a size; expected one like 64MiB, 1.5GB or 4096")
    }
    guard size > .zero else {
      throw ParsingError(
        description: "'\(text)' is not positive; expected at least 1")
    }
    return size
  }

  private static func noRange(_ text: String) -> ParsingError {
    ParsingError(
      description: "'\(text)' is not a range; expected one like 32MiB..512MiB:x2 or 10..90:+10")
  }
}
