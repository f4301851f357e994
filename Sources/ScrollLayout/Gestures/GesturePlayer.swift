import ScrollCore

/// A player that converts a script of gestures on a scroll view to the motion of its offset.
///
/// - A finger that touches during a fling, a page turn or an animation stops the content, which
///   then moves with the finger.
/// - When the finger lifts, the content continues with a fling, as in the platform's scroll view
///   (`ScrollPhysics`), or goes to a page (`PagingPath`). On iOS the content can be dragged beyond
///   its edges and bounces back, as by default in UIKit.
/// - Content that fits into the viewport does not move at all (`alwaysBounceVertical` is false, the
///   default).
/// - The phase is `tracking` while a finger touches. It is `decelerating` while the offset moves by
///   itself, including programmatic scrolls, for which UIKit has no phase. Otherwise it is `idle`.
///
/// There are 120 samples per second, independent of the display, with offsets rounded to 1/64 pt.
/// In an interval without movement only the first and the last sample are kept.
public struct GesturePlayer: Sendable, Equatable {
  /// The samples per second.
  public static let sampleRate: Int64 = 120

  /// The lengths of content and viewport along the axis, in points.
  public var contentExtent: Double, viewportExtent: Double
  public var rate: DecelerationRate
  /// The platform of the scroll view; `rate` has an effect on iOS only.
  public var physics: ScrollPhysics
  /// The length of a page; `nil` if the scroll view does not page.
  public var page: Double?
  public var spring = BounceSpring.standard

  /// Creates a scroll view.
  /// - Precondition: `viewportExtent` is positive, and so is `page` if there is one.
  public init(
    contentExtent: Double, viewportExtent: Double, rate: DecelerationRate = .normal,
    physics: ScrollPhysics = .ios, page: Double? = nil
  ) {
    precondition(viewportExtent > 0, "a viewport of \(viewportExtent) points")
    precondition(page.map { $0 > 0 } ?? true, "a page without length")
    self.contentExtent = contentExtent
    self.viewportExtent = viewportExtent
    self.rate = rate
    self.physics = physics
    self.page = page
  }

  /// The offsets at which the viewport shows only content.
  public var bounds: ClosedRange<Double> { 0...max(0, contentExtent - viewportExtent) }

  /// Returns the motion that a script produces.
  ///
  /// The motion ends when the content has come to rest and every pause is over.
  /// - Complexity: O(gestures + samples that move).
  /// - Parameters:
  ///   - script: gestures, ascending in time.
  ///   - start: the offset at 0, clamped to the content.
  /// - Returns: samples, the first at 0.
  /// - Throws: `GestureError` for the first impossible gesture, and for movement of more than a day.
  public func play(
    _ script: [TimedGesture], from start: Double = 0
  ) throws(GestureError) -> ScrollMotion {
    try GestureError.check(script)
    let start = min(max(start, bounds.lowerBound), bounds.upperBound)
    var legs = [MotionLeg(start: .zero, end: .zero, curve: .rest(start), phase: .idle)]
    for gesture in script {
      legs += self.legs(of: gesture, from: legs[legs.count - 1].position(at: gesture.at))
    }
    // A leg that was caught does not count, but the last one does.
    let end = script.map { $0.end }.reduce(legs[legs.count - 1].end, max)
    return try MotionLeg.sample(legs, until: end, hertz: Self.sampleRate)
  }

  /// Returns the legs of motion that a gesture produces for content at an offset, until the next
  /// gesture interrupts it.
  ///
  /// The first legs follow the finger; the others are the content's motion after the finger has
  /// lifted. There are no legs if the offset does not change.
  package func legs(of gesture: TimedGesture, from offset: Double) -> [MotionLeg] {
    // Content that fits does not move.
    guard bounds.upperBound > bounds.lowerBound else { return [] }
    switch gesture.gesture {
    case .wait: return []
    case .drag, .flick:
      guard let contact = gesture.contact else { return [] }
      let drag = DragPath(
        HeldContent(from: offset, bounds: bounds, band: band), travel: contact.travel,
        duration: contact.duration.seconds, release: contact.release)
      return [
        MotionLeg(start: gesture.at, end: gesture.end, curve: .drag(drag), phase: .tracking),
        release(
          from: drag.position(at: drag.duration), velocity: drag.releaseVelocity,
          touchedAt: offset, at: gesture.end),
      ]
    case .scrollToTop: return [animation(from: offset, to: bounds.lowerBound, at: gesture.at)]
    case .scroll(let target):
      let clamped = min(max(target, bounds.lowerBound), bounds.upperBound)
      return [animation(from: offset, to: clamped, at: gesture.at)]
    }
  }

  /// The rubber band that slows a drag beyond an edge.
  var band: RubberBand {
    physics.edgesGive
      ? RubberBand(extent: viewportExtent) : RubberBand(extent: viewportExtent, coefficient: 0)
  }

  /// Returns the motion of the content after the finger lifts.
  func release(
    from offset: Double, velocity: Double, touchedAt: Double, at time: SimTime
  ) -> MotionLeg {
    let curve: MotionLeg.Curve
    let duration: Double
    if let page {
      let path = PagingPath(
        from: offset, velocity: velocity, current: Int((touchedAt / page).rounded()),
        page: page, bounds: bounds, spring: spring)
      (curve, duration) = (.turn(path), path.duration)
    } else if let fling = physics.curve(velocity: velocity, viewport: viewportExtent) {
      let path = ClampedFling(from: offset, along: fling, bounds: bounds)
      (curve, duration) = (.clamped(path), path.duration)
    } else {
      let path = FlingPath(
        from: offset, velocity: velocity, rate: rate, bounds: bounds, spring: spring)
      (curve, duration) = (.fling(path), path.duration)
    }
    return MotionLeg(
      start: time, end: time + SimTime(seconds: duration), curve: curve, phase: .decelerating)
  }

  private func animation(
    from offset: Double, to target: Double, at time: SimTime
  ) -> MotionLeg {
    let scroll = AnimatedScroll(from: offset, to: target)
    return MotionLeg(
      start: time, end: time + SimTime(seconds: scroll.duration), curve: .animation(scroll),
      phase: .decelerating)
  }
}

extension GesturePlayer {
  /// Returns the motion that recorded fingers produce.
  ///
  /// Once a finger has moved by more than 10 points, the content follows it until it lifts. Then
  /// the content continues with the finger's mean velocity of the last 50 ms, at most 8000 pt/s.
  /// UIKit documents neither the 10 points nor the 50 ms. Flings, edges, pages and catching are as
  /// in `play`.
  /// - Complexity: O(samples of the fingers + samples that move).
  /// - Parameters:
  ///   - contacts: the contacts, one after the other.
  ///   - start: the offset at 0, clamped to the content.
  /// - Returns: samples, the first at 0.
  /// - Throws: `GestureError` for a contact before the end of the previous one, for one outside of a
  ///   week, and for movement of more than a day.
  public func follow(
    _ contacts: [FingerContact], from start: Double = 0
  ) throws(GestureError) -> ScrollMotion {
    var lifted = SimTime.zero
    for (index, contact) in contacts.enumerated() {
      guard contact.start >= .zero, contact.end <= ScrollMotion.longest else {
        throw .timeOutOfRange(index: index)
      }
      guard contact.start >= lifted else { throw .fingerStillDown(index: index, until: lifted) }
      lifted = contact.end
    }
    let start = min(max(start, bounds.lowerBound), bounds.upperBound)
    var legs = [MotionLeg(start: .zero, end: .zero, curve: .rest(start), phase: .idle)]
    // Content that fits does not move.
    for contact in contacts where bounds.upperBound > bounds.lowerBound {
      let offset = legs[legs.count - 1].position(at: contact.start)
      let path = FingerPath(
        HeldContent(from: offset, bounds: bounds, band: band),
        contact)
      legs.append(
        MotionLeg(
          start: contact.start, end: contact.end, curve: .finger(path), phase: .tracking))
      legs.append(
        release(
          from: path.position(at: path.duration),
          velocity: contact.isCancelled ? 0 : path.releaseVelocity, touchedAt: offset,
          at: contact.end))
    }
    let end = contacts.reduce(legs[legs.count - 1].end) { max($0, $1.end) }
    return try MotionLeg.sample(legs, until: end, hertz: Self.sampleRate)
  }
}
