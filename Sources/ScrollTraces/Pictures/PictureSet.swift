package import ScrollCore
package import ScrollDevice

/// Pictures of an app's own, in scroll order: what a list, a folder or a HAR file tells of them.
///
/// Neither names nor addresses are in it.
package struct PictureSet: Sendable, Equatable {
  /// What whoever imports them should know of all of them together; may name files.
  package var notes: [String] = []
  /// What of them is an estimate, in words that a trace can keep.
  package var estimates: [String] = []
  /// The elements that cannot be read and are left out; their messages may name files.
  package internal(set) var problems: [TraceError] = []
  /// The number of a folder's entries that cannot be read, which the notes name.
  package private(set) var unreadFiles = 0
  /// Where they come from, in a few words that name no file.
  package let source: String
  package private(set) var images: [ImageCatalog.Entry] = []
  /// The device of their own decode times; nil where there are none.
  package internal(set) var timedOn: String?
  /// The image of each item.
  package private(set) var items: [ImageID] = []

  init(from source: String) { self.source = source }

  /// Adds an item that shows a new image.
  mutating func append(_ image: ImageCatalog.Entry) {
    items.append(ImageID(images.count))
    images.append(image)
  }

  /// Adds an item that shows an image that is there.
  mutating func append(again image: ImageID) { items.append(image) }

  /// The catalog of these pictures.
  ///
  /// Where there are to be more items than pictures, what follows the last picture are others like
  /// them, in the same order: new images of the same sizes.
  /// - Parameter count: of the items, from 1 to 2 million; as many as there are unless given.
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
  /// The pictures of a folder.
  /// - Parameters:
  ///   - folder: with their headers.
  ///   - origin: where the app loads them from.
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
    note(turned, "stored turned or mirrored: they count as they are shown")
    note(transparent, "with transparency, which costs no more")
    note(animated, "with several frames: they count as stills, the other frames cost nothing")
    notes += folder.omissions
    unreadFiles = folder.unreadable.count
  }

  private mutating func note(_ count: Int, _ text: String) {
    if count > 0 { notes.append("\(Words.count(count, "picture")) \(text)") }
  }
}
