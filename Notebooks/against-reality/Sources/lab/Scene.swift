import Foundation
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// The content that is scrolled: the places of the items, their pictures, and the viewport's
/// course.
struct Scene {
  let name: String
  /// The starts and ends of the items in points along the axis, and their shares of the viewport's
  /// breadth.
  private(set) var starts: [Double] = [], ends: [Double] = [], shares: [Double] = []
  /// The picture of each item, and the items of each picture.
  let pictureOf: [Int]
  private(set) var itemsOf: [[Int]]
  let pictures: [ImageCatalog.Entry]
  /// The length and breadth of the viewport.
  let extent: Double, breadth: Double
  let course: Course

  var count: Int { pictureOf.count }

  init(path: String) throws {
    let trace = try TraceFile.load(path)
    name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    pictures = trace.catalog.images.entries
    pictureOf = trace.catalog.items.map { Int($0.index) }
    itemsOf = Array(repeating: [], count: pictures.count)
    for (item, picture) in pictureOf.enumerated() { itemsOf[picture].append(item) }
    (extent, breadth) = (trace.header.viewport.height, trace.header.viewport.width)
    course = Course(trace)
    switch trace.header.layout {
    case .list(let list): place(list)
    case .grid(let grid): place(grid)
    default: throw LabError.layout("\(trace.header.layout)")
    }
  }

  private mutating func place(_ list: ListLayout) {
    var end = 0.0
    for item in 0..<count {
      let picture = pictures[pictureOf[item]]
      let height = list.rowHeight ?? breadth * (Double(picture.height) / Double(picture.width))
      add(from: item == 0 ? 0 : end + Self.sixtyFourths(list.spacing), length: height, share: 1)
      end = ends[item]
    }
  }

  private mutating func place(_ grid: GridLayout) {
    let side = (breadth - Double(grid.columns - 1) * grid.spacing) / Double(grid.columns)
    for item in 0..<count {
      let isFirst = item % grid.columns == 0
      let above = item < grid.columns ? 0 : ends[item - item % grid.columns - 1]
      let gap = item < grid.columns ? 0 : Self.sixtyFourths(grid.spacing)
      add(
        from: isFirst ? above + gap : starts[item - 1], length: side * grid.aspect,
        share: side / breadth)
    }
  }

  private mutating func add(from start: Double, length: Double, share: Double) {
    starts.append(start)
    ends.append(start + max(1.0 / 64, Self.sixtyFourths(length)))
    shares.append(share)
  }

  private static func sixtyFourths(_ points: Double) -> Double { (points * 64).rounded() / 64 }

  /// Returns `true` if an item overlaps the viewport at an offset.
  func isVisible(_ item: Int, at offset: Double) -> Bool {
    starts[item] < offset + extent && ends[item] > offset
  }

  /// Returns the visible items, those ahead last.
  func visible(at offset: Double, _ direction: Int) -> [Int] {
    let items = (0..<count).filter { isVisible($0, at: offset) }
    return direction > 0 ? items : items.reversed()
  }

  /// Returns the share of the viewport that an item covers.
  func coverage(_ item: Int, at offset: Double) -> Double {
    (min(offset + extent, ends[item]) - max(offset, starts[item])) * shares[item] / extent
  }
}

/// The position of the viewport and its last direction, over time.
struct Course {
  private let times: [Int64], offsets: [Double]
  private let firstDirection: Int

  var end: Int64 { times.last ?? 0 }

  init(_ trace: ScrollTrace) {
    times = trace.motion.times.map(\.nanoseconds)
    offsets = trace.motion.offsets
    firstDirection = Int(trace.header.direction.rawValue)
  }

  /// Returns the offset, and the direction of the last movement, at a moment.
  func place(at moment: Int64) -> (offset: Double, direction: Int) {
    var direction = firstDirection
    var sample = 0
    while sample + 1 < times.count, times[sample + 1] <= moment {
      direction = turned(direction, after: sample)
      sample += 1
    }
    guard sample + 1 < times.count, moment > times[sample] else {
      return (offsets[sample], direction)
    }
    let share = Double(moment - times[sample]) / Double(times[sample + 1] - times[sample])
    return (
      offsets[sample] + (offsets[sample + 1] - offsets[sample]) * share,
      turned(direction, after: sample)
    )
  }

  private func turned(_ direction: Int, after sample: Int) -> Int {
    let movement = offsets[sample + 1] - offsets[sample]
    return movement == 0 ? direction : movement > 0 ? 1 : -1
  }
}
