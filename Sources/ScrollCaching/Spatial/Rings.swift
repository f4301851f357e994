import ScrollCore

/// The rings of `viewport-ring`, which evicts images outside the ranges around the viewport, then
/// images in only the outer range.
///
/// The rings, from the inside out, are the items that overlap the viewport, the *display range*,
/// the *preload range*, and everything outside. Images in the outermost ring are evicted first
/// (`RangePolicy`).
///
/// The ranges are those of Texture's range controller (`ASDefaultTuningParameters` and
/// `ASRangeController` of Texture 3), in viewports ahead and behind; *ahead* is the direction of
/// the last movement:
///
///     mode            display        preload
///     full            1 and 0.5      2.5 and 1.5
///     minimum         0.25 and 0.25  0.5 and 0.25
///     visible-only    0 and 0        0 and 0
///     low-memory      none           0 and 0
///     automatic       minimum until the user scrolls for the first time, then full
///
/// In the mode low-memory there is no display range, but visible images still form a ring, so this
/// mode ranks images as visible-only does. A mode of Texture lasts for one update; here it is a
/// setting and lasts for the run. The user scrolls as soon as the phase is not idle or both edges
/// of the viewport differ from their first positions in the same layout; a viewport that grows or
/// shrinks at one edge has not moved.
///
/// With `dropsOnLeave`, images outside the preload range of a new viewport are dropped at once,
/// even if there is room, as the range controller drops fetched images. This happens before the
/// frame's look-ups, which cannot request these images. An image that is stored outside the range
/// (a decode that ends too late), or no longer has an item, is dropped with the next frame.
/// Otherwise the ranges only order the victims, and the budget decides; Texture has no budget.
///
/// In `replay` the viewport is `screenItems` long around the request, and automatic means full. The
/// rule is described from Texture's documentation and behavior; it was not checked against a run of
/// Texture.
struct Rings: MovingRanges {
  /// The mode, which determines the size of the ranges.
  enum Mode: String, CaseIterable, Sendable {
    case automatic, full, minimum
    case visibleOnly = "visible-only"
    case lowMemory = "low-memory"
  }

  /// The distances that a range extends beyond the viewport, in viewports.
  struct Reach: Equatable {
    var ahead: Double, behind: Double

    static let none = Reach(ahead: 0, behind: 0)
  }

  private let mode: Mode
  /// The factor by which the assumed viewport is longer than the given one.
  private let stretch: Double
  /// The first viewport in this layout; `nil` before it.
  private var first: RangeRule.Span?
  private var hasScrolled = false

  init(_ setup: PolicySetup, mode: Mode, screenItems: Int) {
    precondition(screenItems > 0, "a screen of \(screenItems) items")
    let isReplay = setup.clock == .requests
    stretch = isReplay ? Double(screenItems) : 1
    self.mode = isReplay && mode == .automatic ? .full : mode
  }

  /// A Boolean value that indicates whether the ranges depend only on the viewport.
  var isFixed: Bool { mode != .automatic }

  /// Returns the ranges around the next viewport.
  mutating func follow(_ viewport: Viewport) -> RangeRule {
    let shown = RangeRule.Span(lower: viewport.lower, upper: viewport.upper)
    let start = first ?? shown
    if viewport.phase != .idle || start.lower != shown.lower && start.upper != shown.upper {
      hasScrolled = true
    }
    first = start
    let middle = viewport.center, length = viewport.extent * stretch
    let seen =
      stretch == 1
      ? shown : RangeRule.Span(lower: middle - length / 2, upper: middle + length / 2)
    func span(_ reach: Reach) -> RangeRule.Span {
      let isForward = viewport.direction == .forward
      return RangeRule.Span(
        lower: seen.lower - (isForward ? reach.behind : reach.ahead) * length,
        upper: seen.upper + (isForward ? reach.ahead : reach.behind) * length)
    }
    return RangeRule(viewport: seen, near: span(display), far: span(preload))
  }

  mutating func forgetViewport() { first = nil }

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

extension Rings {
  static let descriptor = PolicyDescriptor(
    "viewport-ring", "Evicts from the outermost range around the viewport.",
    settings: [
      Setting(
        "mode", .choice(Mode.allCases.map { $0.rawValue }), standard: Mode.automatic.rawValue,
        "The extent of the ranges; automatic is minimum before the first scroll, then full."),
      Setting(
        "dropsOnLeave", .flag, standard: "false",
        "Images outside the preload range are dropped even if there is free space."),
      Setting(
        "screenItems", .integer(1...1_000_000), standard: "8",
        "The length of the viewport of a replay, in items."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Rings: visible, display range, preload range, outside; images of the outermost ring are \
        evicted first, and in a ring the farthest from the viewport's nearest edge, ties by \
        order of storing. Ranges in viewports ahead/behind: full 1/0.5 and 2.5/1.5, minimum \
        0.25/0.25 and 0.5/0.25, visible-only and low-memory none. dropsOnLeave makes it a cache \
        with ranges instead of a budget: it drops images even if there is free space, reason \
        'left range'. In replay the viewport is screenItems long around the request, and \
        automatic means full. After the range controller of Texture 3; not checked against a run \
        of it.
        """,
      evictsWithoutLimit: { $0.flag("dropsOnLeave") },
      claims: [.standard, .reusesIDs],
      score: { setup in
        var rings = Rings(setup)
        let range = NearestRange(setup)
        // One viewport does not show whether the user has scrolled, but all modes agree on the
        // visible items.
        let isKnown = rings.isFixed
        return { image, _, viewport in
          let score = range(of: image, by: rings.follow(viewport))
          return isKnown ? score : min(score, 1)
        }
      })
  ) {
    RangePolicy($0, Rings($0), dropsOutside: $0.settings.flag("dropsOnLeave"))
  }

  private init(_ setup: PolicySetup) {
    self.init(
      setup, mode: Mode(rawValue: setup.settings["mode"]) ?? .automatic,
      screenItems: setup.settings.integer("screenItems"))
  }
}
