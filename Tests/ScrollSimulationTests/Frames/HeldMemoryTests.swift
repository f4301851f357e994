import ScrollCore
import ScrollDevice
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
    let strip = Strip(path: "0...+....", loader: CacheTests.cached)
    let held = try #require(try peak(strip))
    #expect(held.cached == ByteCount(Self.image) && held.displayed == .zero)
    #expect(held.inFlight == ByteCount(Self.image + Self.file))
  }

  @Test func `an image that is decoded after it was cached counts as cached`() throws {
    let loader = CacheTests.cached.with(\.decodeOn, .main)
    let held = try #require(try peak(Strip(path: "0.....", loader: loader)))
    #expect(held.cached == ByteCount(Self.image) && held.sum == held.cached)
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

  /// As above, but the system may purge what no cell on screen uses: bitmaps of one page each.
  ///
  /// Item 3 leaves before its image is there, which item 4's joins in flight.
  @Test func `an image that the system may purge has no part`() throws {
    let loader = Loader.backgroundDecode.with(\.clearOnReuse, false).with(\.purgeable, .fifo)
    let held = try #require(try peak(Strip(path: "0...+....1...34....", loader: loader)))
    #expect(held.elsewhere == .zero && held.displayed == ByteCount(4096))
    #expect(held.inFlight == ByteCount(2 * 4096 + Self.file))
  }

  /// Image 0 is downloaded again while the app uses its old version.
  @Test func `an image that only the app uses is elsewhere`() throws {
    let image = ImageID(0)
    let strip = Strip(
      path: "0...1...0...2....", loader: CacheTests.cached.with(\.timeStamps, true),
      events: [(35, .beginAccess(image: image)), (36, .change(image: image))])
    let held = try #require(try peak(strip))
    #expect(held.elsewhere == ByteCount(Self.image))
    #expect(held.cached == ByteCount(2 * Self.image))
  }

  @Test func `a picture of the interface is elsewhere`() throws {
    let loader = Loader.backgroundDecode.with(\.interfaceAssets, 1)
    let held = try #require(try peak(Strip(path: "0.....", loader: loader)))
    // Each is 30 pt square.
    let picture = ImageCatalog.Entry(width: 30, height: 30, format: .png, content: .graphic)
    #expect(held.elsewhere == picture.decoded)
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
