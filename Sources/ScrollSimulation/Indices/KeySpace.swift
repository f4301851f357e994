import ScrollCore

/// Which rendition of an image.
enum Variant: Int32 {
  case full, low
}

/// What identifies images in the cache: keys, and the pictures that they stand for.
///
/// A *picture* is one rendition of one image, `image * variants + variant`. A *key* is what the
/// app looks it up by: the image itself, the item that shows it, or a file name that several
/// images may share. To a cache, a key is an image.
struct KeySpace: Sendable {
  /// Renditions of each image: 1 or 2.
  let variants: Int32
  /// The key of each item's full picture is `bases[item].index * variants`.
  ///
  /// In one storage with the images of the items where keys are images.
  private let bases: [ImageID]
  /// The image of each base, where that is another number.
  private let imageOfBase: [ImageID]?
  /// The items with their keys in place of images.
  let placement: ItemPlacement
  /// Whether keys are nothing but images.
  private let areImages: Bool
  /// Whether every item has one key, which is no other item's.
  let areUnique: Bool

  /// Different names of files on disk, where they are not the keys; 0 where they are.
  private let fileNames: Int32

  var count: Int { placement.imageCount }
  /// How many names files on disk may have.
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

  /// The first picture that has a key.
  func picture(of key: KeyIndex) -> PictureIndex {
    let (base, variant) = (key.number / variants, key.number % variants)
    return PictureIndex((imageOfBase?[Int(base)].index ?? base) * variants + variant)
  }

  func image(of picture: PictureIndex) -> ImageIndex { ImageIndex(picture.number / variants) }

  /// Whether a picture is a low variant; `none` is not.
  func isLow(_ picture: PictureIndex) -> Bool { picture.number % variants == 1 }

  /// The rendition that a picture is of.
  func variant(of picture: PictureIndex) -> Variant { isLow(picture) ? .low : .full }

  /// The full picture of the same image.
  func full(of picture: PictureIndex) -> PictureIndex {
    PictureIndex(picture.number - picture.number % variants)
  }

  /// The picture of `other`'s image in the rendition of this one.
  func picture(of other: PictureIndex, as picture: PictureIndex) -> PictureIndex {
    PictureIndex(
      other.number - other.number % variants + picture.number % variants)
  }

  /// The same image's key for a picture's rendition.
  func key(_ key: KeyIndex, for picture: PictureIndex) -> KeyIndex {
    KeyIndex(key.number - key.number % variants + picture.number % variants)
  }

  /// The name on disk of a file, of the image of which this is a key.
  func diskName(of file: PictureIndex, _ key: KeyIndex) -> KeyIndex {
    guard fileNames > 0 else { return self.key(key, for: file) }
    return KeyIndex(
      image(of: file).number % fileNames * variants + file.number % variants)
  }

  /// The keys of all renditions, of which this is the full one's.
  func renditions(of key: KeyIndex) -> Range<KeyIndex> {
    key..<KeyIndex(key.number + variants)
  }

  /// Which of the images that have keys, whatever their renditions.
  func base(of item: ItemIndex) -> Int { Int(bases[item.position].index) }

  /// How many there are of those.
  var baseCount: Int { count / Int(variants) }

  /// Another epoch of the session, with the same keys.
  func placing(_ epoch: ItemPlacement) -> ItemPlacement {
    areImages
      ? epoch
      : epoch.showing(bases, of: baseCount, variants: Int(variants))
  }
}
