extension Double {
  /// The nearest multiple of 1/64; halves are rounded away from zero.
  ///
  /// Computed offsets and positions are rounded in this way. A 64th of a point is finer than the
  /// pixels of any screen. Sums of such numbers are exact. Differences between platforms in the
  /// last bit of `exp` have no effect.
  package var roundedToSixtyFourth: Double { (self * 64).rounded() / 64 }
}
