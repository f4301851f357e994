public import ScrollCore
public import ScrollDevice

/// How the images of a trace are made up, in one line:
/// `items=5000 seed=7 size=1600x1200:3,1200x1600 mix=jpeg:0.7,heic:0.2,png:0.1 shared=0.1`.
///
/// Item by item, in scroll order: with probability `shared` the item shows the image of an
/// earlier item, each image so far as likely as any other; otherwise a new image is drawn,
/// its size first, then format, content class and origin. What has one alternative only
/// draws nothing. The same recipe gives the same catalog on every machine.
///
/// With `avatars` the first, third, fifth item and so on show one of so many authors' pictures
/// (`AvatarPool`), which are the first images; whether the others share never touches those.
public struct CatalogRecipe: Sendable, Equatable {
  /// Number of items, `1...10000000`.
  public let items: Int
  public let seed: UInt64
  public let sizes: WeightedMix<SizeRule>
  public let formats: WeightedMix<ImageFormat>
  public let contents: WeightedMix<ContentClass>
  public let origins: WeightedMix<ImageOrigin>
  /// The encoded size of every image; nil estimates it from pixels, format and content.
  public let encoded: ByteCount?
  /// The probability that an item shows an image seen before, `0...1`, six decimals.
  public let shared: Double
  /// How many authors have a picture, up to a million; 0 for images without authors.
  public let avatars: Int

  /// A recipe.
  /// - Precondition: `items` is from 1 to 10 million, `encoded` from 1 byte to 100 GB, `shared`
  ///   from 0 to 1, `avatars` from 0 to a million.
  public init(
    items: Int, seed: UInt64 = 0, sizes: WeightedMix<SizeRule> = CatalogRecipe.photoSizes,
    formats: WeightedMix<ImageFormat> = WeightedMix(.jpeg),
    contents: WeightedMix<ContentClass> = WeightedMix(.photo),
    origins: WeightedMix<ImageOrigin> = WeightedMix(.disk), encoded: ByteCount? = nil,
    shared: Double = 0, avatars: Int = 0
  ) {
    precondition(avatars == 0 || AvatarPool.counts ~= avatars, "\(avatars) authors")
    precondition(1...TraceLimits.items ~= items, "\(items) items")
    precondition(0...1 ~= shared, "\(shared) is no probability")
    precondition(
      encoded.map { 1...TraceLimits.encodedBytes ~= $0.bytes } ?? true, "no size of an image")
    self.items = items
    self.seed = seed
    self.sizes = sizes
    self.formats = formats
    self.contents = contents
    self.origins = origins
    self.encoded = encoded
    self.shared = Millionths(shared).double
    self.avatars = avatars
  }

  /// Where a recipe says nothing: 1024x768.
  public static let photoSizes: WeightedMix<SizeRule> = {
    guard let size = SizeRule(width: 1024...1024, height: .pixels(768...768)) else {
      preconditionFailure("1024x768 is a size")
    }
    return WeightedMix(size)
  }()

  /// The images, and the image of every item.
  /// - Complexity: O(items).
  public func expanded() -> (images: ImageCatalog, items: [ImageID]) {
    var random = SeededRandom(seed: seed)
    let sharedMillionths = Int(Millionths(shared).units)
    var entries: [ImageCatalog.Entry] = []
    // Growing would hold them twice.
    entries.reserveCapacity(items + avatars)
    var shown: [ImageID] = []
    shown.reserveCapacity(items)
    for _ in 0..<avatars { entries.append(AvatarPool.image(from: origins.draw(&random))) }
    let authors = avatars > 0 ? AvatarPool(avatars) : nil
    for item in 0..<items {
      if let authors, item.isMultiple(of: 2) {
        shown.append(ImageID(authors.draw(&random)))
      } else if sharedMillionths > 0, entries.count > avatars,
        random.below(1_000_000) < sharedMillionths
      {
        shown.append(ImageID(avatars + random.below(entries.count - avatars)))
      } else {
        shown.append(ImageID(entries.count))
        entries.append(drawImage(&random))
      }
    }
    return (ImageCatalog(entries), shown)
  }

  private func drawImage(_ random: inout SeededRandom) -> ImageCatalog.Entry {
    let (width, height) = sizes.draw(&random).draw(&random)
    let format = formats.draw(&random)
    let content = contents.draw(&random)
    return ImageCatalog.Entry(
      width: width, height: height, format: format, content: content, encoded: encoded,
      origin: origins.draw(&random))
  }
}
