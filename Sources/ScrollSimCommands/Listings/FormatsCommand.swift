import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSweeps

/// The image formats: how large, how good and, on a device, how slow to decode they are.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the image formats, or the sizes of images of one.",
    discussion: """
      With a device also how long they take to decode there, and whether that was measured: \
      scrollsim list devices NAME says of every figure where it comes from.

      Example:
        scrollsim list formats pvrtc
        scrollsim list formats --device iphone-5
      """)

  @Argument(help: "A format (default: all).", completion: .imageFormats) var name: String?
  @Option(
    help: ArgumentHelp(
      "Decode times on one of `scrollsim list devices`, or on a profile file (.yml).",
      valueName: "device"), completion: .devices)
  var device: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<ImageFormat>.builtIn
    let device = try device.map { text throws(CommandError) in try DeviceInput.find(text) }
    let documents = zip(catalog.entries, catalog.kinds).map {
      FormatDocument($0, kind: $1, on: device)
    }
    guard let name else {
      if output.format == .table, let device {
        try Output.print(Self.introduction(device).wrapped + "\n\n")
      }
      return try output.print(Self.list(zip(catalog.entries, documents)), documents)
    }
    let format: ImageFormat
    do { format = try catalog.choose(name).entry } catch { throw CommandError.usage("\(error)") }
    let document = documents.filter { $0.name == format.name }
    if output.format == .table {
      try Output.print(
        "\(format.name): \(format.summary)\n\n\(format.sizeRule.wrapped)\n\n"
          + "\(format.qualityRule.wrapped)\n\n")
      if let device { try Output.print(Self.introduction(device).wrapped + "\n\n") }
    }
    try output.print(Self.sizes(format, document.first?.decode), document)
  }

  /// How its decode times may be compared.
  private static func introduction(_ device: DeviceProfile) -> String {
    "Decode times on \(device.name), in the list those of 2048x1536. An estimate was taken on one "
      + "x86 core and scaled to the device by PNG and JPEG, or follows from another device: "
      + "scrollsim list devices \(device.name) has the rule of each. Two estimates compare "
      + "better than an estimate with a measured time."
  }

  /// A line for every format.
  private static func list(
    _ formats: some Sequence<(ImageFormat, FormatDocument)>
  ) -> Table {
    let formats = Array(formats)
    let onDevice = formats.contains { $0.1.decode != nil }
    var columns: [Table.Column] = [
      .left("name"), .left("kind"), .right("bits per pixel in memory"), .right("photo dB"),
      .right("graphic dB"), .left("transparency"),
    ]
    if onDevice { columns += [.right("photo ms"), .right("graphic ms"), .left("times")] }
    var table = Table(columns + [.prose("summary")])
    for (format, document) in formats {
      var cells = [
        format.name, document.kind, NumberText.fixed(format.bitsPerPixel ?? 32, decimals: 2),
        format.qualityText(.photo), format.qualityText(.graphic), document.transparency,
      ]
      if let decode = document.decode {
        cells += [decode.largest(.photo), decode.largest(.graphic), decode.kind]
      }
      table.append(cells + [format.summary])
    }
    return table
  }

  /// The bits per pixel of one format at the sizes that were measured.
  private static func sizes(_ format: ImageFormat, _ decode: DecodeTimes?) -> Table {
    var columns: [Table.Column] = [
      .left("content"), .right("pixels"), .right("bytes on disk"), .right("bits per pixel"),
      .right("bytes in memory"),
    ]
    if decode != nil { columns += [.right("decode ms"), .left("time")] }
    var table = Table(columns)
    var times = decode?.times[...] ?? []
    for content in ContentClass.allCases {
      for size in EncodedSize.measuredSizes {
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        var cells = [
          content.rawValue, "\(size.width)x\(size.height)", "\(image.encoded.bytes)",
          NumberText.fixed(image.encodedBitsPerPixel, decimals: 3), "\(image.decoded.bytes)",
        ]
        if let decode, let time = times.popFirst() {
          cells += [NumberText.fixed(time.milliseconds, decimals: 2), decode.kind]
        }
        table.append(cells)
      }
    }
    return table
  }
}
