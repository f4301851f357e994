import ArgumentParser
import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollPages

/// A benchmark that compares each policy and each option with LRU as a static type with Int keys.
struct OptionBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "options",
    abstract: "CPU ns of a hit and of a miss, by policy, kind of key and option.",
    discussion: "Example: scrollsim-bench memory-cache options --policy lru,arc --rounds 3")

  @Option(help: "Rounds; medians are printed.") var rounds = 5
  @Option(help: "Operations of each cache in a round.") var operations = 100_000
  @Option(help: "The number of values that fit.") var entries = 10_000
  @Option(help: "Policies, comma-separated (default: all).") var policy: String?

  func validate() throws {
    try MemoryCacheBench.checkPositive(rounds, "--rounds")
    try MemoryCacheBench.checkPositive(operations, "--operations")
    try MemoryCacheBench.checkPositive(entries, "--entries")
  }

  func run() throws {
    print("CPU ns, room for \(entries) values, uniform keys, medians of \(rounds) rounds;")
    print("more: beside lru as a static type with Int keys in the same round; a miss and its store")
    print("are two calls\n")
    var table = Table([
      .left("cache"), .right("hit"), .right("more"), .right("miss and store"), .right("more"),
    ])
    try measureOptions { table.append($0) }
    for name in ShippedPolicies.named(policy) {
      let choice = try PolicyCatalog.builtIn.choose(name)
      if choice.entry.isSpatial {
        let cache = try FollowedCache(policy: name, countLimit: entries)
        table.append(measure("\(name), its viewport with every request", cache) { $0 })
      } else {
        let cache = try ShippedCache<Int, AnyPolicy>(policy: name, countLimit: entries)
        table.append(measure("\(name), by name", cache) { $0 })
      }
    }
    print(table.text(), terminator: "")
  }

  private func measureOptions(_ append: ([String]) -> Void) throws {
    append(measure("lru", ShippedCache<Int, LRUPolicy>(lruWithRoomFor: entries)) { $0 })
    append(
      measure("lru, String keys", ShippedCache<String, LRUPolicy>(lruWithRoomFor: entries)) {
        "https://test.com/\($0)"
      })
    append(
      measure("lru, URL keys", ShippedCache<URL, LRUPolicy>(lruWithRoomFor: entries)) {
        URL(fileURLWithPath: "/test.com/\($0)")
      })
    var options = CacheOptions<Int, Payload>()
    options.keepsWeakReferences = true
    append(
      measure("lru, weak table", ShippedCache(lruWithRoomFor: entries, options: options)) { $0 })
    options = CacheOptions()
    options.lifetime = .seconds(3600)
    append(
      measure("lru, time to live", ShippedCache(lruWithRoomFor: entries, options: options)) { $0 })
    let recorded = ShippedCache<Int, LRUPolicy>(lruWithRoomFor: entries)
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("\(getpid()).log")
    defer { try? FileManager.default.removeItem(at: log) }
    let recording = try recorded.cache.record(to: log.path)
    append(measure("lru, recording on", recorded, burst: 10_000) { $0 })
    let end = recording.stop()
    guard end == .stopped else { throw ValidationError("\(end)") }
  }

  /// Measures the hits and the misses of a cache, each in the same rounds as those of LRU.
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - cache: The cache.
  ///   - burst: The number of operations between two pauses; nil means no pauses.
  ///   - key: Returns the key of a number.
  /// - Returns: The row of the table.
  private func measure<Cache: Contender>(
    _ name: String, _ cache: Cache, burst: Int? = nil, key: (Int) -> Cache.Key
  ) -> [String] {
    let burst = min(burst ?? operations, operations)
    let payloads = Payload.some(1024)
    let plain = AnyContender(
      "lru", ShippedCache<Int, LRUPolicy>(lruWithRoomFor: entries), storing: payloads)
    let entrant = AnyContender(name, cache, storing: payloads)
    let numbers = Array(0..<entries)
    _ = (plain.request(numbers), entrant.request(numbers.map(key)))
    let draws = KeyDraws.uniform.draw(operations, among: entries, seed: 1)
    let keys = draws.map(key)
    var (hits, misses) = (RoundTimes(), RoundTimes())
    for _ in 0..<rounds {
      hits.measure([
        { inBursts(of: burst, draws) { blackHole(plain.read($0)) } },
        { inBursts(of: burst, keys) { blackHole(entrant.read($0)) } },
      ])
    }
    for round in 0..<rounds {
      let first = entries + round * operations
      let numbers = Array(first..<first + operations)
      let fresh = numbers.map(key)
      misses.measure([
        { inBursts(of: burst, numbers) { blackHole(plain.request($0)) } },
        { inBursts(of: burst, fresh) { blackHole(entrant.request($0)) } },
      ])
    }
    return [name]
      + [hits, misses].flatMap { times in
        let each = times.median(of: 1) / Double(operations)
        let other = times.median(of: 0) / Double(operations)
        return [
          NumberText.fixed(each, decimals: 0), NumberText.fixed(each - other, decimals: 0),
        ]
      }
  }

  /// Returns the CPU nanoseconds of some work on all keys, with pauses between bursts.
  ///
  /// A thread of the cache can finish its work in the pauses.
  private func inBursts<Key>(of size: Int, _ keys: [Key], _ work: ([Key]) -> Void) -> Double {
    var total = 0.0
    for start in stride(from: 0, to: keys.count, by: size) {
      let some = Array(keys[start..<min(start + size, keys.count)])
      total += CPUClock.measure { work(some) }
      if some.count < keys.count { usleep(20_000) }
    }
    return total
  }
}
