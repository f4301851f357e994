/// The shares of the viewport's breadth that items take, each in `0...1`.
///
/// Most layouts make all items equally broad: such a share is kept once, however many they are.
public struct Breadths: RandomAccessCollection, Sendable {
  /// One for each item, or one for all.
  @usableFromInline let values: [Double]
  /// From one item's place in `values` to the next: 0 where all are equal, else 1.
  @usableFromInline let stride: Int
  public let endIndex: Int

  /// - Complexity: O(items).
  init(_ values: [Double]) {
    let areEqual = values.allSatisfy { $0 == values[0] }
    self.values = areEqual ? Array(values.prefix(1)) : values
    stride = areEqual ? 0 : 1
    endIndex = values.count
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public subscript(item: Int) -> Double { values[item * stride] }
}
