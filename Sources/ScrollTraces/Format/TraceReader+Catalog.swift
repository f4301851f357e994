import ScrollCore
import ScrollDevice

extension TraceReader {
  static let imageColumns = "width,height,format,content,bytes,origin"
  static let itemColumns = "image"

  /// Reads the recipe in the header, or the sections `[images]` and `[items]`.
  mutating func readCatalog(_ header: Header) throws(TraceError) -> TraceCatalog {
    let field = header.catalog
    var recipe = field.text
    switch recipe.popField(before: UInt8(ascii: " ")).text {
    case "generated":
      do { return TraceCatalog(try CatalogRecipe(parsing: recipe)) } catch {
        try pass(
          TraceError(
            file: lines.file, line: field.line, subject: .field("catalogue \(error.field)"),
            found: error.found, expected: error.expected))
      }
    case "listed" where recipe.trimmed.isEmpty:
      let images = try readImages()
      return TraceCatalog(listing: images, items: try readItems(showing: images.count))
    default:
      try pass(
        error(field, expected: "'listed', or 'generated' and a recipe such as items=5000 seed=7"))
    }
    return try readUnknown()
  }

  /// Reads the lists of images and items if the file has them, after an error in the catalog of the
  /// header.
  private mutating func readUnknown() throws(TraceError) -> TraceCatalog {
    if line.text == "[images]" {
      let images = try readImages()
      return TraceCatalog(listing: images, items: try readItems(showing: images.count))
    }
    return TraceCatalog(CatalogRecipe(items: 1))
  }

  private mutating func readImages() throws(TraceError) -> ImageCatalog {
    var entries: [ImageCatalog.Entry] = []
    // Keeps the numbers of the images after it.
    let unreadable = ImageCatalog.Entry(width: 1, height: 1, format: .png)
    var device: String?
    let isThere = try readRows(
      of: "images", columns: Self.imageColumns,
      further: {
        device = PictureDecodeTime.device(of: String($0))
        return device != nil
      },
      orElse: { entries.append(unreadable) }
    ) { (fields, lines) throws(TraceError) in
      guard entries.count < TraceLimits.images else {
        throw lines.error(fields, expected: "at most \(TraceLimits.images) images")
      }
      entries.append(try Self.image(&fields, isTimed: device != nil, lines))
    }
    if !isThere {
      try pass(missing("images", "it, because the catalogue is listed"))
    } else if entries.isEmpty {
      try pass(empty("images"))
    }
    return ImageCatalog(entries.isEmpty ? [unreadable] : entries, timedOn: device)
  }

  private mutating func readItems(showing count: Int) throws(TraceError) -> [ImageID]? {
    var items: [ImageID] = []
    let before = problems.count
    let isThere = try readRows(of: "items", columns: Self.itemColumns) {
      (fields, lines) throws(TraceError) in
      guard items.count < TraceLimits.items else {
        throw lines.error(fields, expected: "at most \(TraceLimits.items) items")
      }
      let image = try Self.number(
        "image", &fields, 0...(count - 1), "the number of an image from 0 to \(count - 1)", lines)
      items.append(ImageID(image))
    }
    guard isThere else { return nil }
    if items.isEmpty, problems.count == before { try pass(empty("items")) }
    return items.isEmpty ? nil : items
  }

  func missing(_ section: String, _ expected: String) -> TraceError {
    TraceError(
      file: lines.file, line: lines.number, subject: .section(section),
      found: .fact("is missing"), expected: expected)
  }

  func empty(_ section: String) -> TraceError {
    TraceError(
      file: lines.file, line: lines.number, subject: .section(section),
      found: .fact("has no rows"), expected: "at least one")
  }

  private static func image(
    _ fields: inout ArraySlice<UInt8>, isTimed: Bool, _ lines: borrowing LineReader
  ) throws(TraceError) -> ImageCatalog.Entry {
    let width = try side("width", &fields, lines)
    let height = try side("height", &fields, lines)
    let format: ImageFormat = try word("format", &fields, lines)
    let content: ContentClass = try word("content", &fields, lines)
    var encoded: ByteCount?
    if fields.first == UInt8(ascii: ",") {
      fields.removeFirst()
    } else {
      encoded = ByteCount(
        try number(
          "bytes", &fields, 1...TraceLimits.encodedBytes,
          "a number of bytes from 1 to \(TraceLimits.encodedBytes), or nothing for an estimate",
          lines))
    }
    let origin: ImageOrigin = try word("origin", &fields, lines)
    var own: SimTime?
    if isTimed {
      let text = fields.popField(before: UInt8(ascii: ","))
      own = PictureDecodeTime.parse(text)
      guard own != nil || text.isEmpty else {
        throw lines.error(field: "decode_ms", text, expected: PictureDecodeTime.expected)
      }
    }
    return ImageCatalog.Entry(
      width: width, height: height, format: format, content: content, encoded: encoded,
      origin: origin, decodeTime: own)
  }

  private static func side(
    _ field: String, _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> Int {
    try number(
      field, &fields, SizeRule.sides, "a number of pixels from 1 to \(TraceLimits.side)", lines)
  }

  private static func number(
    _ field: String, _ fields: inout ArraySlice<UInt8>, _ range: ClosedRange<Int>,
    _ expected: @autoclosure () -> String, _ lines: borrowing LineReader
  ) throws(TraceError) -> Int {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let number = text.wholeNumber, range.contains(number) else {
      throw lines.error(field: field, text, expected: expected())
    }
    return number
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> Word {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let word = Word(rawValue: text.text) else {
      throw lines.error(
        field: field, text,
        expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}
