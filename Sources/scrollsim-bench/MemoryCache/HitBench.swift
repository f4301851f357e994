import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollTraces

/// Hits of the cache for apps on traces, beside the simulator's and those of other caches.
struct HitBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hits",
    abstract: "Hit rates on traces, beside the simulator's, a node LRU's and NSCache's.",
    discussion: """
      Every request counts 1. Without files: the committed traces, and cloudPhysicsIO where it \
      lies in ../shared/data/replay. Fails if a hit rate is not the simulator's.

      Example: scrollsim-bench memory-cache hits Traces/tall-feed.scroll
      """)

  @Argument(help: "Scroll traces or request traces.") var traces: [String] = []
  @Option(help: "Policies, comma-separated; all unless given.") var policy: String?
  @Option(help: "Room, in percent of the images.") var percent = 10

  func validate() throws { try MemoryCacheBench.checkPositive(percent, "--percent") }

  static let recorded = [
    "chat-scrollback", "doom-scroll", "feed-to-and-fro", "photo-grid-session", "photo-scrubber",
    "search-and-return",
  ]
  static let generated = ["map-tiles", "photo-grid", "product-grid", "social-feed", "tall-feed"]
  static let cloud = "../shared/data/replay/cloudPhysicsIO.oracleGeneral.bin"

  func run() throws {
    let streams = try paths.map { (name: Self.name(of: $0), stream: try Self.load($0)) }
    print("hits in percent of the requests, room for \(percent) % of the images; the cache for")
    print("apps by its policies, as the simulator says; below others\n")
    var table = Table([.left("cache")] + streams.map { .right($0.name) })
    var differences = [String]()
    for name in ShippedPolicies.named(policy) {
      var row = [name]
      for (trace, stream) in streams {
        let room = try roomFor(name, stream)
        let cache = try FollowedCache(policy: name, countLimit: room, keys: stream.keys)
        let hits = Self.hits(name, cache, stream)
        let choice = try PolicyCatalog.builtIn.choose(name)
        // As a simulation has it: a replay may count as another program does, and nothing takes time.
        let model = choice.entry.makeModel(
          PolicySetup(
            imageCount: stream.imageCount, limits: CacheLimits(count: room),
            settings: choice.settings, keys: stream.keys))
        let tally = replay(stream, in: model)
        if hits != tally.requests - tally.misses { differences.append("\(name) on \(trace)") }
        row.append(Self.percent(hits, stream))
      }
      table.append(row)
    }
    table.append(
      ["node LRU"]
        + streams.map { _, stream in
          Self.percent(
            Self.hits("node LRU", NodeLRU(countLimit: room(stream)), stream), stream)
        })
    table.append(
      ["NSCache"]
        + streams.map { _, stream in
          Self.percent(
            Self.hits("NSCache", FoundationCache(countLimit: room(stream)), stream), stream)
        })
    print(table.text(), terminator: "")
    guard differences.isEmpty else {
      print("\nother hits than the simulator's: \(differences.joined(separator: ", "))")
      throw ExitCode.failure
    }
  }

  private var paths: [String] {
    guard traces.isEmpty else { return traces }
    return Self.recorded.map { "Traces/recorded/\($0).scroll" }
      + Self.generated.map { "Traces/\($0).scroll" }
      + [Self.cloud].filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func name(of path: String) -> String {
    String(URL(fileURLWithPath: path).lastPathComponent.prefix { $0 != "." })
  }

  private static func load(_ path: String) throws -> RequestStream {
    var stream =
      path.hasSuffix(".scroll")
      ? try TraceFile.load(path).requestStream()
      : try RequestFormatCatalog.builtIn.load(path: path).stream
    // Key `i` lies at `i`: a replay and the cache must be told the same places.
    (stream.sizes, stream.items, stream.placement) = (nil, nil, nil)
    return stream
  }

  private func room(_ stream: RequestStream) -> Int { max(1, stream.imageCount * percent / 100) }

  /// At least what the policy needs to be what its name says.
  private func roomFor(_ policy: String, _ stream: RequestStream) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return max(room(stream), choice.smallestUsefulCapacity(countsImages: true))
  }

  private static func hits(
    _ name: String, _ cache: some Contender<Int>, _ stream: RequestStream
  ) -> Int {
    Entrant(name, cache, storing: Payload.some(64)).request(stream.images.map { Int($0.index) })
  }

  private static func percent(_ hits: Int, _ stream: RequestStream) -> String {
    NumberText.fixed(100 * Double(hits) / Double(stream.images.count), decimals: 1)
  }
}
