import ArgumentParser
import ImageMemoryCache
import ScrollPages

/// Memory under a stream of keys that never come back.
struct EndlessBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "endless",
    abstract: "Growth of memory from 10 to 100 million distinct keys.",
    discussion: """
      Fails if the allocator has handed out more than 1 MiB more in between.

      Example: scrollsim-bench memory-cache endless --keys 1000000
      """)

  @Option(help: "Distinct keys; the first tenth of them is not counted.") var keys = 100_000_000
  @Option(help: "Policies, comma-separated.") var policy = "lru,arc,s3fifo,lru-k"
  @Option(help: "Room for so many values.") var entries = 10_000

  static let most = 1 << 20

  func validate() throws {
    try MemoryCacheBench.checkPositive(keys, "--keys")
    try MemoryCacheBench.checkPositive(entries, "--entries")
  }

  func run() throws {
    guard AllocatedMemory.isKnown else {
      print("endless: the system's library does not say what it has allocated")
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
