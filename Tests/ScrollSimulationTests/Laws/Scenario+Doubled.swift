import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// Scenarios in which nothing is rounded, so that they can be slowed down exactly.
extension Scenario {
  /// The same with durations that are whole numbers of nanoseconds.
  func withWholeNanoseconds(_ dice: inout SeededRandom) throws -> Scenario {
    var scenario = self
    scenario.device.refreshRate = dice.chance(0.5) ? 100 : 250
    // A cost in time would double, and the budget would have to.
    if scenario.loader.cost == .decodeTime { scenario.loader.cost = .bytes }
    // Where a fling lands follows from the trace's friction, one of two.
    if prefetcher.descriptor.name == "fling-landing" { scenario.prefetcher = .none }
    scenario.loader.fadeDuration = whole(loader.fadeDuration)
    scenario.loader.backOff = whole(loader.backOff)
    scenario.loader.diskAge = whole(loader.diskAge)
    if loader.rateLimit > 0 { scenario.loader.rateLimit = [2, 4, 10, 20, 100][dice.below(5)] }
    scenario.device.makeWhole()
    for image in images.entries.indices {
      let own = images.entries[image].decodeTime
      // The parts of a hybrid's own time are rounded.
      scenario.images.entries[image].decodeTime =
        images.entries[image].format == .hybrid ? nil : own.map { whole($0) + .ms(1) }
    }
    scenario.network.makeWhole(&dice)
    // A few of them outlast the timers of caches.
    let stretch: Int64 = dice.chance(0.1) ? 20 : 1
    func slow(_ time: SimTime) -> SimTime {
      SimTime(nanoseconds: stretch * whole(time).nanoseconds)
    }
    // A microsecond more for each sample, so that they still ascend.
    scenario.motion.times = motion.times.enumerated().map {
      slow($0.element) + SimTime(nanoseconds: Int64($0.offset) * 1000)
    }
    scenario.events = events.map { TimedSystemEvent(time: slow($0.time), event: $0.event) }
      .filter { $0.time <= scenario.motion.duration }
    scenario.laterEpochs = laterEpochs.map {
      LayoutEpoch(
        time: slow($0.time), placement: $0.placement, viewportExtent: $0.viewportExtent,
        viewportBreadth: $0.viewportBreadth)
    }
    return scenario
  }

  /// Everything takes twice as long.
  func doubled() throws -> Scenario {
    var scenario = self
    scenario.velocityWindow = twice(velocityWindow)
    scenario.loader.fadeDuration *= 2
    scenario.loader.backOff *= 2
    scenario.loader.rateLimit /= 2
    scenario.loader.diskAge *= 2
    scenario.loader.diskInterval *= 2
    scenario.loader.deferAbove /= 2
    scenario.loader.deferBelow /= 2
    scenario.prefetcher = try prefetcher.doubled()
    scenario.device.slowDown()
    for image in images.entries.indices {
      scenario.images.entries[image].decodeTime = images.entries[image].decodeTime.map(twice)
    }
    scenario.network.latency = twice(network.latency)
    scenario.network.roundTrip = twice(network.roundTrip)
    scenario.network.timeOut = twice(network.timeOut)
    scenario.network.bandwidth /= 2
    scenario.motion.times = motion.times.map(twice)
    scenario.events = events.map { TimedSystemEvent(time: twice($0.time), event: $0.event) }
    scenario.laterEpochs = laterEpochs.map {
      LayoutEpoch(
        time: twice($0.time), placement: $0.placement, viewportExtent: $0.viewportExtent,
        viewportBreadth: $0.viewportBreadth)
    }
    return scenario
  }
}

extension DeviceProfile {
  /// Whole nanoseconds for each byte and pixel.
  fileprivate mutating func makeWhole() {
    flash.latency = whole(flash.latency)
    (flash.bandwidth, flash.writeBandwidth) = (1e7, 5e6)
    mainThread.cellWork = whole(mainThread.cellWork)
    (mainThread.uploadBandwidth, mainThread.lazyUploadBandwidth) = (1e8, 5e7)
    mainThread.redrawBandwidth = 1e8
    mainThread.pngEncodePerMegapixel = SimTime(
      milliseconds: mainThread.pngEncodePerMegapixel.milliseconds.rounded())
    decode = decode.mapValues { latency in
      guard case .linear(let fixed, let pixels, let bytes) = latency else { return latency }
      // At least a millisecond: a policy takes a tenth of one for the least.
      return .linear(
        fixed: max(1, fixed.rounded()), perMegapixel: pixels.rounded(),
        perMegabyte: bytes.rounded())
    }
    if memory.swap != nil {
      memory.swap = SwapFigures(bandwidth: 1e6, latency: SimTime(milliseconds: 0.2))
    }
    if let fresh = memory.fresh { memory.fresh = FreshMemory(bandwidth: 1e7, kept: fresh.kept) }
    // What is a share of a duration is rounded.
    (spread, sideBySide) = ([:], sideBySide > 0 ? 1 : 0)
  }

  fileprivate mutating func slowDown() {
    refreshRate /= 2
    flash.latency = twice(flash.latency)
    flash.bandwidth /= 2
    flash.writeBandwidth /= 2
    mainThread.cellWork = twice(mainThread.cellWork)
    mainThread.uploadBandwidth /= 2
    mainThread.lazyUploadBandwidth /= 2
    mainThread.redrawBandwidth /= 2
    mainThread.pngEncodePerMegapixel = twice(mainThread.pngEncodePerMegapixel)
    decode = decode.mapValues { latency in
      guard case .linear(let fixed, let pixels, let bytes) = latency else { return latency }
      return .linear(fixed: 2 * fixed, perMegapixel: 2 * pixels, perMegabyte: 2 * bytes)
    }
    if let fresh = memory.fresh {
      memory.fresh = FreshMemory(bandwidth: fresh.bandwidth / 2, kept: fresh.kept)
    }
    if let swap = memory.swap {
      memory.swap = SwapFigures(bandwidth: swap.bandwidth / 2, latency: twice(swap.latency))
    }
  }
}

extension NetworkProfile {
  /// One connection, since a shared rate is a fraction, of a bandwidth that losses do not cap.
  fileprivate mutating func makeWhole(_ dice: inout SeededRandom) {
    connections = 1
    latency = whole(latency)
    roundTrip = whole(roundTrip)
    timeOut = whole(timeOut)
    bandwidth = [20_000, 100_000, 1_000_000][dice.below(3)]
    if let most = greatestRate, most < bandwidth + 2 { loss = 0 }
  }
}

private func twice(_ time: SimTime) -> SimTime { SimTime(nanoseconds: 2 * time.nanoseconds) }

/// Whole microseconds.
private func whole(_ time: SimTime) -> SimTime {
  SimTime(nanoseconds: time.nanoseconds / 1000 * 1000)
}

/// Whole eighths of a second, a millisecond at least where it is not 0.
private func whole(_ seconds: Double) -> Double {
  seconds == 0 ? 0 : max(0.001, (seconds * 64).rounded() / 64)
}
