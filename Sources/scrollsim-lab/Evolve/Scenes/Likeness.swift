import ScrollCore
import ScrollDevice
import ScrollSweeps
import ScrollTraces

/// The gestures and the images of a session, by which copies and parts of it are found.
///
/// A copy under another title, a session that was shortened, and a seed that is drawn with another
/// duration have other bytes. They share gestures, or where they have few gestures, images.
package struct Likeness: Sendable {
  let gestures: GestureSketch
  /// The different images that it shows: size, format and bytes.
  let images: Set<String>

  init(_ scenario: PlannedScenario) {
    gestures = scenario.record.trace.gestures
    images = Set(
      scenario.trace.catalog.images.entries.map {
        "\($0.width)x\($0.height) \($0.format) \($0.encoded.bytes)"
      })
  }

  /// Fewer different images may be alike by chance: all photos of a phone have one size.
  private static let leastImages = 8

  /// Returns what two sessions share; nil where they are no copies or parts of one another.
  func shared(with other: Likeness) -> Share? {
    if !Set(gestures.hashes).isDisjoint(with: other.gestures.hashes) { return .gestures }
    let few = min(images.count, other.images.count)
    guard few >= Self.leastImages else { return nil }
    return images.intersection(other.images).count * 2 >= few ? .images : nil
  }

  /// The kind of likeness of copies.
  enum Share: String {
    case gestures, images
  }
}

extension SceneSet {
  /// The sealed sessions that others have as well, whole or in part.
  /// - Complexity: O(sessions of both).
  func leaks(from others: [SceneSet]) -> [(digest: String, share: Likeness.Share)] {
    let known = others.flatMap { $0.scenes.flatMap(\.sessions) }
    var seen: Set<String> = []
    return scenes.flatMap(\.sessions).filter { seen.insert($0.digest).inserted }
      .compactMap { session in
        known.lazy.compactMap { session.likeness.shared(with: $0.likeness) }.first.map {
          (session.digest, $0)
        }
      }
  }
}
