/// An amount of memory or storage in bytes.
///
/// The amount has 64 bits even if `Int` has 32 bits, which are too few for the memory of a device.
public struct ByteCount: Hashable, Comparable, Sendable {
  /// The amount as a number of 64 bits.
  public var count: Int64

  @inlinable public init(_ bytes: Int) { count = Int64(bytes) }
  @inlinable public init(count: Int64) { self.count = count }

  @inlinable public static var zero: ByteCount { ByteCount(0) }

  /// The amount as a number.
  /// - Precondition: the amount fits into an `Int`; every amount does if `Int` has 64 bits.
  @inlinable public var bytes: Int {
    get { Int(count) }
    set { count = Int64(newValue) }
  }

  @inlinable public var megabytes: Double { Double(count) / 1e6 }
  @inlinable public var mebibytes: Double { Double(count) / 1_048_576 }

  /// Returns the smallest multiple of `unit` that is not below this amount, or the greatest
  /// possible amount if the multiple does not fit.
  /// - Precondition: `unit` is positive, and the amount is not negative.
  @inlinable public func rounded(upTo unit: ByteCount) -> ByteCount {
    let rest = count % unit.count
    guard rest > 0 else { return self }
    let (sum, isBeyond) = (count - rest).addingReportingOverflow(unit.count)
    return ByteCount(count: isBeyond ? count - rest : sum)
  }

  /// Returns a percentage of this amount, rounded up.
  /// - Precondition: the amount and the percentage are not negative, and the result fits.
  @inlinable public func share(percent: Int) -> ByteCount {
    let percent = Int64(percent)
    return ByteCount(count: count / 100 * percent + (count % 100 * percent + 99) / 100)
  }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
  @inlinable public static func + (left: Self, right: Self) -> Self {
    ByteCount(count: left.count + right.count)
  }
  @inlinable public static func - (left: Self, right: Self) -> Self {
    ByteCount(count: left.count - right.count)
  }
  @inlinable public static func += (left: inout Self, right: Self) { left.count += right.count }
  @inlinable public static func -= (left: inout Self, right: Self) { left.count -= right.count }
  @inlinable public static func * (left: Self, right: Int) -> Self {
    ByteCount(count: left.count * Int64(right))
  }
}

extension Double {
  /// Creates a number from an amount in bytes, even if it does not fit into an `Int`.
  @inlinable public init(_ amount: ByteCount) { self.init(amount.count) }
}

extension ByteCount {
  /// The units after a number, longest first, with their sizes.
  static let units: [(suffix: String, bytes: Double)] = [
    ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
    ("TiB", 1_099_511_627_776), ("kB", 1e3), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12),
    ("B", 1),
  ]

  private static let decimals = "0123456789.-".utf8

  /// Parses `64MiB`, `1.5GB` or `4096`: a decimal number and a unit, bytes without one.
  ///
  /// The result is `nil` for any other text, for a fraction without a larger unit (`1.5`), and for
  /// amounts that do not fit. Negative amounts are parsed, so that the caller can report why they
  /// are not allowed.
  public init?(parsing text: some StringProtocol) {
    let text = String(text)
    let unit = Self.units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0)
    // A `Double` would round whole numbers above 2^53.
    if unit?.bytes ?? 1 == 1, let bytes = Int64(digits) {
      self.init(count: bytes)
      return
    }
    // `Double` alone would also read `0x10`, `1e3` and `inf`.
    guard digits.utf8.allSatisfy({ Self.decimals.contains($0) }), let value = Double(digits)
    else { return nil }
    let factor = unit?.bytes ?? 1
    let bytes = (value * factor).rounded()
    guard abs(bytes) < 9e18, factor > 1 || bytes == value, let whole = Int64(exactly: bytes)
    else { return nil }
    self.init(count: whole)
  }
}

extension ByteCount: CustomStringConvertible {
  /// The amount in the largest binary unit of which it is a multiple: `64MiB`, `1500B`.
  public var description: String {
    for (suffix, unit) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] as [(_, Int64)]
    where count != 0 && count % unit == 0 {
      return "\(count / unit)\(suffix)"
    }
    return "\(count)B"
  }
}
