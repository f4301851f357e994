public import ScrollCore
import ScrollDevice
public import ScrollLayout

/// The content of a trace: a header, a catalog, and the positions of the items.
public struct TraceContent: Sendable {
  public let header: TraceHeader
  public let catalog: TraceCatalog
  /// The positions that the items have if all of them are present from the start.
  public let placement: ItemPlacement

  /// Creates the content by laying out a catalog.
  /// - Throws: `LayoutError` if the layout does not fit.
  /// - Complexity: O(items).
  public init(header: TraceHeader, catalog: TraceCatalog) throws(LayoutError) {
    self.header = header
    self.catalog = catalog
    placement = try header.layout.place(
      catalog.items, aspectRatios: catalog.aspectRatios,
      imageCount: catalog.images.count, in: header.viewport)
  }

  /// A player of gestures on this content, with all items present from the start.
  public var player: GesturePlayer { player(in: [wholeEpoch]) }

  /// The possible offsets of the viewport's lower edge in a trace without rotations and insertions.
  ///
  /// They reach to the ends of the content, and at most one viewport beyond, as in bounces.
  public var allowedOffsets: ClosedRange<Double> { Self.allowedOffsets(in: [wholeEpoch]) }
}

extension TraceContent {
  /// An epoch with all items, laid out in the viewport of the header.
  var wholeEpoch: LayoutEpoch {
    LayoutEpoch(
      placement: placement, viewportExtent: header.viewportLength,
      viewportBreadth: header.layout.breadth(of: header.viewport))
  }

  /// The items that are present, and the orientation of the device.
  private struct Situation: Hashable {
    var available: Range<Int>
    var isRotated = false

    mutating func follow(_ event: SystemEvent) {
      switch event {
      case .rotate: isRotated.toggle()
      case .insert(let items, .top):
        available = available.lowerBound - items..<available.upperBound
      case .insert(let items, .end):
        available = available.lowerBound..<available.upperBound + items
      default: break
      }
    }
  }

  /// Returns the epochs that events make of this content, as in `ScrollTrace.epochs`.
  ///
  /// Situations that recur share one placement.
  /// - Precondition: the events are in order and insert no more items than there are.
  /// - Complexity: O(events + items x different situations).
  func epochs(_ events: [TimedSystemEvent]) throws(TraceFault) -> [LayoutEpoch] {
    var inserted = (top: 0, end: 0)
    for event in events {
      guard case .insert(let items, let edge) = event.event else { continue }
      if edge == .top { inserted.top += items } else { inserted.end += items }
    }
    var situation = Situation(
      available: inserted.top..<catalog.items.count - inserted.end)
    var stretches = [(time: SimTime.zero, situation: situation)]
    for event in events where event.event.laysOutAnew {
      situation.follow(event.event)
      if stretches[stretches.count - 1].time == event.time { stretches.removeLast() }
      stretches.append((event.time, situation))
    }
    guard stretches.count > 1 || situation != whole else { return [wholeEpoch] }
    return try layOut(stretches)
  }

  private var whole: Situation { Situation(available: 0..<catalog.items.count) }

  private func layOut(
    _ stretches: [(time: SimTime, situation: Situation)]
  ) throws(TraceFault) -> [LayoutEpoch] {
    let places = Set(stretches.map(\.situation)).count * catalog.items.count
    guard places <= TraceLimits.places else { throw .tooManyPlaces(places) }
    let (layout, upright) = (header.layout, header.viewport)
    let rotated = ViewportSize(width: upright.height, height: upright.width)
    let ratios = catalog.aspectRatios
    var placements = [whole: placement]
    var epochs: [LayoutEpoch] = []
    for (time, situation) in stretches {
      let viewport = situation.isRotated ? rotated : upright
      let placement: ItemPlacement
      if let known = placements[situation] {
        placement = known
      } else {
        do {
          placement = try layout.place(
            only: situation.available, of: self.placement, aspectRatios: ratios, in: viewport)
        } catch {
          throw .layout(error)
        }
        placements[situation] = placement
      }
      epochs.append(
        LayoutEpoch(
          time: time, placement: placement, viewportExtent: layout.extent(of: viewport),
          viewportBreadth: layout.breadth(of: viewport)))
    }
    return epochs
  }

  /// Returns a player of gestures on this content, within its greatest length, in the viewport of
  /// the header.
  ///
  /// This is a simplification. In reality a fling stops earlier in a list that is only half loaded,
  /// and elsewhere in a rotated viewport.
  func player(in epochs: [LayoutEpoch]) -> GesturePlayer {
    GesturePlayer(
      contentExtent: epochs.reduce(0) { max($0, $1.placement.extent) },
      viewportExtent: header.viewportLength, rate: header.decelerationRate,
      physics: header.physics, page: header.layout.page(in: header.viewport))
  }

  /// Returns the possible offsets of the viewport's lower edge.
  ///
  /// They reach to the ends of the longest content, and at most one viewport, the longest, beyond.
  static func allowedOffsets(in epochs: [LayoutEpoch]) -> ClosedRange<Double> {
    let length = epochs.reduce(0) { max($0, $1.viewportExtent) }
    let end = epochs.reduce(0) { max($0, $1.placement.extent, $1.viewportExtent) }
    return -length...min(end, Double(TraceLimits.points))
  }
}
