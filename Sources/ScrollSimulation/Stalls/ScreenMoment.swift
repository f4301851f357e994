/// A moment in a wait.
struct ScreenMoment {
  /// In screen time.
  var now: Int64
  /// How long frames had been late by then.
  var frozen: Int64

  /// No moment of a run.
  static let never = ScreenMoment(now: .min, frozen: 0)

  var isNever: Bool { now == .min }
}
