package import ScrollCore
import ScrollLayout
package import ScrollSimulation

/// The place of every image of a run, and what was visible of it, over time.
///
/// Items are places, images are the keys of the cache: several items may show one
/// image, and an item has two images where the loader swaps renditions. What is on screen
/// follows the presented frames, exactly as the report integrates them: an item is blank from
/// the presentation of the first frame that shows it so until that of the next that does not.
///
///     let log = RunLog()
///     let report = prepared.run(policy, budget: budget, log: log)
///     let map = ResidencyMap(log, of: prepared)
///     print(map.items[412].blank, map.earlyEvictions.count == report.cache.evictedTooEarly)
package final class ResidencyMap: Sendable {
  /// A stretch of the run's time, its end not included.
  package struct Span: Sendable, Equatable {
    package var from: SimTime, to: SimTime

    package init(from: SimTime, to: SimTime) {
      self.from = from
      self.to = to
    }
  }

  /// A stretch in which an image was in the memory cache, and its bytes there.
  package struct Residence: Sendable, Equatable {
    package var span: Span
    package var bytes: Int

    package init(span: Span, bytes: Int) {
      self.span = span
      self.bytes = bytes
    }
  }

  /// An image, that is a key of the cache.
  package struct Image: Sendable, Equatable {
    /// By time, without overlaps; those that touch differ in bytes.
    package var residences: [Residence] = []
    /// From the start of each load until the main thread gets it or it is cancelled.
    package var inFlight: [Span] = []
  }

  /// A place along the axis, and what it showed; every list is by time, without overlaps.
  package struct Item: Sendable, Equatable {
    package var visible: [Span] = []
    /// Visible with nothing in it.
    package var blank: [Span] = []
    /// Visible with a low variant, or fading in.
    package var soft: [Span] = []
    /// Visible with another item's image.
    package var wrong: [Span] = []

    package init() {}
  }

  /// A frame, where the viewport was in it, and by how much it was late.
  package struct Frame: Sendable, Equatable {
    package var start: SimTime
    /// In points.
    package var offset: Double
    /// Zero unless it is a hitch.
    package var delay: SimTime
  }

  /// The frames of a run in turn, computed on demand.
  package struct Frames: Sequence, Sendable {
    package let count: Int
    fileprivate let travel: ViewportTravel

    package func makeIterator() -> Iterator { Iterator(travel: travel) }

    package struct Iterator: IteratorProtocol {
      fileprivate var travel: ViewportTravel

      package mutating func next() -> Frame? {
        guard let frame = travel.next() else { return nil }
        return Frame(start: frame.start, offset: travel.offset, delay: frame.delay)
      }
    }
  }

  /// By number.
  package let items: [Item]
  /// By key: `0..<PreparedScenario.keyCount`.
  package let images: [Image]
  package let frames: Frames
  /// In the order in which they were requested again.
  package let earlyEvictions: [EarlyEviction]
  /// When the run ended, and how long it would have been.
  package let end: SimTime, duration: SimTime
  /// Why the app was killed, if it was.
  package let death: RunReport.DeathReason?
  /// When the app was restarted.
  package let relaunches: [SimTime]
  /// When it was in the background.
  package let pauses: [Span]

  private let clock: ScreenClock
  let keys: ItemPlacement
  private let firstKeys: [Int32]
  private let variants: Int

  /// The map of a run that is over.
  /// - Parameters:
  ///   - log: of the run.
  ///   - prepared: the scenario of the run.
  /// - Complexity: O(entries of the log + items + keys).
  package convenience init(_ log: RunLog, of prepared: PreparedScenario) {
    self.init(LogIndex(log, of: prepared), of: prepared)
  }

  init(_ record: LogIndex, of prepared: PreparedScenario) {
    let scenario = prepared.scenario
    let travel = ViewportTravel(record, in: prepared)
    var reading = ResidenceReading(keyCount: prepared.keyCount)
    var early = EarlyEvictionReading(travel, keyCount: prepared.keyCount)
    for entry in record.log {
      reading.read(entry)
      early.read(entry)
    }
    reading.finish(at: record.end)
    var images = reading.residences.map { Image(residences: $0) }
    for load in record.loads.dropFirst() {
      let span = Span(from: load.start, to: record.arrival(of: load))
      if span.from < span.to { images[Int(load.key)].inFlight.append(span) }
    }
    let fade = SimTime(seconds: scenario.loader.fadeDuration)
    var items = [Item](repeating: Item(), count: scenario.placement.count)
    for appearance in record.appearances {
      items[Int(appearance.item)].add(ScreenSpans(of: appearance, in: record, fade: fade))
    }
    keys = prepared.keyPlacement
    variants = scenario.loader.variants == .none ? 1 : 2
    firstKeys = Self.firstKeys(of: items.count, prepared)
    frames = Frames(count: record.frames.count, travel: travel)
    self.images = images
    self.items = items
    earlyEvictions = early.found
    end = record.end
    duration = max(record.end, scenario.motion.duration)
    death = record.death
    relaunches = record.relaunches.map(\.time)
    pauses = record.clock.pauses.map { Span(from: $0.from, to: min($0.to, record.end)) }
    clock = record.clock
  }

  /// The keys of the images that an item shows: one, or its full and its low rendition.
  package func images(of item: Int) -> Range<Int> {
    let first = Int(firstKeys[item])
    return first < 0 ? 0..<0 : first..<first + variants
  }

  /// Seconds of screen time: what of the spans lay in the background is left out, and what
  /// overlaps counts once.
  /// - Complexity: O(*n* log *n*) in the spans, times the pauses.
  package func seconds(_ spans: [Span]) -> Double {
    var sum = SimTime.zero, reached = SimTime.zero
    for span in spans.sorted(by: { $0.from < $1.from }) {
      sum += clock.elapsed(from: max(span.from, reached), to: span.to)
      reached = max(reached, span.to)
    }
    return sum.seconds
  }

  private static func firstKeys(of count: Int, _ prepared: PreparedScenario) -> [Int32] {
    var first = [Int32](repeating: -1, count: count)
    for key in 0..<Int32(prepared.keyCount) {
      for item in prepared.keyPlacement.items(showing: ImageID(key))
      where first[Int(item.index)] < 0 {
        first[Int(item.index)] = key
      }
    }
    return first
  }
}

extension ResidencyMap.Item {
  fileprivate mutating func add(_ spans: ScreenSpans) {
    if let span = spans.visible { visible.append(span) }
    blank += spans.blank
    soft += spans.soft
    wrong += spans.wrong
  }
}
