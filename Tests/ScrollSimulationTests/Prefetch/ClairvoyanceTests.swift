import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the best result of prefetching, with a prefetcher that knows the trace.
///
/// The device is an iPhone 5, and the prefetcher looks 4 s ahead, with room in the cache for
/// everything that it fetches: nothing leaves less blank. This is no bound without such room, or on
/// a device that cannot keep up and should cancel loads that come too late.
@Suite struct ClairvoyanceTests {
  private static let clairvoyant = "clairvoyant:seconds=4"

  /// Returns the blank-area seconds of every prefetcher on a trace of the repository.
  private static func blanks(_ name: String) throws -> [(prefetcher: String, seconds: Double)] {
    let trace = try TraceFile.load(folder.appendingPathComponent("\(name).scroll").path)
    let policy = try PolicyCatalog.builtIn.choose("lru")
    let others = Catalog<PrefetcherDescriptor>.builtIn.entries.map(\.name)
    return try ([clairvoyant] + others.filter { $0 != "clairvoyant" }).map { text in
      let choice = try Catalog<PrefetcherDescriptor>.builtIn.choose(text)
      let epoch = trace.epochs[0]
      let scenario = Scenario(
        images: trace.catalog.images, placement: epoch.placement, motion: trace.motion,
        viewportExtent: epoch.viewportExtent, viewportBreadth: epoch.viewportBreadth,
        direction: trace.header.direction, decelerationRate: trace.header.decelerationRate,
        device: try DeviceCatalog.builtIn.choose("iphone-5").entry, loader: .cached,
        prefetcher: choice.entry.prefetcher(choice.settings))
      let report = PreparedScenario(scenario).lawfulRun(
        policy, budget: ByteCount(256 << 20), log: nil, told: "\(name), \(text)")
      return (text, report.stalls.blankAreaSeconds)
    }
  }

  @Test(arguments: ["tall-feed", "recorded/feed-to-and-fro", "recorded/photo-grid-session"])
  func `no prefetcher has less blank time than one that knows the trace`(trace: String) throws {
    let blanks = try Self.blanks(trace)
    let story: Comment = "blank-area seconds on \(trace): \(blanks)"
    let least = blanks[0].seconds
    for other in blanks.dropFirst() { #expect(least <= other.seconds + 1e-9, story) }
    let none = try #require(blanks.first { $0.prefetcher == "none" })
    #expect(least < none.seconds / 2, story)
  }

  private static let folder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }.appendingPathComponent("Traces")
}
