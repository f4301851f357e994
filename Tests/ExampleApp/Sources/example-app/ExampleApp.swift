import Foundation
import ImageMemoryCache
import ScrollStandIn

/// A photo app that finds its cache policy: it records the requests to its cache, simulates them,
/// chooses a policy, and ships it.
///
///     example-app SCROLLSIM      the command that simulates
///
/// On a phone, the recording is copied from the app to a computer, and the choice is written into
/// the code. Here one program does everything.
@main @MainActor enum ExampleApp {
  static let candidates = ["lru", "fifo", "sieve", "s3fifo", "arc", "lfu"]
  static let limit = CostLimit.mebibytes(24)

  static func main() throws {
    let scrollsim = CommandLine.arguments.dropFirst().first ?? "scrollsim"
    let log = FileManager.default.temporaryDirectory
      .appendingPathComponent("example-app-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    defer { try? FileManager.default.removeItem(at: log) }

    // Record: the cache that the app has today, while a user scrolls.
    let today = ImageMemoryCache<String, Photo>(
      policy: .lru, costLimit: limit, cost: \.decodedBytes)
    let recording = try today.record(to: log.path)
    use(PhotoGrid(today))
    print("recorded: \(recording.stop()), \(sentence(today.statistics))")

    // Simulate: every candidate receives the same requests, in the same order.
    let simulated = try simulate(log, with: scrollsim)
    for (policy, misses) in simulated { print("simulated: \(policy) misses \(misses)") }

    // Choose: the fewest misses; among equals the first.
    guard let best = simulated.min(by: { $0.misses < $1.misses }) else {
      throw Failure(description: "nothing was simulated")
    }
    print("chosen: \(best.policy)")

    // Ship: the same evictions as in the simulation, so the same misses.
    let shipped = try ImageMemoryCache<String, Photo>(
      policy: best.policy, costLimit: limit, cost: \.decodedBytes)
    use(PhotoGrid(shipped))
    print("shipped: \(sentence(shipped.statistics))")
    guard shipped.statistics.misses == best.misses else {
      throw Failure(
        description: "\(best.policy) misses \(shipped.statistics.misses) in the app, but"
          + " \(best.misses) in the simulation")
    }
  }

  /// Scrolls like a user who looks for a photo: down, back, further down, and to the top again.
  static func use(_ grid: PhotoGrid) {
    for velocity in [3000.0, 2000, -2500, 4000, 1500, -1000, 3500, -6000, 2500, -800, 5000, -4000] {
      grid.view.fling(velocity)
    }
    grid.view.setContentOffset(0)
    for velocity in [2000.0, 2500, -1500] { grid.view.fling(velocity) }
  }

  /// Returns the misses of each candidate, from `scrollsim replay LOG --policy ...`.
  static func simulate(
    _ log: URL, with scrollsim: String
  ) throws -> [(policy: String, misses: Int)] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [scrollsim, "replay", log.path, "--format", "csv"]
      + ["--policy", candidates.joined(separator: ",")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var lines = text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    guard process.terminationStatus == 0, !lines.isEmpty else {
      throw Failure(description: "'\(scrollsim) replay' ended with \(process.terminationStatus)")
    }
    let names = lines.removeFirst()
    return lines.compactMap { cells in
      let row = Dictionary(uniqueKeysWithValues: zip(names, cells))
      guard let policy = row["policy"], let misses = row["misses"].flatMap({ Int($0) }) else {
        return nil
      }
      return (policy, misses)
    }
  }

  static func sentence(_ counted: CacheStatistics) -> String {
    "\(counted.requests) requests, \(counted.misses) misses, \(counted.removals) removals"
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}

/// A decoded photo.
final class Photo: Sendable {
  let decodedBytes: Int

  /// Creates a photo without loading or decoding; every fifth one is a panorama.
  init(number: Int) { decodedBytes = (number.isMultiple(of: 5) ? 3 : 1) * 400 << 10 }
}

/// Three columns of photos, which request from the cache what comes into view.
@MainActor final class PhotoGrid {
  static let rows = 400
  static let rowHeight = 130.0

  let view = ScrollView(height: 800, contentHeight: Double(rows) * rowHeight)
  private let cache: ImageMemoryCache<String, Photo>
  private var shown: Set<Int> = []

  init(_ cache: ImageMemoryCache<String, Photo>) {
    self.cache = cache
    view.didScroll = { [weak self] view in self?.update(view) }
  }

  /// Updates a frame: cells that come into view request their photo, and pin it as long as they
  /// show it.
  private func update(_ view: ScrollView) {
    let first = Int(view.contentOffset / Self.rowHeight)
    let last = min(Self.rows - 1, Int((view.contentOffset + view.height) / Self.rowHeight))
    let visible = Set(3 * first..<3 * (last + 1))
    for number in shown.subtracting(visible).sorted() { cache.unpin(key(of: number)) }
    for number in visible.subtracting(shown).sorted() {
      cache.pin(key(of: number))
      if cache[key(of: number)] == nil { cache[key(of: number)] = Photo(number: number) }
    }
    shown = visible
  }

  private func key(of number: Int) -> String { "photo-\(number)" }
}
