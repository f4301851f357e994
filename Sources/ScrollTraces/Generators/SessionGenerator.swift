public import ScrollCore
public import ScrollLayout

/// A generator of scroll sessions from gestures and the physics of flings.
///
/// The same generator gives the same trace, gesture for gesture: velocities are whole points per
/// second and times whole milliseconds, so that not even the last bit of a logarithm has an effect.
/// The header of each trace states that it is synthetic, and which command makes it again.
public struct SessionGenerator: Sendable, Equatable {
  public var style: SessionStyle
  public var seed: UInt64
  /// The duration, from 1 s to a day.
  public var duration: SimTime
  /// The habits of the person; they have no effect on page turns.
  var habits: SessionHabits

  public init(style: SessionStyle, seed: UInt64, duration: SimTime) {
    self.style = style
    self.seed = seed
    self.duration = duration
    habits = style.habits
  }

  /// Returns a session on some content.
  ///
  /// A forward session begins at the start of the content, a backward session at the end. For the
  /// style `carousel-back-and-forth`, a layout without pages counts as one with pages of one
  /// viewport. The flings then end near the pages but not exactly at them, and the last one may end
  /// after the duration.
  /// - Parameters:
  ///   - title: the title of the trace; `nil` for the name of the style.
  ///   - recipe: the recipe of the images.
  ///   - layout: the layout of the images.
  ///   - viewport: the size of the viewport in points.
  ///   - direction: the first direction of the session.
  ///   - rate: the deceleration rate of flings.
  /// - Returns: a synthetic trace, defined by its gestures.
  /// - Throws: `TraceFault` if the layout does not fit into the viewport.
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

  /// Returns a session on some content, with a header that has its provenance.
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

  /// Returns the gestures of a session.
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

  /// Returns the command that makes the trace again.
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
  /// The time as an option of `trace generate`: `90s`.
  var option: String { "\(Millionths(units: nanoseconds / 1000).text)s" }
}

/// A session of page turns through a carousel and back, with one flick each second.
///
/// The session moves forward until it reaches the last page or half of the time is over. Then it
/// moves back to the first page, so every page but the last is seen twice. More such rounds follow
/// in the rest of the time. The finger of a flick lifts at 5.5 to 8 pages a second, which turns
/// exactly one page.
struct PageSession {
  let page: Double
  /// The number of the last page.
  let last: Int
  var random: SeededRandom

  /// Returns the gestures of a session.
  mutating func gestures(for duration: SimTime, direction: ScrollDirection) -> [TimedGesture] {
    let turns = Int(duration.nanoseconds / Self.period.nanoseconds) - 1
    let pages = min(last, (turns + 1) / 2)
    var gestures: [TimedGesture] = []
    // Round 0 moves away from the start of the session.
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

/// The styles of generated sessions.
public enum SessionStyle: String, Sendable, CaseIterable {
  /// Bursts of flicks, mostly onward, with short looks in between.
  case browsing
  /// The same as `browsing`, but with long looks.
  case reading
  /// Repeated scrolling over several screens and back.
  case toAndFro = "to-and-fro"
  /// One page a second, to the last page or for half of the time, and then back to the first page.
  case carousel = "carousel-back-and-forth"

  /// A summary in one sentence.
  public var summary: String {
    switch self {
    case .browsing: "Bursts of flicks, mostly onward, with looks of about a second."
    case .reading: "Bursts of flicks, mostly onward, with looks of about five seconds."
    case .toAndFro: "Six to twelve screens forward and back over the same screens, repeatedly."
    case .carousel: "One page a second to the last page, or half of the time, and back."
    }
  }
}
