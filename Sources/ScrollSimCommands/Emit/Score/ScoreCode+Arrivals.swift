/// The text of what `time-to-visible` assumes of the user, which ScrollCaching keeps to itself.
extension ScoreCode {
  static let arrivalsText = """
    /// What the user does, as far as it was seen: from it follows when items will be visible.
    ///
    /// A fling goes on as UIKit lets it; then come a pause of 1.1 seconds and a scroll at
    /// 1000 points per second, which turns back as often as scrolls have turned so far. In a replay
    /// there are no pauses, and one item takes one request.
    private struct Arrivals {
      private let decay: Double, dwell: Double, cruise: Double
      private let isReplay: Bool
      private var contentEnd: Double
      /// The viewport of the last frame.
      private var viewport: Viewport
      /// Scrolls in one direction, without a pause, and how many of them turned.
      private var bursts = 0, reversals = 0
      private var burst: ScrollDirection?
      private var wasIdle = true
      /// The side that is ahead, the way to where the fling ends, and its speed now.
      private var ahead: ScrollDirection, landing = 0.0, speed = 0.0
      /// Seconds until the next scroll, and its speed times the chance that it goes there.
      private var pause = 0.0, paceAhead = 0.0, paceBehind = 0.0

      /// Points before its landing at which a fling is over.
      private static let rest = 0.5

      init(_ setup: PolicySetup) {
        decay = setup.decay
        isReplay = setup.clock == .requests
        dwell = isReplay ? 0 : 1.1
        cruise = isReplay ? 1 : 1000
        let known = setup.placement?.extent
        contentEnd = known ?? (setup.reusesIDs ? .infinity : Double(setup.imageCount))
        ahead = setup.direction
        viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
        look()
      }

      private var isIdle: Bool { viewport.phase == .idle && !isReplay }

      mutating func follow(_ viewport: Viewport) {
        self.viewport = viewport
        if !isIdle, wasIdle || viewport.direction != burst {
          bursts += 1
          if let burst, burst != viewport.direction { reversals += 1 }
          burst = viewport.direction
        }
        wasIdle = isIdle
        look()
      }

      mutating func contentEnds(at end: Double) {
        contentEnd = end
        look()
      }

      private mutating func look() {
        let turning = Double(1 + reversals) / Double(8 + bursts)
        (ahead, landing, speed, pause) = (viewport.direction, 0, 0, dwell)
        (paceAhead, paceBehind) = (cruise * (1 - turning), cruise * turning)
        let velocity = viewport.velocity
        guard !isIdle, !isReplay, abs(velocity) > decay * Self.rest else { return }
        ahead = velocity > 0 ? .forward : .backward
        speed = abs(velocity)
        let lowest = min(0, -viewport.lower), highest = max(0, contentEnd - viewport.upper)
        landing = min(max(velocity / decay, lowest), highest)
        pause = max(0, Elementary.log(speed / (decay * Self.rest)) / decay) + dwell
      }

      func time(start: Double, end: Double) -> Double {
        max(
          time(
            gap: start - viewport.upper, isAhead: ahead == .forward,
            way: start - (viewport.upper + landing)),
          time(
            gap: viewport.lower - end, isAhead: ahead == .backward,
            way: (viewport.lower + landing) - end))
      }

      /// That of an item at such a distance, and so far from where the viewport comes to rest.
      private func time(gap: Double, isAhead: Bool, way: Double) -> Double {
        guard gap > 0 else { return 0 }
        if isAhead, gap <= abs(landing) - Self.rest {
          return -Elementary.log(1 - decay * gap / speed) / decay
        }
        return pause + max(0, way) / (isAhead ? paceAhead : paceBehind)
      }
    }
    """
}
