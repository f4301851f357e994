extension Double {
  /// What a share of a capacity is cut to, so that it fits into an `Int`: 2^62 where that has 64 bits.
  static var mostCapacity: Double { min(Double(Int.max), 0x1p62) }
}
