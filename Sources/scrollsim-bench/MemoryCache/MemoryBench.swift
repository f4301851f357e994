import ArgumentParser
import ImageMemoryCache
import ScrollPages

/// Bytes for each key that is resident or remembered, as the allocator counts them.
struct MemoryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Bytes for each key that is resident or remembered, by the allocator.",
    discussion: """
      Int keys, objects for values. What any cache must hold, the first copy of a key and the \
      reference to a value, is taken off, and so are the values. Keys come until the arrays have \
      grown for the last time: fullest is just before, grown just after. Fails if a lean policy \
      takes more than 64 bytes at its fullest.

      Example: scrollsim-bench memory-cache memory --policy lru,arc
      """)

  @Option(help: "Room for so many values.") var entries = 12_288
  @Option(help: "Policies, comma-separated; all unless given.") var policy: String?

  /// Those that keep little: at most so many bytes are expected of them.
  static let lean = ["fifo", "lru", "clock", "sieve", "s3fifo"]
  static let most = 64.0

  func validate() throws { try MemoryCacheBench.checkPositive(entries, "--entries") }

  func run() throws {
    guard AllocatedMemory.isKnown else {
      print("memory: the system's library does not say what it has allocated")
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
      let plain = try GrowthWatch.watch(name, room: entries, findsLiveObjects: false)
      let weak = try GrowthWatch.watch(name, room: entries, findsLiveObjects: true)
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
