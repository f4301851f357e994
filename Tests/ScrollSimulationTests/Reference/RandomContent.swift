import ScrollCore
import ScrollDevice
import ScrollLayout

/// Images and where they lie, drawn by chance.
enum RandomContent {
  static func images(_ traits: RandomTraits, _ dice: inout SeededRandom) -> ImageCatalog {
    let entries =
      (0..<dice.within(1...10)).map { _ in
        let formats = traits.hasFormats ? ImageFormat.allCases : ImageFormat.codecs
        var format = formats[dice.below(formats.count)]
        if traits.hasFormats, dice.chance(0.3) { format = .hybrid }
        return ImageCatalog.Entry(
          width: dice.within(1...120), height: dice.within(1...120), format: format,
          content: dice.chance(0.5) ? .photo : .graphic,
          encoded: format.texture == nil && dice.chance(0.5)
            ? ByteCount(dice.within(1...20_000)) : nil,
          origin: traits.isRemote ? ImageOrigin.allCases[dice.below(3)] : .disk)
      }
    // What came later has dice of its own, so that all else is drawn as before.
    var later = SeededRandom(seed: UInt64(entries[0].encoded.bytes) ^ 0x0417)
    guard later.chance(0.3) else { return ImageCatalog(entries) }
    var images = ImageCatalog(entries, timedOn: later.chance(0.7) ? "drawn" : "another")
    for image in images.entries.indices where later.chance(0.6) {
      images.entries[image].decodeTime = .ms(30 * later.unit())
    }
    return images
  }

  /// A list with rows of several heights and gaps, or a grid.
  static func placement(
    _ images: Int, _ traits: RandomTraits, _ dice: inout SeededRandom
  ) -> ItemPlacement {
    let columns = dice.chance(0.5) ? 1 : dice.within(2...3)
    let (items, gap) = (dice.within(1...16), Double(dice.below(2) * dice.within(0...150)))
    let isOneToOne = dice.chance(0.5)
    let shown = (0..<items).map { ImageID(isOneToOne ? $0 % images : dice.below(images)) }
    let places = lay(items, columns, gap, &dice)
    return ItemPlacement(
      starts: places.starts, ends: places.ends,
      breadths: Array(repeating: 1 / Double(columns), count: items), images: shown,
      extent: places.extent, imageCount: images)
  }

  /// The same items elsewhere: turned, or with some that were not there.
  static func epochs(
    _ placement: ItemPlacement, _ viewport: Double, _ duration: SimTime,
    _ traits: RandomTraits, _ dice: inout SeededRandom
  ) -> [LayoutEpoch] {
    guard traits.isLaidOutAnew, duration > .zero else { return [] }
    let times = (0..<dice.within(1...2)).map { _ in dice.below(Int(duration.nanoseconds)) }
    return times.sorted().map { time in
      let columns = dice.within(1...3)
      let gap = Double(dice.below(2) * dice.within(0...150))
      let places = lay(placement.count, columns, gap, &dice)
      return LayoutEpoch(
        time: SimTime(nanoseconds: Int64(time)),
        placement: placement.moved(
          starts: places.starts, ends: places.ends,
          breadths: Array(repeating: 1 / Double(columns), count: placement.count),
          extent: places.extent),
        viewportExtent: dice.chance(0.5) ? viewport : Double(dice.within(100...300)),
        viewportBreadth: 100)
    }
  }

  private static func lay(
    _ items: Int, _ columns: Int, _ gap: Double, _ dice: inout SeededRandom
  ) -> (starts: [Double], ends: [Double], extent: Double) {
    if columns > 1, dice.chance(0.3) { return pour(items, columns, gap, &dice) }
    let isEven = columns > 1 || dice.chance(0.3)
    let even = Double(dice.within(10...200))
    var (starts, ends, edge) = ([Double](), [Double](), 0.0)
    for item in 0..<items {
      if item % columns == 0 {
        starts.append(edge)
        edge += isEven ? even : Double(dice.within(1...250)) + 0.5
        ends.append(edge)
        edge += gap
      } else {
        starts.append(starts[item - 1])
        ends.append(ends[item - 1])
      }
    }
    return (starts, ends, edge)
  }

  /// A waterfall: every item in the column that ends first.
  private static func pour(
    _ items: Int, _ columns: Int, _ gap: Double, _ dice: inout SeededRandom
  ) -> (starts: [Double], ends: [Double], extent: Double) {
    var edges = Array(repeating: 0.0, count: columns)
    var (starts, ends) = ([Double](), [Double]())
    for _ in 0..<items {
      let column = edges.indices.min { edges[$0] < edges[$1] } ?? 0
      starts.append(edges[column])
      ends.append(edges[column] + Double(dice.within(1...250)) + 0.5)
      edges[column] = (ends.last ?? 0) + gap
    }
    return (starts, ends, edges.max() ?? 0)
  }
}
