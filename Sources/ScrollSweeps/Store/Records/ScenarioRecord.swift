/// Everything about a run but its cache.
package struct ScenarioRecord: Sendable, Equatable {
  /// The digest of all fields below; its maker computes it.
  package var key: ContentKey
  /// What is scrolled.
  package var trace: TraceRecord
  /// Where the items lie: the trace's own layout, or another.
  package var layout: String
  /// On what.
  package var device: ProfileRecord
  /// Over what.
  package var network: ProfileRecord
  /// The way of loading, with the settings that are not its own.
  package var loader: String
  /// All its settings, a JSON object of texts.
  package var loaderSettings: String
  /// What is fetched ahead, with its settings.
  package var prefetcher: String
  /// The state of the caches when the session begins: `cold`, `warm:after=600` or `warm-disk:after=600`.
  package var start: String

  package init(
    key: ContentKey, trace: TraceRecord, layout: String, device: ProfileRecord,
    network: ProfileRecord, loader: String, loaderSettings: String, prefetcher: String,
    start: String = "cold"
  ) {
    self.key = key
    self.trace = trace
    self.layout = layout
    self.device = device
    self.network = network
    self.loader = loader
    self.loaderSettings = loaderSettings
    self.prefetcher = prefetcher
    self.start = start
  }
}
