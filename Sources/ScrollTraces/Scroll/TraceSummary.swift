import ScrollCaching
public import ScrollCore
public import ScrollDevice
import ScrollLayout

/// The counts and sums of a trace that `scrollsim trace info` prints.
public struct TraceSummary: Sendable, Equatable {
  /// The images of one format.
  public struct FormatShare: Sendable, Equatable {
    public let format: ImageFormat
    public let images: Int
    /// The bytes on disk.
    public let encoded: ByteCount
    /// The bytes as bitmaps.
    public let decoded: ByteCount
  }

  public let digest: String
  public let duration: SimTime
  /// The time in a phase other than idle.
  public let scrollingTime: SimTime
  public let samples: Int
  /// The number of gestures in the script; for a trace of samples, the number of times that a
  /// finger came down.
  public let gestures: Int
  /// The number of times that the content continued to move after a finger had left it.
  public let flings: Int
  /// The frames per second of the samples in a recorded trace: 60, 90 or 120 for an imported one;
  /// `nil` for any other.
  public let sampleRate: Int?
  /// The distance moved in points, in both directions together.
  public let travel: Double
  /// The lowest and the highest offset in points.
  public let offsets: ClosedRange<Double>
  /// The number of changes of direction, with or without a rest in between.
  public let reversals: Int
  /// The fastest movement between two samples in points per second.
  public let topSpeed: Double
  /// The greatest length of the content along the scroll axis, in points.
  public let contentLength: Double
  public let items: Int
  public let images: Int
  /// The formats that occur, in the order of `ImageFormat`.
  public let formats: [FormatShare]
  public let encoded: ByteCount
  public let decoded: ByteCount
  /// The number of items that become visible at 60 Hz: the length of the request stream.
  public let appearances: Int
  /// The number of different images that these items show.
  public let imagesShown: Int
  /// The number of rotations of the device.
  public let rotations: Int
  /// The number of items that are not there at the start, and the number of insertions.
  public let insertedItems: Int, insertions: Int
  /// The number of times that the content of an image changes.
  public let imageChanges: Int
  public let events: [TimedSystemEvent]
}

extension ScrollTrace {
  /// The summary of the trace.
  /// - Complexity: O(samples + items + frames at 60 Hz).
  public var summary: TraceSummary {
    let path = PathFigures(motion)
    let formats = formatShares
    let shown = shownImages
    return TraceSummary(
      digest: digest, duration: duration, scrollingTime: path.scrollingTime,
      samples: motion.times.count, gestures: scriptedGestures ?? path.touches,
      flings: path.flings, sampleRate: sampleRate, travel: path.travel,
      offsets: path.lowest...path.highest, reversals: path.reversals, topSpeed: path.topSpeed,
      contentLength: epochs.reduce(0) { max($0, $1.placement.extent) },
      items: catalog.items.count,
      images: catalog.images.count, formats: formats,
      encoded: formats.reduce(.zero) { $0 + $1.encoded },
      decoded: formats.reduce(.zero) { $0 + $1.decoded }, appearances: shown.appearances,
      imagesShown: shown.images,
      rotations: events.count { $0.event == .rotate },
      insertedItems: insertions.reduce(0, +), insertions: insertions.count,
      imageChanges: events.count { if case .change = $0.event { true } else { false } },
      events: events)
  }

  /// The number of items of each insertion.
  private var insertions: [Int] {
    events.compactMap { event in
      guard case .insert(let items, _) = event.event else { return nil }
      return items
    }
  }

  private var scriptedGestures: Int? {
    guard case .gestures(let script) = movement else { return nil }
    return script.gestures.count
  }

  private var sampleRate: Int? {
    guard header.kind == .recorded else { return nil }
    // Times of 60 Hz are times of 120 Hz, too.
    return [60, 90, 120].first { rate in
      motion.times.allSatisfy { time in
        let frame = Int64((time.seconds * Double(rate)).rounded())
        return abs((SimTime.vsync(frame, hertz: Int64(rate)) - time).nanoseconds) <= 1000
      }
    }
  }

  private var formatShares: [TraceSummary.FormatShare] {
    var shares: [ImageFormat: (images: Int, encoded: ByteCount, decoded: ByteCount)] = [:]
    for entry in catalog.images.entries {
      let share = shares[entry.format] ?? (0, .zero, .zero)
      shares[entry.format] = (
        share.images + 1, share.encoded + entry.encoded, share.decoded + entry.decoded
      )
    }
    return ImageFormat.allCases.compactMap { format in
      shares[format].map {
        TraceSummary.FormatShare(
          format: format, images: $0.images, encoded: $0.encoded, decoded: $0.decoded)
      }
    }
  }

  /// The number of items that become visible at 60 Hz, and of the images that they show.
  private var shownImages: (appearances: Int, images: Int) {
    var isSeen = [Bool](repeating: false, count: catalog.images.count)
    var appearances = 0
    forEachAppearance { item, _ in
      appearances += 1
      isSeen[Int(catalog.items[Int(item.index)].index)] = true
    }
    return (appearances, isSeen.count { $0 })
  }
}

/// Sums over the samples of a motion.
private struct PathFigures {
  var travel = 0.0
  var reversals = 0
  var topSpeed = 0.0
  var scrollingTime = SimTime.zero
  var touches = 0, flings = 0
  var lowest: Double, highest: Double

  init(_ motion: ScrollMotion) {
    lowest = motion.offsets.min() ?? 0
    highest = motion.offsets.max() ?? 0
    var lastSign = 0.0
    if motion.phases.first == .tracking { touches += 1 }
    // Whether a finger has left and the content has not moved since.
    var wasReleased = false
    for next in motion.times.indices.dropFirst() {
      let span = motion.times[next] - motion.times[next - 1]
      let step = motion.offsets[next] - motion.offsets[next - 1]
      travel += abs(step)
      topSpeed = max(topSpeed, abs(step) / span.seconds)
      let (phase, last) = (motion.phases[next], motion.phases[next - 1])
      if last != .idle { scrollingTime += span }
      if phase == .tracking, last != .tracking { touches += 1 }
      if wasReleased, step != 0, last == .decelerating {
        flings += 1
        wasReleased = false
      }
      if phase == .decelerating { wasReleased = wasReleased || last == .tracking }
      if phase != .decelerating { wasReleased = false }
      guard step != 0 else { continue }
      let sign = step > 0 ? 1.0 : -1.0
      if sign == -lastSign { reversals += 1 }
      lastSign = sign
    }
  }
}
