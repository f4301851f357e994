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
