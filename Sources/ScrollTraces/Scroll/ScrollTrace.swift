public import ScrollCaching
public import ScrollCore
public import ScrollDevice
public import ScrollLayout

/// A session on a scroll view: its content, the movement of the viewport, and the events of the
/// system.
///
/// The initializer checks the trace. So code that uses a trace can rely on the limits of
/// `TraceLimits`, and on times that ascend from 0. Offsets are on the 1/64 pt grid and at most one
/// viewport outside of the longest content. Events are in order, do not come after the end of the
/// movement, and name only items and images that exist.
///
/// Two traces are equal if they have the same content. Their digests distinguish files with
/// different texts.
public struct ScrollTrace: Sendable {
  public let content: TraceContent
  public let movement: TraceMovement
  /// The movement as samples, which are computed if the trace has gestures.
  public let motion: ScrollMotion
  /// The events, by ascending time.
  public let events: [TimedSystemEvent]
  /// The layouts by ascending time: one epoch from 0 on, and another from each `rotate` and
  /// `insert` on.
  ///
  /// Events at the same time begin one epoch together; events at time 0 belong to the first epoch.
  public let epochs: [LayoutEpoch]

  private var fileDigest: String?

  /// Creates a trace.
  /// - Throws: `TraceFault` for an impossible movement or event.
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

  /// Returns the same trace with further events, which follow the existing ones at the same time.
  public func adding(_ events: [TimedSystemEvent]) throws(TraceFault) -> ScrollTrace {
    // The sort keeps the order of equal elements.
    try ScrollTrace(
      content: content, movement: movement,
      events: (self.events + events).sorted { $0.time < $1.time })
  }

  /// Returns the same session on another layout.
  /// - Throws: `TraceFault` if the layout does not fit, and if the movement leaves it.
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

  /// Returns the same session with other files of its images, every item in its place.
  /// - Throws: `TraceFault` if the layout does not fit. It always fits, because every item keeps
  ///   its place.
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
  /// The digest of a trace that was made in memory is that of the file to which it would be
  /// written.
  public var digest: String { fileDigest ?? SHA256(of: TraceFile.bytes(of: self)).hex }

  /// Returns the same trace with the digest of the file from which it was read.
  func digested(as digest: String) -> ScrollTrace {
    var trace = self
    trace.fileDigest = digest
    return trace
  }
}

extension ScrollTrace {
  public var header: TraceHeader { content.header }
  public var catalog: TraceCatalog { content.catalog }
  /// The first positions of the items, in the first of `epochs`.
  public var placement: ItemPlacement { epochs[0].placement }
  public var duration: SimTime { motion.duration }
  /// The length of the viewport along the scroll axis in points, before any rotation.
  public var viewportLength: Double { header.viewportLength }
}

extension ScrollTrace: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.header == right.header && left.catalog == right.catalog
      && left.movement == right.movement && left.events == right.events
  }
}

extension ScrollTrace {
  /// Returns the trace's own requests for `replay`: one for every item that becomes visible.
  ///
  /// Frames are taken at 60 Hz from 0 to the end of the movement, whatever the device. An item is
  /// visible if its overlap with the viewport has positive length. The items that appear in one
  /// frame make their requests in entering order: ascending while the last movement was forward,
  /// descending while it was backward. Before any movement, the trace's initial direction decides.
  /// An item that stays visible makes no further request. In a waterfall, an item that ends above
  /// the viewport is not visible, even if a longer item beside it is.
  ///
  /// System events count if they determine which items appear. There are no frames from
  /// `background` to `foreground`. After `relaunch`, which also brings the app to the foreground,
  /// every visible item appears anew. An item that is visible both when the app leaves the screen
  /// and when it comes back does not appear again. Neither does an item that is visible both in the
  /// last frame before a rotation or an insertion and in the first frame after it, in any position.
  /// A changed image is not requested anew.
  ///
  /// Sizes are those of the decoded bitmaps. Positions are those that `replay` assumes: item `i` is
  /// at `i` and has length 1.
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

  /// The frames per second of the request stream.
  static let requestFrameRate: Int64 = 60

  /// A placement with item `i` at position `i` and length 1.
  private var itemsInALine: ItemPlacement {
    let count = catalog.items.count
    return ItemPlacement(
      starts: (0..<count).map(Double.init), ends: (1...count).map(Double.init),
      breadths: Array(repeating: 1, count: count), images: catalog.items,
      extent: Double(count), imageCount: catalog.images.count)
  }

  /// The time of each request of the stream.
  /// - Complexity: that of `requestStream()`.
  package var requestTimes: [SimTime] {
    var times: [SimTime] = []
    forEachAppearance { _, time in times.append(time) }
    return times
  }

  /// Visits the items in the order in which they become visible at 60 Hz, with their times.
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
      // Nothing appears before the next event while the app is in the background or the content
      // rests.
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
      // Most frames show the same items as the frame before.
      if screen.range == shown.range, screen.epoch == shown.epoch, ascends[epoch] {
        shown = screen
        continue
      }
      enter(screen, after: shown, cursor.direction) { appear($0, time) }
      shown = screen
    }
  }

  /// Visits the items that a screen shows and the one before it did not, in entering order.
  private func enter(
    _ screen: Screen, after shown: Screen, _ direction: ScrollDirection,
    _ appear: (ItemID) -> Void
  ) {
    let (placement, last) = (epochs[screen.epoch].placement, epochs[shown.epoch].placement)
    // If ends ascend, everything in a range is visible, so only the new part of the range counts.
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

/// The items in the viewport of one frame; none at first.
private struct Screen {
  var epoch = 0
  var range = 0..<0
  var lower = 0.0, upper = 0.0

  func shows(_ item: Int, in placement: borrowing ItemPlacement) -> Bool {
    range.contains(item) && placement.overlaps(item, lower, upper)
  }
}

/// The items of a range that were not in the previous range: those below it and those above it.
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
  /// Returns the time up to which the content stays at the offset of a sample.
  fileprivate func rest(after sample: Int) -> SimTime {
    guard sample + 1 < times.count else { return times[sample] }
    return offsets[sample + 1] == offsets[sample] ? times[sample + 1] : times[sample]
  }
}

extension SimTime {
  /// Returns the last vsync at or before this moment.
  fileprivate func lastFrame(hertz: Int64) -> Int64 {
    let next = firstVsync(hertz: hertz)
    return SimTime.vsync(next, hertz: hertz) > self ? next - 1 : next
  }
}

extension ScrollTrace {
  /// Creates a session of a few samples over photos of these pixel sizes, each shown once, for
  /// tests and examples.
  ///
  /// Times are in milliseconds, offsets in points; the phase is `tracking` throughout.
  /// - Throws: `TraceFault` if the layout does not fit, and for an impossible movement or event.
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
