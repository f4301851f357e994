import ScrollCore
import ScrollSimulation
import Testing

/// Tests that purgeable bitmaps are charged as soon as the app uses them again.
struct VolatileTests {
  /// The bytes of a bitmap: whole pages, as purgeable memory has.
  private static let bitmap = 4096

  @Test func `the old image of a reused cell is charged from the frame that reuses it`() throws {
    // Item 1 appears in the last frame, in the cell that still has item 0's picture.
    let loader = Loader.backgroundDecode.with(\.clearOnReuse, false).with(\.purgeable, .fifo)
    let report = try Strip(path: "0...1", loader: loader).run()
    #expect(report.accounting.footprint.bytes == Strip.base.bytes + Self.bitmap)
  }

  @Test func `a hit that is shown a frame later is charged from its look-up`() throws {
    // Item 0 is found in the last frame. What is on screen then is item 1's cell, left.
    let loader = Loader.cached.with(\.prefetcher, .none).with(\.hitDelivery, .nextFrame)
      .with(\.purgeable, .fifo)
    let report = try Strip(path: "0...1...0", loader: loader).run()
    #expect(report.requests.hits == 1)
    #expect(report.accounting.footprint.bytes == Strip.base.bytes + Self.bitmap)
  }
}
