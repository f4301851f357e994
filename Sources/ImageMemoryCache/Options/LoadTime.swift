/// The time that it took to get a value, and that it would take again after an eviction.
///
/// In a cache, NaN counts as a millisecond, a negative time as 0, and a time of more than 10^12 ms
/// (31 years) as 10^12 ms.
public struct LoadTime: Equatable, Sendable {
  /// The milliseconds to read or download the value and decode it.
  public var milliseconds: Double
  /// The milliseconds of that time spent decoding.
  public var decodeMilliseconds: Double

  /// Creates a load time in milliseconds; without a second number all of it is decoding.
  public init(milliseconds: Double, decodeMilliseconds: Double? = nil) {
    self.milliseconds = milliseconds
    self.decodeMilliseconds = decodeMilliseconds ?? milliseconds
  }

  /// Creates a load time from durations that a clock has measured.
  public init(_ duration: Duration, decoding: Duration? = nil) {
    self.init(
      milliseconds: duration / .milliseconds(1),
      decodeMilliseconds: decoding.map { $0 / .milliseconds(1) })
  }

  /// The load time that a policy assumes where none is given.
  @usableFromInline static let unknown = LoadTime(milliseconds: 1)

  /// The nearest load time that a policy can use.
  @usableFromInline var bounded: LoadTime {
    func bounded(_ time: Double) -> Double {
      time.isNaN ? Self.unknown.milliseconds : min(max(time, 0), 1e12)
    }
    return LoadTime(
      milliseconds: bounded(milliseconds), decodeMilliseconds: bounded(decodeMilliseconds))
  }
}
