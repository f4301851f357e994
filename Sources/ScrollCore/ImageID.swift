/// The number of an image: a dense number `0..<count`, one per image and variant.
///
/// Caches use it as their key, and arrays with one element per image as their index.
public struct ImageID: Hashable, Comparable, Sendable {
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }

  /// Creates an identifier from a collection index.
  /// - Precondition: `index` fits in 31 bits.
  @inlinable public init(_ index: Int) { self.index = Int32(index) }

  @inlinable public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

extension ImageID: CustomStringConvertible {
  public var description: String { "image \(index)" }
}
