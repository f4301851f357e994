import ScrollCore

/// The expected time until an item is visible, seen from one frame: in seconds, or in requests.
///
/// Times rise with the distance on either side of the viewport, the fling's included, because
/// it ends before anything beyond its landing is reached.
struct ArrivalRule: PlaceRule {
  /// The viewport.
  var lower: Double, upper: Double
  /// The way to where the scroll comes to rest, signed.
  var landing = 0.0
  /// The side that is ahead.
  var direction: ScrollDirection
  /// Points per second now, without a sign.
  var speed = 0.0
  var decay = 1.0
  /// From now until the next scroll begins.
  var pause: Double
  /// Points per second of later scrolls, times the chance that they go there.
  var paceAhead: Double, paceBehind: Double

  func score(start: Double, end: Double, weight: Double) -> Double {
    max(timeAbove(start), timeBelow(end))
  }

  private func timeAbove(_ start: Double) -> Double {
    let gap = start - upper
    guard gap > 0 else { return 0 }
    let isAhead = direction == .forward
    if isAhead, gap <= abs(landing) - Self.rest { return timeInFling(gap) }
    return timeAfterLanding(start - (upper + landing), isAhead: isAhead)
  }

  private func timeBelow(_ end: Double) -> Double {
    let gap = lower - end
    guard gap > 0 else { return 0 }
    let isAhead = direction == .backward
    if isAhead, gap <= abs(landing) - Self.rest { return timeInFling(gap) }
    return timeAfterLanding((lower + landing) - end, isAhead: isAhead)
  }

  /// When a fling has covered a distance.
  private func timeInFling(_ gap: Double) -> Double { -log(1 - decay * gap / speed) / decay }

  private func timeAfterLanding(_ way: Double, isAhead: Bool) -> Double {
    pause + max(0, way) / (isAhead ? paceAhead : paceBehind)
  }

  /// Points before its landing at which a fling is over.
  static let rest = 0.5

  static func reaches(_ bound: Double, _ record: Double) -> Bool {
    bound * (1 + 1e-12) >= record
  }
}
