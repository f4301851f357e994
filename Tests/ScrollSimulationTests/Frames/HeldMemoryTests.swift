import ScrollCore
import ScrollSimulation
import Testing

/// Tests of the parts of the footprint at its peak, in runs that can be worked out on paper.
@Suite struct HeldMemoryTests {
  /// A decoded image and a file, in bytes.
  private static let (image, file) = (1024, 100)

  private func peak(_ strip: Strip) throws -> HeldMemory? {
    let (report, log, _, _) = try strip.told()
    let peaks = log.entries.compactMap { entry in
      if case .peak(let held) = entry.event { held } else { nil }
    }
    #expect(Strip.base + (peaks.last?.sum ?? .zero) == report.memory.peakFootprint)
    return peaks.last
  }

  @Test func `the image of a load is in flight, with its file while it is decoded`() throws {
    let held = try #require(try peak(Strip(path: "0.....")))
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
    #expect(held.sum == held.inFlight)
  }

  @Test func `an image that the cache holds counts as cached, also on screen`() throws {
    let strip = Strip(path: "0...1....", loader: ResidencyMapTests.cached)
    let held = try #require(try peak(strip))
    #expect(held.cached == ByteCount(Self.image) && held.displayed == .zero)
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
  }

  @Test func `an image that only a cell on screen holds counts as displayed`() throws {
    let held = try #require(try peak(Strip(path: "0...+....")))
    #expect(held.cached == .zero && held.displayed == ByteCount(Self.image))
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
  }

  /// Items 0 and 1 have a cell each; item 3 takes one of them, and the other one keeps its image.
  @Test func `the image of a cell that waits to be reused is elsewhere`() throws {
    let loader = Loader.backgroundDecode.with(\.clearOnReuse, false)
    let held = try #require(try peak(Strip(path: "0...+....1...3....", loader: loader)))
    #expect(held.elsewhere == ByteCount(Self.image))
    #expect(held.displayed == ByteCount(Self.image))
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
  }

  @Test func `a placeholder is elsewhere`() throws {
    let loader = Loader.backgroundDecode.with(\.placeholder, 5000)
    let held = try #require(try peak(Strip(path: "0.....", loader: loader)))
    #expect(held.elsewhere == ByteCount(5000))
  }

  /// Items 0 and 1 show the same picture, which one load brings for both.
  @Test func `an image that two cells show counts once`() throws {
    let loader = Loader.backgroundDecode.with(\.coalescing, true)
    let strip = Strip(
      path: "0...+....", shows: [0, 0, 1, 2, 3], viewport: 200, loader: loader)
    let held = try #require(try peak(strip))
    #expect(held.displayed == ByteCount(Self.image))
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
  }
}
