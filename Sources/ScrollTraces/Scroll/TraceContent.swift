public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// What there is to scroll through: a header, a catalogue, and where the items lie.
public struct TraceContent: Sendable {
  public let header: TraceHeader
  public let catalogue: TraceCatalogue
  /// Where every item lies.
  public let placement: ItemPlacement

  /// Lays a catalogue out.
  /// - Throws: `LayoutError` where the layout has no room for it.
  /// - Complexity: O(items).
  public init(header: TraceHeader, catalogue: TraceCatalogue) throws(LayoutError) {
    self.header = header
    self.catalogue = catalogue
    placement = try header.layout.place(
      catalogue.items,
      aspectRatios: catalogue.items.map {
        let image = catalogue.images[$0]
        return Double(image.height) / Double(image.width)
      },
      imageCount: catalogue.images.count, in: header.viewport)
  }

  /// Plays gestures on this content.
  public var player: GesturePlayer {
    GesturePlayer(
      contentExtent: placement.extent, viewportExtent: header.viewportLength,
      rate: header.decelerationRate, page: header.layout.page(in: header.viewport))
  }

  /// Where a trace may take the viewport's lower edge: to the ends of the content, and at
  /// most one viewport beyond, as bounces do.
  public var allowedOffsets: ClosedRange<Double> {
    let length = header.viewportLength
    let limit = Double(TraceLimits.points)
    return -length...min(max(placement.extent, length), limit)
  }
}
