import ScrollCore
import ScrollLayout

/// A rendition of an image.
enum Variant: Int32 {
  case full, low
}

/// The keys of the cache, and the pictures that they identify.
///
/// A *picture* is one rendition of one image: the full image or its low variant, or the image in
/// one of its sizes. Its number is `image * variants + variant`. The app looks a picture up by a
/// *key*. Depending on the loader, a key represents the image, the item that shows it, or a file
/// name that several images may share (the *base* of the key), and the rendition. Caches
/// receive keys in place of images.
struct KeySpace: Sendable {
  /// The number of renditions of each image.
  let variants: Int32
  /// The sizes of the images; `nil` if all cells with an image show the same size.
  private let sizes: ShownSizes?
  /// The base of each item: the number of its image, of the item itself or of its file name.
  ///
  /// The key of an item's full picture is `bases[item].index * variants`.
  ///
  /// If keys are images, this array shares its storage with the images of the items.
  private let bases: [ImageID]
  /// The number of bases.
  private let bareCount: Int
  /// The image of each base if items are keys; otherwise `nil`.
  private let imageOfBase: [ImageID]?
  /// The items with keys in place of images; each item is listed under all renditions of its image.
  let placement: ItemPlacement
  /// The key of each item in the present layout, if images have several sizes; otherwise empty.
  private var keysBySize: [KeyIndex] = []
  /// A Boolean value that indicates whether keys are images.
  private let areImages: Bool
  /// A Boolean value that indicates whether every item has exactly one key, which it shares with no
  /// other item.
  let areUnique: Bool

  /// The number of different file names on disk; 0 if the keys are the names.
  private let fileNames: Int32

  var count: Int { bareCount * Int(variants) }
  /// The number of possible file names in the disk cache.
  var diskNameCount: Int { fileNames > 0 ? Int(fileNames * variants) : count }
  var keys: Range<KeyIndex> { KeyIndex.first(count) }

  init(_ scenario: Scenario, _ sizes: ShownSizes?) {
    let (placement, loader) = (scenario.placement, scenario.loader)
    self.sizes = sizes
    variants = sizes?.most ?? (loader.variants == .none ? 1 : 2)
    fileNames =
      loader.diskNames == .fileName
      ? Int32(min(loader.fileNames, placement.imageCount)) : 0
    let images = placement.imageCount
    switch loader.key {
    case .image:
      bases = placement.images
      bareCount = images
    case .item:
      bases = (0..<Int32(placement.count)).map { ImageID($0) }
      bareCount = placement.count
    case .fileName:
      let names = Int32(min(loader.fileNames, images))
      bases = placement.images.map { ImageID($0.index % names) }
      bareCount = Int(names)
    }
    imageOfBase = loader.key == .item ? placement.images : nil
    areUnique = variants == 1 && Self.areDistinct(bases, below: bareCount)
    areImages = loader.key == .image && variants == 1
    self.placement =
      areImages
      ? placement : placement.showing(bases, of: bareCount, variants: Int(variants))
    findSizes(in: placement, breadth: scenario.viewportBreadth)
  }

  private static func areDistinct(_ bases: [ImageID], below count: Int) -> Bool {
    var isTaken = [Bool](repeating: false, count: count)
    for base in bases {
      guard !isTaken[Int(base.index)] else { return false }
      isTaken[Int(base.index)] = true
    }
    return true
  }

  @inline(__always)
  func key(of item: ItemIndex, _ variant: Variant = .full) -> KeyIndex {
    sizes == nil
      ? KeyIndex(bases[item.position].index * variants + variant.rawValue)
      : keysBySize[item.position]
  }

  @inline(__always)
  func picture(of image: ImageIndex, _ variant: Variant = .full) -> PictureIndex {
    PictureIndex(image.number * variants + variant.rawValue)
  }

  /// Returns the picture of an image in the rendition of a key.
  @inline(__always)
  func picture(of image: ImageIndex, as key: KeyIndex) -> PictureIndex {
    variants == 1
      ? PictureIndex(image.number)
      : PictureIndex(image.number * variants + key.number % variants)
  }

  /// Returns the pictures of an image in all renditions.
  func pictures(of image: ImageIndex) -> Range<PictureIndex> {
    picture(of: image)..<PictureIndex((image.number + 1) * variants)
  }

  /// Returns the picture of a key; the first of them if images share the file name.
  func picture(of key: KeyIndex) -> PictureIndex {
    let (base, variant) = (key.number / variants, key.number % variants)
    return PictureIndex((imageOfBase?[Int(base)].index ?? base) * variants + variant)
  }

  func image(of picture: PictureIndex) -> ImageIndex { ImageIndex(picture.number / variants) }

  /// Returns `true` if a picture is a low variant; `false` for `none`.
  @inline(__always)
  func isLow(_ picture: PictureIndex) -> Bool { sizes == nil && picture.number % variants == 1 }

  /// Returns the rendition of a picture.
  func variant(of picture: PictureIndex) -> Variant { isLow(picture) ? .low : .full }

  /// Returns the full picture of the same image.
  func full(of picture: PictureIndex) -> PictureIndex {
    PictureIndex(picture.number - picture.number % variants)
  }

  /// Returns the picture of the image of `other` in the rendition of `picture`.
  func picture(of other: PictureIndex, as picture: PictureIndex) -> PictureIndex {
    PictureIndex(
      other.number - other.number % variants + picture.number % variants)
  }

  /// Returns the key of the same image for the rendition of a picture.
  func key(_ key: KeyIndex, for picture: PictureIndex) -> KeyIndex {
    KeyIndex(key.number - key.number % variants + picture.number % variants)
  }

  /// Returns the name under which the disk cache stores the file of a picture that was requested by
  /// a key.
  func diskName(of file: PictureIndex, _ key: KeyIndex) -> KeyIndex {
    guard fileNames > 0 else { return self.key(key, for: self.file(of: file)) }
    return KeyIndex(
      image(of: file).number % fileNames * variants + file.number % variants)
  }

  /// Returns the keys under which a prefetched image may be loaded, given the key of its full
  /// picture.
  ///
  /// These are the keys of both variants; if images have several sizes, only the given key.
  func renditions(of key: KeyIndex) -> Range<KeyIndex> {
    key..<KeyIndex(key.number + (sizes == nil ? variants : 1))
  }

  /// Returns the number under which an item's image is counted while it is visible.
  ///
  /// It is the number of the item's base, so variants count together. If images have several sizes,
  /// it is the number of the key.
  @inline(__always)
  func visibleNumber(of item: ItemIndex) -> Int {
    sizes == nil ? Int(bases[item.position].index) : key(of: item).position
  }

  /// The number of different values of `visibleNumber(of:)`.
  var visibleCount: Int { sizes == nil ? bareCount : count }

  /// Enters another epoch of the session and returns its placement, with the same keys.
  mutating func enter(_ epoch: LayoutEpoch) -> ItemPlacement {
    findSizes(in: epoch.placement, breadth: epoch.viewportBreadth)
    return areImages
      ? epoch.placement
      : epoch.placement.showing(bases, of: bareCount, variants: Int(variants))
  }

  /// Finds the key of each item for the size that it has in a layout.
  private mutating func findSizes(in layout: ItemPlacement, breadth: Double) {
    guard let sizes else { return }
    keysBySize = (0..<layout.count).map { item in
      let image = Int(layout.images[item].index)
      return KeyIndex(
        bases[item].index * variants
          + sizes.number(of: item, showing: image, in: layout, breadth: breadth))
    }
  }
}

/// Images with several sizes, each with its key.
extension KeySpace {
  /// A Boolean value that indicates whether images have pictures of several sizes.
  @inline(__always)
  var haveSizes: Bool { sizes != nil }

  /// Returns the key under which an image is downloaded and kept on disk.
  ///
  /// All sizes of an image share the key of its first size. Otherwise it is the key itself.
  @inline(__always)
  func address(of key: KeyIndex) -> KeyIndex {
    sizes == nil ? key : KeyIndex(key.number - key.number % variants)
  }

  /// Returns the picture whose number identifies the file of a picture.
  ///
  /// All sizes of an image share one file, which has the number of the first size.
  @inline(__always)
  func file(of picture: PictureIndex) -> PictureIndex {
    sizes == nil ? picture : full(of: picture)
  }

  /// Returns a Boolean value that indicates whether a picture is too small for an item that shows
  /// its image.
  @inline(__always)
  func isSoft(_ picture: PictureIndex, in item: ItemIndex) -> Bool {
    sizes == nil ? isLow(picture) : isTooSmall(picture, in: item)
  }

  private func isTooSmall(_ picture: PictureIndex, in item: ItemIndex) -> Bool {
    guard let sizes else { return false }
    return !sizes.covers(
      picture.number % variants, key(of: item).number % variants, of: image(of: picture).position)
  }

  /// Returns a Boolean value that indicates whether one key's picture is at least as large as
  /// another key's picture of the same image.
  func covers(_ key: KeyIndex, _ other: KeyIndex) -> Bool {
    guard let sizes else { return key == other }
    return sizes.covers(
      key.number % variants, other.number % variants, of: image(of: picture(of: key)).position)
  }

  /// Returns the size of a key's picture, such as `360 x 270`; `nil` if all cells with an image
  /// show the same size.
  func size(of key: KeyIndex) -> String? {
    sizes?.size(key.number % variants, of: image(of: picture(of: key)).position).map {
      "\($0.width) x \($0.height)"
    }
  }

  /// Returns the keys of the same image in all sizes, the smallest first.
  func allSizes(of key: KeyIndex) -> Range<KeyIndex> {
    let first = address(of: key)
    return first..<KeyIndex(first.number + (sizes == nil ? 1 : variants))
  }

  /// Returns a Boolean value that indicates whether an image has a picture with this key.
  ///
  /// Keys are numbered with the same number of sizes for all images. So an image with fewer sizes
  /// has keys without pictures.
  func isUsed(_ key: KeyIndex) -> Bool {
    sizes?.has(key.number % variants, of: image(of: picture(of: key)).position) ?? true
  }
}
