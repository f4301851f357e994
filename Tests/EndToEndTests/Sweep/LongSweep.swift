import Foundation

/// A sweep that takes some seconds, for tests that disturb one.
enum LongSweep {
  static let runs = 320

  /// A trace of a quarter of an hour and a spec of 320 runs, in a folder of their own.
  static func prepare(_ folder: TemporaryFolder) throws {
    let made = try Scrollsim.run(
      [
        "trace", "generate", "--style", "browsing", "--seed", "5", "--duration", "15min",
        "--catalogue", "items=8000 seed=5 size=800x600", "--output", "long.scroll",
      ], in: folder.url)
    guard made.status == 0 else { throw Failure(description: made.complaint) }
    try folder.write(
      """
      title: Long enough to be disturbed
      axes:
        trace: long.scroll
        device: [iphone-8, iphone-13-pro]
        policy: random
        budget: [24MiB, 32MiB, 48MiB, 64MiB]
        seed: 0..39
      """, to: "long.yml")
  }

  struct Failure: Error {
    let description: String
  }

  static func command(_ store: String, _ more: String...) -> [String] {
    ["sweep", "long.yml", "--store", store] + more
  }

  /// The command that makes all of it as one shard.
  static func shard(_ store: String, _ more: String...) -> [String] {
    ["sweep", "shard", "1/1", "long.yml", "--store", store] + more
  }
}
