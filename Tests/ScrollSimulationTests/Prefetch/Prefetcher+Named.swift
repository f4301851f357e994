import ScrollCore
import ScrollSimulation

extension Prefetcher {
  /// One of the catalog, as on the command line.
  static func named(_ text: String) -> Prefetcher {
    do {
      let choice = try Catalog<PrefetcherDescriptor>.builtIn.choose(text)
      return choice.entry.prefetcher(choice.settings)
    } catch { preconditionFailure("\(error)") }
  }
}
