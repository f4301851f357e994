public import ScrollCaching
public import ScrollCore
public import ScrollDevice
public import ScrollLayout

/// A session in front of a scroll view: its content, the movement of the viewport, and the events
/// of the system.
///
/// A value that was checked when it was made: its users may rely on the limits of
/// `TraceLimits`, on times that ascend from 0, on offsets on the 1/64 pt grid within the
/// content, at its longest, and a viewport beyond, and on events in order, within the movement
/// and about items and images that there are.
///
/// Two traces are equal if they say the same; their digests tell apart files that say it in
/// other words.
public struct ScrollTrace: Sendable {
  public let content: TraceContent
  public let movement: TraceMovement
  /// The movement, played if it is given as gestures.
  public let motion: ScrollMotion
  /// By ascending time.
  public let events: [TimedSystemEvent]
  /// Where everything lies, by ascending time: one epoch from 0 on, and another from each
  /// `rotate` and `insert` on.
  ///
  /// Events at the same time make one epoch together, those at 0 the first one.
  public let epochs: [LayoutEpoch]

  private var fileDigest: String?

  /// Puts a trace together.
  /// - Throws: `TraceFault` where a movement or an event cannot be.
  /// - Complexity: O(samples + events + items x layouts).
  public init(
    content: TraceContent, movement: TraceMovement, events: [TimedSystemEvent] = []
  ) throws(TraceFault) {
    try TraceFault.check(events, on: content.catalog)
    let epochs = try content.epochs(events)
    self.content = content
    self.events = events
    self.epochs = epochs
    switch movement {
    case .samples(var motion):
      for index in motion.offsets.indices where motion.offsets[index].isFinite {
        motion.offsets[index] = motion.offsets[index].roundedToSixtyFourth
      }
      self.movement = .samples(motion)
      self.motion = motion
    case .gestures(let script):
      self.movement = movement
      let player = content.player(in: epochs)
      do { motion = try player.play(script.gestures, from: script.start) } catch {
        throw .gesture(error)
      }
    }
    try TraceFault.check(motion, within: TraceContent.allowedOffsets(in: epochs))
    try TraceFault.check(events, until: motion.duration)
  }

  /// The same with further events; those at the same time come after the ones there are.
  public func adding(_ events: [TimedSystemEvent]) throws(TraceFault) -> ScrollTrace {
    // Sorting keeps the order of what is equal.
    try ScrollTrace(
      content: content, movement: movement,
      events: (self.events + events).sorted { $0.time < $1.time })
  }

  /// The same session on another layout.
  /// - Throws: `TraceFault` where the layout has no room, and where the movement leaves it.
  public func laidOut(as layout: Layout) throws(TraceFault) -> ScrollTrace {
    let header = content.header.laidOut(as: layout)
    let content: TraceContent
    do {
      content = try TraceContent(header: header, catalog: catalog)
    } catch {
      throw .layout(error)
    }
    return try ScrollTrace(content: content, movement: movement, events: events)
  }

  /// The same session with other files of its images, every item where it was.
  /// - Throws: `TraceFault` never for what fitted before.
  package func showing(_ renditions: Renditions) throws(TraceFault) -> ScrollTrace {
    let content: TraceContent
    do {
      content = try TraceContent(header: header, catalog: catalog.showing(renditions))
    } catch {
      throw .layout(error)
    }
    return try ScrollTrace(content: content, movement: movement, events: events)
  }

  /// The SHA-256 of the file that the trace was read from, in 64 hexadecimal digits.
  ///
  /// Of a trace that was made in memory, that of the file that it would be written to.
  public var digest: String { fileDigest ?? SHA256(of: TraceFile.bytes(of: self)).hex }

  /// The same, read from a file with this digest.
  func digested(as digest: String) -> ScrollTrace {
    var trace = self
    trace.fileDigest = digest
    return trace
  }
}

extension ScrollTrace {
  public var header: TraceHeader { content.header }
  public var catalog: TraceCatalog { content.catalog }
  /// Where every item lies at first, in the first of `epochs`.
  public var placement: ItemPlacement { epochs[0].placement }
  public var duration: SimTime { motion.duration }
  /// The viewport's length along the scroll axis in points, before any rotation.
  public var viewportLength: Double { header.viewportLength }
}

extension ScrollTrace: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.header == right.header && left.catalog == right.catalog
      && left.movement == right.movement && left.events == right.events
  }
}

extension ScrollTrace {
  /// The trace's own requests for `replay`: one for every item that becomes visible.
  ///
  /// Frames are taken at 60 Hz from 0 to the end of the movement, whatever the device, and
  /// an item is visible if its overlap with the viewport has positive length. The items that
  /// appear in one frame ask in entering order: ascending while the last movement was
  /// forward, descending while it was backward; before any movement by the trace's initial
  /// direction. An item that stays visible never asks again, and in a waterfall an item that
  /// has ended above the viewport beside a longer one is not visible.
  ///
  /// System events count where they decide what appears: there are no frames from
  /// `background` to `foreground`, and after `relaunch`, which also brings the app to the
  /// front, every visible item appears anew. What was visible when the app left the screen
  /// and still is when it comes back has not appeared again. Nor has what is visible in the
  /// last frame before a rotation or an insertion and in the first one after it, wherever it
  /// lies by then. A changed image is not asked for anew.
  ///
  /// Sizes are those of the decoded bitmaps. Positions are those that `replay` is defined
  /// on: item `i` lies at `i` and is 1 long.
  ///
  /// - Complexity: O(frames + requests + items).
  public func requestStream() -> RequestStream {
    var images: [ImageID] = []
    var sizes: [Int] = []
    var items: [ItemID] = []
    forEachAppearance { item, _ in
      let image = catalog.items[Int(item.index)]
      images.append(image)
      sizes.append(catalog.images[image].decoded.bytes)
      items.append(item)
    }
    return RequestStream(
      images: images, imageCount: catalog.images.count, sizes: sizes, items: items,
      placement: itemsInALine)
  }

  /// Frames per second of the request stream.
  static let requestFrameRate: Int64 = 60

  /// Item `i` at position `i`, one long.
  private var itemsInALine: ItemPlacement {
    let count = catalog.items.count
    return ItemPlacement(
      starts: (0..<count).map(Double.init), ends: (1...count).map(Double.init),
      breadths: Array(repeating: 1, count: count), images: catalog.items,
      extent: Double(count), imageCount: catalog.images.count)
  }

  /// When each request of the stream is made, one for each.
  /// - Complexity: that of `requestStream()`.
  package var requestTimes: [SimTime] {
    var times: [SimTime] = []
    forEachAppearance { _, time in times.append(time) }
    return times
  }

  /// The items in the order in which they become visible at 60 Hz, and when each does.
  func forEachAppearance(_ appear: (ItemID, SimTime) -> Void) {
    var cursor = MotionCursor(direction: header.direction)
    var range = VisibleRange()
    var shown = Screen()
    var (isInFront, nextEvent, epoch, sample) = (true, 0, 0, 0)
    let ascends = epochs.map(\.placement.endsAscend)
    let last = motion.duration.lastFrame(hertz: Self.requestFrameRate)
    var next: Int64 = 0
    while next <= last {
      let frame = next
      next += 1
      let time = SimTime.vsync(frame, hertz: Self.requestFrameRate)
      while nextEvent < events.count, events[nextEvent].time <= time {
        switch events[nextEvent].event {
        case .background: isInFront = false
        case .foreground: isInFront = true
        case .relaunch: (isInFront, shown) = (true, Screen())
        default: break
        }
        nextEvent += 1
      }
      // Nothing appears before the next event while the app is away or the content rests.
      while sample + 1 < motion.times.count, motion.times[sample + 1] <= time { sample += 1 }
      let rest = isInFront ? motion.rest(after: sample) : motion.duration
      let quiet = nextEvent < events.count ? min(rest, events[nextEvent].time) : rest
      next = max(next, quiet.lastFrame(hertz: Self.requestFrameRate))
      guard isInFront else { continue }
      cursor.pass(time, in: motion)
      while epoch + 1 < epochs.count, epochs[epoch + 1].time <= time { epoch += 1 }
      let upper = cursor.offset + epochs[epoch].viewportExtent
      range.move(lower: cursor.offset, upper: upper, in: epochs[epoch].placement)
      let screen = Screen(
        epoch: epoch, range: range.indices, lower: cursor.offset, upper: upper)
      // Most frames show the items of the one before.
      if screen.range == shown.range, screen.epoch == shown.epoch, ascends[epoch] {
        shown = screen
        continue
      }
      enter(screen, after: shown, cursor.direction) { appear($0, time) }
      shown = screen
    }
  }

  /// The items that a screen shows and the one before it did not, in entering order.
  private func enter(
    _ screen: Screen, after shown: Screen, _ direction: ScrollDirection,
    _ appear: (ItemID) -> Void
  ) {
    let (placement, last) = (epochs[screen.epoch].placement, epochs[shown.epoch].placement)
    // Everything in a range is visible where ends ascend: only what is new in it counts.
    let isSimple = screen.epoch == shown.epoch && placement.endsAscend
    let entering = Entering(from: isSimple ? shown.range : 0..<0, to: screen.range)
    func show(_ item: Int) {
      guard isSimple || screen.shows(item, in: placement) && !shown.shows(item, in: last) else {
        return
      }
      appear(ItemID(item))
    }
    switch direction {
    case .forward:
      entering.below.forEach(show)
      entering.above.forEach(show)
    case .backward:
      entering.above.reversed().forEach(show)
      entering.below.reversed().forEach(show)
    }
  }
}

/// The items that a viewport shows in one frame; none at first.
private struct Screen {
  var epoch = 0
  var range = 0..<0
  var lower = 0.0, upper = 0.0

  func shows(_ item: Int, in placement: borrowing ItemPlacement) -> Bool {
    range.contains(item) && placement.overlaps(item, lower, upper)
  }
}

/// The items of a range that were not in the one before: a part at each side of it.
private struct Entering {
  let below: Range<Int>, above: Range<Int>

  init(from old: Range<Int>, to new: Range<Int>) {
    if old.isEmpty || new.isEmpty || !old.overlaps(new) {
      (below, above) = (new, new.upperBound..<new.upperBound)
    } else {
      below = new.lowerBound..<max(new.lowerBound, old.lowerBound)
      above = min(new.upperBound, old.upperBound)..<new.upperBound
    }
  }
}

extension ScrollMotion {
  /// The moment up to which the content stays where a sample has it.
  fileprivate func rest(after sample: Int) -> SimTime {
    guard sample + 1 < times.count else { return times[sample] }
    return offsets[sample + 1] == offsets[sample] ? times[sample + 1] : times[sample]
  }
}

extension SimTime {
  /// The last vertical synchronisation at or before this moment.
  fileprivate func lastFrame(hertz: Int64) -> Int64 {
    let next = firstVsync(hertz: hertz)
    return SimTime.vsync(next, hertz: hertz) > self ? next - 1 : next
  }
}

extension ScrollTrace {
  /// A session of a few samples over photos of these pixel sizes, each shown once: what tests
  /// and examples need.
  ///
  /// Times are in milliseconds, offsets in points; the phase is `tracking` throughout.
  /// - Throws: `TraceFault` where the layout has no room, and where a movement or an event
  ///   cannot be.
  package init(
    sketching samples: [(milliseconds: Double, offset: Double)],
    over sizes: [(width: Int, height: Int)], on layout: Layout, in viewport: ViewportSize,
    direction: ScrollDirection = .forward,
    events: [(milliseconds: Double, event: SystemEvent)] = []
  ) throws(TraceFault) {
    let header = TraceHeader(
      title: "A sketch", provenance: "made in memory", kind: .synthetic, viewport: viewport,
      direction: direction, layout: layout)
    let images = sizes.map {
      ImageCatalog.Entry(width: $0.width, height: $0.height, format: .jpeg)
    }
    let content: TraceContent
    do {
      content = try TraceContent(
        header: header, catalog: TraceCatalog(listing: ImageCatalog(images)))
    } catch {
      throw .layout(error)
    }
    let motion = ScrollMotion(
      times: samples.map { SimTime(milliseconds: $0.milliseconds) },
      offsets: samples.map(\.offset), phases: samples.map { _ in .tracking })
    try self.init(
      content: content, movement: .samples(motion),
      events: events.map {
        TimedSystemEvent(time: SimTime(milliseconds: $0.milliseconds), event: $0.event)
      })
  }
}
