import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

/// The case that shows why a run with an infinite cache is no bound.
struct QuotedBoundTests {
  @Test
  func `a cache of 64 MiB stalls less than one without a limit, and the bound is below both`()
    throws
  {
    let scenario = Scenario(
      try TraceFile.load("\(Self.root)/Traces/recorded/feed-to-and-fro.scroll"),
      device: try DeviceCatalog.builtIn.choose("iphone-13-pro").entry,
      network: try NetworkCatalog.builtIn.choose("wifi").entry, loader: .nuke,
      prefetcher: try Self.prefetcher("ring:ahead=2"))
    let bound = StallBound(
      PreparedScenario(scenario), budget: ByteCount(64 << 20),
      policies: [try PolicyCatalog.builtIn.choose("arc")])
    let reached = try #require(bound.reached)
    let unlimited = try #require(bound.unlimited)
    print("proven \(bound.proven), reached \(reached), without a limit \(unlimited)")
    #expect(reached < unlimited)
    #expect(bound.proven > 0 && bound.proven <= 0.594)
    #expect(bound.proven <= reached && bound.unavoidable <= unlimited)
  }

  private static func prefetcher(_ text: String) throws -> Prefetcher {
    let choice = try Catalog<PrefetcherDescriptor>.builtIn.choose(text)
    return choice.entry.prefetcher(choice.settings)
  }

  /// The folder of the package.
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")
}
