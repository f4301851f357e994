/// How long it took to get a value: what losing it costs.
///
/// A cache takes what is no number for a millisecond, a negative time for 0 and one of more than
/// 10^12 ms, 31 years, for that.
public struct LoadTime: Equatable, Sendable {
  /// To read or download it and decode it.
  public var milliseconds: Double
  /// The part of it that decodes.
  public var decodeMilliseconds: Double

  /// A time of milliseconds; without a second number all of it decodes.
  public init(milliseconds: Double, decodeMilliseconds: Double? = nil) {
    self.milliseconds = milliseconds
    self.decodeMilliseconds = decodeMilliseconds ?? milliseconds
  }

  /// The time that a clock has measured.
  public init(_ duration: Duration, decoding: Duration? = nil) {
    self.init(
      milliseconds: duration / .milliseconds(1),
      decodeMilliseconds: decoding.map { $0 / .milliseconds(1) })
  }

  /// The value that a policy assumes where none is given.
  @usableFromInline static let unknown = LoadTime(milliseconds: 1)

  /// The nearest that a policy can reckon with.
  @usableFromInline var bounded: LoadTime {
    func bounded(_ time: Double) -> Double {
      time.isNaN ? Self.unknown.milliseconds : min(max(time, 0), 1e12)
    }
    return LoadTime(
      milliseconds: bounded(milliseconds), decodeMilliseconds: bounded(decodeMilliseconds))
  }
}
