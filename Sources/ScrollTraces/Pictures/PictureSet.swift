package import ScrollCore
package import ScrollDevice

/// The pictures of an app in scroll order, from a list, a folder or a HAR file.
///
/// The set has neither names nor addresses.
package struct PictureSet: Sendable, Equatable {
  /// The facts about all pictures that a user should know; they may name files.
  package var notes: [String] = []
  /// The estimates in the set, in words that a trace can keep.
  package var estimates: [String] = []
  /// The elements that cannot be read and are left out; their messages may name files.
  package internal(set) var problems: [TraceError] = []
  /// The requests of a HAR file that are left out, such as `18 requests left out, in SVG`; `nil` if there
  /// are none.
  package internal(set) var leftOut: String?
  /// The number of a folder's entries that cannot be read, which the notes name.
  package private(set) var unreadFiles = 0
  /// The source of the pictures, in a few words that name no file.
  package let source: String
  package private(set) var images: [ImageCatalog.Entry] = []
  /// The device of the measured decode times; `nil` if there are none.
  package internal(set) var timedOn: String?
  /// The image of each item.
  package private(set) var items: [ImageID] = []

  init(from source: String) { self.source = source }

  /// Adds an item that shows a new image.
  mutating func append(_ image: ImageCatalog.Entry) {
    items.append(ImageID(images.count))
    images.append(image)
  }

  /// Adds an item that shows an image of the set.
  mutating func append(again image: ImageID) { items.append(image) }

  /// Returns the catalog of these pictures.
  ///
  /// If more items are requested than the set has, the further items show new images. They repeat
  /// the sizes of the set's images, in the same order.
  /// - Parameter count: the number of items, from 1 to 2 million; by default that of the set.
  /// - Returns: a listed catalog.
  package func catalog(items count: Int? = nil) -> TraceCatalog {
    guard let count, count != items.count else {
      return TraceCatalog(
        listing: ImageCatalog(images, timedOn: timedOn), items: items)
    }
    var (entries, shown) = ([ImageCatalog.Entry](), [ImageID]())
    var numbers = [Int: ImageID]()
    for item in 0..<count {
      let (round, place) = item.quotientAndRemainder(dividingBy: items.count)
      let image = Int(items[place].index)
      let key = round * images.count + image
      let number = numbers[key] ?? ImageID(entries.count)
      if Int(number.index) == entries.count {
        numbers[key] = number
        entries.append(images[image])
      }
      shown.append(number)
    }
    return TraceCatalog(
      listing: ImageCatalog(entries, timedOn: timedOn), items: shown)
  }
}

extension PictureSet {
  /// Creates the pictures of a folder.
  /// - Parameters:
  ///   - folder: the folder with the headers of its pictures.
  ///   - origin: the origin from which the app loads the pictures.
  package init(_ folder: PictureFolder, origin: ImageOrigin = .disk) {
    self.init(from: "a folder")
    var (turned, transparent, animated) = (0, 0, 0)
    for file in folder.files {
      let header = file.header
      let (width, height) = header.shown
      append(
        ImageCatalog.Entry(
          width: width, height: height, format: header.format,
          content: ContentClass(
            estimatedOf: header.format, width: width, height: height, bytes: file.bytes),
          encoded: ByteCount(file.bytes), origin: origin))
      turned += header.orientation == 1 ? 0 : 1
      transparent += header.hasAlpha ? 1 : 0
      animated += header.isAnimated ? 1 : 0
    }
    note(turned, "stored rotated or mirrored: their displayed size counts")
    note(transparent, "with transparency, which costs no more")
    note(animated, "with several frames: only the first frame counts")
    notes += folder.omissions
    unreadFiles = folder.unreadable.count
  }

  private mutating func note(_ count: Int, _ text: String) {
    if count > 0 { notes.append("\(Phrase.count(count, "picture")) \(text)") }
  }
}
