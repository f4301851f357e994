import ScrollCore
import ScrollDevice

/// Devices and networks drawn by chance.
enum RandomDevice {
  static func draw(_ traits: RandomTraits, _ dice: inout SeededRandom) -> DeviceProfile {
    var decode: [DeviceProfile.Codec: DecodeLatency] = [:]
    // Whole milliseconds make for ties, at 100 Hz with the screen, too.
    let isRound = dice.chance(0.3)
    for format in ImageFormat.codecs {
      for content in ContentClass.allCases {
        let fixed = isRound ? Double(dice.within(1...30)) : 40 * dice.unit()
        decode[DeviceProfile.Codec(format, content)] = .linear(
          fixed: fixed, perMegapixel: isRound ? 0 : 2000 * dice.unit(), perMegabyte: 0)
      }
    }
    var flash = FlashStorage(
      latency: SimTime(milliseconds: isRound ? Double(dice.within(0...10)) : 10 * dice.unit()),
      bandwidth: isRound ? 1e15 : 1e5 + 1e7 * dice.unit())
    flash.writeBandwidth = flash.bandwidth * (0.1 + dice.unit())
    // What came later has dice of its own, so that all else is drawn as before.
    var later = SeededRandom(seed: UInt64(flash.bandwidth) ^ 0x57ead)
    var spread: [DeviceProfile.Codec: DecodeSpread] = [:]
    if later.chance(0.3) {
      for format in ImageFormat.codecs {
        for content in ContentClass.allCases where later.chance(0.7) {
          spread[DeviceProfile.Codec(format, content)] = DecodeSpread(
            files: later.chance(0.7) ? later.unit() : 0, jobs: later.chance(0.7) ? later.unit() : 0)
        }
      }
    }
    var fresh: FreshMemory?
    if later.chance(0.3) {
      fresh = FreshMemory(
        bandwidth: 1e6 + 1e8 * later.unit(), kept: ByteCount(later.within(0...300_000)))
    }
    return DeviceProfile(
      name: "drawn", summary: "", screenWidth: 100, screenHeight: 300,
      scale: Double(dice.within(1...2)), refreshRate: [60, 100, 120][dice.below(3)],
      performanceCores: dice.within(1...3), efficiencyCores: 0, flash: flash,
      memory: MemoryFigures(
        total: ByteCount(10_000_000), appLimit: ByteCount(5_000_000),
        otherProcesses: ByteCount(1_000_000), baseFootprint: ByteCount(100_000),
        backgroundApps: [ByteCount(20_000), ByteCount(50_000)], pageSize: ByteCount(4096),
        fresh: fresh),
      mainThread: MainThreadFigures(
        cellWork: SimTime(milliseconds: isRound ? 1 : 3 * dice.unit()),
        uploadBandwidth: 1e7 + 1e8 * dice.unit(), redrawBandwidth: 1e7 + 1e8 * dice.unit(),
        lazyUploadBandwidth: 1e6 + 1e8 * dice.unit(),
        pngEncodePerMegapixel: SimTime(milliseconds: 2000 * dice.unit())),
      decode: decode, spread: spread, sideBySide: later.chance(0.3) ? later.unit() : 0,
      figures: [])
  }

  static func network(_ traits: RandomTraits, _ dice: inout SeededRandom) -> NetworkProfile {
    let isRound = dice.chance(0.3)
    func milliseconds(_ most: Int) -> SimTime {
      SimTime(
        milliseconds: isRound ? Double(dice.within(0...most)) : Double(most) * dice.unit())
    }
    return NetworkProfile(
      name: "drawn", summary: "", latency: milliseconds(20), roundTrip: milliseconds(40),
      bandwidth: isRound ? 1_000_000 : Int64(dice.within(50_000...5_000_000)),
      loss: dice.chance(0.5) ? 0 : 0.5 * dice.unit(), connections: dice.within(1...4),
      timeOut: dice.chance(0.5) ? SimTime(seconds: 15) : milliseconds(120),
      failures: dice.chance(0.5) ? 0 : 0.5 * dice.unit())
  }
}
