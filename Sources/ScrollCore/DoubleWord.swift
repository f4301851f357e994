/// A number of 128 bits; the standard library's `UInt128` needs iOS 18.
@usableFromInline package struct DoubleWord: Comparable, BitwiseCopyable, Sendable {
  @usableFromInline var high: UInt64, low: UInt64

  @inlinable package init(high: UInt64 = 0, low: UInt64) {
    self.high = high
    self.low = low
  }

  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Adds a number.
  /// - Precondition: The sum fits into 128 bits.
  @inlinable package static func + (left: Self, right: UInt64) -> Self {
    let (low, carries) = left.low.addingReportingOverflow(right)
    return DoubleWord(high: carries ? left.high + 1 : left.high, low: low)
  }
}
