public import ScrollCore
public import ScrollLayout

/// Makes up scrolling sessions from gestures and the physics of flings.
///
/// The same generator gives the same trace, gesture for gesture: velocities are whole points
/// per second and times whole milliseconds, so that not even the last bit of a logarithm is
/// seen. Traces say that they are synthetic, and how to make them again.
public struct SessionGenerator: Sendable, Equatable {
  public var style: SessionStyle
  public var seed: UInt64
  /// From 1 s to a day.
  public var duration: SimTime
  /// Whose session it is; of no effect on page turns.
  var habits: SessionHabits

  public init(style: SessionStyle, seed: UInt64, duration: SimTime) {
    self.style = style
    self.seed = seed
    self.duration = duration
    habits = style.habits
  }

  /// A session on some content.
  ///
  /// It begins at the end of the content that the direction leads away from. Scroll views
  /// whose layout does not page have pages of one viewport for the style
  /// `carousel-back-and-forth`, which then only comes near them, and its last fling may run
  /// on beyond the duration.
  /// - Parameters:
  ///   - title: the name of the style if nil.
  ///   - recipe: the images.
  ///   - layout: where they lie.
  ///   - viewport: in points.
  ///   - direction: where the session leads first.
  ///   - rate: how fast flings slow down.
  /// - Returns: a synthetic trace, given by its gestures.
  /// - Throws: `TraceFault` where the layout has no room in the viewport.
  public func trace(
    title: String? = nil, of recipe: CatalogRecipe, on layout: Layout,
    in viewport: ViewportSize, direction: ScrollDirection = .forward,
    rate: DecelerationRate = .normal
  ) throws(TraceFault) -> ScrollTrace {
    let provenance = command(title, recipe, layout, viewport, direction, rate)
    return try trace(
      under: TraceHeader(
        title: title ?? style.summary, provenance: provenance, kind: .synthetic,
        viewport: viewport, direction: direction, decelerationRate: rate, layout: layout),
      of: recipe)
  }

  /// A session on some content, with a header that says where it comes from.
  func trace(
    under header: TraceHeader, of recipe: CatalogRecipe
  ) throws(TraceFault) -> ScrollTrace {
    let content: TraceContent
    do {
      content = try TraceContent(header: header, catalog: TraceCatalog(recipe))
    } catch {
      throw .layout(error)
    }
    return try ScrollTrace(
      content: content,
      movement: .gestures(script(on: content.player, direction: header.direction)))
  }

  /// The gestures of a session.
  public func script(
    on player: GesturePlayer, direction: ScrollDirection = .forward
  ) -> GestureScript {
    let random = SeededRandom(seed: seed)
    guard style != .carousel else {
      let page = player.page ?? player.viewportExtent
      var session = PageSession(
        page: page, last: Int((player.bounds.upperBound / page).rounded()), random: random)
      return GestureScript(
        start: direction == .forward ? 0 : player.bounds.upperBound,
        session.gestures(for: duration, direction: direction))
    }
    var session = FlickSession(
      style: style, habits: habits, player: player, direction: direction, random: random)
    let start = session.offset
    session.run(for: duration)
    return GestureScript(start: start, session.gestures)
  }

  /// The command that makes the trace again.
  private func command(
    _ title: String?, _ recipe: CatalogRecipe, _ layout: Layout, _ viewport: ViewportSize,
    _ direction: ScrollDirection, _ rate: DecelerationRate
  ) -> String {
    var options = [
      "--style \(style.rawValue)", "--seed \(seed)", "--duration \(duration.option)",
      "--viewport \(viewport)", "--layout \(layout)", "--catalogue '\(recipe)'",
    ]
    if direction == .backward { options.append("--direction backward") }
    if rate != .normal { options.append("--deceleration-rate \(rate.rawValue)") }
    if let title { options.append("--title '\(title)'") }
    return "synthetic, made by: scrollsim trace generate " + options.joined(separator: " ")
  }
}

extension SimTime {
  /// As an option of `trace generate` has it: `90s`.
  var option: String { "\(Millionths(units: nanoseconds / 1000).text)s" }
}

/// Page turns through a carousel and back: one flick each second.
///
/// Forward to the last page, or until half of the time is over, then back to the first: every
/// page but the last is seen twice. What is left of the time goes into further rounds. A flick
/// lifts at 5.5 to 8 pages a second, enough to turn exactly one page.
struct PageSession {
  let page: Double
  /// The highest page.
  let last: Int
  var random: SeededRandom

  /// The gestures of a session.
  mutating func gestures(for duration: SimTime, direction: ScrollDirection) -> [TimedGesture] {
    let turns = Int(duration.nanoseconds / Self.period.nanoseconds) - 1
    let pages = min(last, (turns + 1) / 2)
    var gestures: [TimedGesture] = []
    // 0 goes away from where the session begins.
    for turn in 0..<max(0, turns) where pages > 0 {
      let isAway = turn / pages % 2 == 0
      let speed = ((5.5 + 2.5 * random.unit()) * page).rounded()
      gestures.append(
        TimedGesture(
          at: SimTime(nanoseconds: Int64(turn + 1) * Self.period.nanoseconds),
          .flick(velocity: (isAway ? 1 : -1) * direction.sign * speed)))
    }
    gestures.append(TimedGesture(at: duration, .wait(.zero)))
    return gestures
  }

  static let period = SimTime(nanoseconds: 1_000_000_000)
}
