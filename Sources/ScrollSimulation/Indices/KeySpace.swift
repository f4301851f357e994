import ScrollCore

/// A rendition of an image.
enum Variant: Int32 {
  case full, low
}

/// The keys of the cache, and the pictures that they identify.
///
/// A *picture* is one rendition of one image, `image * variants + variant`. The app looks it up by
/// a *key*: the image itself, the item that shows it, or a file name that several images may share.
/// To a cache, a key is an image.
struct KeySpace: Sendable {
  /// The number of renditions of each image: 1 or 2.
  let variants: Int32
  /// The base of each item: the key of its full picture is `bases[item].index * variants`.
  ///
  /// If keys are images, this array shares its storage with the images of the items.
  private let bases: [ImageID]
  /// The image of each base; `nil` if they have the same numbers.
  private let imageOfBase: [ImageID]?
  /// The items with their keys in place of images.
  let placement: ItemPlacement
  /// A Boolean value that indicates whether keys are images.
  private let areImages: Bool
  /// A Boolean value that indicates whether every item has one key that no other item has.
  let areUnique: Bool

  /// The number of different file names on disk; 0 if the keys are the names.
  private let fileNames: Int32

  var count: Int { placement.imageCount }
  /// The number of names that files on disk may have.
  var diskNameCount: Int { fileNames > 0 ? Int(fileNames * variants) : count }
  var keys: Range<KeyIndex> { KeyIndex.first(count) }

  init(_ placement: ItemPlacement, loader: Loader) {
    variants = loader.variants == .none ? 1 : 2
    fileNames =
      loader.diskNames == .fileName
      ? Int32(min(loader.fileNames, placement.imageCount)) : 0
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

  func key(of item: ItemIndex, _ variant: Variant = .full) -> KeyIndex {
    KeyIndex(bases[item.position].index * variants + variant.rawValue)
  }

  func picture(of image: ImageIndex, _ variant: Variant = .full) -> PictureIndex {
    PictureIndex(image.number * variants + variant.rawValue)
  }

  /// Returns the first picture that has a key.
  func picture(of key: KeyIndex) -> PictureIndex {
    let (base, variant) = (key.number / variants, key.number % variants)
    return PictureIndex((imageOfBase?[Int(base)].index ?? base) * variants + variant)
  }

  func image(of picture: PictureIndex) -> ImageIndex { ImageIndex(picture.number / variants) }

  /// Returns `true` if a picture is a low variant; `none` is not.
  func isLow(_ picture: PictureIndex) -> Bool { picture.number % variants == 1 }

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

  /// Returns the name on disk of a file, for a key of its image.
  func diskName(of file: PictureIndex, _ key: KeyIndex) -> KeyIndex {
    guard fileNames > 0 else { return self.key(key, for: file) }
    return KeyIndex(
      image(of: file).number % fileNames * variants + file.number % variants)
  }

  /// Returns the keys of all renditions, for the key of the full one.
  func renditions(of key: KeyIndex) -> Range<KeyIndex> {
    key..<KeyIndex(key.number + variants)
  }

  /// Returns the base of an item: its number among the images that have keys, whatever the
  /// rendition.
  func base(of item: ItemIndex) -> Int { Int(bases[item.position].index) }

  /// The number of bases.
  var baseCount: Int { count / Int(variants) }

  /// Returns the placement of another epoch of the session, with the same keys.
  func placing(_ epoch: ItemPlacement) -> ItemPlacement {
    areImages
      ? epoch
      : epoch.showing(bases, of: baseCount, variants: Int(variants))
  }
}
