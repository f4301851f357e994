import ScrollCore

/// How much a cache may hold.
public struct CostLimit: Hashable, Sendable {
  private enum Rule: Hashable, Sendable {
    case none
    case cost(Int)
    case share(Double, most: Int)
  }

  private let rule: Rule

  /// Nothing is limited.
  public static let none = CostLimit(rule: .none)

  /// A number of bytes, or of whatever a cost counts.
  public static func cost(_ cost: Int) -> CostLimit { CostLimit(rule: .cost(cost)) }

  public static func bytes(_ bytes: Int) -> CostLimit { .cost(bytes) }

  public static func mebibytes(_ count: Int) -> CostLimit { .cost(count << 20) }

  /// A share of the device's memory, at most so many bytes, as `--budget "15%<=768MiB"` means it.
  /// - Parameters:
  ///   - share: 0.15 is 15 %.
  ///   - most: nil where nothing caps the share.
  /// - Returns: the limit, rounded down to a byte where it is used.
  public static func shareOfMemory(_ share: Double, atMost most: CostLimit? = nil) -> CostLimit {
    CostLimit(rule: .share(share, most: most?.cost(memory: .max) ?? .max))
  }

  /// What it comes to on a device with so much memory; nil where nothing is limited.
  public func cost(memory: Int) -> Int? {
    switch rule {
    case .none: nil
    case .cost(let cost): cost
    case .share(let share, let most):
      min(Int(min((Double(memory) * share).rounded(.down), 0x1p62)), most)
    }
  }
}
