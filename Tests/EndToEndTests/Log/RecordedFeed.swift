import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Synchronization

/// An app that scrolls over a feed, shows its pictures from a cache, and records the cache.
struct RecordedFeed {
  private final class Picture: Sendable {}

  private static let height = 200.0, screen = 800.0, bytes = 40_000
  private let path: String

  /// Creates an app that records into a file.
  init(to path: String) { self.path = path }

  /// Scrolls down over a number of items and back up again, in several tasks at once.
  ///
  /// - Parameters:
  ///   - policy: the policy, in the syntax of `--policy`.
  ///   - items: the number of items of the feed.
  ///   - tasks: the number of tasks; one scrolls, the others look up and prefetch the items on the
  ///     way.
  /// - Throws: an error if the cache cannot be made.
  func use(_ policy: String, items: Int, tasks: Int = 1) async throws {
    var options = CacheOptions<String, Picture>()
    options.reportsPositions = true
    let nanoseconds = Step()
    options.clock = CacheClock { nanoseconds.next() }
    let cache = try ImageMemoryCache<String, Picture>(
      policy: policy, costLimit: .bytes(30 * Self.bytes), cost: { _ in Self.bytes },
      options: options)
    let recording = try cache.record(to: path, capacity: 1 << 18)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { Self.scroll(cache, items) }
      for task in 1..<max(tasks, 1) { group.addTask { Self.prefetch(cache, items, task) } }
    }
    recording.stop()
  }

  private static func scroll(_ cache: ImageMemoryCache<String, Picture>, _ items: Int) {
    let steps = items * 5
    for item in 0..<items {
      cache.place("picture \(item)", at: Double(item) * height..<Double(item + 1) * height)
    }
    for step in 0..<2 * steps {
      let back = step < steps ? step : 2 * steps - step
      let most = Double(items) * height - screen
      let offset = min(Double(back) * 40, most)
      cache.setViewport(
        Viewport(
          lower: offset, upper: offset + screen, velocity: step < steps ? 2400 : -2400,
          direction: step < steps ? .forward : .backward, phase: .tracking))
      for item in Int(offset / height)..<min(items, Int((offset + screen) / height) + 1) {
        let key = "picture \(item)"
        if cache[key] == nil {
          cache.insert(Picture(), for: key, loadTime: LoadTime(milliseconds: 12))
        }
      }
    }
  }

  private static func prefetch(
    _ cache: ImageMemoryCache<String, Picture>, _ items: Int, _ task: Int
  ) {
    for step in 0..<items * 4 {
      let key = "picture \((step / 4 + task * 3) % items)"
      if cache[key] == nil { cache.insert(Picture(), for: key, as: .prefetched) }
      if step % 50 == task { cache.respond(to: .pressure(.warning), with: .keepShare(0.5)) }
    }
  }
}

/// A clock that advances by one frame on every read.
private final class Step: Sendable {
  private let frames = Mutex(Int64(0))

  func next() -> SimTime {
    frames.withLock { frames in
      frames += 1
      return SimTime(nanoseconds: frames * 16_666_667)
    }
  }
}
