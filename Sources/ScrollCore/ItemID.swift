/// The number of a cell along the scroll axis: a dense number `0..<count` in scroll order.
///
/// Several items may show the same image (such as an avatar). So the key of caches is `ImageID`,
/// not `ItemID`.
public struct ItemID: Hashable, Comparable, Sendable {
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }

  /// Creates an identifier from a collection index.
  /// - Precondition: `index` fits in 31 bits.
  @inlinable public init(_ index: Int) { self.index = Int32(index) }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

extension ItemID: CustomStringConvertible {
  public var description: String { "item \(index)" }
}
