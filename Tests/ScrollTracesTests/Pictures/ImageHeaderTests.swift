import ScrollDevice
import ScrollTraces
import Testing

/// Tests of the result of each reader for a valid file.
struct ImageHeaderTests {
  struct Case: CustomTestStringConvertible {
    let name: String, bytes: [UInt8], format: ImageFormat, width: Int, height: Int
    var orientation = 1, alpha = false, animated = false

    var testDescription: String { name }
  }

  static let turned = ImageBytes.exif(6)

  static let cases: [Case] = [
    Case(name: "a JPEG", bytes: ImageBytes.jpeg(640, 480), format: .jpeg, width: 640, height: 480),
    Case(
      name: "a JPEG that is turned", bytes: ImageBytes.jpeg(640, 480, exif: turned),
      format: .jpeg, width: 640, height: 480, orientation: 6),
    Case(
      name: "a JPEG with big-endian EXIF",
      bytes: ImageBytes.jpeg(640, 480, exif: ImageBytes.exif(8, isLittle: false)), format: .jpeg,
      width: 640, height: 480, orientation: 8),
    Case(
      name: "a JPEG with an orientation that is none",
      bytes: ImageBytes.jpeg(640, 480, exif: ImageBytes.exif(9)), format: .jpeg, width: 640,
      height: 480),
    Case(
      name: "a progressive JPEG", bytes: ImageBytes.jpeg(9, 8, frame: 0xc2),
      format: .progressiveJPEG, width: 9, height: 8),
    Case(
      name: "a JPEG with fill bytes and rubbish between segments",
      bytes: ImageBytes.jpeg(9, 8, padding: [0, 7, 0xff, 0xff, 0xff, 0x01]), format: .jpeg,
      width: 9, height: 8),
    Case(name: "a PNG", bytes: ImageBytes.png(70, 50), format: .png, width: 70, height: 50),
    Case(
      name: "a PNG with alpha", bytes: ImageBytes.png(70, 50, color: 6), format: .png, width: 70,
      height: 50, alpha: true),
    Case(
      name: "a gray PNG with alpha", bytes: ImageBytes.png(70, 50, color: 4), format: .png,
      width: 70, height: 50, alpha: true),
    Case(
      name: "a PNG with a transparent color, EXIF and frames",
      bytes: ImageBytes.png(
        70, 50, color: 3,
        chunks: ImageBytes.chunk("acTL", ImageBytes.big(2, 4) + ImageBytes.big(0, 4))
          + ImageBytes.chunk("tRNS", [0]) + ImageBytes.chunk("eXIf", ImageBytes.exif(3))),
      format: .png, width: 70, height: 50, orientation: 3, alpha: true, animated: true),
    Case(
      name: "a PNG with one frame",
      bytes: ImageBytes.png(
        70, 50, chunks: ImageBytes.chunk("acTL", ImageBytes.big(1, 4) + ImageBytes.big(0, 4))),
      format: .png, width: 70, height: 50),
    Case(
      name: "a PNG that Xcode made for an app",
      bytes: Array(ImageBytes.png(70, 50, color: 6)[..<8])
        + ImageBytes.chunk("CgBI", [0x50, 0, 0x20, 2])
        + ImageBytes.png(70, 50, color: 6)[8...],
      format: .png, width: 70, height: 50, alpha: true),
    Case(name: "a GIF", bytes: ImageBytes.gif(30, 20), format: .gif, width: 30, height: 20),
    Case(
      name: "a GIF with frames", bytes: ImageBytes.gif(30, 20, frames: 2, isTransparent: true),
      format: .gif, width: 30, height: 20, alpha: true, animated: true),
    Case(
      name: "a GIF whose frame is larger than its screen",
      bytes: ImageBytes.gif(0, 0, frame: (12, 10)), format: .gif, width: 12, height: 10),
    Case(
      name: "a lossy WebP", bytes: ImageBytes.lossyWebP(300, 200), format: .webp, width: 300,
      height: 200),
    Case(
      name: "a WebP without loss", bytes: ImageBytes.losslessWebP(16384, 1, hasAlpha: true),
      format: .webp, width: 16384, height: 1, alpha: true),
    Case(
      name: "an extended WebP",
      bytes: ImageBytes.extendedWebP(100_000, 3, flags: 0x1a, exif: ImageBytes.exif(5)),
      format: .webp, width: 100_000, height: 3, orientation: 5, alpha: true, animated: true),
    Case(
      name: "a JPEG 2000", bytes: ImageBytes.jp2(90, 60), format: .jpeg2000, width: 90, height: 60),
    Case(
      name: "a JPEG 2000 with alpha",
      bytes: ImageBytes.jp2(
        90, 60, components: 2,
        further: ImageBytes.box(
          "cdef", ImageBytes.big(2, 2) + ImageBytes.big(0, 6) + ImageBytes.big(1 << 32 | 1 << 16, 6)
        )),
      format: .jpeg2000, width: 90, height: 60, alpha: true),
    Case(
      name: "a JPEG 2000 in CMYK",
      bytes: ImageBytes.jp2(
        90, 60, components: 4, further: ImageBytes.box("colr", [1, 0, 0] + ImageBytes.big(12, 4))),
      format: .jpeg2000, width: 90, height: 60),
    Case(
      name: "a code stream of JPEG 2000", bytes: ImageBytes.codeStream(90, 60, components: 4),
      format: .jpeg2000, width: 90, height: 60, alpha: true),
  ]

  @Test(arguments: cases)
  func `a header states format, pixels, orientation, alpha and animation`(_ example: Case) throws {
    let header = try #require(try ImageHeader(of: example.bytes))
    #expect(header.format == example.format)
    #expect(header.width == example.width)
    #expect(header.height == example.height)
    #expect(header.orientation == example.orientation)
    #expect(header.hasAlpha == example.alpha)
    #expect(header.isAnimated == example.animated)
  }

  @Test func `orientations from 5 on swap the displayed sides`() throws {
    for orientation in 1...8 {
      let bytes = ImageBytes.jpeg(640, 480, exif: ImageBytes.exif(orientation))
      let header = try #require(try ImageHeader(of: bytes))
      #expect(header.shown == (orientation < 5 ? (640, 480) : (480, 640)))
    }
  }

  @Test(arguments: [
    "", "hello, world, this is text", "%PDF-1.7 and more", "\0\0\0\u{18}ftypqt  \0\0\0\0",
  ])
  func `data in no known format has no header`(text: String) throws {
    #expect(try ImageHeader(of: Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      (Array(ImageBytes.jpeg(9, 9)[..<79]), "ends at byte 79; expected the rest of its header"),
      (
        [0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        "has a segment of length 1 at byte 2; expected 2 or more"
      ),
      (
        [0xff, 0xd8, 0xff, 0xda, 0, 8, 0, 0, 0, 0, 0, 0, 0],
        "begins its pixels at byte 2 without a size; expected a frame header before them"
      ),
      (ImageBytes.png(0, 7), "states 0x7 pixels; expected sides from 1 to 100000"),
      (
        ImageBytes.png(1_000_000, 7),
        "states 1000000x7 pixels; expected sides from 1 to 100000"
      ),
      (
        Array(ImageBytes.gif(3, 3)[..<19]) + [0x3b],
        "has no frame before byte 19; expected a picture"
      ),
      (
        ImageBytes.webp(ImageBytes.text("ABCD")),
        "has no picture at byte 12; expected a chunk VP8, VP8L or VP8X of a WebP"
      ),
      (
        ImageBytes.box("ftyp", ImageBytes.text("heic") + ImageBytes.big(0, 4)),
        "has neither a box meta nor a track of pictures; expected a picture"
      ),
      (
        ImageBytes.jp2(1, 1)[..<28] + ImageBytes.big(99, 4) + ImageBytes.text("jp2h"),
        "has a box of 99 bytes at byte 28; expected 8"
      ),
    ] as [([UInt8], String)])
  func `every invalid header has its error message`(bytes: [UInt8], sentence: String) {
    let fault = #expect(throws: HeaderFault.self) { try ImageHeader(of: bytes) }
    #expect(fault.map { "\($0.fact); expected \($0.expected)" } == sentence)
  }
}
