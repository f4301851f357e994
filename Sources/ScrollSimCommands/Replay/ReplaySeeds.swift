import ScrollSweeps

/// The seeds of replays, as typed.
enum ReplaySeeds {
  /// Reads `7`, `0..9` or `1,5,10..19`.
  /// - Throws: `CommandError` for anything else.
  static func parse(_ text: String) throws(CommandError) -> [UInt64] {
    if let seed = UInt64(text) { return [seed] }
    do { return try SeedList(parsing: text).seeds.map { UInt64($0) } } catch {
      throw .usage("--seed: \(error)")
    }
  }
}
