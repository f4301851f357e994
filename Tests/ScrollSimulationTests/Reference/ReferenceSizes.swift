import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The sizes at which cells show each image, found by trying every item in every layout.
struct ReferenceSizes {
  struct Size: Hashable {
    var width: Int, height: Int
  }

  /// The different sizes by image, the smallest first.
  private let sizes: [[Size]]
  private let scale: Double
  /// The greatest number of sizes of one image.
  let most: Int

  /// Finds the sizes; `nil` if every image has the same size in all cells, or if the loader takes it
  /// so.
  init?(_ scenario: Scenario) {
    let loader = scenario.loader
    guard loader.serves != .oneSize, loader.decode == .viewSize, loader.holds == .decoded,
      loader.variants == .none, loader.key != .fileName, loader.diskNames != .fileName
    else { return nil }
    let scale = scenario.device.scale
    let layouts =
      [(scenario.placement, scenario.viewportBreadth)]
      + scenario.laterEpochs.map { ($0.placement, $0.viewportBreadth) }
    sizes = scenario.images.entries.indices.map { image in
      let all = layouts.flatMap { placement, breadth in
        (0..<placement.count).filter { Int(placement.images[$0].index) == image }
          .compactMap { Self.size(of: $0, placement, breadth, scale) }
      }
      // A texture is drawn as it is.
      if scenario.images.entries[image].format.texture != nil { return Array(all.prefix(1)) }
      return Set(all).sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }
    self.scale = scale
    most = sizes.map(\.count).max() ?? 0
    guard most > 1 else { return nil }
  }

  private static func size(
    of item: Int, _ placement: ItemPlacement, _ breadth: Double, _ scale: Double
  ) -> Size? {
    let length = placement.ends[item] - placement.starts[item]
    func pixels(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }
    return length > 0
      ? Size(width: pixels(placement.breadths[item] * breadth), height: pixels(length)) : nil
  }

  /// Returns a size of an image, the largest for numbers that it does not have.
  func size(_ number: Int, of image: Int) -> Size? {
    number < sizes[image].count ? sizes[image][number] : sizes[image].last
  }

  /// Returns the number of the size at which an item is shown.
  func number(of item: Int, in placement: ItemPlacement, breadth: Double) -> Int {
    let own = Self.size(of: item, placement, breadth, scale)
    return sizes[Int(placement.images[item].index)].firstIndex { $0 == own } ?? 0
  }

  /// Returns `true` if one size of an image is large enough for another.
  func isEnough(_ number: Int, for other: Int, of image: Int) -> Bool {
    guard let one = size(number, of: image), let other = size(other, of: image) else {
      return false
    }
    return one.width >= other.width && one.height >= other.height
  }
}
