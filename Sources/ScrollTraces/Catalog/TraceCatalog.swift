public import ScrollCore
public import ScrollDevice

/// The images of a trace, which of them each item shows, and where the list comes from.
public struct TraceCatalog: Sendable, Equatable {
  /// Where the list comes from; a file keeps it as it was given.
  public enum Source: Sendable, Equatable {
    /// Image by image.
    case listed
    case generated(CatalogRecipe)
  }

  public let source: Source
  public let images: ImageCatalog
  /// The image of each item, in scroll order.
  public let items: [ImageID]
  /// The images by whose proportions the items are laid out, where these are renditions of them.
  private var originals: ImageCatalog?

  /// A catalog made up by a recipe.
  public init(_ recipe: CatalogRecipe) {
    source = .generated(recipe)
    (images, items) = recipe.expanded()
  }

  /// A catalog listed image by image; item `i` shows image `i` unless told otherwise.
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

  /// The same items with other files of their images, laid out as before.
  package func showing(_ renditions: Renditions) -> TraceCatalog {
    var catalog = TraceCatalog(listing: renditions.applied(to: images), items: items)
    catalog.originals = originals ?? images
    return catalog
  }

  /// The least that an image takes, as a file or in memory.
  package var smallestImage: ByteCount {
    images.entries.reduce(ByteCount(.max)) { min($0, $1.encoded, $1.decoded) }
  }

  /// How many times as high as wide the image of each item is.
  var aspectRatios: [Double] {
    let images = originals ?? images
    return items.map { item in
      let image = images[item]
      return Double(image.height) / Double(image.width)
    }
  }

  /// Whether item `i` shows image `i`, so that nothing need be written about items.
  var isOneToOne: Bool {
    items.count == images.count && items.enumerated().allSatisfy { $0 == Int($1.index) }
  }
}
