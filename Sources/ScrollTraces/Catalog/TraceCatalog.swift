public import ScrollCore
public import ScrollDevice

/// The images of a trace, the image of each item, and the source of the list.
public struct TraceCatalog: Sendable, Equatable {
  /// The source of the list of images, which a trace file stores.
  public enum Source: Sendable, Equatable {
    /// A list of images.
    case listed
    case generated(CatalogRecipe)
  }

  public let source: Source
  public let images: ImageCatalog
  /// The image of each item, in scroll order.
  public let items: [ImageID]
  /// The original images, whose proportions determine the layout, if `images` are renditions of
  /// them.
  private var originals: ImageCatalog?

  /// Creates a catalog from a recipe.
  public init(_ recipe: CatalogRecipe) {
    source = .generated(recipe)
    (images, items) = recipe.expanded()
  }

  /// Creates a catalog from a list of images; by default, item `i` shows image `i`.
  /// - Precondition: there are 1 to 10 million images and items, with sides of 1 to 100 000
  ///   pixels and encoded sizes of 1 byte to 100 GB, and every item shows one of the images.
  public init(listing images: ImageCatalog, items: [ImageID]? = nil) {
    let items = items ?? (0..<images.count).map { ImageID($0) }
    precondition(1...TraceLimits.images ~= images.count, "\(images.count) images")
    precondition(1...TraceLimits.items ~= items.count, "\(items.count) items")
    for entry in images.entries {
      precondition(
        SizeRule.sides.contains(entry.width) && SizeRule.sides.contains(entry.height),
        "an image of \(entry.width)x\(entry.height)")
      precondition(
        1...TraceLimits.encodedBytes ~= entry.encoded.bytes, "an image of \(entry.encoded)")
    }
    for item in items {
      precondition(0..<images.count ~= Int(item.index), "there is no \(item)")
    }
    source = .listed
    self.images = images
    self.items = items
  }

  /// Returns the same items with other files of their images, in the same layout.
  package func showing(_ renditions: Renditions) -> TraceCatalog {
    var catalog = TraceCatalog(listing: renditions.applied(to: images), items: items)
    catalog.originals = originals ?? images
    return catalog
  }

  /// The smallest size of an image, as a file or in memory.
  package var smallestImage: ByteCount {
    images.entries.reduce(ByteCount(.max)) { min($0, $1.encoded, $1.decoded) }
  }

  /// The ratio of height to width of each item's image.
  var aspectRatios: [Double] {
    let images = originals ?? images
    return items.map { item in
      let image = images[item]
      return Double(image.height) / Double(image.width)
    }
  }

  /// A Boolean value that indicates whether item `i` shows image `i`, so that the file needs no
  /// list of items.
  var isOneToOne: Bool {
    items.count == images.count && items.enumerated().allSatisfy { $0 == Int($1.index) }
  }
}
