import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollTraces
import Testing

/// The memory cache that each library comes with, against what its source says.
@Suite struct DefaultCacheTests {
  /// A library, its model, and its limit on a device.
  struct Expected: CustomTestStringConvertible, Sendable {
    let loader: String, device: String, policy: String
    let bytes: Int?

    var testDescription: String { "\(loader) on \(device)" }
  }

  static let caches = [
    // 15 % of 1024 MB; of 6 GB more than the 768 MiB that are the most.
    Expected(loader: "nuke", device: "iphone-5", policy: "nuke-clock", bytes: 153_600_000),
    Expected(loader: "nuke", device: "iphone-13-pro", policy: "nuke-clock", bytes: 768 << 20),
    Expected(loader: "kingfisher", device: "iphone-5", policy: "kingfisher", bytes: 256_000_000),
    Expected(loader: "sdwebimage", device: "iphone-5", policy: "sdwebimage", bytes: nil),
    Expected(
      loader: "expo-image-memory-disk", device: "iphone-5", policy: "sdwebimage", bytes: nil),
    // 640 x 1136 pixels of four bytes, twice.
    Expected(loader: "glide", device: "iphone-5", policy: "glide", bytes: 5_816_320),
    // A fifth and a quarter of 256 MiB.
    Expected(loader: "coil", device: "iphone-5", policy: "coil", bytes: 53_687_091),
    Expected(loader: "fresco", device: "iphone-5", policy: "fresco", bytes: 64 << 20),
    Expected(loader: "swiftui", device: "iphone-5", policy: "lru", bytes: 512_000),
    Expected(loader: "flutter", device: "iphone-5", policy: "flutter", bytes: 100 << 20),
    Expected(
      loader: "texture", device: "iphone-5", policy: "viewport-ring:dropsOnLeave=true", bytes: nil),
    Expected(loader: "image-named", device: "iphone-5", policy: "image-named", bytes: nil),
    Expected(loader: "multi-level-003", device: "iphone-5", policy: "unbounded", bytes: nil),
    Expected(loader: "image-loader-001", device: "iphone-5", policy: "nscache-lru", bytes: nil),
  ]

  @Test(arguments: caches)
  func `a preset has the default cache of its library`(expected: Expected) throws {
    let device = try DeviceCatalog.builtIn.choose(expected.device).entry
    let own = try #require(
      try Catalog<LoaderDescriptor>.builtIn.choose(expected.loader).entry.ownCache)
    #expect(own.policy == expected.policy)
    #expect(own.budget(on: device)?.bytes == expected.bytes)
  }

  @Test func `the default cache of every loader works within its limit`() throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-8").entry
    for loader in Catalog<LoaderDescriptor>.builtIn.entries {
      guard let own = loader.ownCache else { continue }
      let policy = try PolicyCatalog.builtIn.choose(own.policy)
      #expect(loader.loader(try loader.standardSettings).cache, "\(loader.name)")
      #expect(policy.needForBudget == nil || own.budget(on: device) != nil, "\(loader.name)")
    }
  }
}

extension LoaderDescriptor {
  fileprivate var standardSettings: SettingValues {
    get throws { try Catalog([self]).choose(name).settings }
  }
}
