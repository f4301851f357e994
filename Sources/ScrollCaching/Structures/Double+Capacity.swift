extension Double {
  /// The maximum for a share of a capacity, so that it fits into an `Int`: 2^62 if `Int` has 64
  /// bits.
  static var mostCapacity: Double { min(Double(Int.max), 0x1p62) }
}
