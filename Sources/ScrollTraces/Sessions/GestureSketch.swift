import ScrollCore
package import ScrollLayout

/// A sketch of the gestures of a scroll, which shows whether two scrolls have a common origin.
///
/// A session that was copied, recolored, shortened or cut out of another one has other bytes and
/// the same gestures. By their sketches, copies can be distinguished from sessions that people
/// scrolled independently: only copies share whole sequences of gestures, exact to the point and to
/// the hundredth of a second.
///
/// A stroke is a stretch of movement in one direction without a rest of 0.1 s, at most 2 s long.
/// The sketch has a hash of every three successive strokes with the rests between them, and one of
/// the first two strokes with the rest before them. If two of three strokes are equally long, as
/// page turns are, the hash includes a fourth stroke. Strokes of less than a point are ignored as
/// noise.
package struct GestureSketch: Sendable, Hashable {
  /// The maximum number of hashes in a sketch; for a long scroll, the smallest hashes are kept.
  static let capacity = 1024

  /// The hashes, ascending and without duplicates; never empty.
  package let hashes: [UInt64]

  /// Creates a sketch of a movement.
  /// - Complexity: O(*n* log *n*) in samples.
  package init(of motion: ScrollMotion) {
    let strokes = Stroke.all(in: motion)
    var hashes: Set<UInt64> = [Self.hash(strokes.prefix(2), withRestBefore: true)]
    for start in strokes.indices {
      let isTelling = Set(strokes[start...].prefix(3).map { abs($0.distance) }).count == 3
      let window = strokes[start...].prefix(isTelling ? 3 : 4)
      guard isTelling || window.count == 4 else { continue }
      hashes.insert(Self.hash(window, withRestBefore: false))
    }
    self.hashes = Array(hashes.sorted().prefix(Self.capacity))
  }

  /// Parses the text that `description` writes; `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    hashes = parts.compactMap { UInt64(hexadecimal: $0) }
    let isAscending = zip([0] + hashes, hashes).allSatisfy(<)
    guard hashes.count == parts.count, hashes.count <= Self.capacity, isAscending else {
      return nil
    }
  }

  /// Returns a hash of some strokes, above 0.
  private static func hash(_ strokes: ArraySlice<Stroke>, withRestBefore: Bool) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ value: Int64) {
      hash = (hash ^ UInt64(bitPattern: value)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    for (place, stroke) in strokes.enumerated() {
      if place > 0 || withRestBefore { mix(stroke.rest) }
      mix(stroke.distance)
      mix(stroke.length)
    }
    return max(1, hash)
  }
}

extension GestureSketch: CustomStringConvertible {
  /// The hashes in 16 hexadecimal digits each, with blanks between them.
  package var description: String {
    hashes.map(\.hexadecimal).joined(separator: " ")
  }
}

/// A stretch of movement in one direction.
private struct Stroke {
  /// The distance in points, negative if backward.
  var distance: Int64
  /// The duration of the stroke and of the rest before it, in hundredths of a second.
  var length: Int64, rest: Int64

  private static let longest = SimTime(seconds: 2), pause = SimTime(seconds: 0.1)

  static func all(in motion: ScrollMotion) -> [Stroke] {
    var strokes: [Stroke] = []
    var begin = 0, end = 0
    var last = SimTime.zero
    func close() {
      let distance = motion.offsets[end] - motion.offsets[begin]
      guard abs(distance) >= 1 else { return }
      let (start, stop) = (motion.times[begin], motion.times[end])
      strokes.append(
        Stroke(
          distance: Int64(distance.rounded()), length: hundredths(stop - start),
          rest: hundredths(start - last)))
      last = stop
    }
    for next in motion.times.indices.dropFirst()
    where motion.offsets[next] != motion.offsets[next - 1] {
      let isForward = motion.offsets[next] > motion.offsets[next - 1]
      let goesOn =
        end > begin && isForward == (motion.offsets[end] > motion.offsets[begin])
        && motion.times[next - 1] - motion.times[end] < pause
        && motion.times[next] - motion.times[begin] <= longest
      if !goesOn {
        if end > begin { close() }
        begin = next - 1
      }
      end = next
    }
    if end > begin { close() }
    return strokes
  }

  private static func hundredths(_ time: SimTime) -> Int64 {
    (time.nanoseconds + 5_000_000) / 10_000_000
  }
}
