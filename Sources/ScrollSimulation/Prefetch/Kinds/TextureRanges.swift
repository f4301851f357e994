import ScrollCore

/// A rule that prefetches the items in the display range and the preload range of Texture's range
/// controller.
///
/// Ranges are in lengths of the viewport, first ahead and then behind. *Ahead* is the direction of
/// the last movement, even at rest:
///
///     mode            display        preload
///     full            1 and 0.5      2.5 and 1.5
///     minimum         0.25 and 0.25  0.5 and 0.25
///     visible-only    0 and 0        0 and 0
///     low-memory      none           0 and 0
///
/// Items in the display range have the urgency `soon`; items that are only in the preload range are
/// prefetches. The rule requests the display range on both sides before the preload range on both
/// sides, and ahead before behind. The last two modes request no items that are not visible.
/// Modeled on `ASDefaultTuningParameters` and `ASRangeController` of Texture 3; the rule was not
/// checked against a run of Texture.
struct TextureRanges: PrefetchRule {
  private static let automatic = "automatic"

  static let descriptor = PrefetcherDescriptor(
    "texture-ranges", "Prefetches Texture's display range, then its preload range.",
    settings: [
      Setting(
        "mode", .choice([automatic] + Mode.allCases.map { $0.rawValue }), standard: automatic,
        "The extent of the ranges; automatic: minimum until the first scroll, then full.")
    ]
  ) { TextureRanges(mode: Mode(rawValue: $0.settings["mode"])) }

  /// A mode of the range controller, which determines the lengths of the ranges.
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

  /// The mode of the whole run; `nil` for the automatic transitions of `TextureModes`.
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

/// The automatic choice of the mode of Texture's ranges, for a run without a fixed mode.
///
/// - Until the user has scrolled, every update has the mode *minimum*. Later updates have the mode
///   *full*, even at rest.
/// - A memory warning, or entering the background, sets the mode *visible-only*. Returning to the
///   foreground sets *minimum*. Such a mode lasts for one update.
///
/// An update is a frame in which the viewport has moved. So a mode that a system event set remains
/// until the next movement. The user counts as having scrolled once the phase is not idle or the
/// viewport has left its first position. Texture has other modes for a scroll view outside of the
/// window or of its own display range; these cases do not occur in a simulation.
struct TextureModes: Sendable {
  private var lower: Double?, upper = 0.0
  private var isFirst = true, hasScrolled = false
  /// The mode that a system event set, until the viewport moves; otherwise `nil`.
  private var explicit: TextureRanges.Mode?

  /// Handles a changed layout, which is not a scroll.
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
