import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

/// What the items of a run and its prefetcher ask for.
///
/// The run's cache keeps nothing, so that a prefetch is asked for whenever an item enters the plan
/// of the prefetcher, whatever a policy would keep; what is on its way already is not asked for
/// again.
struct RunRequests {
  /// More events are not kept: those of some days of scrolling.
  private static let limit = 20_000_000

  private let request: RunRequest
  private let seed: UInt64

  init(_ request: RunRequest, seed: UInt64) {
    self.request = request
    self.seed = seed
  }

  /// All requests in order of time.
  /// - Throws: `CommandError` for a loader without a cache, which prefetches nothing, and for a run
  ///   with more events than can be kept.
  func requests() throws(CommandError) -> [TimedRequest] {
    guard request.hasCache else {
      throw .usage("loader '\(request.loader.text)' has no cache to prefetch into")
    }
    let policy: Choice<PolicyDescriptor>
    do { policy = try PolicyCatalog.builtIn.choose("lru") } catch {
      preconditionFailure("\(error)")
    }
    let log = RunLog(limit: Self.limit)
    _ = PreparedScenario(request.scenario).run(
      policy, budget: ByteCount(1), seed: seed, log: log)
    guard log.cut == nil else {
      throw CommandError(
        .badData,
        "'\(request.path)' has more than \(Self.limit) events; expected a shorter one: "
          + "`scrollsim trace cut`")
    }
    let requests = log.entries.compactMap { request(of: $0) }
    // The log is in the order of what happened, which is that of time but for what ends later.
    return requests.enumerated().sorted { left, right in
      (left.element.time, left.offset) < (right.element.time, right.offset)
    }.map(\.element)
  }

  /// What is asked for where something happens; nil where nothing is.
  private func request(of entry: RunLog.Entry) -> TimedRequest? {
    let catalog = request.trace.catalog
    func asking(_ image: ImageID, _ item: Int32?) -> TimedRequest {
      TimedRequest(
        time: entry.time, image: image, size: catalog.images[image].decoded.bytes,
        item: item.map { ItemID(Int($0)) }, isPrefetch: item == nil)
    }
    switch entry.event {
    case .asked(let item, _, _): return asking(catalog.items[Int(item)], item)
    case .started(_, _, let picture, _, isPrefetch: true):
      return asking(ImageID(picture / variants), nil)
    default: return nil
    }
  }

  /// How many pictures of an image there are.
  private var variants: Int32 { request.scenario.loader.variants == .none ? 1 : 2 }
}
