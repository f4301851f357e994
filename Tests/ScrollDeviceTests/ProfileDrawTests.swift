import Foundation
import ScrollCore
import ScrollDevice
import Testing

/// Tests of random values of a device's figures within their stated errors.
struct ProfileDrawTests {
  private typealias Figure = DeviceProfile.Figure

  private static let codec = DeviceProfile.Codec(.jpeg, .photo)

  private static func device(_ figures: [Figure]) -> DeviceProfile {
    DeviceProfile(
      name: "drawn", summary: "", screenWidth: 100, screenHeight: 100, scale: 1, refreshRate: 60,
      performanceCores: 2, efficiencyCores: 0,
      flash: FlashStorage(latency: SimTime(milliseconds: 1), bandwidth: 1e8),
      memory: MemoryFigures(
        total: ByteCount(1_000_000), appLimit: ByteCount(500_000),
        otherProcesses: ByteCount(100_000), baseFootprint: ByteCount(1000), backgroundApps: [],
        pageSize: ByteCount(4096), fresh: FreshMemory(bandwidth: 1e9)),
      mainThread: MainThreadFigures(
        cellWork: SimTime(milliseconds: 2), uploadBandwidth: 1e9, redrawBandwidth: 1e9),
      decode: [codec: .linear(fixed: 1, perMegapixel: 10, perMegabyte: 5)], figures: figures)
  }

  private static func figure(_ name: String, _ source: String, _ error: Double?) -> Figure {
    Figure(name: name, text: "", source: source, error: error)
  }

  @Test func `a figure varies log-normally with its error`() {
    let device = Self.device([Self.figure("mainThread.cellWork", "measured", 0.1)])
    let logs = (0..<2000).map { number in
      let drawn = ProfileDraw(number, of: device).applied(to: device)
      return Elementary.log(drawn.mainThread.cellWork.milliseconds / 2)
    }
    let mean = logs.reduce(0, +) / 2000
    let deviation = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1999).squareRoot()
    // The tolerances are four standard errors; the cut at three deviations takes about one percent.
    #expect(abs(mean) < 0.009 && abs(deviation - 0.0985) < 0.0065, "\(mean), \(deviation)")
    #expect(logs.allSatisfy { abs($0) <= 0.3001 })
  }

  @Test func `figures with the same source vary together, others independently`() {
    let device = Self.device([
      Self.figure("decode.jpeg.any.fixed", "measured: a", 0.1),
      Self.figure("decode.jpeg.any.perMegapixel", "measured: a", 0.1),
      Self.figure("decode.jpeg.any.perMegabyte", "measured: b", 0.1),
    ])
    var apart = 0
    for number in 0..<50 {
      let drawn = ProfileDraw(number, of: device).applied(to: device)
      guard case .linear(let fixed, let pixels, let bytes)? = drawn.decode[Self.codec] else {
        Issue.record("draw \(number) has no line")
        return
      }
      #expect(abs(pixels / 10 - fixed) < 1e-12, "draw \(number)")
      apart += abs(bytes / 5 - fixed) > 0.01 ? 1 : 0
    }
    #expect(apart > 40)
  }

  /// Reads and downloads do not wait for the processor.
  @Test func `a drifting device changes all of its processor times by one factor`() {
    var device = Self.device([])
    device.drift = 0.1
    let draw = ProfileDraw(3, of: device)
    let drawn = draw.applied(to: device)
    let factor = drawn.mainThread.cellWork.milliseconds / 2
    #expect(abs(factor - 1) > 0.001)
    guard case .linear(let fixed, _, _)? = drawn.decode[Self.codec] else {
      Issue.record("the draw has no line")
      return
    }
    #expect(abs(fixed / factor - 1) < 1e-5)
    #expect(abs(drawn.mainThread.redrawBandwidth * factor / 1e9 - 1) < 1e-5)
    #expect(abs((drawn.memory.fresh?.bandwidth ?? 0) * factor / 1e9 - 1) < 1e-5)
    #expect(drawn.flash.bandwidth == device.flash.bandwidth)
    #expect(draw.causes.map(\.figures) == [["cores.drift"]])
  }

  @Test func `a draw divides bandwidths where it multiplies times`() {
    let device = Self.device([
      Self.figure("flash.latency", "measured", 0.2),
      Self.figure("flash.bandwidth", "measured", 0.2),
      Self.figure("memory.firstTouch", "measured", 0.2),
    ])
    let drawn = ProfileDraw(7, of: device).applied(to: device)
    let factor = drawn.flash.latency.milliseconds
    #expect(abs(factor - 1) > 1e-6)
    #expect(abs(drawn.flash.bandwidth * factor / 1e8 - 1) < 1e-5)
    #expect(abs((drawn.memory.fresh?.bandwidth ?? 0) * factor / 1e9 - 1) < 1e-5)
    #expect(drawn.flash.writeBandwidth == device.flash.writeBandwidth)
  }

  @Test func `an estimate varies by a fifth, and a published figure does not vary`() {
    let device = Self.device([
      Self.figure("flash.latency", "estimate: a guess", nil),
      Self.figure("mainThread.cellWork", "a paper", nil),
      Self.figure("screen.scale", "estimate", nil),
    ])
    let draws = (0..<400).map { ProfileDraw($0, of: device).applied(to: device) }
    #expect(draws.allSatisfy { $0.mainThread == device.mainThread && $0.scale == 1 })
    let logarithms = draws.map { Elementary.log($0.flash.latency.milliseconds) }
    let squares = logarithms.map { $0 * $0 }.reduce(0, +) / 400
    #expect(abs(squares.squareRoot() - 0.2) < 0.03, "\(squares.squareRoot())")
    #expect(ProfileDraw(0, of: device).causes.map(\.figures) == [["flash.latency"]])
  }

  @Test func `the decode time of a file varies like the figures of the device`() {
    let device = Self.device([Self.figure("decode.jpeg.any.fixed", "measured", 0.1)])
    var images = ImageCatalog([.init(width: 10, height: 10), .init(width: 10, height: 10)])
    images.entries[1].decodeTime = SimTime(milliseconds: 4)
    images.timedOn = "drawn"
    let draw = ProfileDraw(3, of: device)
    let drawn = draw.applied(to: images, of: device)
    let factor = draw.factor(of: "decode.jpeg.any.fixed")
    #expect(drawn.entries[0].decodeTime == nil)
    #expect(abs((drawn.entries[1].decodeTime?.milliseconds ?? 0) - 4 * factor) < 1e-4)
    images.timedOn = "another"
    #expect(draw.applied(to: images, of: device) == images)
  }
}
