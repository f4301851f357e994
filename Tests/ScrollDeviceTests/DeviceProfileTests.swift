import ScrollCore
import ScrollDevice
import Testing

struct DeviceProfileTests {
  @Test func `a read takes the latency plus the bytes divided by the bandwidth`() {
    let flash = FlashStorage(latency: SimTime(milliseconds: 0.3), bandwidth: 80e6)
    #expect(flash.readTime(of: .zero) == SimTime(milliseconds: 0.3))
    #expect(flash.readTime(of: ByteCount(800_000)) == SimTime(milliseconds: 10.3))
  }

  @Test func `the write bandwidth defaults to the read bandwidth`() {
    let flash = FlashStorage(
      latency: SimTime(milliseconds: 0.3), bandwidth: 80e6, writeBandwidth: 20e6)
    #expect(flash.writeTime(of: ByteCount(800_000)) == SimTime(milliseconds: 40.3))
    let even = FlashStorage(latency: SimTime(milliseconds: 0.3), bandwidth: 80e6)
    #expect(even.writeTime(of: ByteCount(800_000)) == SimTime(milliseconds: 10.3))
  }

  @Test func `a bitmap without a redraw uploads at the lazy bandwidth`() {
    let figures = MainThreadFigures(
      cellWork: .zero, uploadBandwidth: 1e9, redrawBandwidth: 5e8, lazyUploadBandwidth: 2e8)
    #expect(figures.lazyUploadTime(of: ByteCount(2_000_000)) == SimTime(milliseconds: 10))
    let even = MainThreadFigures(cellWork: .zero, uploadBandwidth: 1e9, redrawBandwidth: 5e8)
    #expect(even.lazyUploadTime(of: ByteCount(2_000_000)) == SimTime(milliseconds: 2))
    #expect(even.pngEncodeTime(pixels: 1000) == .zero)
  }

  @Test func `the time of PNG encoding depends on the pixels`() {
    let figures = MainThreadFigures(
      cellWork: .zero, uploadBandwidth: 1e9, redrawBandwidth: 5e8,
      pngEncodePerMegapixel: SimTime(milliseconds: 400))
    #expect(figures.pngEncodeTime(pixels: 3_145_728).milliseconds.rounded() == 1258)
  }

  @Test func `paging takes the latency plus the bytes divided by the bandwidth`() {
    let swap = SwapFigures(bandwidth: 1e9, latency: SimTime(milliseconds: 0.1))
    #expect(swap.pageTime(of: ByteCount(10_000_000)) == SimTime(milliseconds: 10.1))
  }

  /// Decodes a JPEG photo in 10 ms a megabyte, a PNG graphic in 5 ms a megapixel.
  private static let device: DeviceProfile = {
    var decode: [DeviceProfile.Codec: DecodeLatency] = [:]
    decode[.init(.jpeg, .photo)] = .linear(fixed: 0, perMegapixel: 0, perMegabyte: 10)
    decode[.init(.png, .graphic)] = .linear(fixed: 0, perMegapixel: 5, perMegabyte: 0)
    return DeviceProfile(
      name: "paper", summary: "", screenWidth: 1, screenHeight: 1, scale: 1, refreshRate: 60,
      performanceCores: 1, efficiencyCores: 0,
      flash: FlashStorage(latency: .zero, bandwidth: 1),
      memory: MemoryFigures(
        total: ByteCount(2), appLimit: ByteCount(1), otherProcesses: .zero,
        baseFootprint: .zero, backgroundApps: [], pageSize: ByteCount(1)),
      mainThread: MainThreadFigures(cellWork: .zero, uploadBandwidth: 1, redrawBandwidth: 1),
      decode: decode, figures: [])
  }()

  @Test func `a hybrid image decodes as a JPEG of its content and a PNG of a graphic`() {
    let image = ImageCatalog.Entry(width: 2000, height: 1000, format: .hybrid)
    let parts = Self.device.decodeTimes(of: image)
    let expected = SimTime(milliseconds: 10 * image.encodedParts.color.megabytes)
    #expect(parts.color == expected)
    #expect(parts.mask == SimTime(milliseconds: 10))
    #expect(Self.device.decodeTime(of: image) == parts.color + parts.mask)
  }

  @Test(arguments: ImageFormat.allCases.filter { $0.texture != nil })
  func `a texture takes no time to decode`(format: ImageFormat) {
    let image = ImageCatalog.Entry(width: 2000, height: 1000, format: format)
    #expect(Self.device.decodeTimes(of: image) == (.zero, .zero))
  }

  @Test func `upload and redraw times depend on the bytes of the bitmap`() {
    let figures = MainThreadFigures(
      cellWork: SimTime(milliseconds: 1), uploadBandwidth: 1e9, redrawBandwidth: 5e8)
    let bitmap = ByteCount(2_000_000)
    #expect(figures.uploadTime(of: bitmap) == SimTime(milliseconds: 2))
    #expect(figures.redrawTime(to: bitmap) == SimTime(milliseconds: 4))
  }

  @Test func `an estimated figure is marked as an estimate`() {
    #expect(DeviceProfile.Figure(name: "a", text: "1", source: "estimate: a guess").isEstimate)
    #expect(!DeviceProfile.Figure(name: "a", text: "1", source: "a book").isEstimate)
  }
}
