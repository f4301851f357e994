import Foundation
package import ScrollCore
import ScrollPages
package import ScrollSimulation

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
