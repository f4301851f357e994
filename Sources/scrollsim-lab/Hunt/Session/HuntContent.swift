package import ScrollDevice
package import ScrollLayout
import ScrollSimCommands
package import ScrollTraces

/// The content of a session: the number and kind of its images, and their layout.
package struct HuntContent: Equatable, Sendable {
  /// The largest number of items.
  static let mostItems = 2000

  var items: Int
  /// The seed of the mixes.
  var seed: UInt64
  /// The image sizes, all with the same weight; a size that occurs twice is twice as likely.
  var sizes: [PictureSize]
  var formats: [ImageFormat]
  var kind: ContentClass
  var origin: ImageOrigin
  /// The percentage of items that show an earlier image again.
  var shared: Int
  package var layout: Layout

  package init(
    items: Int, seed: UInt64 = 0, sizes: [PictureSize], formats: [ImageFormat] = [.jpeg],
    kind: ContentClass = .photo, origin: ImageOrigin = .disk, shared: Int = 0, layout: Layout
  ) {
    self.items = items
    self.seed = seed
    self.sizes = sizes
    self.formats = formats
    self.kind = kind
    self.origin = origin
    self.shared = shared
    self.layout = layout
  }

  /// The layouts of the committed traces, and rows with wide spacing, which show few images at a
  /// time.
  static let layouts: [Layout] = [
    .list(ListLayout()), .list(ListLayout(spacing: 12)), .list(ListLayout(spacing: 160)),
    .grid(GridLayout(columns: 2, spacing: 8)), .grid(GridLayout(columns: 3, spacing: 2)),
    .grid(GridLayout(columns: 4, spacing: 2)), .carousel(CarouselLayout()),
  ]

  /// The formats of the committed traces.
  static let formats: [ImageFormat] = [.jpeg, .heic, .png, .webp, .avif]

  /// The content as the recipe of a trace.
  package var recipe: CatalogRecipe {
    CatalogRecipe(
      items: items, seed: seed, sizes: Self.mix(sizes) { $0.rule },
      formats: Self.mix(formats) { $0 }, contents: WeightedMix(kind),
      origins: WeightedMix(origin), shared: Double(shared) / 100)
  }

  /// Returns each value once, in order of appearance, with its number of occurrences as its weight.
  private static func mix<Value, Entry: Sendable & Equatable>(
    _ values: [Value], _ entry: (Value) -> Entry
  ) -> WeightedMix<Entry> {
    var shares: [(value: Entry, weight: Double)] = []
    for value in values {
      let made = entry(value)
      if let place = shares.firstIndex(where: { $0.value == made }) {
        shares[place].weight += 1
      } else {
        shares.append((value: made, weight: 1))
      }
    }
    return WeightedMix(shares)
  }
}

/// The size of a picture in pixels.
package struct PictureSize: Hashable, Sendable {
  package let width: Int, height: Int

  private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// The sizes in the catalogs of the committed traces, from the smallest to the largest.
  package static let committed = [
    PictureSize(320, 320), PictureSize(360, 360), PictureSize(480, 480), PictureSize(512, 512),
    PictureSize(780, 400), PictureSize(780, 520), PictureSize(640, 640), PictureSize(780, 600),
    PictureSize(800, 600), PictureSize(600, 840), PictureSize(780, 780), PictureSize(1080, 566),
    PictureSize(750, 1000), PictureSize(780, 1040), PictureSize(1080, 1080),
    PictureSize(1080, 1350), PictureSize(1080, 1440), PictureSize(1080, 1920),
    PictureSize(1440, 1920), PictureSize(1170, 2532), PictureSize(1536, 2048),
    PictureSize(2048, 1536),
  ]

  /// The size as a rule in the recipe of a catalog.
  var rule: SizeRule {
    guard let rule = SizeRule(width: width...width, height: .pixels(height...height)) else {
      preconditionFailure("\(width)x\(height) is no size")
    }
    return rule
  }
}
