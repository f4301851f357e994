import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import TestSupport
import Testing

/// Settings that are written as code and read again.
@Suite struct EmittedRoundTripTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("scrollsim-emitted-\(UUID().uuidString)")

  /// A target with the settings of its loader and its policy that can be drawn.
  struct Drawn: Sendable, CustomStringConvertible {
    var target: String
    var loader: String
    var settings: [String] = []
    var policy: String
    var policySettings: [String] = []
    var prefetchers = ["none", "ring", "directional", "neighbours"]

    var description: String { target }
  }

  private static let uikit = ["none", "ring", "directional", "neighbours", "uikit-window"]
  private static let android = ["none", "ring", "directional", "neighbours", "glide-preload"]

  static let targets = [
    Drawn(
      target: "nuke", loader: "nuke", settings: ["connections", "lanes", "diskLimit"],
      policy: "nuke-clock", policySettings: ["ttl", "countLimit"], prefetchers: uikit),
    Drawn(
      target: "kingfisher", loader: "kingfisher",
      settings: ["connections", "diskLimit", "diskAge"],
      policy: "kingfisher", policySettings: ["expiration", "countLimit"], prefetchers: uikit),
    Drawn(
      target: "sdwebimage", loader: "sdwebimage",
      settings: ["connections", "diskLimit", "diskAge", "prefetchLimit"], policy: "sdwebimage",
      policySettings: ["countLimit"], prefetchers: uikit),
    Drawn(
      target: "nscache", loader: "cached", policy: "nscache-lru", policySettings: ["countLimit"],
      prefetchers: uikit),
    Drawn(target: "uikit", loader: "cached", policy: "nscache-lru", prefetchers: uikit),
    Drawn(
      target: "swift", loader: "cached", policy: "s3fifo", policySettings: ["countLimit"],
      prefetchers: uikit),
    Drawn(
      target: "coil", loader: "coil", settings: ["lanes", "diskLimit"], policy: "coil",
      prefetchers: android),
    Drawn(
      target: "glide", loader: "glide", settings: ["connections", "diskLimit"], policy: "glide",
      prefetchers: android),
    Drawn(
      target: "expo-image", loader: "sdwebimage", settings: ["diskLimit"], policy: "sdwebimage",
      policySettings: ["countLimit"], prefetchers: android),
    Drawn(
      target: "swiftui", loader: "swiftui", settings: ["diskLimit"], policy: "lru",
      prefetchers: uikit),
    Drawn(
      target: "flutter", loader: "flutter", policy: "flutter", policySettings: ["maximumSize"],
      prefetchers: ["none", "ring", "directional"]),
  ]

  @Test(arguments: targets, UInt64(1)...(isNightly ? 3 : 1))
  func `code reads back to the setting that it was written for`(
    drawn: Drawn, seed: UInt64
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("FeedCache").path
    var random = SeededRandom(seed: seed)
    for draw in 0..<40 {
      let loader = try label(
        drawn.loader, drawn.settings, Catalog<LoaderDescriptor>.builtIn, &random)
      let policy = try label(drawn.policy, drawn.policySettings, PolicyCatalog.builtIn, &random)
      let (budget, prefetch) = (budget(&random), try prefetch(drawn.prefetchers, &random))
      let text = try LibraryCode.text(
        for: drawn.target, loader: loader, policy: policy, budget: budget, prefetch: prefetch,
        source: "drawn")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let read = try SettingInCode(path)
      let found = [read.library, read.loader, read.policy, read.budget, read.prefetch]
      #expect(
        found == [drawn.target, loader, policy, budget, prefetch],
        "seed \(seed), draw \(draw):\n\(text)")
      #expect(!text.contains("Not expressible"), "seed \(seed), draw \(draw):\n\(text)")
    }
  }

  /// Returns a choice with some settings drawn, in canonical spelling.
  private func label<Entry>(
    _ name: String, _ settings: [String], _ catalog: Catalog<Entry>, _ random: inout SeededRandom
  ) throws -> String {
    let drawn = settings.filter { _ in random.chance(0.5) }.map { ($0, "\(1 + random.below(60))") }
    return try catalog.choose(name, adding: drawn).label
  }

  private func budget(_ random: inout SeededRandom) -> String {
    switch random.below(5) {
    case 0: "none"
    case 1: "\(ByteCount((1 + random.below(1024)) << 20))"
    case 2: "\(ByteCount(1_000_000 + random.below(100_000_000)))"
    case 3: "\(1 + random.below(99))%"
    default:
      "\(Double(1 + random.below(999)) / 10)%<=\(ByteCount((1 + random.below(999)) << 20))"
        .replacing(".0%", with: "%")
    }
  }

  private func prefetch(
    _ names: [String], _ random: inout SeededRandom
  ) throws -> String {
    func distance() -> String {
      random.chance(0.5)
        ? "\(Double(random.below(40)) / 8)" : "\(random.below(2000))pt"
    }
    let name = names[random.below(names.count)]
    let settings: [(String, String)] =
      switch name {
      case "ring": [("ahead", distance()), ("behind", distance())]
      case "directional": [("screens", distance())]
      case "neighbours": [("k", "\(1 + random.below(20))")]
      case "glide-preload": [("max", "\(1 + random.below(20))")]
      default: []
      }
    return try Catalog<PrefetcherDescriptor>.builtIn.choose(name, adding: settings).label
  }
}
