import ScrollCore
import ScrollDevice
import ScrollLayout

/// The sizes in pixels at which the layouts of a session show each image.
///
/// The sizes of an image are numbered from 0, the smallest first. A texture is never drawn at
/// another size, so it has one size.
struct ShownSizes: Sendable {
  /// The sizes by image, ascending by pixels; empty for an image that is never shown.
  private var sizes: [[PictureWork.Pixels]]
  /// The greatest number of sizes of one image, at least 1.
  private(set) var most: Int32
  private let scale: Double

  /// Finds the sizes; `nil` if the loader keeps one size of each image, or if no image is shown at
  /// several sizes.
  ///
  /// - Complexity: O(items x layouts).
  init?(_ scenario: Scenario) {
    guard scenario.loader.keepsSizes else { return nil }
    scale = scenario.device.scale
    sizes = Array(repeating: [], count: scenario.images.count)
    most = 1
    add(scenario.placement, breadth: scenario.viewportBreadth, of: scenario.images)
    for epoch in scenario.laterEpochs {
      add(epoch.placement, breadth: epoch.viewportBreadth, of: scenario.images)
    }
    guard most > 1 else { return nil }
    for image in sizes.indices {
      sizes[image].sort { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }
  }

  private mutating func add(
    _ placement: ItemPlacement, breadth: Double, of images: ImageCatalog
  ) {
    for item in 0..<placement.count {
      let image = Int(placement.images[item].index)
      let isTexture = images.entries[image].format.bitsPerPixel != nil
      guard !isTexture || sizes[image].isEmpty,
        let size = PictureWork.Pixels(item, in: placement, breadth: breadth, scale: scale),
        !sizes[image].contains(size)
      else { continue }
      sizes[image].append(size)
      most = max(most, Int32(sizes[image].count))
    }
  }

  /// Returns the size of an image with a number; the largest size if the image has fewer sizes,
  /// `nil` if the image is never shown.
  func size(_ number: Int32, of image: Int) -> PictureWork.Pixels? {
    sizes[image].isEmpty ? nil : sizes[image][min(Int(number), sizes[image].count - 1)]
  }

  /// Returns a Boolean value that indicates whether an image has a size of this number.
  func has(_ number: Int32, of image: Int) -> Bool { number < max(1, sizes[image].count) }

  /// Returns the number of the size at which a layout shows an item; 0 for an item without length.
  func number(of item: Int, showing image: Int, in placement: ItemPlacement, breadth: Double)
    -> Int32
  {
    guard
      let size = PictureWork.Pixels(item, in: placement, breadth: breadth, scale: scale),
      let number = sizes[image].firstIndex(of: size)
    else { return 0 }
    return Int32(number)
  }

  /// Returns a Boolean value that indicates whether one size of an image is at least as wide and
  /// as high as another.
  func covers(_ number: Int32, _ other: Int32, of image: Int) -> Bool {
    guard let one = size(number, of: image), let other = size(other, of: image) else {
      return false
    }
    return one.width >= other.width && one.height >= other.height
  }
}
