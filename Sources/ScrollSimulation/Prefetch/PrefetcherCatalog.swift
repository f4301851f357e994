public import ScrollCore

extension Catalog where Entry == PrefetcherDescriptor {
  /// The prefetchers of the package.
  ///
  /// To add a prefetcher, add a file for its rule and a line here.
  public static let builtIn = Catalog([
    NoPrefetch.descriptor,
    NeighborPrefetch.descriptor,
    RingPrefetch.descriptor,
    DirectionalPrefetch.descriptor,
    UIKitWindow.descriptor,
    TextureRanges.descriptor,
    Skewport.descriptor,
    VelocityPrefetch.descriptor,
    FlingLanding.descriptor,
    IdleGrowth.descriptor,
    GlidePreload.descriptor,
    GapWorker.descriptor,
    PreheatWindow.descriptor,
    FlashListWindow.descriptor,
    LegendListWindow.descriptor,
    FlatListWindow.descriptor,
    FeedbackDistance.descriptor,
    ExpectedReach.descriptor,
    ClairvoyantPrefetch.descriptor,
  ])
}
