import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Residency maps of runs that can be worked out on paper.
struct ResidencyMapTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  static func map(_ strip: Strip) throws -> (map: ResidencyMap, report: RunReport) {
    let (report, log, prepared, _) = try strip.told()
    return (ResidencyMap(log, of: prepared), report)
  }

  /// Milliseconds.
  static func span(_ from: Double, _ to: Double) -> ResidencyMap.Span {
    ResidencyMap.Span(from: .ms(from), to: .ms(to))
  }

  @Test func `an item is blank from its first presentation until its image is presented`() throws {
    let (map, _) = try Self.map(Strip(path: "0....."))
    #expect(map.items[0].visible == [Self.span(10, 50)])
    #expect(map.items[0].blank == [Self.span(10, 30)])
    #expect(map.items[0].soft.isEmpty && map.items[0].wrong.isEmpty)
    #expect(map.items[1] == ResidencyMap.Item())
  }

  @Test func `an item that leaves stays on screen until the next frame`() throws {
    let (map, _) = try Self.map(Strip(path: "0...1...."))
    #expect(map.items[0].visible == [Self.span(10, 50)])
    #expect(map.items[1].visible == [Self.span(50, 80)])
  }

  @Test func `an image is in flight until its delivery`() throws {
    let (map, _) = try Self.map(Strip(path: "0....."))
    #expect(map.images[0].inFlight == [Self.span(0, 20)])
    #expect(map.images[1].inFlight.isEmpty)
  }

  @Test func `an image in flight at the end or at a relaunch is in flight until then`() throws {
    let (atEnd, _) = try Self.map(Strip(path: "0...", read: 100))
    #expect(atEnd.images[0].inFlight == [Self.span(0, 30)])
    let (relaunched, _) = try Self.map(
      Strip(path: "0.....", read: 100, loader: Self.cached, events: [(25, .relaunch)]))
    #expect(relaunched.images[0].inFlight == [Self.span(0, 25), Self.span(30, 50)])
    #expect(relaunched.relaunches == [.ms(25)])
  }

  @Test func `an image is resident from its store to its eviction`() throws {
    let (map, _) = try Self.map(Strip(path: "0...1....", loader: Self.cached, room: 1))
    #expect(map.images[0].residences == [.init(span: Self.span(20, 60), bytes: 1024)])
    #expect(map.images[1].residences == [.init(span: Self.span(60, 80), bytes: 1024)])
  }

  @Test func `a relaunch empties the cache and the screen`() throws {
    let (map, report) = try Self.map(
      Strip(path: "0.......", loader: Self.cached, events: [(35, .relaunch)]))
    #expect(map.images[0].residences.first?.span == Self.span(20, 35))
    #expect(map.items[0].visible == [Self.span(10, 35), Self.span(50, 70)])
    #expect(map.earlyEvictions.isEmpty && report.cache.evictedTooEarly == 0)
  }

  @Test func `an early eviction has one mark`() throws {
    let (map, report) = try Self.map(Strip(path: "0...1...0....", loader: Self.cached, room: 1))
    #expect(report.cache.evictedTooEarly == 1)
    #expect(
      map.earlyEvictions == [
        EarlyEviction(item: 0, key: 0, evicted: .ms(60), askedAgain: .ms(80))
      ])
  }

  @Test func `a request three screens later marks no early eviction`() throws {
    let (map, report) = try Self.map(Strip(path: "0...4...0....", loader: Self.cached, room: 1))
    #expect(report.cache.evictedTooEarly == 0)
    #expect(map.earlyEvictions.isEmpty)
  }

  @Test func `items with one image share its residence`() throws {
    let (map, _) = try Self.map(
      Strip(path: "0...1....", shows: [0, 0, 1], loader: Self.cached))
    #expect(map.images(of: 0) == 0..<1 && map.images(of: 1) == 0..<1)
    #expect(map.images[0].residences.map(\.span) == [Self.span(20, 80)])
  }

  @Test func `an item has two images if the loader swaps renditions`() throws {
    let (map, _) = try Self.map(Strip(path: "0....", loader: .resolutionSwap))
    #expect(map.images(of: 3) == 6..<8)
  }

  @Test func `seconds omit the background and count overlaps once`() throws {
    let (map, _) = try Self.map(
      Strip(path: "0..........", events: [(35, .background), (55, .foreground)]))
    #expect(map.pauses == [Self.span(35, 55)])
    #expect(near(map.seconds([Self.span(10, 60)]), 0.030))
    #expect(near(map.seconds([Self.span(0, 20), Self.span(10, 30), Self.span(12, 14)]), 0.030))
  }

  @Test func `the map lists late frames and the viewport by frame`() throws {
    let (map, report) = try Self.map(
      Strip(path: "0...+..", decode: 25, loader: .backgroundRead))
    let frames = Array(map.frames)
    #expect(frames.count == report.frames && map.frames.count == report.frames)
    #expect(frames.first?.offset == 0 && frames.last?.offset == 50)
    #expect(frames.count { $0.delay > .zero } == report.hitches.count)
    #expect(report.hitches.count > 0)
  }
}
