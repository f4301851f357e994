extension Double {
  /// The nearest multiple of 1/64, halves rounded away from zero.
  ///
  /// Computed offsets and positions are rounded in this way. A 64th of a point is finer than any
  /// screen, sums of such numbers are exact, and the last bit of `exp`, which differs between
  /// platforms, has no effect.
  package var roundedToSixtyFourth: Double { (self * 64).rounded() / 64 }
}
