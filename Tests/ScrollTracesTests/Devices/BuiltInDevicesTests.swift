import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct BuiltInDevicesTests {
  static let names = [
    "iphone-5", "ipad-3", "iphone-5s", "iphone-6", "ipad-air-2", "iphone-6s", "iphone-7",
    "ipad-pro-10-5", "iphone-8", "iphone-x", "iphone-xr", "iphone-xs", "ipad-pro-12-9-2018",
    "iphone-11", "iphone-12", "iphone-13-pro", "iphone-15-pro", "iphone-17", "pixel", "pixel-8",
    "macbook-air-m1",
  ]

  @Test func `the catalog lists the built-in devices by name`() {
    #expect(
      DeviceCatalog.builtIn.entries.map(\.name) == Self.names)
  }

  @Test func `names are known without the profiles`() {
    #expect(DeviceCatalog.names == Self.names)
  }

  @Test(arguments: names)
  func `a device that is read alone is that of the catalog`(name: String) throws {
    #expect(DeviceCatalog.device(named: name) == (try DeviceCatalog.builtIn.choose(name).entry))
    #expect(DeviceCatalog.device(named: "\(name).yml") == nil)
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
  func `every figure of a built-in device states its source`(name: String) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    #expect(device.figures.count > 40)
    #expect(Set(device.figures.map(\.name)).count == device.figures.count)
    for figure in device.figures {
      #expect(figure.source.count > 15, "\(device.name) \(figure.name): \(figure.source)")
    }
  }

  @Test(arguments: names)
  func `a built-in device has plausible figures`(name: String) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    let (memory, flash, main) = (device.memory, device.flash, device.mainThread)
    #expect(memory.appLimit < memory.total || memory.swap != nil)
    #expect(memory.baseFootprint.bytes * 4 < memory.appLimit.bytes)
    #expect([4096, 16384].contains(memory.pageSize.bytes))
    #expect(memory.backgroundApps == memory.backgroundApps.sorted(), "smallest first")
    let resting = DeviceMemory(memory)
    #expect(
      resting.free.bytes * 100 >= memory.total.bytes * 15, "an app at rest causes no pressure")
    #expect(flash.writeBandwidth < flash.bandwidth)
    #expect(main.lazyUploadBandwidth < main.uploadBandwidth)
    #expect(main.pngEncodePerMegapixel.milliseconds > 100)
    #expect((2...9).contains(device.performanceCores + device.efficiencyCores))
  }

  @Test(arguments: names)
  func `PNG encoding takes longer than decoding a photo of the same size`(
    name: String
  ) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    let photo = ImageCatalog.Entry(width: 2000, height: 1500, format: .png)
    let encode = device.mainThread.pngEncodeTime(pixels: photo.pixels)
    let ratio = encode.seconds / device.decodeTime(of: photo).seconds
    #expect((3...7).contains(ratio), "\(name): \(ratio)")
  }

  @Test(arguments: ImageFormat.codecs, ContentClass.allCases)
  func `no iPhone decodes a large image more slowly than an older one`(
    format: ImageFormat, content: ContentClass
  ) throws {
    let image = ImageCatalog.Entry(width: 2048, height: 1536, format: format, content: content)
    var last = SimTime.never
    for name in Self.names where name.hasPrefix("iphone") {
      let time = try DeviceCatalog.builtIn.choose(name).entry.decodeTime(of: image)
      #expect(time <= last, "\(name): \(time) after \(last)")
      last = time
    }
  }

  @Test func `only the Mac pages memory out`() throws {
    let withSwap = DeviceCatalog.builtIn.entries.filter { $0.memory.swap != nil }.map(\.name)
    #expect(withSwap == ["macbook-air-m1"])
  }

  @Test func `measured figures are not marked as estimates, and estimates are`()
    throws
  {
    func figure(_ device: String, _ name: String) throws -> DeviceProfile.Figure {
      try #require(
        try DeviceCatalog.builtIn.choose(device).entry.figures.first { $0.name == name })
    }
    #expect(try !figure("iphone-xs", "memory.appLimit").isEstimate)
    #expect(try figure("iphone-xs", "memory.appLimit").text == "2040 MB")
    #expect(try figure("iphone-12", "memory.appLimit").isEstimate)
    #expect(try !figure("iphone-7", "flash.writeBandwidth").isEstimate)
    for device in DeviceCatalog.builtIn.entries where device.name != "iphone-5" {
      let decode = device.figures.filter { $0.name.hasPrefix("decode.") }
      #expect(decode.allSatisfy { $0.isEstimate }, "\(device.name): only one figure was printed")
    }
  }

  @Test(arguments: names.filter { $0 != "macbook-air-m1" })
  func `an app on a built-in device reaches its limit before the system lacks memory`(
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
    #expect(device.flash.writeTime(of: ByteCount(5_700_000)) == SimTime(milliseconds: 100.3))
    #expect(device.screenWidth == 320)
    #expect(device.screenHeight == 568)
    #expect(device.scale == 2)
    #expect(device.refreshRate == 60)
    #expect(device.performanceCores == 2)
    #expect(device.efficiencyCores == 0)
    #expect(device.flash.readTime(of: ByteCount(17_000_000)) == SimTime(milliseconds: 100.3))
    #expect(device.memory.appLimit == ByteCount(645_000_000))
    #expect(device.memory.pageSize == ByteCount(4096))
    #expect(device.mainThread.cellWork == SimTime(milliseconds: 1))
    #expect(device.mainThread.uploadTime(of: ByteCount(1_000_000)) == SimTime(milliseconds: 1))
    let redraw = device.mainThread.redrawTime(
      to: ImageCatalog.Entry.bitmap(width: 2048, height: 1536))
    #expect((3...10).contains(redraw.milliseconds), "\(redraw)")
  }

  @Test func `the iPad 3 decodes 1.6 times as slowly as the iPhone 5`() throws {
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

  @Test
  func `HEIC takes seconds in software on the iPhone 5, milliseconds in hardware on the 13 Pro`()
    throws
  {
    let photo = ImageCatalog.Entry(width: 2048, height: 1536, format: .heic)
    let old = try DeviceCatalog.builtIn.choose("iphone-5").entry.decodeTime(of: photo)
    let new = try DeviceCatalog.builtIn.choose("iphone-13-pro").entry.decodeTime(of: photo)
    #expect((1.5...3).contains(old.seconds), "\(old)")
    #expect((5...50).contains(new.milliseconds), "\(new)")
  }
}
