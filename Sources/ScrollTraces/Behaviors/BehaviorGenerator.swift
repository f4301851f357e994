public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// A generator of sessions that consist of behaviors, with the scroll physics of a platform.
///
/// The same generator gives the same trace, gesture for gesture. The header of the trace states
/// that the trace is synthetic, which command makes it again, and which distributions the generator
/// draws from, each with its source.
public struct BehaviorGenerator: Sendable, Equatable {
  public var plan: BehaviorPlan
  public var seed: UInt64

  public init(plan: BehaviorPlan, seed: UInt64) {
    self.plan = plan
    self.seed = seed
  }

  /// Returns a session on some content.
  ///
  /// A forward session begins at the start of the content, a backward session at the end. The
  /// session ends when everything is at rest.
  /// - Parameters:
  ///   - title: the title of the trace; `nil` for the text of the plan.
  ///   - recipe: the recipe of the images.
  ///   - layout: the layout of the images.
  ///   - viewport: the size of the viewport in points.
  ///   - direction: the first direction of the session.
  ///   - rate: the deceleration rate of flings on iOS.
  ///   - physics: the platform of the scroll view.
  /// - Returns: a synthetic trace, defined by its gestures.
  /// - Throws: `TraceFault` if the layout does not fit into the viewport, and for a session of more
  ///   than a week or with more than a day of scrolling.
  public func trace(
    title: String? = nil, of recipe: CatalogRecipe, on layout: Layout,
    in viewport: ViewportSize, direction: ScrollDirection = .forward,
    rate: DecelerationRate = .normal, physics: ScrollPhysics = .ios
  ) throws(TraceFault) -> ScrollTrace {
    var options = ["--behavior \(plan)", "--seed \(seed)"]
    if physics != .ios { options.append("--physics \(physics.rawValue)") }
    options += ["--viewport \(viewport)", "--layout \(layout)", "--catalogue '\(recipe)'"]
    if direction == .backward { options.append("--direction backward") }
    if rate != .normal { options.append("--deceleration-rate \(rate.rawValue)") }
    if let title { options.append("--title '\(title)'") }
    let provenance =
      "synthetic, made by: scrollsim trace generate \(options.joined(separator: " ")); \(origins)"
    let header = TraceHeader(
      title: title ?? "\(plan)", provenance: provenance, kind: .synthetic, viewport: viewport,
      direction: direction, decelerationRate: rate, physics: physics, layout: layout)
    let content: TraceContent
    do {
      content = try TraceContent(header: header, catalog: TraceCatalog(recipe))
    } catch {
      throw .layout(error)
    }
    var hand = try hand(in: front(content), direction)
    hand.follow(plan)
    return try ScrollTrace(
      content: content, movement: .gestures(GestureScript(start: hand.start, hand.gestures)),
      events: hand.events)
  }

  /// Returns the content and its layouts: one for each orientation if the plan rotates the device.
  private func front(_ content: TraceContent) throws(TraceFault) -> (TraceContent, [LayoutEpoch]) {
    let turn = TimedSystemEvent(time: SimTime(milliseconds: 1), event: .rotate)
    return (content, try content.epochs(plan.rotates ? [turn] : []))
  }

  private func hand(
    in front: (content: TraceContent, epochs: [LayoutEpoch]), _ direction: ScrollDirection
  ) throws(TraceFault) -> Hand {
    let stages = front.epochs.map { Hand.Stage($0) }
    return Hand(
      player: front.content.player(in: front.epochs), stage: stages[0],
      other: stages.count > 1 ? stages[1] : nil, direction: direction,
      random: SeededRandom(seed: seed))
  }

  /// The distributions that the plan draws from, each once, in the order of the plan.
  private var origins: String {
    var texts: [String] = []
    func add(_ text: String) { if !texts.contains(text) { texts.append(text) } }
    for part in plan.parts {
      part.behavior.distributions.forEach { add($0.description) }
      if let chances = part.behavior.chances { add(chances) }
    }
    add(Distribution.look.description)
    return "drawn from: " + texts.joined(separator: "; ")
      + "; flings: 19 recorded by hand; logs: 598 people reading, 65 sessions of scroll wheels"
  }
}
