public import ScrollCore

/// A prefetcher in a catalogue.
public struct PrefetcherDescriptor: CatalogEntry {
  public static var kind: String { "prefetcher" }

  public let name: String
  public let summary: String
  public let settings: [Setting]
  /// The prefetcher with checked settings.
  public let prefetcher: @Sendable (SettingValues) -> Prefetcher

  public init(
    _ name: String, _ summary: String, settings: [Setting] = [],
    make: @escaping @Sendable (SettingValues) -> Prefetcher
  ) {
    self.name = name
    self.summary = summary
    self.settings = settings
    prefetcher = make
  }
}

extension Catalog where Entry == PrefetcherDescriptor {
  public static let builtIn = Catalog([
    PrefetcherDescriptor("none", "Asks for nothing that is not visible.") { _ in .none },
    PrefetcherDescriptor(
      "neighbours", "Asks for the items next to those that appear, the one ahead first.",
      settings: [
        Setting("k", .integer(1...1000), standard: "1", "How many items on each side.")
      ]
    ) { .neighbours($0.integer("k")) },
    RingPrefetch.descriptor,
    DirectionalPrefetch.descriptor,
    UIKitWindow.descriptor,
    TextureRanges.descriptor,
    Skewport.descriptor,
    VelocityPrefetch.descriptor,
    FlingLanding.descriptor,
    IdleGrowth.descriptor,
    GlidePreload.descriptor,
    ClairvoyantPrefetch.descriptor,
  ])
}
