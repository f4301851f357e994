package import ScrollCore
import ScrollLayout
import ScrollPages
package import ScrollSimulation

/// The location of every image of a run, and the visible content of every item, over time.
///
/// Items are places in the layout, and images are keys of the cache. Several items may show one
/// image, and an item has two images if the loader replaces one rendition by another. The content
/// of the screen follows the presented frames, exactly as the report integrates them: an item is
/// blank from the presentation of the first frame that shows it blank until the presentation of the
/// next frame that does not.
///
///     let log = RunLog()
///     let report = prepared.run(policy, budget: budget, log: log)
///     let map = ResidencyMap(log, of: prepared)
///     print(map.items[412].blank, map.earlyEvictions.count == report.cache.evictedTooEarly)
package final class ResidencyMap: Sendable {
  /// A stretch of the run's time; its end is not included.
  package struct Span: Sendable, Equatable {
    package var from: SimTime, to: SimTime

    package init(from: SimTime, to: SimTime) {
      self.from = from
      self.to = to
    }
  }

  /// A stretch in which an image was in the memory cache, with its bytes there.
  package struct Residence: Sendable, Equatable {
    package var span: Span
    package var bytes: Int

    package init(span: Span, bytes: Int) {
      self.span = span
      self.bytes = bytes
    }
  }

  /// An image: a key of the cache.
  package struct Image: Sendable, Equatable {
    /// The residences by time, without overlaps; adjoining ones differ in bytes.
    package var residences: [Residence] = []
    /// The spans from the start of each load until the main thread receives the image or the load
    /// is cancelled.
    package var inFlight: [Span] = []
  }

  /// A place along the axis, and its content over time; every list is by time, without overlaps.
  package struct Item: Sendable, Equatable {
    package var visible: [Span] = []
    /// The spans in which the item is visible and blank.
    package var blank: [Span] = []
    /// The spans in which the item is visible with a low variant, or fading in.
    package var soft: [Span] = []
    /// The spans in which the item is visible with another item's image.
    package var wrong: [Span] = []

    package init() {}
  }

  /// A frame with the viewport's offset and its delay.
  package struct Frame: Sendable, Equatable {
    package var start: SimTime
    /// The offset, in points.
    package var offset: Double
    /// The delay; zero unless the frame is a hitch.
    package var delay: SimTime
  }

  /// The frames of a run in order, computed on demand.
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

  /// The items by number.
  package let items: [Item]
  /// The images by key: `0..<PreparedScenario.keyCount`.
  package let images: [Image]
  package let frames: Frames
  /// The early evictions in the order in which the images were requested again.
  package let earlyEvictions: [EarlyEviction]
  /// The time when the run ended, and its full duration.
  package let end: SimTime, duration: SimTime
  /// The reason why the app was killed; `nil` if it was not.
  let death: RunReport.DeathReason?
  /// The times when the app was relaunched.
  package let relaunches: [SimTime]
  /// The spans when the app was in the background.
  package let pauses: [Span]

  private let clock: ScreenClock
  let keys: ItemPlacement
  private let prepared: PreparedScenario

  /// Creates the map of a finished run.
  /// - Parameters:
  ///   - log: The log of the run.
  ///   - prepared: The scenario of the run.
  /// - Complexity: O(entries of the log + items + keys).
  package convenience init(_ log: RunLog, of prepared: PreparedScenario) {
    self.init(LogIndex(log, of: prepared), of: prepared)
  }

  init(_ record: LogIndex, of prepared: PreparedScenario) {
    let scenario = prepared.scenario
    let travel = ViewportTravel(record, in: prepared)
    var reading = ResidenceReader(keyCount: prepared.keyCount)
    var early = EarlyEvictionReader(travel, keyCount: prepared.keyCount)
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
    self.prepared = prepared
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

  /// Returns the keys of the images that an item shows: one, or those of all its renditions.
  package func images(of item: Int) -> Range<Int> { prepared.keys(ofItem: item) }

  /// Returns the seconds of screen time of some spans.
  ///
  /// Time in the background is left out, and overlaps count once.
  /// - Complexity: O(*n* log *n*) in the spans, times the pauses.
  package func seconds(_ spans: [Span]) -> Double {
    var sum = SimTime.zero, reached = SimTime.zero
    for span in spans.sorted(by: { $0.from < $1.from }) {
      sum += clock.elapsed(from: max(span.from, reached), to: span.to)
      reached = max(reached, span.to)
    }
    return sum.seconds
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

/// The map as text and as figures.
extension ResidencyMap {
  /// The items worth drawing: from the first to the last item that was visible, or whose own image
  /// was in the cache or loading.
  var itemsConcerned: Range<Int> {
    var range: Range<Int>?
    func include(_ item: Int) {
      range =
        range.map { min($0.lowerBound, item)..<max($0.upperBound, item + 1) } ?? item..<item + 1
    }
    for (index, item) in items.enumerated() where !item.visible.isEmpty { include(index) }
    for (key, image) in images.enumerated()
    where !(image.residences.isEmpty && image.inFlight.isEmpty) {
      let shown = keys.items(showing: ImageID(key))
      // An image that many items share does not locate any of them.
      if shown.count == 1, let item = shown.first { include(Int(item.index)) }
    }
    return range ?? 0..<min(1, items.count)
  }

  /// The map as sentences.
  var summary: String {
    let visible = items.count { !$0.visible.isEmpty }
    let blank = items.reduce(0) { $0 + seconds($1.blank) }
    let empty = items.count { !$0.blank.isEmpty }
    let concerned = itemsConcerned
    var text =
      "Items \(concerned.lowerBound) to \(max(concerned.lowerBound, concerned.upperBound - 1)) "
      + "of \(NumberText.count(items.count)), downward, over \(NumberText.fixed(duration.seconds, decimals: 1)) s: "
      + "\(NumberText.count(visible)) were visible"
    text +=
      empty == 0
      ? ", none of them blank."
      : ", \(NumberText.count(empty)) of them blank at some time, \(Self.text(blank)) "
        + "item-seconds in all."
    if let death {
      // The app may have been killed after the trace, where the map ends.
      let when = end < duration ? " at \(NumberText.fixed(end.seconds, decimals: 1)) s" : ""
      text += " The app was killed\(when): \(death)."
    }
    text += " If a cell has several states, the map shows the worst."
    return text
  }

  /// The maximum number of items in the table.
  private static let mostRows = 200

  /// Returns the seconds of screen time by item, the worst first.
  ///
  /// The order is: longest blank or wrong, most often evicted too early, longest soft, number.
  ///
  /// - Returns: the items that were visible, or whose image was in the cache or loading, but 200 at
  ///   most; and their total number.
  func worstItems() -> (table: Table, count: Int) {
    var early: [Int: Int] = [:]
    for eviction in earlyEvictions { early[eviction.item, default: 0] += 1 }
    let rows = itemsConcerned.filter { item in
      !items[item].visible.isEmpty
        || images(of: item).contains {
          !(images[$0].residences.isEmpty && images[$0].inFlight.isEmpty)
        }
    }.map { item in
      (
        item: item, bad: seconds(items[item].blank) + seconds(items[item].wrong),
        early: early[item] ?? 0, soft: seconds(items[item].soft)
      )
    }
    let sorted = rows.sorted {
      ($1.bad, $1.early, $1.soft, $0.item) < ($0.bad, $0.early, $0.soft, $1.item)
    }
    var table = Table([
      .right("item"), .right("visible s"), .right("blank s"), .right("soft s"),
      .right("wrong s"), .right("in cache s"), .right("loading s"),
      .right("evicted too early"),
    ])
    for row in sorted.prefix(Self.mostRows) {
      let (item, keys) = (items[row.item], images(of: row.item))
      let figures = [
        item.visible, item.blank, item.soft, item.wrong,
        keys.flatMap { images[$0].residences.map(\.span) },
        keys.flatMap { images[$0].inFlight },
      ]
      table.append(["\(row.item)"] + figures.map { Self.text(seconds($0)) } + ["\(row.early)"])
    }
    return (table, rows.count)
  }

  private static func text(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: 2)
  }
}

/// A reader that follows the images that are stored in the memory cache and removed from it.
struct ResidenceReader {
  private(set) var residences: [[ResidencyMap.Residence]]
  /// The images of a key in the cache.
  ///
  /// There are two for a moment when one replaces the other.
  private var held: [(count: Int, bytes: Int, since: SimTime)]

  init(keyCount: Int) {
    residences = Array(repeating: [], count: keyCount)
    held = Array(repeating: (0, 0, .zero), count: keyCount)
  }

  mutating func read(_ entry: RunLog.Entry) {
    switch entry.event {
    case .stored(let key, let isTaken, _, let bytes):
      if isTaken { change(Int(key), by: 1, bytes, at: entry.time) }
    case .removed(let key, _, let bytes): change(Int(key), by: -1, -bytes, at: entry.time)
    default: break
    }
  }

  /// Ends the open residences at the end of the run.
  mutating func finish(at end: SimTime) {
    for key in held.indices { close(key, at: end) }
  }

  private mutating func change(_ key: Int, by count: Int, _ bytes: Int, at time: SimTime) {
    close(key, at: time)
    held[key] = (held[key].count + count, held[key].bytes + bytes, time)
    precondition(held[key].count >= 0, "image \(key) was removed but not resident")
  }

  private mutating func close(_ key: Int, at time: SimTime) {
    let (count, bytes, since) = held[key]
    guard count > 0, since < time else { return }
    if let last = residences[key].last, last.span.to == since, last.bytes == bytes {
      residences[key][residences[key].count - 1].span.to = time
    } else {
      residences[key].append(
        ResidencyMap.Residence(span: ResidencyMap.Span(from: since, to: time), bytes: bytes))
    }
  }
}

/// The contents of one appearance on screen, with their times.
struct ScreenSpans {
  typealias Span = ResidencyMap.Span

  /// The visible span; `nil` if the appearance was never presented.
  private(set) var visible: Span?
  private(set) var blank: [Span] = [], soft: [Span] = [], wrong: [Span] = []

  /// Follows an appearance from presentation to presentation.
  ///
  /// - Parameters:
  ///   - appearance: The contents of its cell, frame by frame.
  ///   - record: The times at which those frames were on screen.
  ///   - fade: The time for which an image that came late is soft.
  init(of appearance: AppearanceRecord, in record: LogIndex, fade: SimTime) {
    let end = record.disappearance(of: appearance)
    let start = record.change(toFrame: appearance.frame)
    guard start < end else { return }
    visible = Span(from: start, to: end)
    for (index, change) in appearance.contents.enumerated() {
      let next = index + 1 < appearance.contents.count ? appearance.contents[index + 1].frame : nil
      // Of several changes within one frame only the last is visible.
      guard next != change.frame else { continue }
      let from = record.change(toFrame: change.frame)
      let to = min(end, next.map { record.change(toFrame: $0) } ?? end)
      guard from < to else { continue }
      let span = Span(from: from, to: to)
      switch change.content {
      case .nothing: Self.add(span, to: &blank)
      case .old(_, is: .another), .misplaced, .namesake: Self.add(span, to: &wrong)
      case .low, .old(_, is: .low): Self.add(span, to: &soft)
      case .old(_, is: .same): break
      case .full:
        guard change.frame > appearance.frame, fade > .zero else { break }
        let sharp = min(to, record.firstChange(since: change.frame, after: fade))
        if from < sharp { Self.add(Span(from: from, to: sharp), to: &soft) }
      }
    }
  }

  private static func add(_ span: Span, to spans: inout [Span]) {
    if let last = spans.last, last.to == span.from {
      spans[spans.count - 1].to = span.to
    } else {
      spans.append(span)
    }
  }
}
