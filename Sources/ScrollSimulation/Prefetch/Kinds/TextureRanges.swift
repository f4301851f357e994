import ScrollCore

/// Asks for what Texture's range controller would display and preload.
///
/// Ranges in lengths of the viewport, ahead and behind; *ahead* is the direction of the last
/// movement, at rest too:
///
///     mode            display        preload
///     full            1 and 0.5      2.5 and 1.5
///     minimum         0.25 and 0.25  0.5 and 0.25
///     visible-only    0 and 0        0 and 0
///     low-memory      none           0 and 0
///
/// What is in the display range is wanted soon, what is only in the preload range is a prefetch;
/// the display range of both sides is asked for before the preload range of either, ahead before
/// behind. Of what is not visible the last two modes ask for nothing. After
/// `ASDefaultTuningParameters` and `ASRangeController` of Texture 3; not checked against a run of
/// it.
struct TextureRanges: PrefetchRule {
  private static let automatic = "automatic"

  static let descriptor = PrefetcherDescriptor(
    "texture-ranges", "Prefetches Texture's display range, then its preload range.",
    settings: [
      Setting(
        "mode", .choice([automatic] + Mode.allCases.map { $0.rawValue }), standard: automatic,
        "How far they reach; automatic: minimum until the first scroll, then full.")
    ]
  ) { TextureRanges(mode: Mode(rawValue: $0.settings["mode"])) }

  /// How far the ranges reach.
  enum Mode: String, CaseIterable, Sendable {
    case full, minimum
    case visibleOnly = "visible-only"
    case lowMemory = "low-memory"

    func reach(_ viewport: Viewport) -> PrefetchReach {
      let screen = viewport.extent
      switch self {
      case .full:
        return PrefetchReach(
          soonAhead: screen, soonBehind: 0.5 * screen, ahead: 2.5 * screen, behind: 1.5 * screen)
      case .minimum:
        return PrefetchReach(
          soonAhead: 0.25 * screen, soonBehind: 0.25 * screen, ahead: 0.5 * screen,
          behind: 0.25 * screen)
      case .visibleOnly, .lowMemory: return PrefetchReach()
      }
    }
  }

  /// For the whole run; nil for the automatic transitions of `TextureModes`.
  private let mode: Mode?
  private var modes = TextureModes()

  init(mode: Mode?) { self.mode = mode }

  mutating func plan(
    _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
  ) {
    let mode = mode ?? modes.update(context)
    planner.plan(within: mode.reach(context.viewport), of: context.viewport)
  }

  mutating func layoutChanged() { modes.layoutChanged() }

  func lifetime(around viewport: Viewport) -> PlanLifetime {
    mode.map { .within($0.reach(viewport)) } ?? .oneFrame
  }

  var plansForBackground: Bool { mode == nil }
}

/// Which mode Texture's ranges are in, unless one was chosen for good.
///
/// - The first update, and every one until the user has scrolled once, is in *minimum*; from
///   then on they are *full*, at rest too.
/// - A memory warning and going to the background make them *visible-only*, coming back makes
///   them *minimum*. Such a mode lasts for one update.
///
/// An update is a frame in which the viewport is elsewhere than before: what the system said last
/// holds at rest, until the next movement. The user scrolls as soon as the phase is not idle or
/// the viewport is elsewhere than at first. The scroll view of a simulation is always in its
/// window and in its own display range; Texture has other modes for one that is not.
struct TextureModes: Sendable {
  private var lower: Double?, upper = 0.0
  private var isFirst = true, hasScrolled = false
  /// What the system caused, until the viewport moves.
  private var explicit: TextureRanges.Mode?

  /// The content lies elsewhere, which is no scroll.
  mutating func layoutChanged() { lower = nil }

  mutating func update(_ context: PrefetchContext) -> TextureRanges.Mode {
    let viewport = context.viewport
    let hasMoved = lower.map { $0 != viewport.lower || upper != viewport.upper } ?? false
    (lower, upper) = (viewport.lower, viewport.upper)
    if hasMoved { explicit = nil }
    let isFull = hasScrolled && !isFirst || hasMoved
    hasScrolled = isFull || viewport.phase != .idle
    isFirst = false
    if context.isAfterForeground { explicit = .minimum }
    if context.hadMemoryWarning || context.isEnteringBackground { explicit = .visibleOnly }
    return explicit ?? (isFull ? .full : .minimum)
  }
}
