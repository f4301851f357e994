import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollTraces
import Testing
import scrollsim_lab

/// Tests that compare the recording of an app's cache with the simulator's cache, which has an id
/// for every key.
@Suite struct RecordedReplayTests {
  private static let operations = 3_000
  /// The policies that a cache in an app can have; those that count images only with room for many.
  static let policies = CachePolicy.allNames

  @Test(arguments: policies)
  func `a replay repeats every operation of a recording`(policy: String) throws {
    let used = try UsedCache(policy, costLimit: .cost(2_000), keys: 900)
    let log = try recorded(used) { used.use(Self.operations, seed: 11) }
    try expectReplay(of: log)
    let lookups = log.entries.count { $0.operation.verb == .get }
    #expect(lookups > Self.operations / 3 && log.entries.contains { !$0.evicted.isEmpty })
  }

  @Test(arguments: policies)
  func `a replay repeats a recording with a count limit`(policy: String) throws {
    let used = try UsedCache(policy, costLimit: .none, countLimit: 120, keys: 900)
    try expectReplay(of: try recorded(used) { used.use(Self.operations, seed: 12) })
  }

  @Test(arguments: ["lru", "arc", "s3fifo", "gdsf", "distance", "w-tinylfu", "random", "lecar"])
  func `a replay repeats a recording from eight tasks`(policy: String) async throws {
    let used = try UsedCache(policy, costLimit: .cost(2_000), keys: 700)
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = try used.cache.record(to: path, capacity: 1 << 18)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { used.use(Self.operations / 2, seed: UInt64(task)) }
      }
    }
    #expect(recording.stop() == .stopped)
    try expectReplay(of: CacheLogReader.load(path))
  }

  @Test func `a false hit contradicts the replay`() throws {
    let used = try UsedCache("arc", costLimit: .cost(2_000), keys: 900)
    let log = try recorded(used) { used.use(Self.operations, seed: 13) }
    let text = CacheLogText.text(log)
    let last = try #require(text.range(of: "\"hit\":true", options: .backwards))
    let changed = text.replacingCharacters(in: last, with: "\"hit\":false")
    let wrong = try CacheLogReader.read(Array(changed.utf8), named: "log")
    let found = try contradiction(of: wrong)
    #expect(found?.instead == "it would hit", "\(String(describing: found))")
  }

  @Test func `the text of a recording reads back unchanged`() throws {
    let used = try UsedCache("distance", costLimit: .cost(2_000), keys: 300)
    let log = try recorded(used) { used.use(Self.operations, seed: 14) }
    let again = try CacheLogReader.read(Array(CacheLogText.text(log).utf8), named: log.name)
    #expect(again.header == log.header && again.entries == log.entries && again.keys == log.keys)
  }

  private func recorded(_ used: UsedCache, _ use: () -> Void) throws -> CacheLog {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = try used.cache.record(to: path)
    use()
    #expect(recording.stop() == .stopped)
    return try CacheLogReader.load(path)
  }

  private func expectReplay(of log: CacheLog) throws {
    let found = try contradiction(of: log)
    #expect(found == nil, "\(log.header.policy ?? ""): \(found.map { "\($0)" } ?? "")")
  }

  private func contradiction(of log: CacheLog) throws -> Contradiction? {
    let policy = try PolicyCatalog.builtIn.choose(try #require(log.header.policy))
    return LogTrial(log).contradiction(of: Candidate(policy), seed: try #require(log.header.seed))
  }

  private static func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
  }
}
