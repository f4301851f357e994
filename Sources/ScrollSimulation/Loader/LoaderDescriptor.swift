public import ScrollCore
package import ScrollDevice

/// A way of loading in a catalog: a preset, which is a name and values for settings of loaders.
///
///     static let descriptor = LoaderDescriptor("feed-app", "The loader of some feed.") {
///       $0.cache = true
///       $0.connections = 4
///     }
///
/// On the command line every setting of a preset may be changed, `feed-app:connections=2`.
public struct LoaderDescriptor: CatalogEntry {
  public static var kind: String { "loader" }

  public let name: String
  public let summary: String
  let preset: Loader
  /// The memory cache that comes with it; nil where that is for the run to say.
  public let ownCache: OwnCache?

  /// A preset, and the memory cache that comes with it.
  public init(_ name: String, _ summary: String, _ preset: Loader, ownCache: OwnCache? = nil) {
    self.name = name
    self.summary = summary
    self.preset = preset
    self.ownCache = ownCache
  }

  /// A preset that differs from another loader, the plainest one unless given.
  public init(
    _ name: String, _ summary: String, from loader: Loader = Loader(),
    _ change: (inout Loader) -> Void
  ) {
    var loader = loader
    change(&loader)
    self.init(name, summary, loader)
  }

  /// Every knob, with this preset's values as defaults.
  public var settings: [Setting] { LoaderKnob.all.map { $0.setting(of: preset) } }

  /// The loader with checked settings.
  public func loader(_ values: SettingValues) -> Loader {
    var loader = preset
    for knob in LoaderKnob.all { knob.apply(values, to: &loader) }
    return loader
  }
}

/// What `own` means as a policy or a budget: the cache that a loader comes with.
///
/// A loader that comes with none is run with `lru` and 64 MiB.
extension LoaderDescriptor {
  package var ownPolicy: String { ownCache?.policy ?? "lru" }

  package func ownBudget(on device: DeviceProfile) -> ByteCount? {
    guard let ownCache else { return ByteCount(64 << 20) }
    return ownCache.budget(on: device)
  }
}
