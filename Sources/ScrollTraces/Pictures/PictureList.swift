import ScrollCore
package import ScrollDevice

/// A reader for a list of pictures: CSV whose first line names the columns, in any order.
///
/// - `width`, `height`: the size in pixels, or in points of `scale` pixels each.
/// - `scale`: 1 by default.
/// - `bytes`: the size of the file; by default an estimate (`EncodedSize`).
/// - `format`: a name, an ending or a media type (`jpeg`, `jpg`, `image/jpeg`); `jpeg` by default.
/// - `content`: `photo` or `graphic`; by default an estimate.
/// - `origin`: `bundle`, `disk` or `network`; by default the caller's.
/// - `decode_ms:DEVICE`: the decode time of the file that was measured on that device. It has no
///   effect on simulations of other devices.
/// - `id`, `address`, `url` or `path`: two rows with the same value show the same image. Only
///   digests of them are kept.
///
/// Other columns are ignored. The separator is a comma, a semicolon, a tab or a bar, whichever is
/// most frequent in the first line. With a separator other than the comma, numbers may have decimal
/// commas. Fields may be in quotation marks. One row is one item, in scroll order. A row that
/// cannot be read is left out and listed in the set's `problems`.
package struct PictureList {
  private var lines: LineReader
  private var separator = UInt8(ascii: ",")
  private let origin: ImageOrigin
  private var columns: [Column?] = []
  private var seen: [PictureDigest: ImageID] = [:]
  private var estimated = 0
  /// The device of the measured decode times.
  private var device: String?

  private enum Column: String, CaseIterable {
    case width, height, bytes, format, scale, content, origin
    case name = "id"
    case decode = "decode_ms"

    init?(_ word: String) {
      switch word {
      case _ where PictureDecodeTime.device(of: word) != nil: self = .decode
      case "address", "url", "path": self = .name
      default: self.init(rawValue: word)
      }
    }
  }

  /// The fields of a row.
  private struct Row {
    var sides: (width: Double, height: Double) = (0, 0)
    var scale = 1.0
    var bytes: Int?
    var format = ImageFormat.jpeg
    var content: ContentClass?
    var origin: ImageOrigin
    var name: PictureDigest?
    var decode: SimTime?
  }

  /// Reads a list.
  /// - Throws: `TraceError` for an invalid first line, and if no row can be read.
  /// - Complexity: O(bytes); besides the file, memory grows with the number of rows.
  package static func load(
    _ path: String, origin: ImageOrigin = .disk
  ) throws(TraceError) -> PictureSet {
    let bytes = try InputFile.read(path, expected: "a folder of pictures, or a list of them in CSV")
    return try parse(bytes, file: path, origin: origin)
  }

  /// Reads a list from the bytes of a file, with `file` as its name in messages.
  package static func parse(
    _ bytes: [UInt8], file: String, origin: ImageOrigin = .disk
  ) throws(TraceError) -> PictureSet {
    var list = PictureList(lines: LineReader(bytes, file: file), origin: origin)
    return try list.read()
  }

  /// Reads the pixels of a list's pictures, by their `id` or address.
  package static func loadSizes(_ path: String) throws(TraceError) -> PictureSizes {
    var list = PictureList(
      lines: LineReader(try InputFile.read(path), file: path), origin: .network)
    let set = try list.read()
    let images = set.images
    guard !list.seen.isEmpty else {
      throw TraceError(
        file: path, subject: .file, found: .fact("names no picture"),
        expected: "a column id, address or url with the addresses of the HAR file")
    }
    var sizes = PictureSizes(list.seen.mapValues { Int($0.index) }) {
      PictureSizes.Pixels(width: images[$0].width, height: images[$0].height)
    }
    sizes.problems = set.problems
    return sizes
  }

  private init(lines: LineReader, origin: ImageOrigin) {
    (self.lines, self.origin) = (lines, origin)
  }

  private mutating func read() throws(TraceError) -> PictureSet {
    try readColumns()
    var set = PictureSet(from: "a list")
    set.timedOn = device
    while let line = try lines.nextLine() {
      guard set.items.count < TraceLimits.items else {
        throw lines.error(line, expected: "at most \(TraceLimits.items) pictures")
      }
      do { try add(try row(line), to: &set) } catch { set.problems.append(error) }
    }
    guard !set.items.isEmpty else {
      if let first = set.problems.first { throw first }
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("lists no pictures"),
        expected: "one in each line after the first")
    }
    if estimated > 0 {
      set.estimates.append(
        "the bytes of \(Phrase.count(estimated, "picture")), from pixels and format")
    }
    return set
  }

  private mutating func readColumns() throws(TraceError) {
    let needed =
      "a first line that names the columns, like width,height,bytes,format, with width and height "
      + "among them"
    guard var names = try lines.nextLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"), expected: needed)
    }
    let line = names
    separator = ColumnSample.delimiter(of: line) ?? separator
    repeat {
      let name = names.popCSVField(before: separator).text
      if name.lowercased().hasPrefix(PictureDecodeTime.prefix) {
        device = PictureDecodeTime.device(of: name)
        guard device != nil else {
          throw lines.error(
            field: PictureDecodeTime.prefix, fact: "names no device",
            expected: "the device that it was measured on, like decode_ms:iphone-8")
        }
      }
      let column = Column(name.lowercased())
      if let column, columns.contains(column) {
        throw lines.error(
          field: column.rawValue, fact: "is there twice", expected: "every column once")
      }
      columns.append(column)
    } while !names.isEmpty
    guard columns.contains(.width), columns.contains(.height) else {
      throw lines.error(line, expected: needed)
    }
  }

  private func row(_ line: ArraySlice<UInt8>) throws(TraceError) -> Row {
    var (row, rest) = (Row(origin: origin), line)
    for column in columns {
      let text = field(&rest)
      // An empty field counts as missing, except for the sides.
      guard !text.isEmpty || column == .width || column == .height else { continue }
      switch column {
      case .width: row.sides.width = try side("width", text)
      case .height: row.sides.height = try side("height", text)
      case .scale:
        guard let scale = Millionths(parsing: text, rounding: true)?.double, 0.1...10 ~= scale
        else {
          throw lines.error(
            field: "scale", text, expected: "pixels per point from 0.1 to 10, like 3")
        }
        row.scale = scale
      case .bytes:
        guard let bytes = text.wholeNumber, 1...TraceLimits.encodedBytes ~= bytes else {
          throw lines.error(
            field: "bytes", text,
            expected: "a number of bytes from 1 to \(TraceLimits.encodedBytes), or nothing")
        }
        row.bytes = bytes
      case .format:
        guard let format = ImageFormat(word: text.text) else {
          throw lines.error(
            field: "format", text,
            expected: "one of \(ImageFormat.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        row.format = format
      case .content: row.content = try word("content", text)
      case .origin: row.origin = try word("origin", text)
      case .name: row.name = PictureDigest(text)
      case .decode:
        guard let time = PictureDecodeTime.parse(text) else {
          throw lines.error(field: "decode_ms", text, expected: PictureDecodeTime.expected)
        }
        row.decode = time
      case nil: break
      }
    }
    guard rest.isEmpty else {
      throw lines.error(line, expected: "\(columns.count) fields and nothing more")
    }
    return row
  }

  private func field(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let field = rest.popCSVField(before: separator)
    return separator == UInt8(ascii: ",") ? field : field.withDecimalPoint
  }

  private mutating func add(_ row: Row, to set: inout PictureSet) throws(TraceError) {
    let width = try pixels("width", row.sides.width * row.scale)
    let height = try pixels("height", row.sides.height * row.scale)
    let content =
      row.content
      ?? row.bytes.map {
        ContentClass(estimatedOf: row.format, width: width, height: height, bytes: $0)
      } ?? .photo
    let image = ImageCatalog.Entry(
      width: width, height: height, format: row.format, content: content,
      encoded: row.bytes.map { ByteCount($0) }, origin: row.origin, decodeTime: row.decode)
    if let name = row.name, let known = seen[name] {
      guard set.images[Int(known.index)] == image else {
        throw lines.error(
          field: "id", fact: "names a picture that appears above with another size or format",
          expected: "the same fields wherever a picture appears again")
      }
      return set.append(again: known)
    }
    if let name = row.name { seen[name] = ImageID(set.images.count) }
    estimated += row.bytes == nil ? 1 : 0
    set.append(image)
  }

  private func side(_ field: String, _ text: ArraySlice<UInt8>) throws(TraceError) -> Double {
    guard let side = Millionths(parsing: text, rounding: true)?.double,
      0.01...Double(TraceLimits.side) ~= side
    else {
      throw lines.error(field: field, text, expected: Self.sides)
    }
    return side
  }

  private func pixels(_ field: String, _ length: Double) throws(TraceError) -> Int {
    let pixels = Int(length.rounded())
    guard SizeRule.sides.contains(pixels) else {
      throw lines.error(field: field, fact: "makes \(pixels) pixels", expected: Self.sides)
    }
    return pixels
  }

  private static let sides = "a number of pixels from 1 to \(TraceLimits.side)"

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: String, _ text: ArraySlice<UInt8>
  ) throws(TraceError) -> Word {
    guard let word = Word(rawValue: text.text) else {
      throw lines.error(
        field: field, text,
        expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}

/// The pixels of pictures by the digest of their name or address.
package struct PictureSizes: Sendable {
  struct Pixels: Sendable {
    let width: Int, height: Int
  }

  private var pixels: [PictureDigest: Pixels] = [:]
  /// The rows of the list that cannot be read and are left out.
  package internal(set) var problems: [TraceError] = []

  package init() {}

  /// Creates the pixels of a list's pictures.
  init(_ names: [PictureDigest: Int], of images: (Int) -> Pixels) {
    pixels = names.mapValues(images)
  }

  subscript(_ name: PictureDigest) -> Pixels? { pixels[name] }
}

/// The digest of a picture's name or address: 128 bits of its SHA-256.
struct PictureDigest: Hashable {
  private let high: UInt64, low: UInt64

  init(_ name: some Sequence<UInt8>) {
    let words = SHA256(of: Array(name)).words
    high = UInt64(words[0]) << 32 | UInt64(words[1])
    low = UInt64(words[2]) << 32 | UInt64(words[3])
  }
}
