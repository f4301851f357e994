import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

/// Tests of the claims of the chapter and the article on purgeable memory, in the figures of the
/// profiles.
struct DeviceClaimTests {
  private func device(_ name: String) throws -> DeviceProfile {
    try DeviceCatalog.builtIn.choose(name).entry
  }

  @Test(arguments: ["iphone-5", "ipad-3"])
  func `a PVRTC texture of 2048x2048 is read and shown within one frame`(name: String) throws {
    let device = try device(name)
    let frame = SimTime.vsync(1, hertz: device.refreshRate).milliseconds
    for format in [ImageFormat.pvrtc, .pvrtc2] {
      let texture = ImageCatalog.Entry(width: 2048, height: 2048, format: format)
      let work =
        device.mainThread.cellWork + device.mainThread.uploadTime(of: texture.decoded)
        + device.decodeTime(of: texture) + device.flash.readTime(of: texture.encoded)
      #expect(work.milliseconds < frame, "\(format): \(work) of \(frame) ms")
    }
  }

  @Test func `memory is 50 times as fast as flash for long reads, 200 times for 16 KiB`()
    throws
  {
    // The peak of LPDDR2-1066 on two channels of 32 bits, as AnandTech (2012) gives it.
    let memory = 8.528e9
    let flash = try device("iphone-5").flash
    #expect((45...55).contains(memory / flash.bandwidth))
    let read = flash.readTime(of: ByteCount(16_384)).seconds
    #expect((190...220).contains(read * memory / 16_384))
  }

  @Test(arguments: BuiltInDevicesTests.names)
  func `the mask of a hybrid photo adds no wait if two lanes are free`(
    name: String
  ) throws {
    let device = try device(name)
    let image = ImageCatalog.Entry(width: 2048, height: 1536, format: .hybrid)
    let jpeg = ImageCatalog.Entry(width: 2048, height: 1536, format: .jpeg)
    let png = ImageCatalog.Entry(width: 2048, height: 1536, format: .png)
    let (color, mask) = device.decodeTimes(of: image)
    #expect(color == device.decodeTime(of: jpeg), "\(name)")
    #expect(
      max(color, mask) < device.decodeTime(of: png),
      "\(name): \(color.milliseconds) and \(mask.milliseconds) ms side by side")
    #expect(device.decodeTime(of: image) == color + mask)
  }

  @Test func `purging suits a JPEG photo on the Mac, and paging suits a PNG photo`() throws {
    let mac = try device("macbook-air-m1")
    func decide(_ format: ImageFormat) throws -> PagingDecision {
      try #require(
        PagingDecision(
          ImageCatalog.Entry(width: 2048, height: 1536, format: format), on: mac))
    }
    let (jpeg, png) = (try decide(.jpeg), try decide(.png))
    #expect(jpeg.choice == .purge, "\(jpeg)")
    #expect(png.choice == .page, "\(png)")
    #expect(jpeg.paging == png.paging, "the bitmaps are the same")
    let photo = ImageCatalog.Entry(width: 2048, height: 1536)
    #expect(try PagingDecision(photo, on: device("iphone-5")) == nil)
  }
}
