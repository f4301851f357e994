import ScrollCore

/// What identifies images in the cache: keys, and the pictures that they stand for.
///
/// A *picture* is one rendition of one image, `image * variants + variant`; variant 0 is the
/// full one, 1 the low one. A *key* is what the app looks it up by: the image itself, the item
/// that shows it, or a file name that several images may share. To a cache, a key is an image.
struct KeySpace: Sendable {
  /// Renditions of each image: 1 or 2.
  let variants: Int32
  /// The key of each item's full picture is `bases[item].index * variants`.
  ///
  /// In one storage with the images of the items where keys are images.
  let bases: [ImageID]
  /// The image of each base, where that is another number.
  private let imageOfBase: [ImageID]?
  /// The items with their keys in place of images.
  let placement: ItemPlacement
  /// Whether keys are nothing but images.
  private let areImages: Bool
  /// Whether every item has one key, which is no other item's.
  let areUnique: Bool

  var count: Int { placement.imageCount }

  init(_ placement: ItemPlacement, loader: Loader) {
    variants = loader.variants == .none ? 1 : 2
    let images = placement.imageCount
    let count: Int
    switch loader.key {
    case .image:
      bases = placement.images
      count = images
    case .item:
      bases = (0..<Int32(placement.count)).map { ImageID($0) }
      count = placement.count
    case .fileName:
      let names = Int32(min(loader.fileNames, images))
      bases = placement.images.map { ImageID($0.index % names) }
      count = Int(names)
    }
    imageOfBase = loader.key == .item ? placement.images : nil
    areUnique = variants == 1 && Self.areDistinct(bases, below: count)
    areImages = loader.key == .image && variants == 1
    self.placement =
      areImages
      ? placement
      : placement.showing(bases, of: count, variants: Int(variants))
  }

  private static func areDistinct(_ bases: [ImageID], below count: Int) -> Bool {
    var isTaken = [Bool](repeating: false, count: count)
    for base in bases {
      guard !isTaken[Int(base.index)] else { return false }
      isTaken[Int(base.index)] = true
    }
    return true
  }

  func key(of item: Int32, variant: Int32) -> Int32 {
    bases[Int(item)].index * variants + variant
  }

  /// The first picture that has a key.
  func picture(of key: Int32) -> Int32 {
    let (base, variant) = (key / variants, key % variants)
    return (imageOfBase?[Int(base)].index ?? base) * variants + variant
  }

  /// Another epoch of the session, with the same keys.
  func placing(_ epoch: ItemPlacement) -> ItemPlacement {
    areImages
      ? epoch
      : epoch.showing(bases, of: count / Int(variants), variants: Int(variants))
  }
}
