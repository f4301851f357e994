/// Everything about a run but its cache.
public struct ScenarioRecord: Sendable, Equatable {
  /// The digest of all that follows; whoever makes a scenario makes its key.
  public var key: ContentKey
  /// What is scrolled.
  public var trace: TraceRecord
  /// Where the items lie: the trace's own layout, or another.
  public var layout: String
  /// On what.
  public var device: ProfileRecord
  /// Over what.
  public var network: ProfileRecord
  /// The way of loading, with the settings that are not its own.
  public var loader: String
  /// All its settings, a JSON object of texts.
  public var loaderSettings: String
  /// What is fetched ahead, with its settings.
  public var prefetcher: String

  public init(
    key: ContentKey, trace: TraceRecord, layout: String, device: ProfileRecord,
    network: ProfileRecord, loader: String, loaderSettings: String, prefetcher: String
  ) {
    self.key = key
    self.trace = trace
    self.layout = layout
    self.device = device
    self.network = network
    self.loader = loader
    self.loaderSettings = loaderSettings
    self.prefetcher = prefetcher
  }
}
