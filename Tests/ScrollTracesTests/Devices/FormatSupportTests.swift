import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

@Suite struct FormatSupportTests {
  private static let asked: [ImageFormat] = [.jpeg, .heic, .webp, .avif, .astc]

  @Test(arguments: [
    ("iphone-5", [ImageFormat.jpeg]), ("ipad-3", [.jpeg]), ("iphone-5s", [.jpeg, .heic]),
    ("iphone-6", [.jpeg, .heic, .astc]), ("iphone-6s", [.jpeg, .heic, .webp, .astc]),
    ("ipad-air-2", [.jpeg, .heic, .webp, .astc]), ("iphone-8", asked),
    ("pixel", [.jpeg, .webp, .astc]), ("pixel-8", asked), ("macbook-air-m1", asked),
  ])
  func `a device shows the formats of its chip and its last system`(
    name: String, formats: [ImageFormat]
  ) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    #expect(Self.asked.filter { FormatSupport.shows($0, on: device) } == formats)
  }

  @Test func `the list contains every built-in device`() {
    let names = DeviceCatalog.builtIn.entries.map(\.name)
    #expect(Set(FormatSupport.builtIn.keys) == Set(names))
  }

  @Test func `any other device shows every format`() throws {
    var device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    device.name = "mine"
    #expect(ImageFormat.allCases.allSatisfy { FormatSupport.shows($0, on: device) })
  }
}
