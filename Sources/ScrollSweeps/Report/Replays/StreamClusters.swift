import ScrollCore
import ScrollPages
import ScrollSimulation

/// The traces of a report on replays, grouped by their origin (`SessionClusters`).
struct StreamClusters: Sendable {
  /// A Boolean value that indicates whether there is a single trace, whose seeds are compared.
  let isOneStream: Bool
  /// The number of lists of requests among the traces; the others are scrolls.
  private let lists: Int
  private let clusters: SessionClusters
  /// The indices of the traces, by their digests.
  private let places: [String: Int]

  init(_ streams: [StreamRecord]) {
    var clusters = SessionClusters()
    for stream in streams { clusters.add(stream) }
    self.clusters = clusters
    isOneStream = streams.count == 1
    lists = streams.count { if case .requests = $0.origin { true } else { false } }
    places = Dictionary(
      uniqueKeysWithValues: streams.enumerated().map { ("\($1.digest)", $0) })
  }

  /// A Boolean value that indicates whether a cluster has several traces.
  var areShared: Bool { clusters.count < places.count }

  /// Returns the mean of some values over the traces of each cluster.
  /// - Parameter values: a value for each trace, by its digest, or for each seed of a single trace.
  /// - Returns: a mean for each cluster, or the values of the seeds.
  func means(_ values: [String: Double]) -> [Double] {
    // The order is fixed, so that sums are the same in every run.
    let ordered = values.sorted { $0.key < $1.key }
    guard !isOneStream else { return ordered.map(\.value) }
    return clusters.means(ordered.map(\.value), of: ordered.map { places[$0.key] ?? 0 })
  }

  /// Returns weights of some traces that add up to 1 in each of their clusters, by digest.
  func weights(of digests: Set<String>) -> [String: Double] {
    let ordered = digests.sorted()
    let weights = clusters.weights(of: ordered.map { places[$0] ?? 0 })
    return Dictionary(uniqueKeysWithValues: zip(ordered, weights))
  }

  /// The sentences on the numbers of traces and clusters; `nil` if each trace is a cluster.
  var text: String? {
    guard areShared else { return nil }
    let kinds: (one: String, several: String) =
      switch lists {
      case 0: ("sequence of gestures", "different sequences of gestures")
      case places.count: ("beginning", "different beginnings")
      default:
        ("beginning or sequence of gestures", "different beginnings or sequences of gestures")
      }
    let counted =
      "\(Phrase.count(places.count, "trace")) with "
      + Phrase.count(clusters.count, kinds.one, kinds.several)
    let least = MeanInterval.leastSessions
    return clusters.count < least
      ? "\(counted): no confidence interval, which needs \(least) different ones."
      : "Confidence intervals use \(Phrase.digits(clusters.count)) clusters (\(counted))."
  }
}
