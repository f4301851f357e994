import ScrollCore
import ScrollDevice
import Testing

struct PagingDecisionTests {
  /// A gigabyte a second and a tenth of a millisecond: a bitmap of 10 MB goes in 10.1 ms.
  static let swap = SwapFigures(bandwidth: 1e9, latency: SimTime(milliseconds: 0.1))

  private func decision(reloading: Double) -> PagingDecision {
    PagingDecision(
      bitmap: ByteCount(10_000_000), reloading: SimTime(milliseconds: reloading), swap: Self.swap)
  }

  @Test func `the paging cost includes the way out and the way in`() {
    #expect(decision(reloading: 5).paging == SimTime(milliseconds: 20.2))
  }

  @Test(arguments: [
    (5.0, PagingDecision.Choice.purge, 15.2), (20.2, .purge, 0), (20.3, .page, 0.1),
    (300, .page, 279.8),
  ])
  func `purging pays if recreating the bitmap takes no longer`(
    reloading: Double, choice: PagingDecision.Choice, saving: Double
  ) {
    let decision = decision(reloading: reloading)
    #expect(decision.choice == choice)
    #expect(decision.saving == SimTime(milliseconds: saving))
  }

  @Test func `the description states both costs and the cheaper choice`() {
    #expect(
      "\(decision(reloading: 4.96))"
        == "page: 20.2 ms out and in; purge: 5.0 ms to reload; cheaper: purge")
  }

  private func device(swap: SwapFigures?) -> DeviceProfile {
    var decode: [DeviceProfile.Codec: DecodeLatency] = [:]
    decode[.init(.jpeg, .photo)] = .linear(fixed: 0, perMegapixel: 1, perMegabyte: 0)
    decode[.init(.png, .photo)] = .linear(fixed: 0, perMegapixel: 30, perMegabyte: 0)
    return DeviceProfile(
      name: "paper", summary: "", screenWidth: 1, screenHeight: 1, scale: 1, refreshRate: 60,
      performanceCores: 1, efficiencyCores: 0,
      flash: FlashStorage(latency: SimTime(milliseconds: 1), bandwidth: 1e9),
      memory: MemoryFigures(
        total: ByteCount(2), appLimit: ByteCount(1), otherProcesses: .zero,
        baseFootprint: .zero, backgroundApps: [], pageSize: ByteCount(16384), swap: swap),
      mainThread: MainThreadFigures(cellWork: .zero, uploadBandwidth: 1, redrawBandwidth: 1),
      decode: decode, figures: [])
  }

  @Test func `the decision compares reading and decoding again with paging out and in`() throws {
    func decide(_ format: ImageFormat) throws -> PagingDecision {
      let image = ImageCatalog.Entry(
        width: 2000, height: 1000, format: format, encoded: ByteCount(1_000_000))
      return try #require(PagingDecision(image, on: device(swap: Self.swap)))
    }
    // 2000 x 1000 x 4 bytes are 489 pages of 16 KiB, 8 011 776 bytes, 8.111776 ms one way.
    let jpeg = try decide(.jpeg)
    #expect(jpeg.paging == SimTime(nanoseconds: 2 * 8_111_776))
    #expect(jpeg.reloading == SimTime(milliseconds: 1 + 1 + 2))
    #expect(jpeg.choice == .purge)
    let png = try decide(.png)
    #expect(png.reloading == SimTime(milliseconds: 1 + 1 + 60))
    #expect(png.choice == .page)
  }

  @Test func `a device without swap needs no decision`() {
    let image = ImageCatalog.Entry(width: 20, height: 10)
    #expect(PagingDecision(image, on: device(swap: nil)) == nil)
  }
}
