extension Double {
  /// The nearest multiple of 1/64, halves away from zero.
  ///
  /// Offsets and positions that are computed are rounded so: a 64th of a point is finer than any
  /// screen, sums of such numbers are exact, and the last bit of `exp`, which differs
  /// between platforms, is not seen.
  package var roundedToSixtyFourth: Double { (self * 64).rounded() / 64 }
}
