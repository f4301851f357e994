import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the system's effects on an app and on its figures.
struct SystemTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  @Test func `a memory warning empties a strict cache at the next frame`() throws {
    let (report, model) = try Strip(
      path: "0...1.....", loader: Self.cached,
      events: [(72, .memoryPressure(.warning))]
    ).spied()
    #expect(model.log.last == "80.0 ms: pressure warning")
    #expect(report.cache.removals(because: .pressure) == 2)
    #expect(report.cache.residentBytes.bytes == 0 && report.memory.warnings == 0)
  }

  @Test func `the cache receives every memory state in order`() throws {
    let (_, model) = try Strip(
      path: "0....", loader: Self.cached,
      events: [(31, .memoryPressure(.critical)), (32, .memoryPressure(.normal))]
    ).spied()
    #expect(model.log.suffix(2) == ["40.0 ms: pressure critical", "40.0 ms: pressure normal"])
  }

  @Test func `time in the background is neither blank nor scrolling`() throws {
    // Frames at 0 and 10, then away from 15 to 55; delivered at 60, on screen at 70.
    let report = try Strip(
      path: "0.........", phase: .decelerating, events: [(15, .background), (55, .foreground)]
    ).run()
    #expect(report.frames == 6)
    #expect(report.hitches.scrolling == .ms(90 - 40))
    // On screen from 10 to 70 less 40.
    #expect(near(report.stalls.blankAreaSeconds, 0.020))
    #expect(report.stalls.timeToImage.max == .ms(20))
    #expect(report.hitches.count == 0)
  }

  @Test func `visible items appear again after a relaunch`() throws {
    let report = try Strip(
      path: "0..........", loader: Self.cached, events: [(55, .relaunch)]
    ).run()
    #expect(report.stalls.appearances == 2 && report.requests.started == 2)
    #expect(report.requests.displayed == 2 && report.requests.hits == 0)
    #expect(report.cache.removals(because: .removed) == 1)
    #expect(report.cache.residentBytes.bytes == 1024)
    // Nothing is on screen from 55 to 70; blank is 10 to 30 and 70 to 90.
    #expect(near(report.stalls.blankAreaSeconds, 0.040))
  }

  @Test func `every relaunch starts with an empty cache`() throws {
    let scenario = Strip(
      path: "0..........", loader: Self.cached, events: [(35, .relaunch), (75, .relaunch)]
    ).scenario
    let lru = try PolicyCatalog.builtIn.choose("lru").entry
    var caches = [any CacheModel]()
    func make() -> any CacheModel {
      let setup = PolicySetup(
        imageCount: scenario.images.count, limits: CacheLimits(cost: 10_240))
      caches.append(lru.makeModel(setup))
      return caches[caches.count - 1]
    }
    let report = PreparedScenario(scenario).lawfulRun(make(), isSpatial: false, afterRelaunch: make)
    #expect(report.requests.started == 3)
    #expect(caches.map(\.residentCount) == [0, 0, 1])
  }

  @Test func `a relaunch does not wait for the old main thread`() throws {
    // Busy from 0 on; away at 35; again from 40 to the end at 60.
    let report = try Strip(
      path: "0......", decode: 1000, loader: .mainThread, events: [(35, .relaunch)]
    ).run()
    #expect(report.frames == 2)
    #expect(report.hitches.mainThreadBusy == .ms(35 + 20))
    #expect(report.hitches.time == .ms(25 + 10))
  }

  @Test func `a decode that a relaunch cuts off does not count as wasted`() throws {
    let report = try Strip(path: "0.", events: [(8, .relaunch)]).run()
    #expect(report.work.laneDecodes == 0 && report.work.wastedDecodes == 0)
    #expect(report.requests.leftUnshown == 1 && report.requests.unfinished == 1)
  }

  @Test func `a lazily decoded bitmap counts from its draw on`() throws {
    // The file of item 1 is cached; drawn at 40 it is a bitmap.
    let report = try Strip(
      path: "0...1", loader: Self.cached.with(\.decodeOn, .main), prefetcher: .named("neighbours")
    ).run()
    #expect(report.memory.peakFootprint.bytes == Strip.base.bytes + 2 * 1024)
  }

  @Test func `encoded bytes and bitmaps count while they load`() throws {
    // At 16 item 0 is a bitmap, item 1 a file and a bitmap.
    let report = try Strip(path: "0...", viewport: 200, decode: 7).run()
    #expect(report.memory.peakFootprint.bytes == Strip.base.bytes + 2 * 1024 + 200)
  }

  @Test func `the system does not see a low variant before it is drawn`() throws {
    // At 10 the file of 600 bytes becomes a variant, with a file of 150 bytes and 512 decoded. The
    // app is warned at 1440 bytes, and not again unless it was below 1350.
    var scenario = Strip(
      path: "0....", phase: .tracking,
      loader: Loader.backgroundRead.with(\.variants, .derived).with(\.purgeable, .never)
    ).scenario
    for image in scenario.images.entries.indices {
      scenario.images.entries[image].encoded = ByteCount(600)
    }
    scenario.device.memory.baseFootprint = ByteCount(1000)
    scenario.device.memory.appLimit = ByteCount(1800)
    let report = PreparedScenario(scenario).lawfulRun(nil, isSpatial: false)
    #expect(report.memory.warnings == 1 && report.accounting.footprint == ByteCount(1512))
  }

  @Test func `a dictionary in place of a cache causes a kill`() throws {
    var carousel = Carousel(pages: 80)
    carousel.image = .init(width: 2048, height: 1536, format: .jpeg)
    let prepared = PreparedScenario(try carousel.scenario("cached"))
    let killed = prepared.lawfulRun(DictionaryModel(), isSpatial: false)
    let death = try #require(killed.death, "\(killed.story)")
    #expect(death.reason == .memory(.appLimit) && killed.duration == death.time)
    // One below 15 %, and one below 5 % before each of three apps is killed, whose end frees more
    // than 5.75 %; the second of them comes with the one for its own limit.
    #expect(killed.memory.warnings == 4, "\(killed.memory.warnings)")
    #expect(killed.memory.killedBackgroundApps == 3)
    #expect(killed.cache.removals.allSatisfy { $0 == 0 })
    let strict = try carousel.report("cached")
    #expect(strict.death == nil, "\(strict.story)")
  }
}

/// Keeps everything for ever and ignores warnings.
private final class DictionaryModel: CacheModel {
  private var costs: [ImageID: Int] = [:]

  var residentCount: Int { costs.count }
  var totalCost: Int { costs.values.reduce(0, +) }

  func lookup(_ request: Request) -> Bool { contains(request.image) }
  func contains(_ image: ImageID) -> Bool { costs[image] != nil }
  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    costs[request.image] = request.cost
    return .stored
  }
  func remove(_ image: ImageID, because reason: RemovalReason) { costs[image] = nil }
  func removeAll(because reason: RemovalReason) { costs = [:] }
  func pin(_ image: ImageID) {}
  func unpin(_ image: ImageID) {}
  func setLimits(_ limits: CacheLimits) {}
  func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  func didEnterBackground(at time: SimTime) {}
  func drainRemovals(_ body: (Removal) -> Void) {}
}
