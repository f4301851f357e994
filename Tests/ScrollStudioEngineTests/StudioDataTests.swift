import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollStudioEngine
import ScrollTraces
import Testing

struct StudioDataTests {
  private func read(_ text: String) throws -> StudioData {
    var reader = StudioDataReader(Array(text.utf8))
    return try reader.scene()
  }

  @Test(arguments: ["photo-grid", "magazine", "carousel", "map-tiles"])
  func `a written scenario reads back unchanged`(name: String) throws {
    let setting = StudioSetting(
      policy: "score: distance * bytes:admit=viewed",
      budget: .size(ByteCount(count: 5_000_000_000)), device: "iphone-x", network: "mobile-3g",
      loader: "multi-level:connections=2",
      prefetch: "ring", renditions: Renditions(side: 300, format: .heic), seed: 7,
      events: [
        TimedSystemEvent(time: SimTime(milliseconds: 10), event: .memoryPressure(.critical)),
        TimedSystemEvent(
          time: SimTime(seconds: 1), event: .externalPressure(bytes: -4_000_000_000)),
        TimedSystemEvent(time: SimTime(seconds: 2), event: .change(image: ImageID(3))),
      ])
    let scene = try StudioData.sample(name, setting)
    let text = StudioDataWriter(scene).string()
    let found = try read(text)
    #expect(StudioDataWriter(found).string() == text)
    #expect(found.images == scene.images)
    #expect(found.motion == scene.motion)
    #expect(found.events == scene.events)
    #expect(found.devices == scene.devices)
    #expect(found.networks == scene.networks)
    #expect(found.setting == scene.setting)
    #expect(found.head == scene.head)
    #expect(found.epochs.count == scene.epochs.count)
    for (found, scene) in zip(found.epochs, scene.epochs) {
      #expect(found.time == scene.time)
      #expect(found.placement.starts == scene.placement.starts)
      #expect(found.placement.ends == scene.placement.ends)
      #expect(found.placement.images == scene.placement.images)
      #expect(Array(found.placement.breadths) == Array(scene.placement.breadths))
      #expect(found.placement.extent == scene.placement.extent)
      #expect(found.viewportExtent == scene.viewportExtent)
      #expect(found.viewportBreadth == scene.viewportBreadth)
    }
  }

  @Test func `a damaged scenario is an error with a message`() throws {
    let text = Array(StudioDataWriter(try StudioData.sample("photo-grid")).string().utf8)
    var random = SeededRandom(seed: 11)
    var read = 0
    for _ in 0..<300 {
      var damaged = text
      for _ in 0..<(1 + random.below(3)) {
        let place = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged[place] = UInt8(random.below(128))
        case 1: damaged.removeSubrange(place..<min(damaged.count, place + 1 + random.below(40)))
        default: damaged[place] = UInt8(ascii: "9")
        }
      }
      var reader = StudioDataReader(damaged)
      do {
        let scene = try reader.scene()
        _ = try? Studio(scene)
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(read < 300)
  }
}
