import ScrollCore
import ScrollDevice
import ScrollSweeps
import ScrollTraces

/// The gestures and the images of a session, which reveal copies and parts of the session.
///
/// A copy under another title, a shortened session, and a session from the same seed with another
/// duration differ from the session in their bytes. But they share gestures with it or, if they
/// have few gestures, images.
struct SessionSimilarity: Sendable {
  let gestures: GestureSketch
  /// The different images of the session: size, format and bytes.
  let images: Set<String>

  init(_ scenario: PlannedScenario) {
    gestures = scenario.record.trace.gestures
    images = Set(
      scenario.trace.catalog.images.entries.map {
        "\($0.width)x\($0.height) \($0.format) \($0.encoded.bytes)"
      })
  }

  /// The smallest number of different images that counts.
  ///
  /// Fewer images may be equal by chance: all photos of a phone have one size.
  private static let leastImages = 8

  /// Returns the part that two sessions share; nil if neither is a copy or a part of the other.
  func shared(with other: SessionSimilarity) -> Share? {
    if !Set(gestures.hashes).isDisjoint(with: other.gestures.hashes) { return .gestures }
    let few = min(images.count, other.images.count)
    guard few >= Self.leastImages else { return nil }
    return images.intersection(other.images).count * 2 >= few ? .images : nil
  }

  /// The part that copies share.
  enum Share: String {
    case gestures, images
  }
}

extension ScenarioSet {
  /// Returns the sealed sessions that other sets also have, whole or in part.
  /// - Complexity: O(sessions of both).
  func leaks(from others: [ScenarioSet]) -> [(digest: String, share: SessionSimilarity.Share)] {
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
