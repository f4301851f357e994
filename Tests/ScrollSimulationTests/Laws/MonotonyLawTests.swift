import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Tests that a better device never leaves more blank, as long as no load is canceled.
///
/// The device has more lanes, a faster flash or a faster decoder. The law holds where only the time
/// matters at which a load is done: loads run in the order of their requests, none is canceled,
/// prefetched or shared, and a completion is shown only by the appearance that requested it.
@Suite struct MonotonyLawTests {
  @Test(arguments: 0..<10) func `a better device never causes more blank time`(block: UInt64) {
    for seed in block * 100..<(block + 1) * 100 {
      let scenario = RandomScenario(seed: seed).scenario
        .withMonotoneDevice(lanes: 1 + Int(seed % 3))
      let blank = scenario.blankWithoutCache
      for (name, better) in scenario.betterDevices {
        #expect(
          better.blankWithoutCache <= blank + 1e-9, "seed \(seed), \(name): \(blank) s before")
      }
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

  /// The blank time of a run without a cache.
  var blankWithoutCache: Double {
    PreparedScenario(self).lawfulRun(nil, isSpatial: false).stalls.blankAreaSeconds
  }

  /// The same scenario on devices that are better in one way each.
  var betterDevices: [(String, Scenario)] {
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
