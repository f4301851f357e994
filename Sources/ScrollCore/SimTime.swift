/// A moment of the simulation, or a span between two moments, in signed nanoseconds.
///
/// Moments count from the start of the trace. They are integers, so sums are exact and the same run
/// gives the same bytes on every machine.
public struct SimTime: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates a time from milliseconds, rounded to the nearest nanosecond, halves away from zero.
  @inlinable public init(milliseconds: Double) {
    nanoseconds = Int64((milliseconds * 1e6).rounded())
  }

  /// Creates a time from seconds, rounded to the nearest nanosecond, halves away from zero.
  @inlinable public init(seconds: Double) {
    nanoseconds = Int64((seconds * 1e9).rounded())
  }

  @inlinable public static var zero: SimTime { SimTime(nanoseconds: 0) }
  /// A time that no simulation reaches.
  @inlinable public static var never: SimTime { SimTime(nanoseconds: .max) }

  @inlinable public var milliseconds: Double { Double(nanoseconds) / 1e6 }
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Returns the time of vertical synchronization `index` of a display: `floor(index * 1e9 /
  /// hertz)`.
  @inlinable public static func vsync(_ index: Int64, hertz: Int64) -> SimTime {
    SimTime(nanoseconds: index * 1_000_000_000 / hertz)
  }

  /// Returns the index of the first vertical synchronization at or after this moment.
  @inlinable public func firstVsync(hertz: Int64) -> Int64 {
    guard nanoseconds > 0 else { return 0 }
    // vsync(k) >= t  <=>  floor(k * 1e9 / hertz) >= t  <=>  k * 1e9 >= t * hertz
    let (quotient, remainder) = (nanoseconds * hertz).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return remainder == 0 ? quotient : quotient + 1
  }

  /// Returns the time of the first vertical synchronization after this moment.
  @inlinable public func nextVsync(hertz: Int64) -> SimTime {
    .vsync(SimTime(nanoseconds: nanoseconds + 1).firstVsync(hertz: hertz), hertz: hertz)
  }

  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
  @inlinable public static func + (left: Self, right: Self) -> Self {
    SimTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }
  @inlinable public static func - (left: Self, right: Self) -> Self {
    SimTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }
  @inlinable public static func += (left: inout Self, right: Self) {
    left.nanoseconds += right.nanoseconds
  }
  @inlinable public static func -= (left: inout Self, right: Self) {
    left.nanoseconds -= right.nanoseconds
  }
}

extension SimTime: CustomStringConvertible {
  public var description: String { "\(milliseconds) ms" }
}
