import ScrollCore

/// The display and preload ranges around a viewport that moves.
struct Rings {
  /// How far a range reaches beyond the viewport, in viewports.
  struct Reach: Equatable {
    var ahead: Double, behind: Double

    static let none = Reach(ahead: 0, behind: 0)
  }

  private let mode: ViewportRingPolicy.Mode
  /// How many times as long as the viewport it is taken to be.
  private let stretch: Double
  /// Where the viewport was first; nil before.
  private var first: Double?
  private var hasScrolled = false

  init(_ setup: PolicySetup, mode: ViewportRingPolicy.Mode, screenItems: Int) {
    let isReplay = setup.clock == .requests
    stretch = isReplay ? Double(screenItems) : 1
    self.mode = isReplay && mode == .automatic ? .full : mode
  }

  /// Whether the ranges depend on nothing but the viewport.
  var isFixed: Bool { mode != .automatic }

  /// The ranges around the next viewport.
  mutating func follow(_ viewport: Viewport) -> RangeRule {
    if viewport.phase != .idle || first.map({ $0 != viewport.lower }) ?? false {
      hasScrolled = true
    }
    if first == nil { first = viewport.lower }
    let middle = viewport.centre, length = viewport.extent * stretch
    let seen =
      stretch == 1
      ? RangeRule.Span(lower: viewport.lower, upper: viewport.upper)
      : RangeRule.Span(lower: middle - length / 2, upper: middle + length / 2)
    func span(_ reach: Reach) -> RangeRule.Span {
      let isForward = viewport.direction == .forward
      return RangeRule.Span(
        lower: seen.lower - (isForward ? reach.behind : reach.ahead) * length,
        upper: seen.upper + (isForward ? reach.ahead : reach.behind) * length)
    }
    return RangeRule(viewport: seen, near: span(display), far: span(preload))
  }

  private var reaches: (display: Reach, preload: Reach) {
    let minimum = (Reach(ahead: 0.25, behind: 0.25), Reach(ahead: 0.5, behind: 0.25))
    let full = (Reach(ahead: 1, behind: 0.5), Reach(ahead: 2.5, behind: 1.5))
    return switch mode {
    case .automatic: hasScrolled ? full : minimum
    case .full: full
    case .minimum: minimum
    case .visibleOnly, .lowMemory: (.none, .none)
    }
  }

  private var display: Reach { reaches.display }
  private var preload: Reach { reaches.preload }
}
