public import ScrollCore

/// The time that a device takes to decode one image of a format and content class.
public enum DecodeLatency: Sendable, Equatable {
  /// A formula in milliseconds: `fixed + perMegapixel * megapixels + perMegabyte * encoded
  /// megabytes`.
  case linear(fixed: Double, perMegapixel: Double, perMegabyte: Double)
  /// A table of measured points in ascending order of pixels.
  ///
  /// Between the points the time is linear in the logarithms of pixels and milliseconds. Below the
  /// first and above the last point it continues the line through the two nearest points.
  case table([Point])

  /// One measured point.
  public struct Point: Sendable, Equatable {
    public var pixels: Int
    public var milliseconds: Double

    public init(pixels: Int, milliseconds: Double) {
      self.pixels = pixels
      self.milliseconds = milliseconds
    }
  }

  /// Returns the time for one image.
  ///
  /// The result is at most 30 years, because a table may rise steeply at its end.
  /// - Precondition: `pixels` is positive; a table has at least two points.
  public func callAsFunction(pixels: Int, encoded: ByteCount) -> SimTime {
    SimTime(milliseconds: min(1e12, milliseconds(pixels: pixels, encoded: encoded)))
  }

  func milliseconds(pixels: Int, encoded: ByteCount) -> Double {
    switch self {
    case .linear(let fixed, let perMegapixel, let perMegabyte):
      return fixed + perMegapixel * Double(pixels) / 1e6 + perMegabyte * encoded.megabytes
    case .table(let points):
      let last = points.count - 1
      let upper = points.firstIndex { $0.pixels >= pixels } ?? last
      let (low, high) = (points[max(1, upper) - 1], points[max(1, upper)])
      let slope =
        log(high.milliseconds / low.milliseconds) / log(Double(high.pixels) / Double(low.pixels))
      return low.milliseconds * exp(slope * log(Double(pixels) / Double(low.pixels)))
    }
  }
}
