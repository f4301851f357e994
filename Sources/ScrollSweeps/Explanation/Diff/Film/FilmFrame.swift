import ScrollCore
import ScrollSimulation

/// The items around the viewport at a moment, with the images that each of two caches holds.
struct FilmFrame {
  /// An item, or several neighboring items if there are too many to draw each one.
  struct Box {
    /// The position and width across the axis, as shares of the viewport's breadth.
    var x: Double, width: Double
    /// The edges along the axis, in points from the viewport's lower edge.
    var top: Double, bottom: Double
    var a: Content, b: Content

    subscript(side: RunDiff.Side) -> Content { side == .a ? a : b }
  }

  /// The state of a box in one of the runs.
  struct Content: Equatable {
    var isResident = false, isEvicted = false
    /// Boolean values that indicate whether the item is on screen with nothing, or with another
    /// item's image.
    var isBlank = false, isWrong = false
  }

  /// The number of screens that are shown on either side of the viewport.
  static let screens = 3.0
  /// The maximum number of boxes.
  static let limit = 280

  let extent: Double
  let boxes: [Box]
  /// The number of items that a box represents.
  let itemsPerBox: Int

  /// Creates the picture at a moment.
  ///
  /// - Complexity: O(items + entries of both logs).
  init(_ moment: FilmMoment, of diff: RunDiff) {
    let screen = ScreenCursor(diff.a.prepared, at: moment.time)
    let placement = screen.placement
    let margin = Self.screens * screen.extent
    let (lower, upper) = (screen.offset - margin, screen.offset + screen.extent + margin)
    let items = placement.starts.indices.filter { placement.overlaps($0, lower, upper) }
    let a = Self.contents(items, diff, diff.a, moment.bounds.a, moment.evicted.a, moment.time)
    let b = Self.contents(items, diff, diff.b, moment.bounds.b, moment.evicted.b, moment.time)
    let places = Self.columns(of: items, in: placement)
    let step = max(1, (items.count + Self.limit - 1) / Self.limit)
    extent = screen.extent
    itemsPerBox = step
    boxes = stride(from: 0, to: items.count, by: step).map { first in
      let group = first..<min(first + step, items.count)
      let (left, right) = (
        group.map { places[$0] }.min() ?? 0,
        group.map { places[$0] + placement.breadths[items[$0]] }.max() ?? 1
      )
      return Box(
        x: left, width: right - left,
        top: (group.map { placement.starts[items[$0]] }.min() ?? 0) - screen.offset,
        bottom: (group.map { placement.ends[items[$0]] }.max() ?? 0) - screen.offset,
        a: Self.merged(a[group]), b: Self.merged(b[group]))
    }
  }

  /// Returns the state of some items in one run.
  private static func contents(
    _ items: [Int], _ diff: RunDiff, _ record: LogIndex, _ bound: Int, _ evicted: Set<Int32>,
    _ time: SimTime
  ) -> [Content] {
    let residents = ResidentSet(of: record.log, before: bound, keyCount: diff.keyCount)
    let frame = record.frames.partitioningIndex { $0.start > time } - 1
    var blank: Set<Int> = [], wrong: Set<Int> = []
    for appearance in record.appearances
    where appearance.frame <= frame && frame < appearance.left?.frame ?? .max {
      let content = appearance.content(in: frame)
      if content.isBlank { blank.insert(Int(appearance.item)) }
      if content.isWrong { wrong.insert(Int(appearance.item)) }
    }
    return items.map { item in
      let keys = record.prepared.keys(ofItem: item).map { Int32($0) }
      return Content(
        isResident: keys.contains(where: residents.contains),
        isEvicted: keys.contains { evicted.contains($0) && !residents.contains($0) },
        isBlank: blank.contains(item), isWrong: wrong.contains(item))
    }
  }

  /// Returns the merged state: resident if most items are; any other state if one item has it.
  private static func merged(_ contents: ArraySlice<Content>) -> Content {
    Content(
      isResident: contents.count(where: \.isResident) * 2 > contents.count,
      isEvicted: contents.contains(where: \.isEvicted),
      isBlank: contents.contains(where: \.isBlank), isWrong: contents.contains(where: \.isWrong))
  }

  /// Returns the positions of items across the axis.
  ///
  /// Each item takes the first gap beside the items that it overlaps along the axis.
  private static func columns(of items: [Int], in placement: ItemPlacement) -> [Double] {
    var beside: [(x: Double, width: Double, end: Double)] = []
    return items.map { item in
      let breadth = placement.breadths[item]
      beside.removeAll { $0.end <= placement.starts[item] + 1e-6 }
      beside.sort { $0.x < $1.x }
      var x = 0.0
      for other in beside where x + breadth > other.x + 1e-6 { x = other.x + other.width }
      // An item that fits nowhere is drawn at the edge.
      if x + breadth > 1 + 1e-3 { x = max(0, 1 - breadth) }
      beside.append((x, breadth, placement.ends[item]))
      return x
    }
  }
}
