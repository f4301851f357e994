public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// The content of a trace: a header, a catalog, and the positions of the items.
public struct TraceContent: Sendable {
  public let header: TraceHeader
  public let catalog: TraceCatalog
  /// Where every item lies if all are there from the start.
  public let placement: ItemPlacement

  /// Lays a catalog out.
  /// - Throws: `LayoutError` where the layout has no room for it.
  /// - Complexity: O(items).
  public init(header: TraceHeader, catalog: TraceCatalog) throws(LayoutError) {
    self.header = header
    self.catalog = catalog
    placement = try header.layout.place(
      catalog.items, aspectRatios: catalog.aspectRatios,
      imageCount: catalog.images.count, in: header.viewport)
  }

  /// Plays gestures on this content, if all of it is there from the start.
  public var player: GesturePlayer { player(in: [wholeEpoch]) }

  /// Where a trace without rotations and insertions may take the viewport's lower edge: to the
  /// ends of the content, and at most one viewport beyond, as bounces do.
  public var allowedOffsets: ClosedRange<Double> { Self.allowedOffsets(in: [wholeEpoch]) }
}
