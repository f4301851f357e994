import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Where the viewport is as long as nobody says: around the key that was asked for last, one item
/// long, as in `replay`.
struct ImpliedViewport {
  private var lastItem = Int32(-1)
  private var direction = ScrollDirection.forward

  /// Where it is for a request.
  mutating func follow(_ image: ImageID, at time: SimTime) -> Viewport {
    let item = image.index
    if item != lastItem { direction = item > lastItem ? .forward : .backward }
    lastItem = item
    return Viewport(
      lower: Double(item), upper: Double(item) + 1, direction: direction, time: time)
  }
}
