import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// NSDiscardableContent by events: begin, end and use of what the cache has.
@Suite struct AccessTests {
  private static func strip(_ events: [(milliseconds: Double, event: SystemEvent)]) -> Strip {
    var strip = Strip(path: "0...1...2...3......")
    strip.loader.cache = true
    strip.policy = "nscache-lru:countLimit=1"
    strip.events = events
    return strip
  }

  private static let image = ImageID(0)

  @Test func `an image in use is not evicted until its access ends`() throws {
    let (plain, _) = try Self.strip([]).spied()
    let (used, kept) = try Self.strip([(35, .beginAccess(image: Self.image))]).spied()
    let (ended, gone) = try Self.strip([
      (35, .beginAccess(image: Self.image)), (75, .endAccess(image: Self.image)),
    ]).spied()
    #expect(kept.contains(Self.image) && !gone.contains(Self.image))
    #expect(plain.cache.accesses == 0 && used.cache.accesses == 1)
    #expect(ended.cache.accessErrors == 0)
  }

  @Test func `accesses nest and need equal numbers of begins and ends`() throws {
    let begun = [
      (35.0, SystemEvent.beginAccess(image: Self.image)), (36, .beginAccess(image: Self.image)),
    ]
    let (_, once) = try Self.strip(begun + [(75, .endAccess(image: Self.image))]).spied()
    let (_, twice) = try Self.strip(
      begun + [(75, .endAccess(image: Self.image)), (76, .endAccess(image: Self.image))]
    ).spied()
    #expect(once.contains(Self.image) && !twice.contains(Self.image))
  }

  @Test func `a use or an end without a begin is an error of the app`() throws {
    let report = try Self.strip([
      (35, .useContent(image: Self.image)), (36, .endAccess(image: Self.image)),
      (37, .beginAccess(image: Self.image)), (38, .useContent(image: Self.image)),
      (39, .endAccess(image: Self.image)), (40, .useContent(image: Self.image)),
    ]).run()
    #expect(report.cache.accessErrors == 3 && report.cache.accesses == 1)
  }

  @Test func `a begin returns NO if the cache lacks the image`() throws {
    let report = try Self.strip([(35, .beginAccess(image: ImageID(3)))]).run()
    #expect(report.cache.refusedAccesses == 1 && report.cache.accesses == 0)
  }

  @Test func `the delegate receives every evicted image`() throws {
    let report = try Self.strip([]).run()
    #expect(report.cache.delegateCalls == 3, "\(report.cache)")
  }
}
