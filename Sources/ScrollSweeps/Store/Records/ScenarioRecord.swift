import Foundation
package import ScrollCore
import ScrollPages
package import ScrollSimulation

/// Everything about a run except its cache.
package struct ScenarioRecord: Sendable, Equatable {
  /// The digest of all fields below; the creator computes it.
  package var key: ContentKey
  /// The scrolled trace.
  package var trace: TraceRecord
  /// The layout of the items: the trace's own, or another.
  package var layout: String
  /// The device.
  package var device: ProfileRecord
  /// The network.
  package var network: ProfileRecord
  /// The loader, with the settings that differ from its defaults.
  package var loader: String
  /// All settings of the loader, as a JSON object of strings.
  var loaderSettings: String
  /// The prefetcher, with its settings.
  package var prefetcher: String
  /// The state of the caches at the start of the session: `cold`, `warm:after=600` or
  /// `warm-disk:after=600`.
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

extension ScenarioRecord {
  /// The kind of cost that the app passes to its cache for an image; the cache limits the sum of
  /// costs.
  package var cost: Loader.Cost {
    let settings = try? JSONDecoder().decode(
      [String: String].self, from: Data(loaderSettings.utf8))
    return settings?["cost"].flatMap(Loader.Cost.init(rawValue:)) ?? .bytes
  }

  /// Returns a budget with the quantity that the cache counts: `64MiB`, `64MiB as 67108864 pixels`.
  package func text(ofBudget budget: ByteCount) -> String {
    switch cost {
    case .bytes: NumberText.limit(budget)
    case .pixels: "\(budget) as \(budget.bytes) pixels"
    case .encoded: "\(budget) of encoded files"
    case .decodeTime: "\(budget) as \(budget.bytes) µs of decoding"
    case .zero: "\(budget), no limit, because images cost 0"
    }
  }
}
