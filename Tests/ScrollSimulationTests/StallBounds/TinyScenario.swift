import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A scenario so small that every decision of its cache can be tried.
///
/// It has three or four equal images, one on screen at a time, visited in a random order, and room
/// for one or two.
struct TinyScenario {
  let prepared: PreparedScenario
  let budget: ByteCount
  /// The number of images that the cache has room for.
  let room: Int

  init(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let count = dice.within(2...4)
    room = dice.within(1...2)
    let images = ImageCatalog(
      (0..<count).map { _ in
        ImageCatalog.Entry(
          width: 100, height: 100, format: .jpeg, content: .photo, encoded: ByteCount(10_000),
          origin: .network)
      })
    let placement = ItemPlacement(
      starts: (0..<count).map { Double($0) * 100 }, ends: (1...count).map { Double($0) * 100 },
      breadths: Array(repeating: 1, count: count), images: (0..<count).map { ImageID($0) },
      extent: Double(count) * 100, imageCount: count)
    var motion = ScrollMotion(times: [.zero], offsets: [0], phases: [.idle])
    var (time, item) = (SimTime.zero, 0)
    for _ in 0..<dice.within(3...6) {
      time += SimTime(milliseconds: Double(dice.within(40...500)))
      motion.times.append(time)
      motion.offsets.append(Double(item) * 100)
      motion.phases.append(.idle)
      item = (item + dice.within(1...max(1, count - 1))) % count
      time += SimTime(milliseconds: 5)
      motion.times.append(time)
      motion.offsets.append(Double(item) * 100)
      motion.phases.append(.tracking)
    }
    var loader = dice.chance(0.5) ? Loader.multiLevel : Loader.nuke
    loader.diskCache = dice.chance(0.5)
    loader.cancelOnLeave = dice.chance(0.5)
    loader.coalescing = dice.chance(0.8)
    let network = NetworkProfile(
      name: "tiny", summary: "", latency: .zero,
      roundTrip: SimTime(milliseconds: Double(dice.within(5...60))),
      bandwidth: Int64(dice.within(50_000...2_000_000)))
    prepared = PreparedScenario(
      Scenario(
        images: images, placement: placement, motion: motion, viewportExtent: 100,
        viewportBreadth: 100, device: Self.device, network: network, loader: loader,
        prefetcher: Prefetcher.none))
    budget = ByteCount(images.entries[0].decoded.bytes * room)
  }

  private static let device = DeviceProfile(
    name: "tiny", summary: "", screenWidth: 100, screenHeight: 100, scale: 1, refreshRate: 60,
    performanceCores: 2, efficiencyCores: 0,
    flash: FlashStorage(latency: SimTime(milliseconds: 8), bandwidth: 1e8),
    memory: MemoryFigures(
      total: ByteCount(1_000_000_000), appLimit: ByteCount(500_000_000),
      otherProcesses: ByteCount(1_000_000), baseFootprint: ByteCount(100_000),
      backgroundApps: [], pageSize: ByteCount(4096)),
    mainThread: MainThreadFigures(
      cellWork: SimTime(milliseconds: 1), uploadBandwidth: 1e9, redrawBandwidth: 1e9),
    decode: [
      DeviceProfile.Codec(.jpeg, .photo): .linear(fixed: 10, perMegapixel: 0, perMegabyte: 0)
    ], figures: [])
}
