public import ScrollCore
package import ScrollDevice

/// A loader in a catalog: a preset, which has a name and values for the settings of a loader.
///
///     static let descriptor = LoaderDescriptor("feed-app", "The loader of some feed.") {
///       $0.cache = true
///       $0.connections = 4
///     }
///
/// On the command line you can change every setting of a preset: `feed-app:connections=2`.
public struct LoaderDescriptor: CatalogEntry {
  public static var kind: String { "loader" }

  public let name: String
  public let summary: String
  let preset: Loader
  /// The memory cache that comes with the loader; `nil` if the run must name one.
  public let ownCache: DefaultCache?

  /// Creates a preset with the memory cache that comes with it.
  public init(_ name: String, _ summary: String, _ preset: Loader, ownCache: DefaultCache? = nil) {
    self.name = name
    self.summary = summary
    self.preset = preset
    self.ownCache = ownCache
  }

  /// Creates a preset that differs from another loader, by default from the one with default
  /// settings.
  public init(
    _ name: String, _ summary: String, from loader: Loader = Loader(),
    _ change: (inout Loader) -> Void
  ) {
    var loader = loader
    change(&loader)
    self.init(name, summary, loader)
  }

  /// All settings of a loader, with this preset's values as defaults.
  public var settings: [Setting] { LoaderSetting.all.map { $0.setting(of: preset) } }

  /// Returns the loader with checked settings.
  public func loader(_ values: SettingValues) -> Loader {
    var loader = preset
    for knob in LoaderSetting.all { knob.apply(values, to: &loader) }
    return loader
  }
}

/// The meaning of `own` as a policy or a budget: the library's default cache.
///
/// A loader without a default cache runs with `lru` and 64 MiB.
extension LoaderDescriptor {
  package var ownPolicy: String { ownCache?.policy ?? "lru" }

  package func ownBudget(on device: DeviceProfile) -> ByteCount? {
    guard let ownCache else { return ByteCount(64 << 20) }
    return ownCache.budget(on: device)
  }
}
