import ScrollCaching

/// The total cost that a cache may hold.
///
/// A limit of 0 is no limit, as for `NSCache`, and so is `Int.max`. Any other limit is between 1 and
/// 2^50, a million gibibytes: a negative one counts as 1, a larger one as 2^50.
public struct CostLimit: Hashable, Sendable {
  private enum Rule: Hashable, Sendable {
    case none
    case cost(Int)
    case share(Double, most: Int)
  }

  private let rule: Rule

  /// No limit.
  public static let none = CostLimit(rule: .none)

  /// Returns a limit in bytes, or in the unit in which the costs are counted.
  public static func cost(_ cost: Int) -> CostLimit { CostLimit(rule: .cost(cost)) }

  public static func bytes(_ bytes: Int) -> CostLimit { .cost(bytes) }

  /// Returns a limit in mebibytes (2^20 bytes); a number beyond `Int` means no limit.
  public static func mebibytes(_ count: Int) -> CostLimit {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: 1 << 20)
    return .cost(isTooMuch ? (count < 0 ? -1 : .max) : bytes)
  }

  /// Returns a share of the device's memory, up to a maximum, as `--budget "15%<=768MiB"` does.
  /// - Parameters:
  ///   - share: The share: 0.15 is 15 %. A negative share or NaN counts as 0.
  ///   - most: The maximum; nil means none.
  /// - Returns: The limit, rounded down to a byte where it is used, but at least 1 byte.
  public static func shareOfMemory(_ share: Double, atMost most: CostLimit? = nil) -> CostLimit {
    CostLimit(rule: .share(share, most: most?.cost(memory: .max) ?? .max))
  }

  /// Returns the limit for a device with this many bytes of memory; nil means no limit.
  public func cost(memory: Int) -> Int? {
    switch rule {
    case .none: nil
    case .cost(let cost): CacheLimits.bounded(cost)
    case .share(let share, let most):
      max(1, min(Self.part(share, of: memory), most))
    }
  }

  /// Returns a share of the memory, rounded down, between 0 and the largest cost.
  private static func part(_ share: Double, of memory: Int) -> Int {
    let part = (Double(memory) * share).rounded(.down)
    return part < Double(Int.mostCost) ? Int(max(part, 0)) : part.isNaN ? 0 : .mostCost
  }
}

extension Int {
  /// The largest cost of a value, and of all values together: 2^50, or 2^29 where an `Int` has 32
  /// bits.
  ///
  /// Policies can add several such costs without an overflow.
  @inlinable static var mostCost: Int { Swift.min(Int(clamping: Int64(1) << 50), .max / 4) }

  /// This number as a cost: between 0 and the largest cost.
  @inlinable var boundedCost: Int { Swift.min(Swift.max(self, 0), .mostCost) }
}

extension CacheLimits {
  /// The nearest limits that a cache supports.
  var bounded: CacheLimits {
    CacheLimits(cost: cost.flatMap(Self.bounded), count: count.flatMap(Self.bounded))
  }

  fileprivate static func bounded(_ limit: Int) -> Int? {
    limit == 0 || limit == .max ? nil : max(1, limit.boundedCost)
  }
}
