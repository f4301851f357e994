import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollRunStories

/// The image formats, and how large they are.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the image formats, or the sizes of images of one.",
    discussion: """
      Decode times depend on the device: scrollsim devices.

      Example:
        scrollsim formats pvrtc
      """)

  @Argument(help: "A format (default: all).", completion: .imageFormats) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<ImageFormat>.builtIn
    guard let name else { return try output.print(Self.list(catalog), Self.documents(catalog)) }
    let format: ImageFormat
    do { format = try catalog.choose(name).entry } catch { throw CommandError.usage("\(error)") }
    let document = Self.documents(catalog).filter { $0.name == format.name }
    if output.format == .table {
      try Output.print("\(format.name): \(format.summary)\n\n\(format.sizeRule.wrapped)\n\n")
    }
    try output.print(Self.sizes(format), document)
  }

  /// A line for every format.
  private static func list(_ catalog: Catalog<ImageFormat>) -> Table {
    var table = Table([
      .left("name"), .left("kind"), .right("bits per pixel in memory"), .left("summary"),
    ])
    for (format, kind) in zip(catalog.entries, catalog.kinds) {
      let bits = format.bitsPerPixel ?? 32
      table.append([format.name, kind, NumberText.fixed(bits, decimals: 2), format.summary])
    }
    return table
  }

  /// The bits per pixel of one format at the sizes that were measured.
  private static func sizes(_ format: ImageFormat) -> Table {
    var table = Table([
      .left("content"), .right("pixels"), .right("bytes on disk"), .right("bits per pixel"),
      .right("bytes in memory"),
    ])
    for content in ContentClass.allCases {
      for size in EncodedSize.measuredSizes {
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        table.append([
          content.rawValue, "\(size.width)x\(size.height)", "\(image.encoded.bytes)",
          NumberText.fixed(image.encodedBitsPerPixel, decimals: 3), "\(image.decoded.bytes)",
        ])
      }
    }
    return table
  }

  private static func documents(_ catalog: Catalog<ImageFormat>) -> [FormatDocument] {
    zip(catalog.entries, catalog.kinds).map { FormatDocument($0, kind: $1) }
  }
}

/// A format as JSON.
struct FormatDocument: Encodable {
  /// The size of one picture on disk.
  struct Size: Encodable {
    let content: String
    let width: Int, height: Int
    let bytes: Int
    let bitsPerPixel: Double
  }

  /// How a texture is made up.
  struct Texture: Encodable {
    let bitsPerPixel: Double
    let blockWidth: Int, blockHeight: Int, blockBytes: Int
    let isSquarePowerOfTwo: Bool
  }

  let name: String, kind: String, summary: String
  /// Left out where there is none.
  let texture: Texture?
  let encoded: [Size]
  let source: String

  init(_ format: ImageFormat, kind: String) {
    name = format.name
    self.kind = kind
    summary = format.summary
    texture = format.texture.map {
      Texture(
        bitsPerPixel: $0.bitsPerPixel, blockWidth: $0.blockWidth, blockHeight: $0.blockHeight,
        blockBytes: $0.blockSize.bytes, isSquarePowerOfTwo: $0.isSquarePowerOfTwo)
    }
    encoded = ContentClass.allCases.flatMap { content in
      EncodedSize.measuredSizes.map { size in
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        return Size(
          content: content.rawValue, width: size.width, height: size.height,
          bytes: image.encoded.bytes, bitsPerPixel: image.encodedBitsPerPixel)
      }
    }
    source = format.sizeRule
  }
}

extension ImageCatalog.Entry {
  fileprivate var encodedBitsPerPixel: Double { Double(8 * encoded.bytes) / Double(pixels) }
}

extension ImageFormat {
  /// Where the sizes come from when a catalog gives none, in sentences.
  fileprivate var sizeRule: String {
    switch storage {
    case .codec: "Encoded sizes: \(EncodedSize.source)."
    case .colorAndMask:
      "Two files, read one after the other and decoded apart: the JPEG of the content and, for "
        + "the mask, a PNG taken to be as large as that of a graphic. Encoded sizes of both: "
        + "\(EncodedSize.source)."
    case .texture(let layout):
      "Not decoded, only uploaded; as large on disk as in memory: blocks of "
        + "\(layout.blockWidth)x\(layout.blockHeight) pixels in \(layout.blockSize.bytes) bytes"
        + (layout.isSquarePowerOfTwo
          ? ", and square with a power of two as its side, at least 8: the padding is charged."
          : ", those at the edges charged whole.")
        + " A bitmap has 32 bits per pixel, so that 2 bits are 1/16 of its memory; the 1/60 that "
        + "the chapter \"Image IO\" promises cannot be met."
    }
  }
}
