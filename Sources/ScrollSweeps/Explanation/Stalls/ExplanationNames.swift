import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The names of items, images and keys in explanations.
struct ExplanationNames {
  private let prepared: PreparedScenario
  private let variants: Int32

  init(_ prepared: PreparedScenario) {
    self.prepared = prepared
    variants = Int32(prepared.renditionCount)
  }

  private var keys: ItemPlacement { prepared.keyPlacement }
  private var placement: ItemPlacement { prepared.scenario.placement }

  /// Returns the image that an item shows.
  func image(of item: Int32) -> ImageID { placement.images[Int(item)] }

  /// Returns the name of a key.
  ///
  /// The name is the item if only one item has the key, and otherwise the image or the file name.
  /// It includes the size if images have several sizes.
  func key(_ key: Int32) -> String {
    name(of: key) + (size(of: key).map { " at \($0)" } ?? "")
  }

  /// Returns the size of a key's picture, such as `794 x 794`; `nil` if images have one size.
  func size(of key: Int32) -> String? { prepared.size(ofKey: key) }

  private func name(of key: Int32) -> String {
    let low = isLow(key) ? "the low variant of " : ""
    let items = keys.items(showing: ImageID(key))
    if items.count == 1, let item = items.first { return "\(low)item \(item.index)" }
    if prepared.scenario.loader.key == .fileName { return "\(low)file name \(key / variants)" }
    return "\(low)image \(items.first.map { image(of: $0.index).index } ?? key / variants)"
  }

  /// Returns a Boolean value that indicates whether a key or picture is a low variant.
  func isLow(_ keyOrPicture: Int32) -> Bool {
    prepared.scenario.loader.variants != .none && keyOrPicture % variants == 1
  }

  /// Returns the image that a picture is a rendition of.
  func image(ofPicture picture: Int32) -> ImageID { ImageID(picture / variants) }

  /// Returns the name of a picture, such as `the image of item 7` or `image 3`.
  func picture(_ picture: Int32) -> String {
    let image = image(ofPicture: picture)
    let items = placement.items(showing: image)
    guard items.count == 1, let item = items.first else { return "image \(image.index)" }
    return "the image of item \(item.index)"
  }

  /// Returns the name of the file of an item's image under a key, such as `JPEG`, `low JPEG` or
  /// `JPEG at 794 x 794`.
  func file(of item: Int32, _ key: Int32) -> String {
    let format = prepared.scenario.images.entries[Int(image(of: item).index)].format
    return (isLow(key) ? "low " : "") + format.storyName + (size(of: key).map { " at \($0)" } ?? "")
  }
}

extension ImageFormat {
  /// The usual name of a file of this format.
  fileprivate var storyName: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .progressiveJPEG: "progressive JPEG"
    case .heic: "HEIC"
    case .webp: "WebP"
    case .avif: "AVIF"
    case .jpeg2000: "JPEG 2000"
    case .gif: "GIF"
    case .tiff: "TIFF"
    case .hybrid: "hybrid image"
    case .pvrtc, .pvrtc2: "PVRTC texture"
    case .astc, .astc6x6, .astc8x8: "ASTC texture"
    }
  }
}
