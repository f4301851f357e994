import ArgumentParser
import CAllocator
import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollTraces

/// The benchmarks that compare the memory cache for apps with other caches in the same process.
struct MemoryCacheBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory-cache",
    abstract: "Speed, memory and hits of the cache for apps and of other caches.",
    discussion: "Example: scrollsim-bench memory-cache thread",
    subcommands: [
      OneThreadBench.self, TaskBench.self, OptionBench.self, MemoryBench.self, HitBench.self,
      EndlessBench.self,
    ])

  static func checkPositive(_ value: Int, _ option: String) throws {
    guard value > 0 else {
      throw ValidationError("\(option) \(value) is not positive; expected at least 1")
    }
  }
}

/// Takes a result, so that the work for it is not optimized away.
@inline(never) func blackHole<Result>(_ result: Result) {}

/// A benchmark of memory: bytes for each key that is resident or remembered, by the allocator.
struct MemoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Bytes for each key that is resident or remembered, by the allocator.",
    discussion: """
      Keys are Int, values are objects. The result excludes the values, and the first copy of a \
      key and the reference to a value, which every cache needs. Keys are stored until the \
      arrays have grown for the last time: fullest is just before, grown just after. The \
      benchmark fails if a lean policy takes more than 64 bytes at its fullest.

      Example: scrollsim-bench memory-cache memory --policy lru,arc
      """)

  @Option(help: "The number of values that fit.") var entries = 12_288
  @Option(help: "Policies, comma-separated (default: all).") var policy: String?

  /// The policies with little state, which must not exceed `most` bytes for each key.
  static let lean = ["fifo", "lru", "clock", "sieve", "s3fifo"]
  static let most = 64.0

  func validate() throws { try MemoryCacheBench.checkPositive(entries, "--entries") }

  func run() throws {
    guard AllocatedMemory.isKnown else {
      print("memory: the system's library does not report its allocations")
      return
    }
    print("bytes beside the first copy of key and value, for each key that is resident or")
    print("remembered; room for \(entries) values; weak: with the table of live objects\n")
    var table = Table([
      .left("policy"), .right("remembered per resident"), .right("fullest"), .right("grown"),
      .right("weak fullest"), .right("weak grown"), .left("expected at its fullest"),
    ])
    var failures = [String]()
    for name in ShippedPolicies.named(policy) {
      let plain = try GrowthWatch.watch(name, room: entries, keepsWeakReferences: false)
      let weak = try GrowthWatch.watch(name, room: entries, keepsWeakReferences: true)
      let isLean = Self.lean.contains(name)
      if isLean, plain.fullest > Self.most { failures.append(name) }
      let figures = [
        plain.remembered, plain.fullest, plain.grown, weak.fullest, weak.grown,
      ]
      table.append(
        [name] + figures.map { NumberText.fixed($0, decimals: 1) }
          + [isLean ? "at most \(Int(Self.most))" : ""])
    }
    print(table.text(), terminator: "")
    guard failures.isEmpty else {
      print("\nmore than \(Int(Self.most)) bytes: \(failures.joined(separator: ", "))")
      throw ExitCode.failure
    }
  }
}

/// The memory of a cache before and after its arrays grow.
struct GrowthWatch {
  /// Bytes for each key in use just before the last growth, and just after.
  private(set) var fullest = 0.0, grown = 0.0
  /// The number of remembered keys for each resident key, just before the last growth.
  private(set) var remembered = 0.0

  /// Fills a cache with keys, most of them new, until long after it has stopped growing.
  static func watch(
    _ policy: String, room: Int, keepsWeakReferences: Bool
  ) throws -> GrowthWatch {
    let payload = payloadBytes()
    let before = AllocatedMemory.bytes
    var options = CacheOptions<Int, Payload>()
    options.reportsPositions = true
    options.keepsWeakReferences = keepsWeakReferences
    let cache = try ImageMemoryCache<Int, Payload>(
      policy: policy, costLimit: .none, countLimit: room, cost: { _ in 1 },
      options: options)
    var watch = GrowthWatch()
    var random = SeededRandom(seed: 1)
    var (bytes, idCount) = (0, cache.statistics.idCount)
    for next in 0..<8 * room {
      let isNew = next == 0 || random.chance(0.7)
      let key = isNew ? next : max(0, next - 1 - random.below(2 * room))
      let isFull = cache.statistics.keyCount == idCount
      if isFull { bytes = AllocatedMemory.bytes - before }
      let keys = isFull ? cache.count : 0
      if cache.value(for: key) == nil { cache.insert(Payload(key), for: key) }
      guard cache.statistics.idCount != idCount else { continue }
      idCount = cache.statistics.idCount
      // Without the one key that caused the growth.
      let inUse = cache.keysInUse - 1
      let held = { (bytes: Int, keys: Int, values: Int) in
        Double(bytes - 8 * keys - (8 + payload) * values) / Double(keys)
      }
      watch.fullest = held(bytes, inUse, keys)
      watch.grown = held(AllocatedMemory.bytes - before, inUse + 1, cache.count)
      watch.remembered = Double(inUse - keys) / Double(max(1, keys))
    }
    return watch
  }

  /// Returns the bytes that the allocator uses for a value.
  private static func payloadBytes() -> Int {
    let count = 4096
    var payloads = [Payload]()
    payloads.reserveCapacity(count)
    let before = AllocatedMemory.bytes
    for number in 0..<count { payloads.append(Payload(number)) }
    return withExtendedLifetime(payloads) { (AllocatedMemory.bytes - before) / count }
  }
}

/// A benchmark of memory under a stream of keys that never recur.
struct EndlessBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endless",
    abstract: "Growth of memory from 10 to 100 million distinct keys.",
    discussion: """
      Fails if the allocator has handed out more than 1 MiB in between.

      Example: scrollsim-bench memory-cache endless --keys 1000000
      """)

  @Option(help: "Distinct keys; the first tenth of them is not counted.") var keys = 100_000_000
  @Option(help: "Policies, comma-separated.") var policy = "lru,arc,s3fifo,lru-k"
  @Option(help: "The number of values that fit.") var entries = 10_000

  static let most = 1 << 20

  func validate() throws {
    try MemoryCacheBench.checkPositive(keys, "--keys")
    try MemoryCacheBench.checkPositive(entries, "--entries")
  }

  func run() throws {
    guard AllocatedMemory.isKnown else {
      print("endless: the system's library does not report its allocations")
      return
    }
    print("\(keys) distinct keys through room for \(entries) values: bytes that the allocator")
    print("has handed out more after the last than after a tenth; expected at most \(Self.most)\n")
    var table = Table([
      .left("policy"), .right("after a tenth"), .right("growth"), .right("keys kept"),
      .right("CPU ns per key"),
    ])
    var failures = [String]()
    for name in ShippedPolicies.named(policy) {
      let payloads = Payload.some(1024)
      let before = AllocatedMemory.bytes
      let cache = try ShippedCache<Int, AnyPolicy>(policy: name, countLimit: entries)
      var tenth = 0
      let time = CPUClock.measure {
        for key in 0..<keys {
          if cache.value(of: key) == nil { cache.set(payloads[key & 1023], for: key) }
          if key == keys / 10 { tenth = AllocatedMemory.bytes }
        }
      }
      let growth = AllocatedMemory.bytes - tenth
      if growth > Self.most { failures.append(name) }
      table.append([
        name, "\(tenth - before)", "\(growth)", "\(cache.cache.statistics.keyCount)",
        NumberText.fixed(time / Double(keys), decimals: 0),
      ])
    }
    print(table.text(), terminator: "")
    guard failures.isEmpty else {
      print("\nmemory grows: \(failures.joined(separator: ", "))")
      throw ExitCode.failure
    }
  }
}

/// A benchmark of one thread: hits, and misses with a store that evicts.
struct OneThreadBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thread",
    abstract: "CPU ns of a hit, and of a miss with the store that follows it.",
    discussion: "Example: scrollsim-bench memory-cache thread --rounds 3")

  @Option(help: "Rounds; medians are printed.") var rounds = 7
  @Option(help: "Operations of each cache in a round.") var operations = 500_000

  func validate() throws {
    try MemoryCacheBench.checkPositive(rounds, "--rounds")
    try MemoryCacheBench.checkPositive(operations, "--operations")
  }

  static let entries = [1000, 10_000, 100_000]

  func run() throws {
    print("hits: CPU ns, Int keys, objects for values, medians of \(rounds) rounds")
    print("ratio: lru as a static type to the bare dictionary, expected at most 2;")
    print("NSCache to lru, expected at least 3\n")
    var hits = Table(Self.columns(["keys", "entries"], Runner.names))
    for draws in KeyDraws.allCases {
      for count in Self.entries {
        let field = try Field<Int>(entries: count)
        for entrant in field.entrants { entrant.write(Array(0..<count)) }
        let keys = draws.draw(operations, among: count, seed: 1)
        let times = measure(field.entrants.map { entrant in { entrant.read(keys) } })
        hits.append([draws.rawValue, "\(count)"] + row(times))
      }
    }
    print(hits.text())
    print("misses: CPU ns of a look-up in vain and the store that evicts, by capacity")
    print("ratio: NSCache to lru, expected at least 3; lru at 10000 entries at most 350 ns\n")
    var misses = Table(Self.columns(["entries"], Array(Runner.names.dropFirst())))
    for count in Self.entries {
      let field = try Field<Int>(entries: count)
      var next = 0
      for entrant in field.entrants { _ = entrant.request(Array(-count..<0)) }
      var times = RoundTimes()
      for _ in 0..<rounds {
        let keys = Array(next..<next + operations)
        next += operations
        times.measure(field.entrants.dropFirst().map { entrant in { Self.time(entrant, keys) } })
      }
      let figures = field.entrants.indices.dropFirst().map { per(times.median(of: $0 - 1)) }
      let ratio = times.ratio(of: Runner.foundation - 1, to: Runner.lru - 1)
      misses.append(["\(count)"] + figures + ["-", NumberText.fixed(ratio, decimals: 2)])
    }
    print(misses.text(), terminator: "")
  }

  private static func columns(_ first: [String], _ names: [String]) -> [Table.Column] {
    first.map { .left($0) } + names.map { .right($0) }
      + [.right("lru / bare"), .right("NSCache / lru")]
  }

  /// Returns the CPU time of misses alone: no key was requested before.
  private static func time(_ entrant: AnyContender<Int>, _ keys: [Int]) -> Double {
    CPUClock.measure {
      let hits = entrant.request(keys)
      precondition(hits == 0, "\(entrant.name) has \(hits) keys that were never stored")
    }
  }

  private func measure(_ ways: [() -> Int]) -> RoundTimes {
    var times = RoundTimes()
    for _ in 0..<rounds {
      times.measure(ways.map { way in { CPUClock.measure { blackHole(way()) } } })
    }
    return times
  }

  private func row(_ times: RoundTimes) -> [String] {
    Runner.names.indices.map { per(times.median(of: $0)) }
      + [
        NumberText.fixed(times.ratio(of: Runner.lru, to: Runner.bare), decimals: 2),
        NumberText.fixed(times.ratio(of: Runner.foundation, to: Runner.lru), decimals: 2),
      ]
  }

  private func per(_ nanoseconds: Double) -> String {
    NumberText.fixed(nanoseconds / Double(operations), decimals: 0)
  }
}

/// A comparison of the hits of the cache for apps with the simulator's and with other caches', on
/// traces.
struct HitBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hits",
    abstract: "Hit rates on traces, compared with the simulator, a node LRU and NSCache.",
    discussion: """
      Every request counts 1. The default files are the committed traces. Fails if a hit rate \
      differs from the simulator's.

      Example: scrollsim-bench memory-cache hits Traces/tall-feed.scroll
      """)

  @Argument(help: "Scroll traces or request traces.") var traces: [String] = []
  @Option(help: "Policies, comma-separated (default: all).") var policy: String?
  @Option(help: "The capacity, in percent of the images.") var percent = 10

  func validate() throws { try MemoryCacheBench.checkPositive(percent, "--percent") }

  static let recorded = [
    "chat-scrollback", "doom-scroll", "feed-to-and-fro", "photo-grid-session", "photo-scrubber",
    "search-and-return",
  ]
  static let generated = ["map-tiles", "photo-grid", "product-grid", "social-feed", "tall-feed"]

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
        // A simulation, not a replay: a replay may count as another program does, and nothing takes
        // time in it.
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
  }

  private static func name(of path: String) -> String {
    String(URL(fileURLWithPath: path).lastPathComponent.prefix { $0 != "." })
  }

  private static func load(_ path: String) throws -> RequestStream {
    var stream =
      path.hasSuffix(".scroll")
      ? try TraceFile.load(path).requestStream()
      : try RequestFormatCatalog.builtIn.load(path: path).stream
    // The item of key `i` lies at `i`, so that the replay and the cache have the same places.
    (stream.sizes, stream.items, stream.placement) = (nil, nil, nil)
    return stream
  }

  private func room(_ stream: RequestStream) -> Int { max(1, stream.imageCount * percent / 100) }

  /// Returns the capacity of a trace, or more if the policy needs more to work as its name says.
  private func roomFor(_ policy: String, _ stream: RequestStream) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return max(room(stream), choice.smallestUsefulCapacity(countsImages: true))
  }

  private static func hits(
    _ name: String, _ cache: some Contender<Int>, _ stream: RequestStream
  ) -> Int {
    AnyContender(name, cache, storing: Payload.some(64)).request(
      stream.images.map { Int($0.index) })
  }

  private static func percent(_ hits: Int, _ stream: RequestStream) -> String {
    NumberText.fixed(100 * Double(hits) / Double(stream.images.count), decimals: 1)
  }
}

/// The bytes that the allocator has handed out in this process.
enum AllocatedMemory {
  static var bytes: Int { allocated_bytes() }

  /// A Boolean value that indicates whether the system's library reports the number of bytes.
  static var isKnown: Bool { bytes > 0 }
}
