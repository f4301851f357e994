import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct BuiltInDevicesTests {
  static let names = ["iphone-5", "ipad-3", "iphone-13-pro"]

  @Test func `the built-in devices are there by name`() {
    #expect(
      DeviceCatalog.builtIn.entries.map(\.name) == Self.names)
  }

  @Test(arguments: names)
  func `a built-in device decodes every format`(name: String) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    for format in ImageFormat.allCases {
      for content in ContentClass.allCases {
        let image = ImageCatalog.Entry(width: 800, height: 600, format: format, content: content)
        let isTexture = format.texture != nil
        #expect(
          (device.decodeTime(of: image) > .zero) != isTexture,
          "\(device.name) \(format) \(content)")
      }
    }
  }

  @Test(arguments: names)
  func `every figure of a built-in device says where it comes from`(name: String) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    #expect(device.figures.count > 40)
    #expect(Set(device.figures.map(\.name)).count == device.figures.count)
    for figure in device.figures {
      #expect(figure.source.count > 15, "\(device.name) \(figure.name): \(figure.source)")
    }
  }

  @Test(arguments: names)
  func `an app on a built-in device can reach its limit before the system runs dry`(
    name: String
  ) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    var memory = DeviceMemory(device.memory)
    let verdict = memory.imagesChanged(
      charged: device.memory.appLimit - device.memory.baseFootprint)
    #expect(verdict.death == .appLimit, "\(device.name): \(verdict)")
  }

  @Test func `the iPhone 5 has the figures of the design`() throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    #expect(device.screenWidth == 320)
    #expect(device.screenHeight == 568)
    #expect(device.scale == 2)
    #expect(device.refreshRate == 60)
    #expect(device.performanceCores == 2)
    #expect(device.efficiencyCores == 0)
    #expect(device.flash.readTime(of: ByteCount(8_000_000)) == SimTime(milliseconds: 100.3))
    #expect(device.memory.appLimit == ByteCount(645_000_000))
    #expect(device.memory.pageSize == ByteCount(4096))
    #expect(device.mainThread.cellWork == SimTime(milliseconds: 1))
    #expect(device.mainThread.uploadTime(of: ByteCount(1_000_000)) == SimTime(milliseconds: 1))
    let redraw = device.mainThread.redrawTime(
      to: ImageCatalog.Entry.bitmap(width: 2048, height: 1536))
    #expect((3...10).contains(redraw.milliseconds), "\(redraw)")
  }

  @Test func `the iPad 3 takes 1.6 times as long to decode as the iPhone 5`() throws {
    let phone = try DeviceCatalog.builtIn.choose("iphone-5").entry
    let tablet = try DeviceCatalog.builtIn.choose("ipad-3").entry
    for format in ImageFormat.allCases where format.texture == nil {
      for content in ContentClass.allCases {
        let image = ImageCatalog.Entry(width: 1500, height: 1000, format: format, content: content)
        let ratio = tablet.decodeTime(of: image).seconds / phone.decodeTime(of: image).seconds
        #expect((1.59...1.61).contains(ratio), "\(format) \(content): \(ratio)")
      }
    }
  }

  @Test func `software HEIC on the iPhone 5 takes seconds, hardware on the 13 Pro milliseconds`()
    throws
  {
    let photo = ImageCatalog.Entry(width: 2048, height: 1536, format: .heic)
    let old = try DeviceCatalog.builtIn.choose("iphone-5").entry.decodeTime(of: photo)
    let new = try DeviceCatalog.builtIn.choose("iphone-13-pro").entry.decodeTime(of: photo)
    #expect((3...5).contains(old.seconds), "\(old)")
    #expect((5...50).contains(new.milliseconds), "\(new)")
  }
}
