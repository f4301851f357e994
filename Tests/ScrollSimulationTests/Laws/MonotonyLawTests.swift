import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests that no image comes later on a better device, as long as no load is canceled.
///
/// The device has more lanes, a faster flash or a faster decoder. The law holds where only the time
/// matters at which a load is done: loads run in the order of their requests, none is canceled,
/// prefetched or shared, and a completion is shown only by the appearance that requested it.
@Suite struct MonotonyLawTests {
  @Test(arguments: 0..<10) func `images are never later on a better device`(block: UInt64) {
    for seed in block * 100..<(block + 1) * 100 {
      let scenario = RandomScenario(seed: seed).scenario
        .withMonotoneDevice(lanes: 1 + Int(seed % 3))
      #expect(scenario.worseOnBetterDevices.isEmpty, "seed \(seed)")
    }
  }

  // Image 1 is requested behind image 0, and its item is gone in the next frame. With a slow flash
  // its load still waits then and is cancelled. With a fast one it has been read, and its decode of
  // 100 ms begins just before its item leaves: image 2 waits for the one lane.
  @Test func `a faster flash may cause more blank time if loads are canceled`() throws {
    var strip = Strip(path: "0222222222222222222", viewport: 200, lanes: 1)
    strip.loader.cancelOnLeave = true
    strip.large = ([1], 100)
    strip.read = 12
    let slow = try strip.run()
    strip.read = 1
    let fast = try strip.run()
    #expect(
      fast.stalls.blankAreaSeconds > slow.stalls.blankAreaSeconds + 0.05,
      """
      fast flash: \(fast.stalls.blankAreaSeconds) s blank, \(fast.requests.cancelled) cancelled
      slow flash: \(slow.stalls.blankAreaSeconds) s blank, \(slow.requests.cancelled) cancelled
      """)
    #expect(slow.requests.cancelled > fast.requests.cancelled)
  }
}

extension Scenario {
  /// Returns the scenario with a loader, and without the properties of devices, for which a better
  /// device cannot cause more blank time.
  func withMonotoneDevice(lanes: Int) -> Scenario {
    var scenario = self
    scenario.loader = .backgroundDecode
    // A read that comes sooner could overtake a download on its way to the lanes.
    scenario.loader.origin = .bundle
    scenario.loader.lanes = lanes
    scenario.prefetcher = .none
    // The lane whose part of a hybrid is done last puts both together: which one depends on the
    // device.
    for image in scenario.images.entries.indices
    where scenario.images.entries[image].format == .hybrid {
      scenario.images.entries[image].format = .jpeg
    }
    scenario.events = []
    scenario.device.mainThread.cellWork = .zero
    scenario.device.mainThread.uploadBandwidth = 1e18
    // The variation of the n-th decode, room in the heap and other busy lanes depend on the order.
    (scenario.device.spread, scenario.device.sideBySide) = ([:], 0)
    scenario.device.memory.fresh = nil
    scenario.device.memory.appLimit = ByteCount(1 << 50)
    scenario.device.memory.total = ByteCount(1 << 51)
    return scenario
  }

  /// The figures that are worse on a device that is better in one way, in runs without a cache.
  var worseOnBetterDevices: [String] {
    let before = waitsWithoutCache
    return betterDevices.flatMap { device, scenario in
      zip(before, scenario.waitsWithoutCache).compactMap { before, after in
        after.value <= before.value + 1e-9
          ? nil : "\(device) takes \(before.name) from \(before.value) to \(after.value)"
      }
    }
  }

  /// The figures of a run without a cache that grow if any image comes later.
  private var waitsWithoutCache: [(name: String, value: Double)] {
    let stalls = PreparedScenario(self).lawfulRun(nil, isSpatial: false).stalls
    let time = stalls.timeToImage
    let times = [("median", time.p50), ("p95", time.p95), ("p99", time.p99), ("longest", time.max)]
    return [
      ("blank time", stalls.blankAreaSeconds), ("stall", stalls.seconds),
      ("images not shown", Double(stalls.neverShown + stalls.unfinished)),
    ] + times.map { ("\($0.0) time to image", $0.1?.seconds ?? .infinity) }
  }

  /// The same scenario on devices that are better in one way each.
  private var betterDevices: [(String, Scenario)] {
    var lanes = self
    lanes.loader.lanes += 1
    lanes.device.performanceCores = max(device.performanceCores, lanes.loader.lanes)
    var flash = self
    flash.device.flash.bandwidth *= 2
    flash.device.flash.latency.nanoseconds /= 2
    var decoder = self
    for (codec, latency) in device.decode {
      guard case .linear(let fixed, let pixels, let bytes) = latency else { continue }
      decoder.device.decode[codec] = .linear(
        fixed: fixed * 0.6, perMegapixel: pixels * 0.7, perMegabyte: bytes / 2)
    }
    return [("one more lane", lanes), ("a faster flash", flash), ("a faster decoder", decoder)]
  }
}
