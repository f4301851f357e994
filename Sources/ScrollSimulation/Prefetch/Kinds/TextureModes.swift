import ScrollCore

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
