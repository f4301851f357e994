import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The NSNull of listing 14.5: an entry of the cache like any other.
@Suite struct NullEntryTests {
  private static var nulls: Loader {
    var loader = Loader.backgroundDecode
    loader.cache = true
    loader.nullEntries = true
    return loader
  }

  private static func strip(_ path: String, room: Int = 100) -> Strip {
    var strip = Strip(path: path)
    strip.loader = nulls
    strip.room = room
    return strip
  }

  @Test func `a second request waits for the first load while the null entry exists`() throws {
    var strip = Self.strip("0.......")
    strip.shows = [0, 0, 1]
    strip.viewport = 200
    let report = try strip.run()
    #expect(report.work.laneDecodes == 1, "\(report.work)")
    #expect(report.requests.joined == 1 && report.requests.displayed == 2, "\(report.requests)")
  }

  @Test func `a null entry counts toward the limit and evicts images`() throws {
    var strip = Self.strip("0....1......")
    strip.policy = "nscache-lru:countLimit=1"
    let report = try strip.run()
    // NSNull 0, image 0, NSNull 1, image 1: each replaces or pushes out the one before.
    #expect(report.cache.removals.reduce(0, +) == 3, "\(report.cache)")
    #expect(report.cache.delegateCalls == 3, "\(report.cache)")
  }

  @Test func `an image whose null entry is evicted loads twice`() throws {
    // Item 1 is asked for, pushes out the NSNull of item 0, and item 0 is asked for again.
    var strip = Self.strip("010.........")
    strip.read = 30
    strip.policy = "nscache-lru:countLimit=1"
    let twice = try strip.run()
    strip.policy = "nscache-lru"
    let once = try strip.run()
    #expect(twice.work.laneDecodes == 3, "\(twice.work)")
    #expect(once.work.laneDecodes == 2 && once.requests.joined == 1, "\(once.requests)")
  }

  @Test func `a null entry stays after a failure and blocks retries`() throws {
    var strip = Self.strip("0....5....0........")
    strip.loader.origin = .network
    strip.loader.backOff = 0
    strip.events = [(0, .offline), (35, .online)]
    let stays = try strip.run()
    strip.loader.nullEntries = false
    let again = try strip.run()
    // Item 5 comes; item 0 failed, and is never asked for again.
    #expect(stays.work.downloads == 1 && stays.requests.failed == 2, "\(stays.requests)")
    #expect(again.work.downloads == 2 && again.requests.failed == 1, "\(again.requests)")
  }
}
