import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

/// What the chapter and the article on purgeable memory say, in the figures of the profiles.
struct DeviceClaimTests {
  private func device(_ name: String) throws -> DeviceProfile {
    try DeviceCatalog.builtIn.choose(name).entry
  }

  @Test func `PVRTC of 2048x2048 fits into one frame on the iPhone 5, cold at 2 bits only`()
    throws
  {
    let phone = try device("iphone-5")
    func work(_ format: ImageFormat) -> (cold: Double, warm: Double) {
      let texture = ImageCatalog.Entry(width: 2048, height: 2048, format: format)
      let warm =
        phone.mainThread.cellWork + phone.mainThread.uploadTime(of: texture.decoded)
        + phone.decodeTime(of: texture)
      return ((warm + phone.flash.readTime(of: texture.encoded)).milliseconds, warm.milliseconds)
    }
    let frame = SimTime.vsync(1, hertz: phone.refreshRate).milliseconds
    let (two, four) = (work(.pvrtc2), work(.pvrtc))
    #expect(two.cold < frame, "2 bits: \(two.cold) ms of \(frame)")
    #expect(four.cold > frame, "4 bits: \(four.cold) ms of \(frame)")
    #expect(four.warm < frame, "4 bits, read before: \(four.warm) ms of \(frame)")
  }

  @Test(arguments: BuiltInDevicesTests.names)
  func `the mask of a hybrid photo is no reason to wait where two lanes are free`(
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

  @Test func `on the Mac a JPEG photo is better purged and a PNG photo better paged out`() throws {
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
