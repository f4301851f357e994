import ScrollDevice
import ScrollTraces
import Testing

struct HEIFHeaderTests {
  private func header(_ bytes: [UInt8]) throws -> ImageHeader {
    try #require(try ImageHeader(of: bytes))
  }

  @Test(arguments: [("hvc1", ImageFormat.heic), ("av01", .avif), ("jpeg", .jpeg)])
  func `the codec determines the format, whatever the brand`(codec: String, format: ImageFormat)
    throws
  {
    let item = ImageBytes.Item(id: 1, kind: codec, properties: [1])
    let file = ImageBytes.heif(
      brand: "mif1", items: [item], properties: [ImageBytes.extents(40, 30)])
    #expect(try header(file).format == format)
    #expect(try header(file).width == 40)
    #expect(try header(file).height == 30)
  }

  /// As an iPhone writes them: tiles of 512x512, put together.
  @Test func `a grid has the size of the whole image and the codec of its tiles`() throws {
    let file = ImageBytes.heif(
      primary: 49,
      items: [
        .init(id: 1, kind: "hvc1", properties: [1]), .init(id: 2, kind: "hvc1", properties: [1]),
        .init(id: 49, kind: "grid", properties: [2, 3], references: ("dimg", [1, 2])),
        .init(id: 50, kind: "hvc1", properties: [4], references: ("thmb", [49])),
      ],
      properties: [
        ImageBytes.extents(512, 512), ImageBytes.extents(4032, 3024), ImageBytes.box("irot", [3]),
        ImageBytes.extents(320, 240),
      ])
    let header = try header(file)
    #expect(header.format == .heic)
    #expect(header.width == 4032)
    #expect(header.orientation == 6)
    #expect(header.shown == (3024, 4032))
    #expect(!header.hasAlpha)
  }

  /// MIAF: turned first, against the clock, then mirrored; EXIF says the same with one number.
  @Test(
    arguments: [
      (0, nil, 1), (1, nil, 8), (2, nil, 3), (3, nil, 6), (0, 1, 2), (0, 0, 4), (1, 0, 5),
      (3, 0, 7),
      (2, 0, 2), (2, 1, 4), (1, 1, 7), (3, 1, 5),
    ] as [(UInt8, UInt8?, Int)])
  func `rotations and mirrors become orientations`(turn: UInt8, mirror: UInt8?, orientation: Int)
    throws
  {
    var properties = [ImageBytes.extents(8, 4), ImageBytes.box("irot", [turn])]
    if let mirror { properties.append(ImageBytes.box("imir", [mirror])) }
    let item = ImageBytes.Item(
      id: 1, kind: "hvc1", properties: (1...UInt8(properties.count)).map { $0 })
    #expect(
      try header(ImageBytes.heif(items: [item], properties: properties)).orientation == orientation)
  }

  @Test func `a clean aperture sets the size`() throws {
    let clap = [39, 1, 56, 2, 0, 1, 0, 1].flatMap { ImageBytes.big($0, 4) }
    let file = ImageBytes.heif(
      items: [.init(id: 1, kind: "av01", properties: [1, 2])],
      properties: [ImageBytes.extents(40, 32), ImageBytes.box("clap", clap)])
    #expect(try header(file).width == 39)
    #expect(try header(file).height == 28)
  }

  @Test(arguments: [
    ("urn:mpeg:hevc:2015:auxid:1", true), ("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", true),
    ("urn:mpeg:hevc:2015:auxid:2", false),
  ])
  func `an auxiliary item is alpha or a depth map`(kind: String, isAlpha: Bool) throws {
    let file = ImageBytes.heif(
      items: [
        .init(id: 1, kind: "hvc1", properties: [1]),
        .init(id: 2, kind: "hvc1", properties: [1, 2], references: ("auxl", [1])),
      ],
      properties: [
        ImageBytes.extents(8, 4), ImageBytes.fullBox("auxC", ImageBytes.text(kind + "\0")),
      ])
    #expect(try header(file).hasAlpha == isAlpha)
  }

  @Test(arguments: [1, 24])
  func `a sequence of several images is animated`(frames: Int) throws {
    let movie = ImageBytes.movie(8, 4, codec: "av01", frames: frames)
    let still = ImageBytes.heif(
      brand: "avis", items: [.init(id: 1, kind: "av01", properties: [1])],
      properties: [ImageBytes.extents(8, 4)], further: movie)
    #expect(try header(still).isAnimated == (frames > 1))
    let alone = ImageBytes.box("ftyp", ImageBytes.text("avis") + ImageBytes.big(0, 4)) + movie
    #expect(try header(alone).isAnimated == (frames > 1))
    #expect(try header(alone).format == .avif)
    #expect(try header(alone).width == 8)
  }

  @Test(
    arguments: [
      (
        ImageBytes.heif(
          items: [.init(id: 1, kind: "vvc1", properties: [1])],
          properties: [ImageBytes.extents(8, 4)]),
        "has a picture of the codec 'vvc1'; expected HEVC or AV1"
      ),
      (
        ImageBytes.heif(items: [.init(id: 1, kind: "hvc1", properties: [])], properties: []),
        "has a picture without a property ispe; expected its size"
      ),
    ] as [([UInt8], String)])
  func `every fault has its error message`(bytes: [UInt8], sentence: String) {
    let fault = #expect(throws: HeaderFault.self) { try ImageHeader(of: bytes) }
    #expect(fault.map { "\($0.fact); expected \($0.expected)" } == sentence)
  }

  /// Boxes of which each is looked at once for every other one.
  @Test func `a header with too many parts is an error with a message`() throws {
    let alpha = ImageBytes.fullBox("auxC", ImageBytes.text("urn:mpeg:hevc:2015:auxid:2\0"))
    let items = (1...9000).map { id in
      ImageBytes.Item(
        id: id, kind: "hvc1", properties: [1, 2], references: id > 1 ? ("auxl", [1]) : nil)
    }
    let file = ImageBytes.heif(items: items, properties: [ImageBytes.extents(8, 4), alpha])
    let fault = #expect(throws: HeaderFault.self) { try ImageHeader(of: file) }
    #expect(fault?.fact == "has a header of too many parts")
  }
}
