package import ScrollCore
package import ScrollDevice
package import ScrollLayout

extension ScrollTrace {
  /// A session of a few samples over photos of these pixel sizes, each shown once: what tests
  /// and examples need.
  ///
  /// Times are in milliseconds, offsets in points; the phase is `tracking` throughout.
  /// - Throws: `TraceFault` where the layout has no room, and where a movement or an event
  ///   cannot be.
  package init(
    sketching samples: [(milliseconds: Double, offset: Double)],
    over sizes: [(width: Int, height: Int)], on layout: Layout, in viewport: ViewportSize,
    direction: ScrollDirection = .forward,
    events: [(milliseconds: Double, event: SystemEvent)] = []
  ) throws(TraceFault) {
    let header = TraceHeader(
      title: "A sketch", provenance: "made in memory", kind: .synthetic, viewport: viewport,
      direction: direction, layout: layout)
    let images = sizes.map {
      ImageCatalog.Entry(width: $0.width, height: $0.height, format: .jpeg)
    }
    let content: TraceContent
    do {
      content = try TraceContent(
        header: header, catalog: TraceCatalog(listing: ImageCatalog(images)))
    } catch {
      throw .layout(error)
    }
    let motion = ScrollMotion(
      times: samples.map { SimTime(milliseconds: $0.milliseconds) },
      offsets: samples.map(\.offset), phases: samples.map { _ in .tracking })
    try self.init(
      content: content, movement: .samples(motion),
      events: events.map {
        TimedSystemEvent(time: SimTime(milliseconds: $0.milliseconds), event: $0.event)
      })
  }
}
